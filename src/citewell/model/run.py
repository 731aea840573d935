"""One run as it happens: who asked what, the time it has, what it told and how it fared.

Rule: the clock comes in from outside. A run that is replayed has the recorded trace beside it: the
same id, a clock that stands at the recorded start, and no deadline.
"""

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol, TypedDict

from citewell.model.clock import Clock, frozen_clock
from citewell.model.config import ContextConfig, RunConfig
from citewell.model.errors import ErrorCode, Unreachable, WebError
from citewell.model.events import (
    Emitter,
    EventName,
    EventSink,
    FetchPayload,
    Payload,
    Phase,
    ReadPayload,
    SearchPayload,
)
from citewell.model.protocols import Doors
from citewell.model.values import (
    Filters,
    LedgerEntry,
    Message,
    Outcome,
    Plan,
    Query,
    SearchResponse,
    Timing,
    Trace,
)
from citewell.model.values.trace import Operation

_PARENT: ContextVar[str] = ContextVar("operation", default="")
"""The operation that is going on; a task that is started inside one begins with it"""

MAX_QUESTION_CHARS = 100_000
"""A paste of this size is still looked at, and then not searched for"""

CUT_SHORT = frozenset(
    {ErrorCode.TIMEOUT, ErrorCode.DEADLINE_EXCEEDED, ErrorCode.PARSER_KILLED, ErrorCode.CANCELLED}
)
"""Codes that say time or a limit ended it: how it would have gone on is not in the recording"""


class RunOptions(TypedDict, total=False):
    """What a caller may set for one run; what is left out, or None, takes its default."""

    history: Sequence[Message]
    """Earlier turns of the conversation, oldest first"""
    filters: Filters | None
    """What every hit must satisfy"""
    budget_tokens: int | None
    """For the whole context; the configuration's by default"""
    deadline_s: float | None
    """For the whole run; the configuration's by default"""
    turn_id: str
    """The caller's own id of the turn, carried by every event"""


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


class CountingDoors(Doors, Protocol):
    """Doors that keep a ledger."""

    def entries(self) -> tuple[LedgerEntry, ...]:
        """One entry for each host and door, sorted."""
        ...


@dataclass(slots=True, kw_only=True)
class Run:
    """The state of one run; made by `begin`, used by the flow, kept as a `Trace`."""

    asked: Asked
    run_id: str
    clock: Clock
    started_at: datetime
    ends_at: float
    """On the clock's monotonic scale; `math.inf` when replayed"""
    events: Emitter
    show_targets: bool
    recorded: Trace | None
    doors: CountingDoors = field(init=False)
    """The run's own way to the network, or to the recording; set when it begins"""
    plan: Plan | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    filtered: int = 0
    """Hits that the filters dropped"""
    timings: list[Timing] = field(default_factory=list)

    def note_search(self, found: SearchResponse) -> None:
        """Keep how the search fared."""
        self.outcomes.extend(found.outcomes)
        self.filtered += found.filtered

    def remaining_s(self, share: float = 1.0) -> float:
        """Seconds left of the run, or of a share (0-1) of them; never negative."""
        return max(self.ends_at - self.clock.monotonic(), 0.0) * share

    def budget_tokens(self, settings: ContextConfig, window: int | None = None) -> int:
        """Tokens for the whole context: the caller's, the configured, a share of the window.

        Args:
            settings: what is configured.
            window: as the model says it; the configured one when None.
        """
        if self.asked.budget_tokens is not None:
            return self.asked.budget_tokens
        share = int((window or settings.window_tokens) * settings.budget_share)
        return settings.budget_tokens or share

    def as_recorded_for(self, query: Query, names: Sequence[str]) -> Sequence[str]:
        """Whom to ask: those who fit, or, in a replay, exactly those who were asked then.

        Raises:
            Unreachable: `replay_missing` when the recorded run knows no such query, or asked a
                provider that is not installed here.
        """
        if not self.recorded or not self.recorded.plan:
            return names
        if query.text not in {planned.text for planned in self.recorded.plan.queries}:
            message = "a query was planned that the recorded run did not have"
            raise Unreachable(ErrorCode.REPLAY_MISSING, message)
        outcomes = (each for each in self.recorded.outcomes if each.operation == "search")
        asked = dict.fromkeys(each.target for each in outcomes if each.query == query.text)
        absent = sorted(set(asked) - set(names))
        if absent:
            message = f"the recorded run asked the provider {absent[0]}, which is not here"
            raise Unreachable(ErrorCode.REPLAY_MISSING, message)
        return tuple(asked)

    def target(self, url: str) -> str:
        """What events call a page: a hash keyed by the run, or the URL if the sink asked."""
        if self.show_targets:
            return url
        keyed = f"{self.run_id}\0{url}".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(keyed, digest_size=8).hexdigest()

    @contextmanager
    def stage(self, name: EventName, payload: Payload) -> Iterator[list[Payload]]:
        """Time a stage and tell its start and end.

        Yields:
            An empty list; the payload that is put there goes with the end. After a WebError it is
            the first payload with the error's code as its status.
        """
        parent_id = _PARENT.get()
        operation_id = self.events.start(name, payload, parent_id=parent_id)
        inside = _PARENT.set(operation_id)
        started, ends = self.clock.monotonic(), list[Payload]()
        phase: Phase = "failed"
        try:
            yield ends
            phase = "completed"
        except WebError as error:
            ends.append(_with_status(payload, error.code))
            raise
        finally:
            _PARENT.reset(inside)
            elapsed_s = self.clock.monotonic() - started
            self.timings.append(Timing(stage=name, elapsed_s=elapsed_s))
            end = ends[-1] if ends else payload
            self.events.finish(name, operation_id, end, parent_id=parent_id, phase=phase)

    @contextmanager
    def as_recorded(self, operation: str, target: str, query: str = "") -> Iterator[None]:
        """Let an operation of a replay end as it did in the recorded run, where time ended that.

        However the operation goes now, it can neither go on nor fail in another way: what it would
        have asked for next is not in the recording.

        Raises:
            WebError: as it was recorded.
        """
        try:
            yield
        except WebError:
            self._end_where_recorded(operation, target, query)
            raise
        self._end_where_recorded(operation, target, query)

    def _end_where_recorded(self, operation: str, target: str, query: str) -> None:
        for outcome in self.recorded.outcomes if self.recorded else ():
            same = (outcome.operation, outcome.target, outcome.query) == (operation, target, query)
            if same and outcome.code in CUT_SHORT:
                raise WebError.of(outcome.code, outcome.detail)


