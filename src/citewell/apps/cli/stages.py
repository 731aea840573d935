"""What a run does just now, from its events: for the moving line, and for who interrupts it."""

from collections.abc import Callable
from dataclasses import dataclass

from citewell.model.events import (
    Event,
    FetchPayload,
    PlanPayload,
    RankPayload,
    ReadPayload,
    SearchPayload,
)

Show = Callable[[str], None]


@dataclass(slots=True)
class Stages:
    """A sink that keeps count; hands each change to `show` as one line."""

    show: Show | None = None
    wants_targets: bool = True
    """The line names the host that is read; it is shown and not kept"""
    asked: int = 0
    answered: int = 0
    hits: int = 0
    pages: int = 0
    read: int = 0
    failed: int = 0

    def __call__(self, event: Event) -> None:
        """Count one event and show where the run is."""
        text = self._told(event)
        if text and self.show:
            self.show(text)

    def _told(self, event: Event) -> str:
        payload, begins = event.payload, event.phase == "started"
        if isinstance(payload, PlanPayload):
            return "planning"
        if isinstance(payload, SearchPayload):
            return self._searching(payload, begins=begins)
        if isinstance(payload, FetchPayload | ReadPayload):
            return self._reading(payload, failed=event.phase == "failed", begins=begins)
        if isinstance(payload, RankPayload):
            return "ranking what was read"
        return {"context": "choosing passages", "answer": "answering", "check": "checking"}.get(
            event.name, ""
        )

    def _searching(self, payload: SearchPayload, *, begins: bool) -> str:
        self.asked += begins
        self.answered += not begins
        self.hits += payload.count
        return f"asking: {self.answered} of {self.asked} answered, {_many(self.hits, 'hit')}"

    def _reading(self, payload: FetchPayload | ReadPayload, *, failed: bool, begins: bool) -> str:
        is_fetch = isinstance(payload, FetchPayload)
        self.pages += begins and is_fetch
        self.failed += failed
        self.read += not begins and not failed and not is_fetch
        host = payload.target.partition("://")[2].partition("/")[0]
        done = self.read + self.failed
        return f"reading: {done} of {_many(self.pages, 'page')} done  {host}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
