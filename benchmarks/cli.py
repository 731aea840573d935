"""The command line that all benchmarks share."""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.frame import Benchmark, Options, Report
from benchmarks.runs import save, to_plain
from benchmarks.table import render


def run(benchmark: Benchmark, argv: Sequence[str] | None = None) -> int:
    """Measure once and print; 0, also without data to measure, or 2 for an unknown peer."""
    arguments = parser(benchmark.name).parse_args(argv)
    try:
        report = measured(benchmark, arguments)
    except ValueError as error:
        print(f"{benchmark.name}: {error}", file=sys.stderr)
        return 2
    if report is None:
        return 0
    print(json.dumps(to_plain(report), ensure_ascii=False) if arguments.json else render(report))
    if arguments.save:
        save([report], name=arguments.save, day=datetime.now(UTC).date())
    return 0


def measured(benchmark: Benchmark, arguments: argparse.Namespace) -> Report | None:
    """The report, or None after saying in one line that there is no data."""
    if arguments.data is None:
        print(f"{benchmark.name}: skipped, no data given (--data DIR; see docs/evaluation.md)")
        return None
    if not benchmark.files(arguments.data):
        print(f"{benchmark.name}: skipped, no data of this benchmark in the folder given")
        return None
    options = Options(sample=arguments.sample, peers=arguments.peers)
    return benchmark.measure(arguments.data, options)


def parser(name: str) -> argparse.ArgumentParser:
    """The options: --data --sample --peers --json --save."""
    made = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}".rstrip("."))
    made.add_argument("--data", type=Path, metavar="DIR", help="folder that holds the data sets")
    made.add_argument("--sample", type=int, default=0, metavar="N", help="items a group, 0: all")
    made.add_argument("--peers", default="auto", help="auto, none, or names with commas between")
    made.add_argument("--json", action="store_true", help="print JSON instead of tables")
    made.add_argument("--save", default="", metavar="NAME", help="keep as runs/<date>-NAME/")
    return made
