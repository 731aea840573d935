"""Runs all benchmarks: `python -m benchmarks [--data DIR] [--sample N] [--save NAME]`."""

import sys

from benchmarks.cli import parser, run
from benchmarks.gate import BENCHMARKS
from benchmarks.startup import command


def main(argv: list[str]) -> int:
    """Start-up times, then each benchmark that the data folder has something for."""
    arguments = parser("").parse_args(argv)
    kept = ["--json"] * arguments.json + ["--save", arguments.save] * bool(arguments.save)
    command.main(kept)
    return max(run(benchmark, argv) for benchmark in BENCHMARKS)


sys.exit(main(sys.argv[1:]))
