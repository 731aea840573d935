"""The command line of the start-up benchmark."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.runs import RUNS, environment, run_folder, write_json
from benchmarks.startup import Start, measure_imports
from benchmarks.startup.replay import measure_replay
from benchmarks.table import grid


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and keep the run when asked; exit code 1 beyond three times a target."""
    arguments = _parser().parse_args(argv)
    starts = [*measure_imports(), measure_replay()]
    plain = {
        "benchmark": "startup",
        "environment": environment(),
        "rows": [asdict(one) | {"median_ms": round(one.median_ms)} for one in starts],
    }
    print(json.dumps(plain) if arguments.json else render(starts))
    if arguments.save:
        keep(plain, render(starts), run_folder(arguments.save, datetime.now(UTC).date(), RUNS))
    return int(any(one.is_too_slow or one.heavy for one in starts))


def render(starts: Sequence[Start]) -> str:
    """Start-up times as a table."""
    head = ["start", "target ms", "median ms", "modules", "heavy", "result"]
    return "## startup\n\n" + grid(head, map(_line, starts)) + "\n"


def keep(plain: object, table: str, folder: Path) -> None:
    """Write the run beside those of the other benchmarks."""
    write_json(folder / "startup.json", plain)
    (folder / "startup.md").write_text(table, encoding="utf-8")


def _line(one: Start) -> list[str]:
    return [
        one.name,
        f"{one.target_ms:.0f}",
        f"{one.median_ms:.0f}",
        str(one.modules),
        " ".join(one.heavy) or "none",
        "SLOW" if one.is_too_slow else "ok",
    ]


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m benchmarks.startup")
    made.add_argument("--json", action="store_true", help="print JSON instead of a table")
    made.add_argument("--save", default="", metavar="NAME", help="keep as runs/<date>-NAME/")
    return made
