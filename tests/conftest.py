"""What every test shares: async tests run on asyncio, as the library does; the golden switch."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what the stages answer into tests/golden/**/*.case; then read every change",
    )


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests once, on asyncio; anyio would else ask for trio too."""
    return "asyncio"
