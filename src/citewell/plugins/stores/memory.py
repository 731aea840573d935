"""A store in this process's memory; gone when the process ends.

Rule: nothing is awaited between reading and writing, so every operation is atomic among the tasks
of one event loop. A value that is larger than the whole store is not kept.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citewell.model.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    value: bytes
    size: int
    expires_at: float
    """On the monotonic clock, s"""


class MemoryStore:
    """Least recently used bytes by key; see `protocols.Store`."""

    def __init__(
        self, *, clock: Clock, max_items: int, max_bytes: int, path: Path | None = None
    ) -> None:
        """Start empty.

        Args:
            clock: times the lives of values.
            max_items: keys kept at most.
            max_bytes: of all keys (UTF-8) and values together.
            path: no use here; every store takes it.
        """
        self._clock = clock
        self._max_items = max_items
        self._max_bytes = max_bytes
        self._items: OrderedDict[str, _Item] = OrderedDict()
        self._bytes = 0

    async def get(self, key: str) -> bytes | None:
        """The value, or None when it is absent or expired."""
        item = self._live(key)
        if item is None:
            return None
        self._items.move_to_end(key)
        return item.value

    async def put(self, key: str, value: bytes, *, ttl_s: float) -> None:
        """Keep the value; the least recently used go when the bounds are reached."""
        self._keep(key, value, self._clock.monotonic() + ttl_s)

    async def delete(self, key: str) -> None:
        """Forget the key."""
        self._forget(key)

    async def put_if_absent(self, key: str, value: bytes, *, ttl_s: float) -> bool:
        """Keep the value unless the key is there; whether it was kept."""
        return await self.compare_and_set(key, None, value, ttl_s=ttl_s)

    async def compare_and_set(
        self, key: str, expected: bytes | None, value: bytes, *, ttl_s: float
    ) -> bool:
        """Keep the value when the present one is `expected`; whether it was kept."""
        item = self._live(key)
        if (item.value if item else None) != expected:
            return False
        return self._keep(key, value, self._clock.monotonic() + ttl_s)

    async def add(self, key: str, amount: int, *, ttl_s: float) -> int:
        """Add to a counter, which is kept as decimal digits; ValueError when it is none."""
        item = self._live(key)
        total = (_counted(item.value) if item else 0) + amount
        expires_at = item.expires_at if item else self._clock.monotonic() + ttl_s
        self._keep(key, str(total).encode(), expires_at)
        return total

    async def list(self, prefix: str) -> Sequence[str]:
        """Live keys that start so, sorted."""
        found = sorted(key for key in self._items if key.startswith(prefix))
        return [key for key in found if self._live(key)]

    async def aclose(self) -> None:
        """Forget everything."""
        self._items.clear()
        self._bytes = 0

    def _live(self, key: str) -> _Item | None:
        item = self._items.get(key)
        if item is None or item.expires_at > self._clock.monotonic():
            return item
        self._forget(key)
        return None

    def _keep(self, key: str, value: bytes, expires_at: float) -> bool:
        self._forget(key)
        size = len(key.encode()) + len(value)
        if size > self._max_bytes or self._max_items < 1:
            return False
        self._items[key] = _Item(value=value, size=size, expires_at=expires_at)
        self._bytes += size
        if self._is_over():
            self._forget_expired()
        while self._is_over():
            self._forget(next(iter(self._items)))
        return True

    def _is_over(self) -> bool:
        return len(self._items) > self._max_items or self._bytes > self._max_bytes

    def _forget_expired(self) -> None:
        for key in list(self._items):
            self._live(key)

    def _forget(self, key: str) -> None:
        item = self._items.pop(key, None)
        if item is not None:
            self._bytes -= item.size


def _counted(value: bytes) -> int:
    try:
        return int(value)
    except ValueError:
        raise ValueError("the key holds something that is no counter") from None


STORE = MemoryStore
