"""How many requests one host is asked at the same time.

Rule: a lane lives as long as somebody is in it or waits for it, so the map is never larger than the
work at hand.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio


@dataclass(slots=True)
class _Lane:
    limiter: anyio.CapacityLimiter
    users: int = 0


@dataclass(slots=True)
class Lanes:
    """One lane for each host."""

    width: int
    """Requests in a lane at once; never less than one"""
    _lanes: dict[str, _Lane] = field(default_factory=dict)

    @asynccontextmanager
    async def of(self, host: str) -> AsyncIterator[None]:
        """Wait for a place in the host's lane, and keep it inside the block."""
        lane = self._lanes.get(host)
        if lane is None:
            lane = self._lanes[host] = _Lane(anyio.CapacityLimiter(max(self.width, 1)))
        lane.users += 1
        try:
            async with lane.limiter:
                yield
        finally:
            lane.users -= 1
            if not lane.users:
                self._lanes.pop(host, None)

    def hosts(self) -> frozenset[str]:
        """The hosts that somebody asks, or waits to ask."""
        return frozenset(self._lanes)
