"""Makes one of our codes of whatever the HTTP library raises.

Rule: our own errors and cancellation pass untouched.
"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import httpcore2

from citewell.model.errors import Caller, ErrorCode, Unreachable, Unreadable, WebError

HEADERS_TOO_LARGE = 431
"""The status that the protocol parser hints at when lines do not end"""


@contextmanager
def as_web_errors() -> Iterator[None]:
    """Translate what is raised inside.

    Raises:
        Unreachable: `timeout`, `tls_failed`, `connection_failed`, `http_error`.
        Unreadable: `too_large` for header lines without end.
        Caller: `invalid_request` for a header that no request may carry.
    """
    try:
        yield
    except (
        httpcore2.TimeoutException,
        httpcore2.NetworkError,
        httpcore2.ProtocolError,
        OSError,
        UnicodeError,
    ) as error:
        raise _web_error(error) from error


def _web_error(error: Exception) -> WebError:
    if isinstance(error, httpcore2.TimeoutException | TimeoutError):
        return timed_out()
    # Plain connections fail below the pool, with codes of ours; what is left is the handshake. A
    # name that the handshake cannot spell fails there too.
    if isinstance(error, httpcore2.ConnectError | ssl.SSLError | UnicodeError):
        return Unreachable(ErrorCode.TLS_FAILED, "The host could not prove its name.")
    if isinstance(error, httpcore2.LocalProtocolError):
        return Caller(ErrorCode.INVALID_REQUEST, "A header of the request is malformed.")
    if isinstance(error, httpcore2.ProtocolError):
        return _protocol_error(error)
    message = "The connection broke."
    return Unreachable(ErrorCode.CONNECTION_FAILED, message, retryable=True)


def _protocol_error(error: httpcore2.ProtocolError) -> WebError:
    hint = getattr(error.args[0] if error.args else None, "error_status_hint", 0)
    if hint == HEADERS_TOO_LARGE:
        return headers_too_large()
    return Unreachable(ErrorCode.HTTP_ERROR, "The host did not answer in HTTP.")


def timed_out() -> Unreachable:
    """The page, or its first byte, took too long."""
    return Unreachable(ErrorCode.TIMEOUT, "The host took too long.", retryable=True)


def headers_too_large() -> Unreadable:
    """More header lines, or longer ones, than any page needs."""
    return Unreadable(ErrorCode.TOO_LARGE, "The headers of the response are over their cap.")
