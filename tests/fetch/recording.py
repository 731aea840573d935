"""Small doors and models to record, and the way from calls to a tape that is read back."""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import anyio

from citewell.fetch.record import RecordingDoors
from citewell.fetch.tape import Tape, TapeWriter, read_tape
from citewell.model.clock import frozen_clock
from citewell.model.errors import WebError
from citewell.model.protocols import ChatMessage, Fetch
from citewell.model.values import Request, Response, Trace

NOW = datetime(2026, 11, 1, 16, 23, 5, 250_000, tzinfo=UTC)
CLOCK = frozen_clock(NOW)


def response(url: str = "https://a.example/", **fields: Any) -> Response:
    """A small page."""
    plain: dict[str, Any] = {
        "url": url,
        "final_url": url,
        "status": 200,
        "headers": (("content-type", "text/html; charset=utf-8"), ("x-served-by", "tests")),
        "media_type": "text/html",
        "charset": "utf-8",
        "body": b"<p>hello</p>",
        "truncated": False,
        "fetched_at": NOW,
    }
    return Response(**(plain | fields))


def trace(run_id: str = "run", question: str = "why?", **fields: Any) -> Trace:
    """What a tape says of a run."""
    plain: dict[str, Any] = {"operation": "research", "config": "{}", "versions": ()}
    return Trace(**(plain | {"run_id": run_id, "question": question, "started_at": NOW} | fields))


@dataclass(slots=True)
class AnsweringDoors:
    """Doors that give what `answer` makes of a request; both doors alike."""

    answer: Callable[[Request], Response | WebError]
    asked: list[Request] = field(default_factory=list)

    async def page(self, request: Request) -> Response:
        """Answer."""
        self.asked.append(request)
        answer = self.answer(request)
        if isinstance(answer, WebError):
            raise answer
        return answer

    def api(self, endpoints: Sequence[str], configured: Sequence[str] = ()) -> Fetch:
        """Answer as `page`."""
        return self.page


@dataclass(slots=True)
class SilentDoors:
    """Doors behind which nobody answers."""

    async def page(self, request: Request) -> Response:
        """Wait for ever."""
        await anyio.sleep_forever()
        raise AssertionError

    def api(self, endpoints: Sequence[str], configured: Sequence[str] = ()) -> Fetch:
        """Wait as `page`."""
        return self.page


@dataclass(slots=True)
class TalkingModel:
    """A model that says its pieces, then fails if it is told to."""

    pieces: Sequence[str] = ("Hel", "lo.")
    error: WebError | None = None
    size: int | None = 8192
    closed: bool = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        return None

    async def complete(self, messages: Sequence[ChatMessage], *, max_tokens: int) -> str:
        """Everything at once."""
        if self.error:
            raise self.error
        return "".join(self.pieces)

    async def stream(
        self, messages: Sequence[ChatMessage], *, max_tokens: int
    ) -> AsyncIterator[str]:
        """Piece by piece."""
        try:
            for piece in self.pieces:
                yield piece
            if self.error:
                raise self.error
        finally:
            self.closed = True

    async def window(self) -> int | None:
        """As told."""
        return self.size


@contextmanager
def writing(path: Path) -> Iterator[TapeWriter]:
    """A tape that is being written."""
    with TapeWriter(path, clock=CLOCK) as tape:
        yield tape


async def recorded(
    path: Path,
    doors: AnsweringDoors,
    act: Callable[[RecordingDoors], Awaitable[object]],
    **options: Any,
) -> Tape:
    """Let somebody use doors that are recorded, and read the tape."""
    with writing(path) as tape, anyio.fail_after(5):
        await act(RecordingDoors(doors, tape, run_id="run", **options))
    return read_tape(path)


def members(path: Path) -> list[bytes]:
    """The gzip members of a file, still packed."""
    rest, found = path.read_bytes(), []
    while rest:
        unpack = zlib.decompressobj(31)
        unpack.decompress(rest)
        found.append(rest[: len(rest) - len(unpack.unused_data)])
        rest = unpack.unused_data
    return found


def unpacked(path: Path) -> bytes:
    """Every byte that the file says."""
    return b"".join(zlib.decompress(member, 31) for member in members(path))
