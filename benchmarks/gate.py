"""Quality never falls: compares what is measured with the floors in `floors.json`.

Usage: `python -m benchmarks.gate [--data DIR] [--raise]`. What ships with the project is always
measured. With `--data`, so are the large sets, if they hash to what the floors were set on; other
data is named and skipped, never compared. Exit code 1 when a figure is under its floor, a heavy
package is imported, or a start takes three times its target.

Rule: floors only rise. `--raise` writes higher ones and refuses when any figure is under its floor.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import evidence, extraction, ranking, startup
from benchmarks.frame import OURS, SUMMARY, Benchmark, Options, Report, row
from benchmarks.runs import write_json
from benchmarks.startup import command
from benchmarks.startup.replay import measure_replay
from benchmarks.table import grid

FLOORS = Path(__file__).with_name("floors.json")
SHIPPED = Path(__file__).with_name("shipped")

MARGIN = 0.002
"""How far under the measured figure a floor is set: a tie broken otherwise is no loss"""

BENCHMARKS = (extraction.BENCHMARK, ranking.BENCHMARK, evidence.BENCHMARK)

Floors = dict[str, dict[str, Any]]
"""`shipped` and `data` → benchmark → {floors, sample, sha256}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One figure beside its floor."""

    kind: str
    """shipped · data"""
    benchmark: str
    figure: str
    measured: float
    floor: float | None
    """None: not set yet, nothing to fall under"""

    @property
    def is_low(self) -> bool:
        """Whether the figure fell under its floor."""
        return self.floor is not None and self.measured < self.floor

    @property
    def raised(self) -> float:
        """The floor that this measurement allows: never under the present one."""
        allowed = math.floor((self.measured - MARGIN) * 10_000) / 10_000
        return max(allowed, self.floor or 0.0)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return the exit code."""
    arguments = _parser().parse_args(argv)
    floors: Floors = json.loads(arguments.floors.read_text(encoding="utf-8"))
    checks = list(shipped_checks(floors))
    if arguments.data:
        checks += data_checks(floors, arguments.data)
    else:
        print("The large sets are skipped: no data given (--data DIR; see docs/evaluation.md).\n")
    starts = [*startup.measure_imports(), measure_replay()]
    print(render(checks), command.render(starts), sep="\n\n")
    fell = any(check.is_low for check in checks)
    if arguments.raise_floors and not fell:
        write_json(arguments.floors, with_raised(floors, checks))
    return int(fell or any(one.is_too_slow or one.heavy for one in starts))


def shipped_checks(floors: Floors) -> Iterator[Check]:
    """Measure all benchmarks on what ships."""
    for benchmark in BENCHMARKS:
        report = benchmark.measure(SHIPPED, Options(peers="none"))
        known = floors["shipped"].get(benchmark.name, {}).get("floors", {})
        yield from checks_of(benchmark, report, kind="shipped", floors=known)


def data_checks(floors: Floors, data: Path) -> Iterator[Check]:
    """Measure the benchmarks whose data is there and is what their floors were set on."""
    for benchmark in BENCHMARKS:
        if not benchmark.files(data):
            print(f"{benchmark.name}: skipped, the folder holds no data of this benchmark\n")
            continue
        pin = {"sha256": benchmark.sha256(data), "sample": benchmark.gate_sample}
        pinned = floors["data"].setdefault(benchmark.name, {**pin, "floors": {}})
        if pinned != {**pinned, **pin}:
            print(f"{benchmark.name}: skipped, its floors were set on other data or sample\n")
            continue
        report = benchmark.measure(data, Options(sample=benchmark.gate_sample, peers="none"))
        yield from checks_of(benchmark, report, kind="data", floors=pinned["floors"])


def checks_of(
    benchmark: Benchmark, report: Report, *, kind: str, floors: Mapping[str, float]
) -> Iterator[Check]:
    """Every figure that the benchmark holds, beside its floor."""
    summary = row(report, subject=OURS, group=SUMMARY)
    for figure in benchmark.held:
        yield Check(
            kind=kind,
            benchmark=benchmark.name,
            figure=figure,
            # A figure that nobody could give is the worst one, not a missing one.
            measured=summary.figures.get(figure, 0.0),
            floor=floors.get(figure),
        )


def with_raised(floors: Floors, checks: Sequence[Check]) -> Floors:
    """The floors with every higher figure written in; none is lowered.

    Raises:
        ValueError: a figure is under its floor.
    """
    if any(check.is_low for check in checks):
        raise ValueError("a figure is under its floor; floors only rise")
    for check in checks:
        entry = floors[check.kind].setdefault(check.benchmark, {"floors": {}})
        entry["floors"][check.figure] = check.raised
    return floors


def render(checks: Sequence[Check]) -> str:
    """The floors as a table."""
    head = ["floor", "least", "measured", "result"]
    return "## floors\n\n" + grid(head, map(_line, checks))


def _line(one: Check) -> list[str]:
    name = f"{one.kind} {one.benchmark} {one.figure}"
    return [name, _number(one.floor), _number(one.measured), "LOW" if one.is_low else "ok"]


def _number(value: float | None) -> str:
    return "not set" if value is None else f"{value:.4f}"


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m benchmarks.gate")
    made.add_argument("--data", type=Path, metavar="DIR", help="folder that holds the data sets")
    made.add_argument("--floors", type=Path, default=FLOORS, metavar="FILE", help="floors to use")
    made.add_argument("--raise", dest="raise_floors", action="store_true", help="raise the floors")
    return made


if __name__ == "__main__":
    sys.exit(main())
