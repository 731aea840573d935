"""The clock as a value: made at the edge, handed in, frozen in replays and tests."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Three questions about time, answered by whoever made it."""

    now: Callable[[], datetime]
    """The wall clock, aware UTC"""
    monotonic: Callable[[], float]
    """Seconds that only grow, from any origin"""
    sleep: Callable[[float], Awaitable[None]]
    """Returns after so many seconds"""


def frozen_clock(at: datetime) -> Clock:
    """Make a clock that stands still and never waits.

    Raises:
        ValueError: `at` is naive.
    """
    if at.tzinfo is None:
        raise ValueError("a clock needs an aware datetime")

    async def sleep(seconds: float) -> None:
        """Return at once: nothing passes on a clock that stands."""

    return Clock(now=lambda: at, monotonic=lambda: 0.0, sleep=sleep)
