"""Runs the evidence benchmark: `python -m benchmarks.evidence --data DIR`."""

import sys

from benchmarks.cli import run
from benchmarks.evidence import BENCHMARK

sys.exit(run(BENCHMARK))
