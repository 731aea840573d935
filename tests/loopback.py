"""A small web on loopback: public-looking names and addresses, real sockets, real TLS.

Rule: nothing is allowed that the live web would not allow. `resolve` and `dial` stand in for the
system's; a public-looking address leads to a server on 127.0.0.1, and every server counts who came.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

import httpcore2
import trustme

from citewell.fetch.network import Network

PUBLIC = "93.184.216.34"
"""An address that passes for public in every table"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawRequest:
    """One request as a server saw it."""

    name: str
    """The host it was registered under, whatever the Host header says"""
    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    """Lower-case names, in order"""
    body: bytes

    def header(self, name: str) -> str:
        """The first value of a header, or an empty string."""
        return next((value for key, value in self.headers if key == name.lower()), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class RawReply:
    """What a server answers; Content-Length is added unless the headers frame the body."""

    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("content-type", "text/html; charset=utf-8"),)
    body: bytes = b""


_ENDS = (OSError, asyncio.IncompleteReadError, ssl.SSLError, asyncio.CancelledError)
"""How a connection may end; the last one when the web itself closes, for asyncio would log it"""

Handler = Callable[[RawRequest], Awaitable[RawReply]]
StreamHandler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def redirect(location: str | None, status: int = 302) -> RawReply:
    """A reply that sends the client on, or (None) only says that it would."""
    return RawReply(status=status, headers=(("location", location),) if location else ())


def html(text: str) -> RawReply:
    """A page."""
    return RawReply(body=text.encode())


@dataclass(slots=True)
class LoopbackWeb:
    """Named hosts on real sockets; `async with LoopbackWeb() as web`."""

    connections: Counter[str] = field(default_factory=Counter)
    """By address, counted by the server that accepted"""
    lookups: Counter[str] = field(default_factory=Counter)
    """By name"""
    requests: list[RawRequest] = field(default_factory=list)
    """Of all ordinary hosts, in order"""
    server_names: list[str | None] = field(default_factory=list)
    """What TLS clients named (SNI), in order"""
    strays: list[tuple[str, int]] = field(default_factory=list)
    """Dials to addresses that nobody registered"""
    _answers: dict[str, list[Sequence[str]]] = field(default_factory=dict)
    _dead: set[str] = field(default_factory=set)
    _places: dict[tuple[str, int], int] = field(default_factory=dict)
    _starting: list[asyncio.Task[asyncio.Server]] = field(default_factory=list)
    _serving: dict[asyncio.Task[None] | None, asyncio.StreamWriter] = field(default_factory=dict)
    authority: trustme.CA = field(default_factory=trustme.CA)
    """Signs the certificates of all hosts"""

    async def __aenter__(self) -> Self:
        """Nothing listens before a host is registered."""
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Stop every server and drop every connection."""
        for starting in self._starting:
            (await starting).close()
        serving = {task: writer for task, writer in self._serving.items() if task}
        for task, writer in serving.items():
            writer.transport.abort()
            task.cancel()
        await asyncio.wait(serving) if serving else None
        await asyncio.sleep(0)

    @property
    def network(self) -> Network:
        """This web as the engine and the doors take it."""
        return Network(resolve=self.resolve, dial=self.dial, tls=self.tls)

    @property
    def tls(self) -> ssl.SSLContext:
        """A client's context that trusts this web's authority and nothing else."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.authority.configure_trust(context)
        return context

    def host(
        self,
        name: str,
        handler: Handler | RawReply,
        *,
        address: str = PUBLIC,
        tls: bool = False,
        port: int | None = None,
        certificate_for: str = "",
    ) -> None:
        """Serve a name with a reply, or with whatever `handler` makes of each request.

        Args:
            name: resolves to `address`, unless `answers` says otherwise.
            handler: the same reply for all requests, or a function.
            address: public-looking; one address and port has one server.
            tls: with a certificate of this web's authority, on port 443.
            port: 80 or 443 by default.
            certificate_for: another name to put into the certificate.
        """
        context = self._server_tls(certificate_for or name) if tls else None
        serve = _Ordinary(name, handler, self.requests)
        self._register(name, address, port or (443 if tls else 80), serve, context)

    def stream_host(
        self,
        name: str,
        handler: StreamHandler,
        *,
        address: str = PUBLIC,
        tls: bool = False,
        port: int | None = None,
    ) -> None:
        """Serve a name with a function over the raw streams: for servers that misbehave."""
        context = self._server_tls(name) if tls else None
        self._register(name, address, port or (443 if tls else 80), handler, context)

    def private(self, address: str, *, port: int = 80) -> None:
        """Serve an address that nobody may reach, and count who does all the same."""
        self._register("", address, port, _Ordinary(address, html("secret"), self.requests), None)

    def dead(self, address: str) -> None:
        """Let every dial to an address fail."""
        self._dead.add(_canonical(address))

    def answers(self, name: str, *successive: Sequence[str]) -> None:
        """Let the resolver answer a name with these addresses in turn, the last one for ever."""
        self._answers[name] = list(successive)

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """Stand in for the system's resolver, which answers an address with itself."""
        self.lookups[host] += 1
        with suppress(ValueError):
            return [str(ipaddress.ip_address(host))]
        if host not in self._answers:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        successive = self._answers[host]
        return successive.pop(0) if len(successive) > 1 else successive[0]

    async def dial(self, address: str, port: int, timeout_s: float) -> httpcore2.AsyncNetworkStream:
        """Stand in for a TCP connection to a public address."""
        place = (_canonical(address), port)
        if place[0] in self._dead:
            raise httpcore2.ConnectError("nobody answers")
        if place not in self._places:
            self.strays.append(place)
            raise httpcore2.ConnectError("nobody is there")
        await asyncio.gather(*self._starting)
        backend = httpcore2.AnyIOBackend()
        return await backend.connect_tcp("127.0.0.1", self._places[place], timeout=timeout_s)

    def _register(
        self,
        name: str,
        address: str,
        port: int,
        serve: StreamHandler,
        context: ssl.SSLContext | None,
    ) -> None:
        """Listen at once, so that the port is known; accept as soon as the loop turns."""
        listening = socket.create_server(("127.0.0.1", 0))
        self._places[_canonical(address), port] = listening.getsockname()[1]
        if name and name not in self._answers:
            self._answers[name] = [[address]]
        accept = _Counted(self, _canonical(address), serve)
        starting = asyncio.start_server(accept, sock=listening, ssl=context)
        self._starting.append(asyncio.get_running_loop().create_task(starting))

    def _server_tls(self, name: str) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.authority.issue_cert(name).configure_cert(context)
        context.sni_callback = lambda _, named, __: self.server_names.append(named)
        return context


