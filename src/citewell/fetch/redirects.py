"""The chain of redirects: every hop is admitted anew, from its URL down to its address.

Rule: our own loop. Nothing secret crosses to another origin, nothing falls from https to http
unless a person named the URL, and no cookie is ever kept.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

from citewell.fetch.exchange import HopRequest, HopResponse
from citewell.fetch.status import REDIRECTS, error_of
from citewell.model.errors import ErrorCode, Refused, Unreachable
from citewell.model.values import Hop, Request, Response
from citewell.text.urls import WebUrl, parse_url

Send = Callable[[HopRequest, WebUrl | None], Awaitable[HopResponse]]
"""Admits one hop and sends it; the second is the URL that redirected there, None at first"""

BODY_HEADERS = frozenset({"content-type", "content-language", "content-location"})
"""Say what a body is, and go with it"""


async def follow(
    request: Request,
    first: HopRequest,
    send: Send,
    *,
    max_redirects: int,
    now: Callable[[], datetime],
) -> Response:
    """Send the first hop and go where it leads, until something is read or refused.

    Args:
        request: as the caller gave it.
        first: the same with our own headers.
        send: admits and sends one hop.
        max_redirects: hops after the first.
        now: dates the response.

    Raises:
        Refused: `insecure_redirect`, and what `send` and the status say.
        Unreachable: `redirect_limit`, `http_error` for a redirect that leads nowhere.
    """
    hops: list[Hop] = []
    going, came_from = first, None
    while True:
        came = await send(going, came_from)
        if came.status not in REDIRECTS:
            return _response(request, going.url, came, tuple(hops), now())
        hops.append(Hop(url=going.url.href, status=came.status, headers=came.headers))
        if len(hops) > max_redirects:
            message = f"The page redirects more than {max_redirects} times."
            raise Unreachable(ErrorCode.REDIRECT_LIMIT, message)
        going, came_from = next_hop(going, came, allow_http=request.named_by_user), going.url


def next_hop(sent: HopRequest, came: HopResponse, *, allow_http: bool) -> HopRequest:
    """The request that a redirect asks for.

    Args:
        sent: what was answered with the redirect.
        came: the redirect.
        allow_http: whether https may lead to http.

    Raises:
        Refused: `insecure_redirect`, `invalid_url`, `unsupported_scheme`, `credentials_in_url`.
        Unreachable: `http_error` when it says no place.
    """
    location = came.header("location")
    if not location:
        raise Unreachable(ErrorCode.HTTP_ERROR, "The host redirects without saying where to.")
    url = parse_url(location, base=sent.url.href)
    if (sent.url.scheme, url.scheme) == ("https", "http") and not allow_http:
        raise Refused(ErrorCode.INSECURE_REDIRECT, "The page leads from https to plain http.")
    going = replace(sent, url=url)
    if url.origin != sent.url.origin:
        going = replace(going, secret_headers=())
    return _without_body(going) if _becomes_get(sent.method, came.status) else going


def _becomes_get(method: str, status: int) -> bool:
    return method == "POST" and status in {301, 302, 303}


def _without_body(request: HopRequest) -> HopRequest:
    headers = tuple(pair for pair in request.headers if pair[0].lower() not in BODY_HEADERS)
    return replace(request, method="GET", body=b"", headers=headers)


def _response(
    request: Request, final: WebUrl, came: HopResponse, hops: tuple[Hop, ...], at: datetime
) -> Response:
    error = error_of(came.status, retry_after=came.header("retry-after"))
    if error:
        raise error
    return Response(
        url=request.url,
        final_url=final.href,
        status=came.status,
        headers=came.headers,
        media_type=came.media_type,
        charset=came.charset,
        body=came.body,
        truncated=came.truncated,
        fetched_at=at,
        redirects=hops,
    )
