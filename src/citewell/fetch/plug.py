"""A network that can be unplugged: what is under way ends as `cancelled`, and nothing new begins.

Rule: below the doors, so that a run goes on and ends as usual, with whatever was there in time.
"""

import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import anyio
import httpcore2

from citewell.fetch.network import Network, system_dial, system_resolve
from citewell.model.errors import Caller, ErrorCode


class Plug:
    """What connects a network; `pull` it and every look-up, dial and wait for bytes ends."""

    def __init__(self, network: Network | None = None) -> None:
        """Stand before a network; the system's when None."""
        self._inner = network or Network()
        self._waiting: set[anyio.CancelScope] = set()
        self.pulled = False

    @property
    def network(self) -> Network:
        """The same network, as long as the plug is in."""
        return Network(resolve=self._resolve, dial=self._dial, tls=self._inner.tls)

    def pull(self) -> None:
        """End everything that waits for the network; to be called on the event loop."""
        self.pulled = True
        for scope in self._waiting:
            scope.cancel()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Wait for the network inside.

        Raises:
            Caller: `cancelled` when the plug was pulled before or meanwhile.
        """
        if self.pulled:
            raise _unplugged()
        with anyio.CancelScope() as scope:
            self._waiting.add(scope)
            try:
                yield
                return
            finally:
                self._waiting.discard(scope)
        raise _unplugged()

    async def _resolve(self, host: str, port: int) -> Sequence[str]:
        with self.waiting():
            return await (self._inner.resolve or system_resolve)(host, port)
        raise _unplugged()

    async def _dial(
        self, address: str, port: int, timeout_s: float
    ) -> httpcore2.AsyncNetworkStream:
        with self.waiting():
            dial = self._inner.dial or system_dial
            return _Stream(self, await dial(address, port, timeout_s))
        raise _unplugged()


class _Stream(httpcore2.AsyncNetworkStream):
    """A connection that hangs on the plug."""

    def __init__(self, plug: Plug, inner: httpcore2.AsyncNetworkStream) -> None:
        self._plug = plug
        self._inner = inner

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        with self._plug.waiting():
            return await self._inner.read(max_bytes, timeout)
        raise _unplugged()

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        with self._plug.waiting():
            await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 -- the name is httpcore2's
    ) -> httpcore2.AsyncNetworkStream:
        with self._plug.waiting():
            inner = await self._inner.start_tls(ssl_context, server_hostname, timeout)
            return _Stream(self._plug, inner)
        raise _unplugged()

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _unplugged() -> Caller:
    return Caller(ErrorCode.CANCELLED, "It was interrupted before it ended.")
