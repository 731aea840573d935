"""The pool of limited child processes that untrusted bytes and CPU work run in.

Rule: a child gets bytes and answers with JSON under a cap, never pickle: a captured parser must
not run code in the parent. One job at a time each; a child that broke a limit, fell silent or
whose caller went away is killed, and the next job starts a fresh one.

Frames. To the child: length of the head (4 bytes), length of the body (8), head (JSON), body.
From the child: length (8), JSON `{"value": …}` or `{"error": {code, message, …}}`.
"""

import json
import math
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from struct import Struct
from subprocess import DEVNULL
from types import MappingProxyType
from typing import Any, BinaryIO, NoReturn, Self, cast

import anyio
from anyio.abc import ByteReceiveStream, ByteSendStream, Process

from citewell.model.clock import Clock
from citewell.model.config import WorkersConfig
from citewell.model.errors import Caller, ErrorCode, Unreadable, WebError
from citewell.model.values.plain import from_plain, to_plain

if sys.platform != "win32":  # there, children have a deadline only
    import resource

_REQUEST_LENGTHS = Struct(">IQ")
_REPLY_LENGTH = Struct(">Q")
_MAX_OPEN_FILES = 64  # enough for imports, too few to harm the machine
_KEPT_VARIABLES = ("SYSTEMROOT", "LD_LIBRARY_PATH")
"""What an interpreter may need to start at all; no key of the operator's reaches a child"""
_ORPHAN_GRACE = 2.0
"""Times the wall limit that a job may run when nobody is left to kill it"""
_GONE = (anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream, OSError)
_NO_PAYLOAD: Mapping[str, Any] = MappingProxyType({})


class Workers:
    """Warm child processes; open with `async with`, nothing of it outlives the block."""

    def __init__(self, config: WorkersConfig, *, clock: Clock) -> None:
        """Prepare the pool; children start when they are needed.

        Args:
            config: how many children, and their limits.
            clock: counts the wall limit; one that stands (a replay) leaves that of the processor.
        """
        self._config = config
        self._clock = clock
        self._slots = anyio.Semaphore(max(1, config.processes))
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._open = False

    async def __aenter__(self) -> Self:
        """Admit jobs."""
        self._open = True
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Kill every child; a job that still runs or waits ends as `cancelled`."""
        self._open = False
        for child in (*self._idle, *self._busy):
            await child.end()
        for _ in range(max(1, self._config.processes)):  # until the last job has seen it
            await self._slots.acquire()

    async def run(
        self,
        call: str,
        *,
        plugins: Sequence[str] = (),
        payload: Mapping[str, Any] = _NO_PAYLOAD,
        body: bytes = b"",
    ) -> Any:
        """Call a function in a child and return what it returned.

        Args:
            call: `module:function`, taking plug-ins, payload and body, giving what JSON can say.
            plugins: `module:OBJECT` each; imported in the child once, handed over as objects.
            payload: JSON-ready.
            body: raw bytes, sent as they are.

        Raises:
            WebError: the job's own; `parse_failed` for any other exception of the job,
                `parser_killed` when it broke a limit or the child died, `too_large` when the
                reply exceeds its cap, `overloaded` when no process can be started, `cancelled`
                when the pool closes meanwhile.
            RuntimeError: the pool is not open.
        """
        if not self._open:
            raise RuntimeError("workers are used inside their `async with` block")
        head = {"call": call, "plugins": list(plugins), "payload": dict(payload)}
        async with self._slots:
            value, error = await self._exchange(json.dumps(head).encode(), body)
        if error is not None:
            raise error
        return value

    async def prewarm(self, modules: Sequence[str] = ()) -> None:
        """Start all children and import these modules in each, so that no job waits for it.

        Raises:
            WebError: as `run`; `parse_failed` when a module cannot be imported.
        """
        failed: list[WebError] = []

        async def warm() -> None:
            try:
                await self.run("citewell.workers:imported", payload={"modules": list(modules)})
            except WebError as error:
                failed.append(error)

        # All take a slot before the first child answers, so that each gets a child of its own.
        async with anyio.create_task_group() as group:
            for _ in range(max(1, self._config.processes)):
                group.start_soon(warm)
        if failed:
            raise failed[0]

    async def _exchange(self, head: bytes, body: bytes) -> "tuple[Any, WebError | None]":
        """One job on one child; the child is kept only if it answered properly."""
        child = await self._ready_child()
        self._busy.add(child)
        kept = False
        try:
            self._check_open()
            reply = _decoded(await self._bounded(child, head, body))
            kept = self._open and not child.unread and child.jobs < self._config.jobs_per_child
            return reply
        except Unreadable:
            self._check_open()
            raise
        finally:
            self._busy.discard(child)
            if kept:
                self._idle.append(child)
            else:
                await child.end()

    def _check_open(self) -> None:
        if not self._open:
            raise Caller(ErrorCode.CANCELLED, "the worker processes are closed") from None

    async def _ready_child(self) -> "_Child":
        """The child that was busy last (its caches are warm), or a new one."""
        self._check_open()
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            await child.end()
        return await _Child.start(self._config)

    async def _bounded(self, child: "_Child", head: bytes, body: bytes) -> "bytes | ErrorCode":
        """The raw reply, or why there is none."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._kill_when_late, child)
            reply = await child.ask(head, body, max_reply_bytes=self._config.max_reply_bytes)
            group.cancel_scope.cancel()
        return reply

    async def _kill_when_late(self, child: "_Child") -> None:
        started, left_s = self._clock.monotonic(), self._config.job_wall_s
        while left_s > 0:
            await self._clock.sleep(left_s)
            passed_s = self._clock.monotonic() - started
            if passed_s <= 0:
                return
            left_s = self._config.job_wall_s - passed_s
        child.kill()


