"""What the tests of fetching share."""

from collections.abc import AsyncIterator

import pytest

from tests.loopback import LoopbackWeb


@pytest.fixture
async def web() -> AsyncIterator[LoopbackWeb]:
    """A web without hosts."""
    async with LoopbackWeb() as web:
        yield web
