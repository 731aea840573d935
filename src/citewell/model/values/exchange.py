"""What goes out through a door and what comes back, bounded."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One GET (through `fetch_api` also a POST), before any redirect."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    headers: tuple[tuple[str, str], ...] = ()
    """Sent besides the door's own; names are case-insensitive"""
    body: bytes = b""
    secret_headers: tuple[tuple[str, str], ...] = ()
    """Sent, never logged, recorded as `redacted`"""
    named_by_user: bool = False
    """True when a person asked for this very URL: an https page may then lead to http"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One redirect on the way: who sent us on, and how."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    """Lower-case names, in order of arrival; `location` among them"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """The end of the chain of redirects, decoded and cut to its cap."""

    url: str
    """As requested"""
    final_url: str
    """Where the redirects ended"""
    status: int
    headers: tuple[tuple[str, str], ...]
    """Lower-case names, in order of arrival"""
    media_type: str
    """Lower-case, without parameters; empty when the server named none"""
    charset: str | None
    """As the header declares it; None when it does not"""
    body: bytes
    """Content decoding undone; at most the door's cap"""
    truncated: bool
    """The cap or the end of the stream cut the body short"""
    fetched_at: datetime
    """Aware UTC"""
    from_cache: bool = False
    redirects: tuple[Hop, ...] = ()
    """The hops before the final one, in order"""