class _Child:
    """One process and its pipes."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._stdin = cast("ByteSendStream", process.stdin)
        self._stdout = cast("ByteReceiveStream", process.stdout)
        self.unread = bytearray()  # one that says more than it was asked is not trusted again
        self.jobs = 0

    @classmethod
    async def start(cls, config: WorkersConfig) -> "_Child":
        """Start a child with this interpreter and import path, and hardly any environment.

        Raises:
            Caller: `overloaded` when the machine starts no process.
        """
        # -P -s -B: no working directory and no user site on the path but as passed, no cache files.
        limits = json.dumps(to_plain(config, complete=True))
        command = [sys.executable, "-P", "-s", "-B", "-m", "citewell.workers", limits]
        try:
            # Shielded: a start that is cancelled half-way would leave a process that nobody knows.
            with anyio.CancelScope(shield=True):
                process = await anyio.open_process(
                    command, stderr=DEVNULL, env=_environment(), start_new_session=True
                )
        except OSError as error:
            message = f"no worker process can be started: {error}"
            raise Caller(ErrorCode.OVERLOADED, message, retryable=True) from None
        return cls(process)

    @property
    def alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self._process.returncode is None

    async def ask(self, head: bytes, body: bytes, *, max_reply_bytes: int) -> bytes | ErrorCode:
        """Send one job and return the raw reply; `parser_killed` or `too_large` when none came."""
        self.jobs += 1
        try:
            await self._stdin.send(_REQUEST_LENGTHS.pack(len(head), len(body)) + head)
            if body:
                await self._stdin.send(body)
            (length,) = _REPLY_LENGTH.unpack(await self._received(_REPLY_LENGTH.size))
            if length > max_reply_bytes:
                return ErrorCode.TOO_LARGE
            return await self._received(length)
        except _GONE:
            return ErrorCode.PARSER_KILLED

    async def _received(self, size: int) -> bytes:
        """Exactly so many bytes; EndOfStream when the child ends before."""
        while len(self.unread) < size:
            self.unread += await self._stdout.receive(1 << 20)
        taken = bytes(self.unread[:size])
        del self.unread[:size]
        return taken

    def kill(self) -> None:
        """End it now: it holds nothing worth a farewell."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """Kill it, wait for it and close its pipes, whatever happens to the caller."""
        with anyio.CancelScope(shield=True):
            self.kill()
            await self._process.aclose()


def _environment() -> dict[str, str]:
    """With the import path of this process, so that source trees, wheels and zips are found."""
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return {**kept, "PYTHONPATH": path, "PYTHONUTF8": "1"}


def _decoded(reply: bytes | ErrorCode) -> tuple[Any, WebError | None]:
    """The job's value or its error; raises when there is no reply that an honest child writes."""
    if reply is ErrorCode.TOO_LARGE:
        raise Unreadable(reply, "the reply of the worker process exceeds its cap")
    try:
        told = json.loads(reply) if isinstance(reply, bytes) else {}
        if "value" in told:
            return told["value"], None
        return None, _rebuilt_error(told["error"])
    except (TypeError, KeyError, ValueError, AttributeError, RecursionError):
        message = "the worker process broke a limit or died"
        raise Unreadable(ErrorCode.PARSER_KILLED, message) from None


