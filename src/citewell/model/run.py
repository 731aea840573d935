"""One run as it happens: who asked what, the time it has, what it told and how it fared.

Rule: the clock comes in from outside. A run that is replayed has the recorded trace beside it: the
same id, a clock that stands at the recorded start, and no deadline.
"""

import hashlib
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from citewell.model.clock import Clock, frozen_clock
from citewell.model.errors import ErrorCode, WebError
from citewell.model.events import Emitter, EventName, EventSink, Payload
from citewell.model.values import Filters, Message, Outcome, Plan, Timing, Trace
from citewell.model.values.trace import Operation

CUT_SHORT = frozenset(
    {ErrorCode.TIMEOUT, ErrorCode.DEADLINE_EXCEEDED, ErrorCode.PARSER_KILLED, ErrorCode.CANCELLED}
)
"""Codes that say time or a limit ended it: how it would have gone on is not in the recording"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the caller asked for, checked."""

    operation: Operation
    question: str
    """The question, the query of a search, or the URL of a read"""
    history: tuple[Message, ...] = ()
    filters: Filters = Filters()
    budget_tokens: int | None = None
    deadline_s: float
    turn_id: str = ""


@dataclass(slots=True, kw_only=True)
class Run:
    """The state of one run; made by `begin`, used by the flow, kept as a `Trace`."""

    asked: Asked
    run_id: str
    clock: Clock
    ends_at: float
    """On the clock's monotonic scale; `math.inf` when replayed"""
    events: Emitter
    show_targets: bool
    recorded: Trace | None
    root: str = ""
    """Id of the operation that all others are part of"""
    plan: Plan | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    timings: list[Timing] = field(default_factory=list)

    def remaining_s(self, share: float = 1.0) -> float:
        """Seconds left of the run, or of a share (0-1) of them; never negative."""
        return max(self.ends_at - self.clock.monotonic(), 0.0) * share

    def target(self, url: str) -> str:
        """What events call a page: a hash keyed by the run, or the URL if the sink asked."""
        if self.show_targets:
            return url
        return hashlib.blake2b(url.encode(), key=self.run_id.encode(), digest_size=8).hexdigest()

    @contextmanager
    def stage(self, name: EventName, payload: Payload) -> Iterator[list[Payload]]:
        """Time a stage and tell its start and end.

        Yields:
            An empty list; the payload that is put there goes with the end.
        """
        operation_id = self.events.start(name, payload, parent_id=self.root)
        started, ends = self.clock.monotonic(), list[Payload]()
        done = False
        try:
            yield ends
            done = True
        finally:
            elapsed_s = self.clock.monotonic() - started
            self.timings.append(Timing(stage=name, elapsed_s=elapsed_s))
            self.events.finish(
                name,
                operation_id,
                ends[-1] if ends else payload,
                parent_id=self.root,
                phase="completed" if done else "failed",
            )

    def stop_where_recorded(self, operation: str, target: str, query: str = "") -> None:
        """End an operation of a replay where time or a limit ended it in the recorded run.

        Raises:
            WebError: with the recorded code.
        """
        for outcome in self.recorded.outcomes if self.recorded else ():
            same = (outcome.operation, outcome.target, outcome.query) == (operation, target, query)
            if same and outcome.code in CUT_SHORT:
                raise WebError.of(outcome.code, "ended here when it was recorded")


def begin(
    asked: Asked,
    *,
    run_id: str,
    clock: Clock,
    recorded: Trace | None,
    sink: EventSink | None,
) -> Run:
    """Start a run: a fresh one with this id and clock, or the recorded one again."""
    if recorded:
        run_id, clock = recorded.run_id, frozen_clock(recorded.started_at)
    return Run(
        asked=asked,
        run_id=run_id,
        clock=clock,
        ends_at=math.inf if recorded else clock.monotonic() + asked.deadline_s,
        events=Emitter(sink, run_id=run_id, turn_id=asked.turn_id, now=clock.now),
        show_targets=bool(getattr(sink, "wants_targets", False)),
        recorded=recorded,
    )