@dataclass(slots=True)
class _Counted:
    """Counts a connection, serves it, and closes it whatever happens."""

    web: LoopbackWeb
    address: str
    serve: StreamHandler

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.web.connections[self.address] += 1
        self.web._serving[asyncio.current_task()] = writer
        try:
            with suppress(*_ENDS):
                await self.serve(reader, writer)
        finally:
            writer.close()
            with suppress(*_ENDS):
                await writer.wait_closed()
            self.web._serving.pop(asyncio.current_task(), None)


@dataclass(slots=True)
class _Ordinary:
    """Reads one request after the other and answers each."""

    name: str
    handler: Handler | RawReply
    requests: list[RawRequest]

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while request := await _read_request(self.name, reader):
            self.requests.append(request)
            fixed = isinstance(self.handler, RawReply)
            reply = self.handler if fixed else await self.handler(request)  # type: ignore[operator]
            writer.write(_wire(reply))  # type: ignore[arg-type]
            await writer.drain()


async def _read_request(name: str, reader: asyncio.StreamReader) -> RawRequest | None:
    """The next request on the connection, or None at its end."""
    head = await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b""
    if not head:
        return None
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    method, target, _ = first.split(" ", 2)
    pairs = [line.partition(":") for line in lines]
    headers = tuple((key.strip().lower(), value.strip()) for key, _, value in pairs)
    length = int(dict(headers).get("content-length", "0"))
    body = await reader.readexactly(length)
    return RawRequest(name=name, method=method, target=target, headers=headers, body=body)


def _wire(reply: RawReply) -> bytes:
    names = {key.lower() for key, _ in reply.headers}
    lines = [f"HTTP/1.1 {reply.status} Reason", *(f"{k}: {v}" for k, v in reply.headers)]
    if not names & {"content-length", "transfer-encoding"} and reply.status not in {204, 304}:
        lines.append(f"content-length: {len(reply.body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + reply.body


def _canonical(address: str) -> str:
    return str(ipaddress.ip_address(address))
