"""The web as runs see it: live, live and recorded, or answered by a recording.

Rule: a run asks for doors and for its model, and cannot tell which of the three it is given.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

import anyio

from citewell.fetch.doors import open_doors
from citewell.fetch.network import Network
from citewell.fetch.record import RecordingDoors, RecordingModel
from citewell.fetch.replay import ReplayDoors, ReplayModel
from citewell.fetch.tape import Tape, TapeWriter, read_tape
from citewell.model.clock import Clock
from citewell.model.config import Config, LLMConfig
from citewell.model.errors import Caller, ErrorCode, Unavailable, Unreachable, WebError
from citewell.model.protocols import LLM, ChatMessage, Doors
from citewell.model.run import Run
from citewell.model.values import Trace
from citewell.model.values.plain import from_plain, known_part, to_plain
from citewell.model.values.trace import Operation

SHAPING = ("citewell", "turbohtml", "can_ada", "publicsuffixlist", "fasttext-predict")
"""Distributions whose version can change a text, a passage or an address"""


class Web(Protocol):
    """What the engine needs of the web."""

    @property
    def config(self) -> Config:
        """The configuration that runs have: the given one, or the recorded one."""
        ...

    def doors(self, run_id: str) -> Doors:
        """The doors of one run."""
        ...

    def model(self, llm: LLM | None, run_id: str) -> LLM | None:
        """The model of one run; None when none is configured."""
        ...

    def recorded(self, operation: Operation, question: str) -> Trace | None:
        """The recorded run that is to be run again; None when runs are new.

        Raises:
            Unreachable: `replay_missing` when the recording holds no such run.
        """
        ...

    def keep(self, run: Run, result: str) -> bool | None:
        """Write down how a run stands, where runs are recorded.

        Returns:
            Of a replay, whether the result is the recorded one; None otherwise.
        """
        ...


@asynccontextmanager
async def open_web(config: Config, *, clock: Clock, network: Network) -> AsyncIterator[Web]:
    """Open the network, the network and a recording, or a recording alone, as configured.

    Raises:
        Caller: `bad_recording`, `bad_config`.
    """
    if config.replay:
        yield ReplayedWeb(config, read_tape(config.replay))
        return
    async with AsyncExitStack() as stack:
        tape = None
        if config.record:
            tape = stack.enter_context(TapeWriter(config.record, clock=clock))
        doors = await stack.enter_async_context(
            open_doors(config.fetch, clock=clock, network=network)
        )
        yield LiveWeb(config, doors) if tape is None else RecordedWeb(config, doors, tape)


class LiveWeb:
    """The network itself."""

    def __init__(self, config: Config, doors: Doors) -> None:
        """Stand on open doors."""
        self.config = config
        self._doors = doors

    def doors(self, run_id: str) -> Doors:
        """The same for every run."""
        return self._doors

    def model(self, llm: LLM | None, run_id: str) -> LLM | None:
        """The model as it is."""
        return llm

    def recorded(self, operation: Operation, question: str) -> Trace | None:
        """None: every run is new."""
        return None

    def keep(self, run: Run, result: str) -> None:
        """Forget."""
        return


class RecordedWeb:
    """The network, with everything written down."""

    def __init__(self, config: Config, doors: Doors, tape: TapeWriter) -> None:
        """Stand on open doors and an open file."""
        self.config = config
        self._tape = tape
        self._doors = RecordingDoors(doors, tape, secrets=secrets_of(config))

    def doors(self, run_id: str) -> Doors:
        """The doors, writing."""
        return self._doors.for_run(run_id)

    def model(self, llm: LLM | None, run_id: str) -> LLM | None:
        """The model, with its exchanges written down."""
        return RecordingModel(llm, self._tape, run_id=run_id) if llm else None

    def recorded(self, operation: Operation, question: str) -> Trace | None:
        """None: every run is new."""
        return None

    def keep(self, run: Run, result: str) -> None:
        """Write the run's trace; the last one of a run is the one that counts."""
        self._tape.write_trace(trace_of(run, self.config, result))


