"""Connections: the one place where a socket is opened, to an address that was just vetted.

Rule: the check sits below redirects and below the pool, so that no path to a socket avoids it. TLS
and Host go on speaking the name; only the connection speaks the address.
"""

import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import anyio
import httpcore2
import truststore

from citewell.fetch.guard import Resolve, looked_up, vetted
from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode, Unreachable

Dial = Callable[[str, int, float], Awaitable[httpcore2.AsyncNetworkStream]]
"""(address, port, timeout in seconds) → a connected stream; raises OSError, or as httpcore2 does"""

KEEP_ALIVE_S = 15.0
"""An idle connection is closed after so long: long enough for one run, short of servers' limits"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """How names are resolved, addresses dialled and certificates judged."""

    resolve: Resolve | None = None
    """The system's resolver when None"""
    dial: Dial | None = None
    """A plain TCP connection when None"""
    tls: ssl.SSLContext | None = None
    """The system's trust store, or SSL_CERT_FILE where that is set, when None"""


class VettedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to public addresses only, tried in the resolver's order."""

    def __init__(self, network: Network, *, timeout_s: float) -> None:
        """Take the network's parts, or the system's.

        Args:
            network: how to resolve and dial.
            timeout_s: of one attempt at one address.
        """
        self._resolve = network.resolve or system_resolve
        self._dial = network.dial or system_dial
        self._timeout_s = timeout_s

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- the name is httpcore2's
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Look up once, refuse unless every answer is public, connect to one of them."""
        addresses = await self._addresses(host, port)
        stream = await first_that_answers(addresses, port, self._dial, self._timeout_s)
        return _ClosedWhenCancelled(stream)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await anyio.sleep(seconds)

    async def _addresses(self, host: str, port: int) -> Sequence[str]:
        return await vetted(host, port, self._resolve)


class ConfiguredBackend(VettedBackend):
    """Connects wherever the name leads: only for origins that the operator named."""

    async def _addresses(self, host: str, port: int) -> Sequence[str]:
        return await looked_up(host, port, self._resolve)


class _ClosedWhenCancelled(httpcore2.AsyncNetworkStream):
    """A stream that closes when the wait for its handshake is given up.

    The library closes it after an error only: a deadline would leave the socket open.
    """

    def __init__(self, stream: httpcore2.AsyncNetworkStream) -> None:
        """Stand before a stream."""
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        """Receive."""
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Send."""
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close."""
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore2.AsyncNetworkStream:
        """Shake hands; nothing is left open when that fails in any way."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._close_at_once)
            secured = await self._stream.start_tls(ssl_context, server_hostname, timeout)
            stack.pop_all()
        return secured

    async def _close_at_once(self) -> None:
        with anyio.CancelScope(shield=True):
            await self._stream.aclose()

    def get_extra_info(self, info: str) -> Any:
        """What the stream knows."""
        return self._stream.get_extra_info(info)


def open_pool(
    backend: httpcore2.AsyncNetworkBackend, network: Network, config: FetchConfig
) -> httpcore2.AsyncConnectionPool:
    """Make a pool whose every connection goes through the backend; a context manager."""
    return httpcore2.AsyncConnectionPool(
        ssl_context=network.tls or system_tls(),
        max_connections=config.max_connections,
        keepalive_expiry=KEEP_ALIVE_S,
        network_backend=backend,
    )


async def first_that_answers(
    addresses: Sequence[str], port: int, dial: Dial, timeout_s: float
) -> httpcore2.AsyncNetworkStream:
    """Try the addresses in turn, each with the time limit of one attempt.

    Raises:
        Unreachable: `connection_failed` when none accepts.
    """
    for address in addresses:
        try:
            return await dial(address, port, timeout_s)
        except (httpcore2.ConnectError, httpcore2.ConnectTimeout, OSError):
            continue
    message = "No address of the host accepted a connection."
    raise Unreachable(ErrorCode.CONNECTION_FAILED, message, retryable=True)


async def system_resolve(host: str, port: int) -> list[str]:
    """Ask the system's resolver; its order is that of RFC 6724."""
    # Banned anywhere else: this is where fetch/ asks.
    answers = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)  # noqa: TID251
    return [answer[4][0] for answer in answers]


async def system_dial(address: str, port: int, timeout_s: float) -> httpcore2.AsyncNetworkStream:
    """Open a TCP connection to an address."""
    return await httpcore2.AnyIOBackend().connect_tcp(address, port, timeout=timeout_s)


def system_tls() -> ssl.SSLContext:
    """Judge certificates by the system's trust store, or by SSL_CERT_FILE where that is set.

    Cheap to make: the store is read at the first handshake.
    """
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