def check_asked(
    operation: Operation, question: str, options: RunOptions, config: RunConfig
) -> Asked:
    """Check what the caller gave, before anything is done with it.

    Raises:
        TypeError: a value has the wrong type, or an option does not exist.
        ValueError: a value is out of its range.
    """
    what = {"read": "a URL", "search": "a query"}.get(operation, "a question")
    if not isinstance(question, str):
        raise TypeError(f"{what} is text, not {type(question).__name__}")
    if not 0 < len(question.strip()) <= MAX_QUESTION_CHARS:
        raise ValueError(f"{what} holds 1 to {MAX_QUESTION_CHARS:,} characters")
    unknown = sorted(set(options) - set(RunOptions.__annotations__))
    if unknown:
        raise TypeError(f"there is no option {unknown[0]!r}; there are: {', '.join(_OPTIONS)}")
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        _OPTIONS[name](name, value)
    given.setdefault("deadline_s", config.deadline_s)
    given["history"] = tuple(given.get("history", ()))
    return Asked(operation=operation, question=question, **given)


def begin(
    asked: Asked,
    *,
    run_id: str,
    clock: Clock,
    recorded: Trace | None,
    sink: EventSink | None,
) -> Run:
    """Start a run: a fresh one with this id and clock, or the recorded one again.

    A replay takes history, filters and budget from the recording, so that it ends the same.
    """
    if recorded:
        run_id, clock = recorded.run_id, frozen_clock(recorded.started_at)
        asked = _as_recorded(asked, recorded)
    return Run(
        asked=asked,
        run_id=run_id,
        clock=clock,
        started_at=clock.now(),
        ends_at=math.inf if recorded else clock.monotonic() + asked.deadline_s,
        events=Emitter(sink, run_id=run_id, turn_id=asked.turn_id, now=clock.now),
        show_targets=bool(getattr(sink, "wants_targets", False)),
        recorded=recorded,
    )


def _as_recorded(asked: Asked, recorded: Trace) -> Asked:
    return replace(
        asked,
        history=recorded.history,
        filters=recorded.filters or Filters(),
        budget_tokens=recorded.budget_tokens,
    )


def _check_seconds(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is a number, not {type(value).__name__}")
    if not value >= 0:
        raise ValueError(f"{name} must not be negative")


def _check_count(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    if value < 0:
        raise ValueError(f"{name} must not be negative")


def _check_history(name: str, value: object) -> None:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError(f"{name} is a sequence of Message, not {type(value).__name__}")
    for message in value:
        if not isinstance(message, Message):
            raise TypeError(f"{name} holds Message, not {type(message).__name__}")


def _check_filters(name: str, value: object) -> None:
    if not isinstance(value, Filters):
        raise TypeError(f"{name} is Filters, not {type(value).__name__}")


def _check_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} is text, not {type(value).__name__}")


_OPTIONS: Mapping[str, Callable[[str, object], None]] = {
    "history": _check_history,
    "filters": _check_filters,
    "budget_tokens": _check_count,
    "deadline_s": _check_seconds,
    "turn_id": _check_text,
}
"""How each of `RunOptions` is checked"""


def _with_status(payload: Payload, code: ErrorCode) -> Payload:
    """The payload saying how it ended, where its kind has room for that."""
    if isinstance(payload, SearchPayload | FetchPayload | ReadPayload):
        return replace(payload, status=str(code))
    return payload
