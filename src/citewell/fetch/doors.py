"""The two doors: pages of the public web for the engine, and named endpoints for providers.

Rule: each door says which hops it admits; sending, bounding and following are the same for both. A
URL found on the web never reaches an origin that the operator configured: that has a pool of its
own, which the door for pages does not hold.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import anyio
import httpcore2

from citewell.fetch.exchange import HopRequest, HopResponse, exchange
from citewell.fetch.failures import timed_out
from citewell.fetch.guard import check_url
from citewell.fetch.lanes import Lanes
from citewell.fetch.manners import first_hop
from citewell.fetch.network import ConfiguredBackend, Network, VettedBackend, open_pool
from citewell.fetch.redirects import follow
from citewell.model.clock import Clock
from citewell.model.config import FetchConfig
from citewell.model.errors import Caller, ErrorCode, Refused
from citewell.model.protocols import Doors, Fetch
from citewell.model.values import Request, Response
from citewell.text.urls import WebUrl, parse_url

Admit = Callable[[WebUrl, WebUrl | None], httpcore2.AsyncConnectionPool]
"""(where to, who redirected there) → the pool that may take it there; raises for any other place"""


@asynccontextmanager
async def open_doors(
    config: FetchConfig, *, clock: Clock, network: Network | None = None
) -> AsyncIterator[Doors]:
    """Open both doors; every connection is closed at the end.

    Args:
        config: limits and manners.
        clock: dates the responses.
        network: how names are resolved and addresses dialled; the system's when None.
    """
    network = network or Network()
    vetted = VettedBackend(network, timeout_s=config.connect_timeout_s)
    named = ConfiguredBackend(network, timeout_s=config.connect_timeout_s)
    async with (
        open_pool(vetted, network, config) as public,
        open_pool(named, network, config) as configured,
    ):
        yield LiveDoors(config, clock=clock, public=public, configured=configured)


class LiveDoors:
    """The doors to the live web."""

    def __init__(
        self,
        config: FetchConfig,
        *,
        clock: Clock,
        public: httpcore2.AsyncConnectionPool,
        configured: httpcore2.AsyncConnectionPool,
    ) -> None:
        """Hold the two pools.

        Args:
            config: limits and manners.
            clock: dates the responses.
            public: connects to public addresses only.
            configured: connects anywhere.
        """
        self._config = config
        self._clock = clock
        self._public = public
        self._configured = configured
        self._lanes = Lanes(config.connections_per_host)

    async def page(self, request: Request) -> Response:
        """Fetch a page of the public web.

        Raises:
            Caller: `invalid_request` for anything but a GET without a body.
            WebError: as `Fetch`.
        """
        if request.method != "GET" or request.body:
            raise Caller(ErrorCode.INVALID_REQUEST, "A page is fetched with GET, without a body.")
        return await self._fetch(request, self._admit_page)

    def api(self, endpoints: Sequence[str], configured: Sequence[str] = ()) -> Fetch:
        """Make the door of one provider.

        Args:
            endpoints: public origins that it declares; `*` stands for one label.
            configured: origins that the operator named, whatever their address, port or scheme.

        Raises:
            Refused: `invalid_url` and its kin for an endpoint that is none.
        """
        patterns = tuple(parse_url(endpoint).origin for endpoint in endpoints)
        named = frozenset(parse_url(origin).origin for origin in configured)

        def admit(url: WebUrl, came_from: WebUrl | None) -> httpcore2.AsyncConnectionPool:
            # A public endpoint that was taken over must not lead into the operator's network.
            if url.origin in named and (came_from is None or came_from.origin in named):
                return self._configured
            if any(origin_matches(url.origin, pattern) for pattern in patterns):
                return self._public
            message = "The origin is not one that the provider may reach."
            raise Refused(ErrorCode.BLOCKED_ADDRESS, message)

        async def fetch(request: Request) -> Response:
            return await self._fetch(request, admit)

        return fetch

    def _admit_page(self, url: WebUrl, came_from: WebUrl | None) -> httpcore2.AsyncConnectionPool:
        check_url(url, self._config.allowed_ports)
        return self._public

    async def _fetch(self, request: Request, admit: Admit) -> Response:
        """The whole chain under one deadline."""
        first = first_hop(request, self._config)
        try:
            with anyio.fail_after(self._config.page_deadline_s):
                return await follow(
                    request,
                    first,
                    partial(self._send, admit),
                    max_redirects=self._config.max_redirects,
                    now=self._clock.now,
                )
        except TimeoutError:
            raise timed_out() from None

    async def _send(self, admit: Admit, going: HopRequest, came_from: WebUrl | None) -> HopResponse:
        pool = admit(going.url, came_from)
        async with self._lanes.of(going.url.host):
            return await exchange(pool, going, self._config)


def origin_matches(origin: str, pattern: str) -> bool:
    """Whether an origin is one that the pattern declares: `*` stands for exactly one label."""
    scheme, _, host = origin.partition("://")
    wanted_scheme, _, wanted_host = pattern.partition("://")
    labels, wanted = host.split("."), wanted_host.split(".")
    if scheme != wanted_scheme or len(labels) != len(wanted):
        return False
    return all(want in {"*", label} for label, want in zip(labels, wanted, strict=True))
