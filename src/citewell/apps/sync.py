"""The only calls that block: a question with an engine of its own, or bytes that are at hand.

Rule: inside a running event loop they refuse and say to await; nothing is ever run in a hidden
thread.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar, Unpack

import anyio
from anyio.lowlevel import current_token

from citewell import registry
from citewell.engine import Engine, system_clock
from citewell.model.config import Config
from citewell.model.run import RunOptions
from citewell.model.values import Answer, Document, Research, Response
from citewell.read.dispatch import read

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


def read_bytes(body: bytes, *, url: str, media_type: str, charset: str | None = None) -> Document:
    """Read bytes that are already at hand, in this process.

    Args:
        body: as received, content encoding undone. Not isolated: hostile bytes belong in
            `Engine.read`, which reads them in a child process.
        url: where they are from; names the source and resolves links.
        media_type: as declared, without parameters; may be empty or wrong.
        charset: as declared by the header; None when it was not.

    Raises:
        Unreadable: there is no text in them that we can stand on.
        Refused: `invalid_url` and its kin.
    """
    response = Response(
        url=url,
        final_url=url,
        status=200,
        headers=(),
        media_type=media_type.lower(),
        charset=charset,
        body=body,
        truncated=False,
        fetched_at=system_clock().now(),
    )
    return read(tuple(registry.plugins("readers").values()), response)


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
