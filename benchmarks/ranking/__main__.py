"""Runs the ranking benchmark: `python -m benchmarks.ranking --data DIR`."""

import sys

from benchmarks.cli import run
from benchmarks.ranking import BENCHMARK

sys.exit(run(BENCHMARK))
