"""One hop: a request out, and a response back inside its bounds.

Rule: nothing is followed here, and a body that is not to be read is never asked for.
"""

import math
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import anyio
import httpcore2

from citewell.fetch.body import read_body
from citewell.fetch.decode import OFFERED, decoder_for
from citewell.fetch.failures import as_web_errors, headers_too_large
from citewell.model.config import FetchConfig
from citewell.text.urls import WebUrl

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HopRequest:
    """What goes out on one hop."""

    method: str
    url: WebUrl
    headers: Headers
    """Without those that the hop itself needs: host, length, encodings"""
    secret_headers: Headers = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class HopResponse:
    """What came back on one hop."""

    status: int
    headers: Headers
    """Lower-case names, in order of arrival"""
    body: bytes = b""
    """Decoded; empty when the status says that there is nothing to read"""
    truncated: bool = False

    def header(self, name: str) -> str:
        """The first value of a header, or an empty string."""
        return next((value for key, value in self.headers if key == name), "")

    @property
    def media_type(self) -> str:
        """Lower-case, without parameters; empty when none, or nothing of that form, is declared."""
        declared = self.header("content-type").partition(";")[0].strip().lower()
        return declared if declared.count("/") == 1 else ""

    @property
    def charset(self) -> str | None:
        """The charset parameter of the content type, as declared."""
        for part in self.header("content-type").split(";")[1:]:
            name, _, value = part.partition("=")
            if name.strip().lower() == "charset":
                return value.strip(" \t\"'") or None
        return None


async def exchange(
    pool: httpcore2.AsyncConnectionPool, request: HopRequest, config: FetchConfig
) -> HopResponse:
    """Send one request and take in what comes back.

    Raises:
        Refused: `blocked_address`.
        Unreachable: `timeout`, `connection_failed`, `tls_failed`, `http_error`, `dns_failed`.
        Unreadable: `too_large`, `decode_failed`.
    """
    async with AsyncExitStack() as stack:
        stack.enter_context(as_web_errors())
        incoming = await _first_byte(pool, request, config)
        stack.push_async_callback(incoming.aclose)
        return await _received(incoming, config)


async def _first_byte(
    pool: httpcore2.AsyncConnectionPool, request: HopRequest, config: FetchConfig
) -> httpcore2.Response:
    """Wait for the headers: connecting has its own limit, so the clock starts at the request."""
    with anyio.fail_after(None) as limit:

        async def watch(step: str, _: object) -> None:
            if step == "http11.send_request_headers.started" and limit.deadline == math.inf:
                limit.deadline = anyio.current_time() + config.first_byte_s

        return await pool.handle_async_request(_outgoing(request, config, watch))


async def _received(incoming: httpcore2.Response, config: FetchConfig) -> HopResponse:
    headers = _checked(incoming.headers, config)
    hop = HopResponse(status=incoming.status, headers=headers)
    if not 200 <= hop.status < 300 or hop.status in {202, 204, 205}:
        return hop
    encodings = [value for name, value in headers if name == "content-encoding"]
    decoder = decoder_for(",".join(encodings))
    body = await read_body(incoming.aiter_stream(), decoder, hop.media_type, config)
    # Nobody asked for a part: the rest is missing.
    cut_short = body.truncated or hop.status == 206
    return HopResponse(status=hop.status, headers=headers, body=body.content, truncated=cut_short)


def _outgoing(request: HopRequest, config: FetchConfig, watch: Any) -> httpcore2.Request:
    url = request.url
    headers = [("Host", url.host_header), *request.headers, *request.secret_headers]
    headers.append(("Accept-Encoding", ", ".join(OFFERED)))
    if request.body or request.method == "POST":
        headers.append(("Content-Length", str(len(request.body))))
    return httpcore2.Request(
        method=request.method,
        url=httpcore2.URL(scheme=url.scheme, host=url.host, port=url.port, target=url.target),
        headers=[(name.encode("ascii"), value.encode()) for name, value in headers],
        content=request.body or None,
        extensions={"timeout": {"connect": config.connect_timeout_s}, "trace": watch},
    )


def _checked(raw: Sequence[tuple[bytes, bytes]], config: FetchConfig) -> Headers:
    """The headers as text, inside their caps."""
    size = sum(len(name) + len(value) + len(": \r\n") for name, value in raw)
    if len(raw) > config.max_headers or size > config.max_header_bytes:
        raise headers_too_large()
    return tuple((name.decode("latin-1").lower(), _text(value)) for name, value in raw)


def _text(value: bytes) -> str:
    """UTF-8 where it is that, else Latin-1: servers put either into a Location."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")
