"""The only calls that block: one question, one answer, an engine of its own.

Rule: inside a running event loop they refuse and say to await; nothing is ever run in a hidden
thread.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar, Unpack

import anyio
from anyio.lowlevel import current_token

from citewell.engine import Engine
from citewell.model.config import Config
from citewell.model.run import RunOptions
from citewell.model.values import Answer, Research

T = TypeVar("T")


def research_sync(
    question: str, *, config: Config | None = None, **options: Unpack[RunOptions]
) -> Research:
    """`Engine.research`, blocking; takes and raises what that does.

    Raises:
        RuntimeError: called inside a running event loop.
    """
    return _blocking(lambda engine: engine.research(question, **options), config)


def ask_sync(
    question: str, *, config: Config | None = None, **options: Unpack[RunOptions]
) -> Answer:
    """`Engine.ask`, blocking; takes and raises what that does.

    Raises:
        RuntimeError: called inside a running event loop.
    """
    return _blocking(lambda engine: engine.ask(question, **options), config)


def _blocking(call: Callable[[Engine], Awaitable[T]], config: Config | None) -> T:
    """Open an engine on a loop of its own, make the call, close it."""
    if _loop_is_running():
        raise RuntimeError("an event loop is running here: await Engine.research instead")

    async def run() -> T:
        async with Engine(config) as engine:
            return await call(engine)

    return anyio.run(run)


def _loop_is_running() -> bool:
    try:
        current_token()
    except RuntimeError:
        return False
    return True