def _rebuilt_error(told: Any) -> WebError:
    """The inverse of `_error_reply`; any exception of the shape means it is none."""
    code, message = ErrorCode(told["code"]), str(told["message"])
    error = WebError.of(code, message, retryable=told["retryable"] is True)
    error.detail.update({str(key): str(item) for key, item in told["detail"].items()})
    return error


# From here on: in the child.


def imported(_plugins: Sequence[Any], payload: Mapping[str, Any], _body: bytes) -> None:
    """The job of `Workers.prewarm`: import modules."""
    for module in payload["modules"]:
        import_module(module)


def serve() -> NoReturn:
    """Work as a child until stdin ends: read a job, run it, answer."""
    config = from_plain(WorkersConfig, json.loads(sys.argv[1]))
    source, sink = _private_pipes()
    _limit_process(config)
    while (request := _request(source)) is not None:
        _limit_job(config)
        reply = _answer(*request)
        _alarm(0)
        if len(reply) > config.max_reply_bytes:
            reply = _error_reply(Unreadable(ErrorCode.TOO_LARGE, "what was read exceeds its cap"))
        try:
            sink.write(_REPLY_LENGTH.pack(len(reply)) + reply)
            sink.flush()
        except OSError:  # nobody listens any more
            break
    os._exit(0)


def _private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Our ends of the pipes, moved away so that a library that prints cannot corrupt a frame."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)
    return source, sink


def _request(source: BinaryIO) -> tuple[dict[str, Any], bytes] | None:
    """The next job; None when the parent is gone or done."""
    lengths = source.read(_REQUEST_LENGTHS.size)
    if len(lengths) < _REQUEST_LENGTHS.size:
        return None
    head_bytes, body_bytes = _REQUEST_LENGTHS.unpack(lengths)
    head, body = source.read(head_bytes), source.read(body_bytes)
    return None if len(body) < body_bytes else (json.loads(head), body)


def _answer(head: dict[str, Any], body: bytes) -> bytes:
    """Run one job; whatever it raises becomes its reply and harms no later one."""
    try:
        plugins = tuple(_resolved(name) for name in head["plugins"])
        value = _resolved(head["call"])(plugins, head["payload"], body)
        return json.dumps({"value": value}, ensure_ascii=False).encode("utf-8", "surrogatepass")
    except WebError as error:
        return _error_reply(error)
    except MemoryError:
        os._exit(1)
    except Exception as error:
        cause = f"reading failed: {type(error).__name__}"
        return _error_reply(Unreadable(ErrorCode.PARSE_FAILED, cause))


def _error_reply(error: WebError) -> bytes:
    told = {name: getattr(error, name) for name in ("code", "message", "retryable", "detail")}
    return json.dumps({"error": told}).encode()


@cache
def _resolved(name: str) -> Any:
    """The object that `module:NAME` names, imported once."""
    module, _, attribute = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    return found


def _limit_process(config: WorkersConfig) -> None:
    """Limits that hold for the child's whole life."""
    if sys.platform == "win32":
        return
    for ends_us in (signal.SIGALRM, signal.SIGXCPU):  # a parent may have left us deaf to them
        signal.signal(ends_us, signal.SIG_DFL)
    total_cpu_s = math.ceil(config.job_cpu_s * max(1, config.jobs_per_child)) + 1
    _lower(resource.RLIMIT_AS, config.memory_bytes)
    _lower(resource.RLIMIT_CPU, total_cpu_s)
    _lower(resource.RLIMIT_NOFILE, _MAX_OPEN_FILES)
    for none_of in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_NPROC):
        _lower(none_of, 0)


def _lower(kind: int, value: int) -> None:
    """Set both limits of a kind, never above what the parent left us."""
    hard = resource.getrlimit(kind)[1]
    allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (allowed, allowed))


def _limit_job(config: WorkersConfig) -> None:
    """Processor time from now, and an alarm for the job that lost its parent."""
    _alarm(config.job_wall_s * _ORPHAN_GRACE)
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = math.ceil(used.ru_utime + used.ru_stime + config.job_cpu_s)
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard), hard))


def _alarm(seconds: float) -> None:
    """End this process by SIGALRM after so many seconds; 0 calls it off."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    serve()
