"""One page, or the code that it fails with, through doors that open onto a loopback web."""

from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime

import anyio
import pytest

from citewell.fetch.doors import open_doors
from citewell.model.clock import frozen_clock
from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.model.protocols import Doors
from citewell.model.values import Request, Response
from tests.loopback import LoopbackWeb

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def opened(
    web: LoopbackWeb, config: FetchConfig | None = None
) -> AbstractAsyncContextManager[Doors]:
    """Doors onto this web, at a clock that stands at AT."""
    return open_doors(config or FetchConfig(), clock=frozen_clock(AT), network=web.network)


async def page(
    web: LoopbackWeb, request: str | Request, config: FetchConfig | None = None
) -> Response:
    """Fetch one page through doors of its own."""
    asked = Request(url=request) if isinstance(request, str) else request
    with anyio.fail_after(5):
        async with opened(web, config) as doors:
            return await doors.page(asked)


async def refusal(
    web: LoopbackWeb, request: str | Request, config: FetchConfig | None = None
) -> ErrorCode:
    """The code that fetching one page fails with."""
    with pytest.raises(WebError) as raised:
        await page(web, request, config)
    return raised.value.code
