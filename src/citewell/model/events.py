"""What a run tells while it works: events, their payloads, and a sink that only counts.

Rule: only `plan` carries queries; nothing carries the question; a target is a keyed hash unless
the sink asked for it. Names are the stages, phases are four.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from citewell.model.values import Context, Plan

EventName = Literal[
    "research", "plan", "search", "fetch", "read", "rank", "context", "answer", "check"
]
Phase = Literal["started", "completed", "failed", "cache_hit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchPayload:
    """Of `research`: how the run ended."""

    evidence: str = ""
    sources: int = 0
    passages: int = 0

    @classmethod
    def of(cls, evidence: str, context: Context) -> "ResearchPayload":
        """The end of a run."""
        return cls(evidence=evidence, sources=len(context.sources), passages=len(context.passages))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPayload:
    """Of `plan`: what will be asked."""

    effort: str = ""
    queries: tuple[str, ...] = ()
    language: str = ""
    by: str = ""

    @classmethod
    def of(cls, plan: Plan) -> "PlanPayload":
        """What was planned."""
        queries = tuple(query.text for query in plan.queries)
        return cls(effort=plan.effort, queries=queries, language=plan.language or "", by=plan.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPayload:
    """Of `search`: one provider, one query."""

    provider: str
    status: str = ""
    count: int = 0

    @classmethod
    def of(cls, provider: str, count: int) -> "SearchPayload":
        """A provider that answered, with so many hits."""
        return cls(provider=provider, status="ok" if count else "empty", count=count)


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchPayload:
    """Of `fetch`: one page through the door."""

    target: str
    status: str = ""
    bytes_in: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPayload:
    """Of `read`: one response made a document."""

    target: str
    status: str = ""
    characters: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPayload:
    """Of `rank`: the pool that was ordered."""

    passages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPayload:
    """Of `context`: what fitted."""

    tokens: int = 0
    budget_tokens: int = 0
    sources: int = 0

    @classmethod
    def of(cls, context: Context) -> "ContextPayload":
        """What was rendered."""
        return cls(
            tokens=context.tokens,
            budget_tokens=context.budget_tokens,
            sources=len(context.sources),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPayload:
    """Of `answer`: who wrote it, and how much."""

    by: str = ""
    characters: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPayload:
    """Of `check`: what was found."""

    findings: int = 0
    ok: bool = True


Payload = (
    ResearchPayload
    | PlanPayload
    | SearchPayload
    | FetchPayload
    | ReadPayload
    | RankPayload
    | ContextPayload
    | AnswerPayload
    | CheckPayload
)

PAYLOADS: Mapping[EventName, type[Payload]] = {
    "research": ResearchPayload,
    "plan": PlanPayload,
    "search": SearchPayload,
    "fetch": FetchPayload,
    "read": ReadPayload,
    "rank": RankPayload,
    "context": ContextPayload,
    "answer": AnswerPayload,
    "check": CheckPayload,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One step of one operation."""

    name: EventName
    phase: Phase
    operation_id: str
    """Pairs the phases of one operation; unique within a run"""
    parent_id: str
    """The operation it is part of; empty for the outermost"""
    run_id: str
    turn_id: str = ""
    """The caller's own id of the turn, carried along"""
    at: datetime
    payload: Payload


EventSink = Callable[[Event], None]
"""Receives events in order, must return at once and must not raise. A sink with a true attribute
`wants_targets` is told URLs; any other sees keyed hashes."""


@dataclass(slots=True)
class Counters:
    """A sink that keeps aggregates only: no query, URL, host or time of a single read."""

    counts: Counter[str] = field(default_factory=Counter)
    """`name.phase` and, for searches, fetches and reads, `name.status`"""

    def __call__(self, event: Event) -> None:
        """Count one event."""
        self.counts[f"{event.name}.{event.phase}"] += 1
        status = getattr(event.payload, "status", "")
        if status:
            self.counts[f"{event.name}.{status}"] += 1

    def rate(self, name: EventName, status: str = "ok") -> float:
        """Share (0-1) of finished operations that ended with this status; 0.0 before any."""
        finished = self.counts[f"{name}.completed"] + self.counts[f"{name}.failed"]
        return self.counts[f"{name}.{status}"] / finished if finished else 0.0


class Emitter:
    """Hands the events of one run to a sink, with ids that pair the phases."""

    def __init__(
        self, sink: EventSink | None, *, run_id: str, turn_id: str, now: Callable[[], datetime]
    ) -> None:
        """Remember whom to tell, and for which run."""
        self._sink = sink
        self._run_id = run_id
        self._turn_id = turn_id
        self._now = now
        self._count = 0

    def start(self, name: EventName, payload: Payload, *, parent_id: str = "") -> str:
        """Tell that an operation begins; returns its id."""
        self._count += 1
        operation_id = f"{self._run_id}.{self._count}"
        self._tell(name, "started", operation_id, parent_id, payload)
        return operation_id

    def finish(
        self,
        name: EventName,
        operation_id: str,
        payload: Payload,
        *,
        parent_id: str = "",
        phase: Phase = "completed",
    ) -> None:
        """Tell how it ended."""
        self._tell(name, phase, operation_id, parent_id, payload)

    def _tell(
        self, name: EventName, phase: Phase, operation_id: str, parent_id: str, payload: Payload
    ) -> None:
        if self._sink is None:
            return
        event = Event(
            name=name,
            phase=phase,
            operation_id=operation_id,
            parent_id=parent_id,
            run_id=self._run_id,
            turn_id=self._turn_id,
            at=self._now(),
            payload=payload,
        )
        self._sink(event)
