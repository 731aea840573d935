"""Runs one call of an engine: its stages on the screen, and Ctrl-C on the way.

Rule: the first Ctrl-C pulls the network's plug, so that the run ends with what was there; the
second one ends it at once.
"""

import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import anyio

from citewell.apps.cli.lines import line
from citewell.apps.cli.screen import Screen
from citewell.engine import Engine
from citewell.fetch.network import Network
from citewell.fetch.plug import Plug
from citewell.model.config import Config
from citewell.model.events import EventSink

T = TypeVar("T")

INTERRUPTED = 130
"""The exit code of a run that Ctrl-C ended"""

FINISHING = "interrupted: finishing with what is there (press Ctrl-C again to stop at once)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran(Generic[T]):
    """What came of a call."""

    result: T
    interrupted: bool

    def exit_code(self, code: int) -> int:
        """The code of an interrupt, or else this one."""
        return INTERRUPTED if self.interrupted else code


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[T]):
    """What to do with an engine, and how to open one."""

    call: Callable[[Engine], Awaitable[T]]
    config: Config
    network: Network | None = None
    """The system's when None"""


def run(job: Job[T], screen: Screen) -> Ran[T]:
    """Open an engine on a loop of its own, make the call, close it.

    Raises:
        WebError: as the call.
        KeyboardInterrupt: at the second Ctrl-C.
    """
    with screen.stages() as stages:
        return anyio.run(_run, job, screen, stages)


async def _run(job: Job[T], screen: Screen, stages: EventSink) -> Ran[T]:
    plug = Plug(job.network)
    results: list[T] = []
    failures: list[Exception] = []
    async with anyio.create_task_group() as group:
        group.start_soon(_heed_interrupts, plug, screen, group.cancel_scope)
        # Told after the group, which would wrap it.
        try:
            async with Engine(job.config, events=stages, network=plug.network) as engine:
                results.append(await job.call(engine))
        except Exception as error:
            failures.append(error)
        group.cancel_scope.cancel()
    if failures:
        raise failures[0]
    if not results:
        raise KeyboardInterrupt
    return Ran(result=results[0], interrupted=plug.pulled)


async def _heed_interrupts(plug: Plug, screen: Screen, scope: anyio.CancelScope) -> None:
    """Pull the plug at the first Ctrl-C, cancel everything at the second."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return
    with anyio.open_signal_receiver(signal.SIGINT) as interrupts:
        async for _ in interrupts:
            if plug.pulled:
                scope.cancel()
                return
            plug.pull()
            screen.tell([line(FINISHING, style="yellow")])
