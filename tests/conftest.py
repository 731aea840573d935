"""What every test shares: async tests run on asyncio, as the library does."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests once, on asyncio; anyio would else ask for trio too."""
    return "asyncio"
