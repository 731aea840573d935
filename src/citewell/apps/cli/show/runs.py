"""The runs of a recording as a person reads them; pure."""

from collections.abc import Iterator, Sequence

from citewell.apps.cli.lines import Line, heading, line
from citewell.model.values import Trace


def run_lines(traces: Sequence[Trace]) -> Iterator[Line]:
    """One line for each run, numbered from 1."""
    yield heading("Runs")
    for place, trace in enumerate(traces, start=1):
        when = f"{trace.started_at:%Y-%m-%d %H:%M}"
        yield line(
            (f"{place}. ", "cyan"),
            (f"{trace.operation}  ", "dim"),
            trace.question,
            (f"  {when} UTC", "dim"),
            indent=2,
        )


def question_lines(questions: Sequence[str]) -> Iterator[Line]:
    """What can be asked, numbered from 1."""
    for place, question in enumerate(questions, start=1):
        yield line((f"{place}. ", "cyan"), question, indent=2)
