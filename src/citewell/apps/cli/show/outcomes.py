"""How everyone who was asked fared, and what it cost: outcomes, timings, ledger.

Rule: pure; nobody is left out. What failed is told with its code, which `docs/errors.md` explains.
"""

from collections.abc import Iterable, Iterator, Sequence

from citewell.apps.cli.lines import Line, heading, line, parted
from citewell.model.values import LedgerEntry, Outcome, Timing


def outcome_lines(outcomes: Iterable[Outcome]) -> Iterator[Line]:
    """Who was asked, what was read, and what was not and why."""
    listed = list(outcomes)
    searches = [each for each in listed if each.operation == "search"]
    reads = [each for each in listed if each.operation == "read"]
    yield from parted(
        _group("Asked", (_search(each) for each in searches)),
        _group("Read", (_read(each) for each in reads if each.code is None)),
        _group("Not read", (_not_read(each) for each in reads if each.code is not None)),
    )


def timing_lines(timings: Iterable[Timing]) -> Iterator[Line]:
    """How long each stage took, in order of their first end; the longest of many."""
    by_stage: dict[str, list[float]] = {}
    for each in timings:
        by_stage.setdefault(each.stage, []).append(each.elapsed_s)
    yield from _group("Timings", (_timing(*item) for item in by_stage.items()))


def ledger_lines(entries: Iterable[LedgerEntry]) -> Iterator[Line]:
    """What left the machine and what came back, by host."""
    yield from _group("Ledger", (_entry(each) for each in entries))


def _group(name: str, rows: Iterable[Line]) -> Iterator[Line]:
    for index, row in enumerate(rows):
        if index == 0:
            yield heading(name)
        yield row


def _search(outcome: Outcome) -> Line:
    asked = (f"{outcome.target}  ", f"“{outcome.query}”  ")
    if outcome.code is not None:
        return line(*asked, *_failure(outcome), indent=2)
    partly = f" ({outcome.detail})" if outcome.detail else ""
    return line(*asked, (f"{counted(outcome.count, 'hit')}{partly}", "green"), indent=2)


def _read(outcome: Outcome) -> Line:
    return line(f"{outcome.target}  ", (counted(outcome.count, "character"), "green"), indent=2)


def _not_read(outcome: Outcome) -> Line:
    return line(f"{outcome.target}  ", *_failure(outcome), indent=2)


def _failure(outcome: Outcome) -> tuple[tuple[str, str], ...]:
    detail = f": {outcome.detail.rstrip('.')}" if outcome.detail else ""
    return (outcome.status, "yellow"), (detail, "dim")


def _timing(stage: str, elapsed_s: Sequence[float]) -> Line:
    many = f"  the longest of {len(elapsed_s)}" if len(elapsed_s) > 1 else ""
    return line(f"{stage:<9}", f" {max(elapsed_s):.3f} s", (many, "dim"), indent=2)


def _entry(entry: LedgerEntry) -> Line:
    what = "asked" if entry.door == "api" else "read"
    came = f"{counted(entry.requests, 'request')}, {entry.bytes_in:,} bytes back"
    return line(f"{entry.host}  ", (f"{what}, {came}", "dim"), indent=2)


def counted(count: int, noun: str) -> str:
    """`1 hit`, `1,234 hits`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
