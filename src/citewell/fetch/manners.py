"""How we introduce ourselves: an honest name, what we like to read, and no cookies.

Rule: what a caller may not forge is set here; the rest of a request's headers are the caller's.
"""

from importlib.metadata import PackageNotFoundError, version

from citewell.fetch.exchange import Headers, HopRequest
from citewell.model.config import FetchConfig
from citewell.model.errors import Caller, ErrorCode
from citewell.model.values import Request
from citewell.text.urls import parse_url

OWN_HEADERS = frozenset(
    """accept-encoding connection content-length cookie expect host keep-alive proxy-authorization
    range te trailer transfer-encoding upgrade user-agent""".split()
)
"""Set by the door, or never sent"""

ACCEPT = "text/html, application/xhtml+xml;q=0.9, text/markdown;q=0.9, */*;q=0.5"
"""Markdown is welcome where a site has it, but a page is what was linked to"""


def first_hop(request: Request, config: FetchConfig) -> HopRequest:
    """The request with our own headers around the caller's.

    Raises:
        Refused: `invalid_url`, `unsupported_scheme`, `credentials_in_url`.
        Caller: `invalid_request` for a header that is the door's own business, or malformed.
    """
    given = _names((*request.headers, *request.secret_headers))
    own = (
        ("User-Agent", user_agent(config)),
        ("Accept", ACCEPT),
        ("Accept-Language", "*"),
    )
    return HopRequest(
        method=request.method,
        url=parse_url(request.url),
        headers=(*(pair for pair in own if pair[0].lower() not in given), *request.headers),
        secret_headers=request.secret_headers,
        body=request.body,
    )


def user_agent(config: FetchConfig) -> str:
    """Who we are and whom to complain to; never a browser."""
    name = config.user_agent or f"citewell/{_version()}"
    return f"{name} (+{config.contact})" if config.contact else name


def _version() -> str:
    try:
        return version("citewell")
    except PackageNotFoundError:
        return "0"


def _names(headers: Headers) -> set[str]:
    """The names that the caller sets, lower-case."""
    names = {name.lower() for name, _ in headers}
    if names & OWN_HEADERS:
        message = f"A request may not set {', '.join(sorted(names & OWN_HEADERS))}."
        raise Caller(ErrorCode.INVALID_REQUEST, message)
    if not all(name.isascii() for name in names):
        raise Caller(ErrorCode.INVALID_REQUEST, "The name of a header is not ASCII.")
    return names
