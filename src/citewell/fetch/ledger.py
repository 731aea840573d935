"""What left the machine during one run, and what came back: hosts, requests, bytes.

Rule: the same doors, counting. A request that failed counts too: the host has seen it, or may have.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from citewell.model.errors import WebError
from citewell.model.protocols import Doors, Fetch
from citewell.model.values import LedgerEntry, Request, Response
from citewell.text.urls import parse_url

Door = Literal["api", "page"]


class CountedDoors:
    """Doors that keep a ledger; one for each run."""

    def __init__(self, inner: Doors) -> None:
        """Stand before the doors that do the work."""
        self._inner = inner
        self._requests: Counter[tuple[str, Door]] = Counter()
        self._bytes_in: Counter[tuple[str, Door]] = Counter()

    async def page(self, request: Request) -> Response:
        """Fetch a page, counted."""
        return await self._counted("page", request, self._inner.page)

    def api(self, endpoints: Sequence[str], configured: Sequence[str] = ()) -> Fetch:
        """Make a provider's door, counted."""
        fetch = self._inner.api(endpoints, configured)

        async def counted(request: Request) -> Response:
            return await self._counted("api", request, fetch)

        return counted

    def entries(self) -> tuple[LedgerEntry, ...]:
        """One entry for each host and door, sorted."""
        return tuple(
            LedgerEntry(
                host=host,
                door=door,
                requests=self._requests[host, door],
                bytes_in=self._bytes_in[host, door],
            )
            for host, door in sorted(self._requests)
        )

    async def _counted(self, door: Door, request: Request, fetch: Fetch) -> Response:
        # Counted before it goes out: a request that fails or is cut off has been seen, or may have.
        self._requests[_host(request.url), door] += 1
        response = await fetch(request)
        for url in [hop.url for hop in response.redirects][1:]:
            self._requests[_host(url), door] += 1
        if response.redirects:
            self._requests[_host(response.final_url), door] += 1
        self._bytes_in[_host(response.final_url), door] += len(response.body)
        return response


def _host(url: str) -> str:
    """The host that a URL names; `invalid` for what no door would send anyway."""
    try:
        return parse_url(url).host
    except WebError:
        return "invalid"
