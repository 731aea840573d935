"""Renders a report as Markdown tables, for people."""

from collections.abc import Iterable, Sequence

from benchmarks.compare import Difference, differences
from benchmarks.frame import SUMMARY, Report, Row, groups, rows, subjects


def render(report: Report) -> str:
    """The summary of all subjects, the headline figure by group, and the differences."""
    every = rows(report)
    parts = [
        f"## {report.benchmark}",
        _summary(report, [row for row in every if row.group == SUMMARY]),
        _by_group(report, every),
        _differences(report),
        _failures([row for row in every if row.group == SUMMARY]),
        *report.notes,
    ]
    if report.missing:
        parts.append(f"not installed: {', '.join(report.missing)}")
    return "\n\n".join(part for part in parts if part) + "\n"


def grid(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A Markdown table: first column left, all others right."""
    rule = ["---", *("---:" for _ in head[1:])]
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, rule, *lines))


def _summary(report: Report, summed: Sequence[Row]) -> str:
    figures = tuple(dict.fromkeys(name for row in summed for name in row.figures))
    head = [_title(report), *figures, "CPU ms", f"speed, {report.reference} = 1", "errors", "items"]
    return grid(head, (_summary_line(row, figures) for row in summed))


def _summary_line(row: Row, figures: Sequence[str]) -> list[str]:
    means = [_percent(row.figures.get(name)) for name in figures]
    return [
        row.subject,
        *means,
        f"{row.cpu_ms:.1f}",
        f"{row.speed:.2f}",
        str(sum(row.failures.values())),
        str(row.items),
    ]


def _title(report: Report) -> str:
    return f"macro of {len(report.macro)} groups" if report.macro else "all items"


def _by_group(report: Report, every: Sequence[Row]) -> str:
    names = [name for name in groups(report) if name != SUMMARY]
    if not names:
        return ""
    table = {(row.group, row.subject): row for row in every}
    who = subjects(report)
    lines = (
        [
            name,
            str(table[name, who[0]].items),
            *(_percent(table[name, one].figures.get(report.headline)) for one in who),
        ]
        for name in names
    )
    return grid([f"{report.headline} by group", "items", *who], lines)


def _differences(report: Report) -> str:
    found = differences(report)
    if not found:
        return ""
    head = [f"{report.headline}: citewell less …", "points", "95 % interval", "sure", "items"]
    return grid(head, (_difference_line(one) for one in found))


def _difference_line(one: Difference) -> list[str]:
    interval = f"{100 * one.low:+.1f} … {100 * one.high:+.1f}"
    sure = "yes" if one.is_sure else "no"
    return [one.subject, f"{100 * one.mean:+.1f}", interval, sure, str(one.items)]


def _failures(summed: Sequence[Row]) -> str:
    lines = [
        f"errors of {row.subject}: "
        + ", ".join(f"{count} {name}" for name, count in sorted(row.failures.items()))
        for row in summed
        if row.failures
    ]
    return "\n\n".join(lines)


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
