"""Judges where a request may go: the port, the literal, every answer of the resolver.

Rule: fail closed. One look-up for one connection, and what was vetted is what is connected to.
"""

import ipaddress
import re
from collections.abc import Awaitable, Callable, Collection, Sequence

from citewell.fetch.addresses import is_public
from citewell.model.errors import ErrorCode, Refused, Unreachable
from citewell.text.urls import WebUrl

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""(host, port) → addresses in the order to try them; raises OSError when the look-up fails"""

HOST_NAME = re.compile(r"[a-z0-9._-]+")
"""What names in the DNS of the web are made of. `10.0.0.5,site.example` passes for a name to a URL
parser, and a resolver asked for it may read two"""


def check_url(url: WebUrl, allowed_ports: Collection[int]) -> None:
    """Refuse a port or a literal that is not the public web, before anything is looked up.

    Raises:
        Refused: `blocked_port`, `blocked_address`.
    """
    if url.port not in allowed_ports:
        raise Refused(ErrorCode.BLOCKED_PORT, f"Port {url.port} is not among the allowed ones.")
    if url.is_ip_literal and not is_public(url.host):
        raise _blocked()


async def vetted(host: str, port: int, resolve: Resolve) -> tuple[str, ...]:
    """Look a host up once and return its addresses, all public, in the resolver's order.

    Raises:
        Refused: `blocked_address` when any answer is not public: a name that mixes public and
            private answers is an attack or a mistake.
        Unreachable: `dns_failed` when there is no answer.
    """
    answers = await looked_up(host, port, resolve)
    if not all(is_public(answer) for answer in answers):
        raise _blocked()
    return answers


async def looked_up(host: str, port: int, resolve: Resolve) -> tuple[str, ...]:
    """The distinct addresses of a host, at least one, not vetted; a literal stands for itself.

    Raises:
        Unreachable: `dns_failed`.
    """
    if _is_literal(host):
        return (host,)
    if not HOST_NAME.fullmatch(host):
        raise _no_such_host()
    try:
        answers = tuple(dict.fromkeys(await resolve(host, port)))
    # UnicodeError: a label that is too long never reaches the resolver.
    except (OSError, UnicodeError):
        raise _no_such_host() from None
    if not answers:
        raise _no_such_host()
    return answers


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _blocked() -> Refused:
    return Refused(ErrorCode.BLOCKED_ADDRESS, "The address is not one of the public web.")


def _no_such_host() -> Unreachable:
    message = "The name of the host leads to no address."
    return Unreachable(ErrorCode.DNS_FAILED, message, retryable=True)
