"""Runs the extraction benchmark: `python -m benchmarks.extraction --data DIR`."""

import sys

from benchmarks.cli import run
from benchmarks.extraction import BENCHMARK

sys.exit(run(BENCHMARK))