class ReplayedWeb:
    """A recording instead of the network."""

    def __init__(self, config: Config, tape: Tape) -> None:
        """Take the recorded configuration, but the local workers.

        Raises:
            Caller: `bad_recording` when no run was recorded.
        """
        if not tape.traces:
            raise Caller(ErrorCode.BAD_RECORDING, "the recording holds no run")
        self.config = config_of(tape.traces[0], config)
        self._tape = tape
        self._doors = ReplayDoors(tape)

    def doors(self, run_id: str) -> Doors:
        """The doors, answering what that run was answered."""
        return self._doors.for_run(run_id)

    def model(self, llm: LLM | None, run_id: str) -> LLM | None:
        """The recorded model, if one was configured then."""
        return ReplayModel(self._tape, run_id=run_id) if self.config.llm.endpoint else None

    def recorded(self, operation: Operation, question: str) -> Trace | None:
        """The recorded run of that operation and question; what was asked was researched too."""
        trace = self._tape.trace_for(operation, question)
        if trace is None and operation == "research":
            trace = self._tape.trace_for("ask", question)
        if trace is None:
            what = question if operation == "read" else "this question"
            message = f"the recording holds no {operation} of {what}"
            raise Unreachable(ErrorCode.REPLAY_MISSING, message)
        return trace

    def keep(self, run: Run, result: str) -> bool | None:
        """Compare; the recording is left as it is."""
        recorded = run.recorded
        if not recorded or not recorded.result_sha256 or not result:
            return None  # it has not ended, then or now
        if recorded.operation != run.asked.operation:
            return None
        return recorded.result_sha256 == _sha256(result)


async def completed(llm: LLM, messages: Sequence[ChatMessage], config: LLMConfig) -> str:
    """The model's reply, within its time: a server that drips is not silent, and never done.

    Raises:
        Unavailable: `model_unavailable`, or what the model says.
    """
    try:
        with anyio.fail_after(config.timeout_s):
            return await llm.complete(messages, max_tokens=config.max_tokens)
    except TimeoutError:
        message = f"the model did not finish within {config.timeout_s:g} s"
        raise Unavailable(ErrorCode.MODEL_UNAVAILABLE, message, retryable=True) from None


async def window_of(llm: LLM | None) -> int | None:
    """Tokens that a model says it can hold; None when there is none, or it does not say."""
    try:
        return await llm.window() if llm else None
    except WebError:
        return None


def trace_of(run: Run, config: Config, result: str) -> Trace:
    """What a recording says of a run; not where it was written, which tells of the machine."""
    config = replace(config, record="", replay="")
    return Trace(
        operation=run.asked.operation,
        run_id=run.run_id,
        question=run.asked.question,
        history=run.asked.history,
        filters=run.asked.filters,
        budget_tokens=run.asked.budget_tokens,
        config=json.dumps(to_plain(config, complete=True), sort_keys=True),
        versions=_versions(),
        started_at=run.started_at,
        plan=run.plan,
        outcomes=tuple(run.outcomes),
        result_sha256=_sha256(result) if result else "",
    )


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def config_of(trace: Trace, own: Config) -> Config:
    """The recorded configuration with the local workers, replaying.

    Raises:
        Caller: `bad_recording` when it cannot be read.
    """
    try:
        plain = json.loads(trace.config)
        plain |= {"record": "", "replay": own.replay, "workers": to_plain(own.workers)}
        # A setting that is gone since then shaped what was asked, not what comes of it now.
        return from_plain(Config, known_part(Config, plain))
    except (ValueError, TypeError) as error:
        message = f"the recorded configuration cannot be read: {error}"
        raise Caller(ErrorCode.BAD_RECORDING, message) from None


def secrets_of(config: Config) -> list[str]:
    """Every secret of a configuration, for the recorder to strike out."""
    keys = [config.llm.key, *(settings.key for settings in config.providers.values())]
    return [key.reveal() for key in keys if key]


def _versions() -> tuple[tuple[str, str], ...]:
    found = []
    for name in SHAPING:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "unknown"))
    return tuple(found)
