"""What a run asked of the world outside, how it was answered, and how both are written down.

Rule: everything becomes plain data, in ASCII JSON with sorted keys; a body never does. Calls are
equal by their key, and equal calls of one run are told apart by the order in which they began.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from citewell.model.errors import Caller, ErrorCode, WebError
from citewell.model.protocols import ChatMessage
from citewell.model.values import Request, Response
from citewell.model.values.plain import from_plain, to_plain
from citewell.text.urls import parse_url


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Something that a run asked of the world outside."""

    kind: str
    """`page` or `api` for a door; else who was asked for what: `llm.complete`"""
    run_id: str
    key: str
    """What makes two calls of one run equal; see `page_key` and `plain_key`"""
    ordinal: int
    """0-based among the equal calls of the run, in the order in which they began"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A call and how it was answered: a reply, an error, or pieces of a reply and then an error."""

    call: Call
    request: Any
    """Plain data"""
    reply: Any = None
    """Plain data; of a door, the response without its body"""
    error: WebError | None = None
    body: bytes = b""
    """Of a door's response; it stands in a `response` record of its own"""

    @property
    def response(self) -> Response:
        """The reply of a door.

        Raises:
            Caller: `bad_recording` when it does not have the shape of one.
        """
        with shaped():
            return replace(from_plain(Response, self.reply), body=self.body)


def page_key(kind: str, request: Request) -> str:
    """What makes two requests equal: door, method, WHATWG form of the URL, hash of the body."""
    try:
        url = parse_url(request.url).href
    except WebError:
        # Refused, and the refusal is recorded like any other answer.
        url = request.url
    return f"{kind} {request.method} {url} {hashlib.sha256(request.body).hexdigest()}"


def plain_key(kind: str, request: Any) -> str:
    """What makes two other calls equal: their kind and the hash of their plain data."""
    return f"{kind} {hashlib.sha256(encoded(request)).hexdigest()}"


def chat(messages: Sequence[ChatMessage], max_tokens: int) -> Any:
    """What a model is asked, as plain data: with the kind, what makes two calls equal."""
    return {"messages": to_plain(tuple(messages), complete=True), "max_tokens": max_tokens}


def encoded(plain: Any) -> bytes:
    """Plain data in ASCII, so that even half a surrogate pair comes back as it was."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":")).encode("ascii")


def plain_exchange(exchange: Exchange) -> dict[str, Any]:
    """An exchange as it is written; `outcome` is for people who look into the file."""
    error = exchange.error
    told = error and {
        "code": str(error.code),
        "message": error.message,
        "detail": dict(error.detail),
        "retryable": error.retryable,
    }
    return {
        "call": to_plain(exchange.call, complete=True),
        "outcome": str(error.code) if error else "ok",
        "request": exchange.request,
        "reply": exchange.reply,
        "error": told,
    }


def read_exchange(plain: Any, *, body: bytes = b"") -> Exchange:
    """An exchange from what `plain_exchange` made of it.

    Raises:
        Caller: `bad_recording` when it does not have the shape of one.
    """
    with shaped():
        return Exchange(
            call=from_plain(Call, plain["call"]),
            request=plain["request"],
            reply=plain["reply"],
            error=_read_error(plain["error"]),
            body=body,
        )


@contextmanager
def shaped() -> Iterator[None]:
    """Tell what does not have the shape of our records as what it is: `bad_recording`."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        message = "The recording holds a record that is not as citewell writes it."
        raise Caller(ErrorCode.BAD_RECORDING, message) from None


def _read_error(told: Mapping[str, Any] | None) -> WebError | None:
    if told is None:
        return None
    error = WebError.of(
        ErrorCode(told["code"]), str(told["message"]), retryable=bool(told["retryable"])
    )
    error.detail = {str(name): str(value) for name, value in told["detail"].items()}
    return error
