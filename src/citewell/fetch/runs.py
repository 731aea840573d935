"""The runs that are going on over an open web; closing it ends them first.

Rule: nobody is left on a door that is closed. A run that is ended so is `cancelled`, told as such.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from citewell.model.errors import Caller, ErrorCode


class Runs:
    """Counts the runs of one engine, and ends them together."""

    def __init__(self) -> None:
        """Admit none yet."""
        self._is_open = False
        self._scopes: set[anyio.CancelScope] = set()
        self._none_left = anyio.Event()

    def admit(self) -> None:
        """Let runs begin."""
        self._is_open = True

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Be one of the runs for as long as the block lasts.

        Raises:
            RuntimeError: none is admitted, yet or any more.
            Caller: `cancelled` when all were ended meanwhile.
        """
        if not self._is_open:
            raise RuntimeError("an engine is used inside its `async with` block")
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                yield
            finally:
                self._scopes.discard(scope)
                self._none_left.set()
        if scope.cancelled_caught:
            raise Caller(ErrorCode.CANCELLED, "the engine was closed during the run")

    async def end(self) -> None:
        """Admit no more, end those that are going on, and wait until none is left."""
        self._is_open = False
        for scope in tuple(self._scopes):
            scope.cancel()
        while self._scopes:
            self._none_left = anyio.Event()
            await self._none_left.wait()
