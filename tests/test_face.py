"""The library's face: small, sorted, lazy."""

import subprocess
import sys

import pytest

import citewell
from citewell.apps.sync import ask_sync, research_sync
from tests.promises import promise

HEAVY = (
    "numpy", "torch", "onnxruntime", "starlette", "uvicorn", "mcp", "playwright", "pydantic",
    "turbohtml", "httpcore2", "anyio", "fasttext", "warcio", "can_ada", "asyncio",
)  # fmt: skip


@promise("house.import.costs-next-to-nothing")
def test_importing_the_package_loads_nothing_heavy() -> None:
    program = (
        "import sys, citewell; print(' '.join(m for m in sys.modules if m.split('.')[0] in "
        f"{HEAVY!r}))"
    )

    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert ran.stdout.strip() == ""


def test_the_public_names_are_sorted_and_all_resolve() -> None:
    assert list(citewell.__all__) == sorted(citewell.__all__)
    assert all(getattr(citewell, name) is not None for name in citewell.__all__)
    assert set(citewell.__all__) <= set(dir(citewell))


def test_the_promised_names_are_there() -> None:
    promised = {"Engine", "Config", "Filters", "WebError", "research_sync", "read_bytes"}

    assert promised <= set(citewell.__all__)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        citewell.no_such_name  # noqa: B018


@promise("house.sync.refuses-inside-a-loop")
@pytest.mark.parametrize("call", [research_sync, ask_sync])
async def test_the_blocking_calls_refuse_inside_a_running_loop(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RuntimeError, match="await"):
        call("why?")
