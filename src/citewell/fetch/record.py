"""The doors and the model, with every exchange written to a tape.

Rule: whatever they stand before behaves as without them, and what it answered is on the disk before
the run goes on. A call that is cut off by the end of its stage is written as `deadline_exceeded`;
the writing itself is not cut off. A recorded run sees what the tape holds: without the secrets.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

from anyio import CancelScope, get_cancelled_exc_class, to_thread

from citewell.fetch.calls import Exchange, chat, page_key, plain_key
from citewell.fetch.tape import TapeWriter
from citewell.model.errors import Caller, ErrorCode, Unreachable, WebError
from citewell.model.protocols import LLM, ChatMessage, Doors, Fetch
from citewell.model.values import Request, Response
from citewell.model.values.plain import to_plain

T = TypeVar("T")


class RecordingDoors:
    """The same doors, writing. Made for one run by `for_run`."""

    def __init__(
        self, inner: Doors, tape: TapeWriter, *, secrets: Sequence[str] = (), run_id: str = ""
    ) -> None:
        """Stand before doors.

        Args:
            inner: the doors that do the work.
            tape: open, and stays open for as long as the doors are used.
            secrets: further strings that must not be in the file.
            run_id: whose calls these are.
        """
        tape.redactor.hide(secrets)
        self._inner = inner
        self._tape = tape
        self._run_id = run_id

    def for_run(self, run_id: str) -> "RecordingDoors":
        """The doors of one run: another run's calls never answer for its own."""
        return RecordingDoors(self._inner, self._tape, run_id=run_id)

    async def page(self, request: Request) -> Response:
        """Fetch a page, written down.

        Raises:
            WebError: as the inner door; `bad_recording` when the tape cannot be written.
        """
        return await self._kept("page", request, self._inner.page)

    def api(self, endpoints: Sequence[str], configured: Sequence[str] = ()) -> Fetch:
        """Make a provider's door, written down. It raises as `page`."""
        fetch = self._inner.api(endpoints, configured)

        async def recorded(request: Request) -> Response:
            return await self._kept("api", request, fetch)

        return recorded

    async def _kept(self, kind: str, request: Request, fetch: Fetch) -> Response:
        asked = self._tape.redactor.request(request)
        call = self._tape.begin(kind, self._run_id, page_key(kind, asked))
        fail = partial(self._tape.write_page_error, call, asked)
        response = await _or_written(self._tape, fetch(request), fail)
        return await _finished(partial(self._tape.write_page, call, asked, response))


class RecordingModel:
    """The same model, writing: of every reply its text, or its pieces as they came."""

    def __init__(self, inner: LLM, tape: TapeWriter, *, run_id: str = "") -> None:
        """Stand before a model.

        Args:
            inner: the model that answers.
            tape: open, and stays open for as long as the model is used.
            run_id: whose calls these are.
        """
        self._inner = inner
        self._tape = tape
        self._run_id = run_id

    def for_run(self, run_id: str) -> "RecordingModel":
        """The model of one run."""
        return RecordingModel(self._inner, self._tape, run_id=run_id)

    async def __aenter__(self) -> Self:
        """Open the inner model."""
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Close the inner model."""
        await self._inner.__aexit__(*exc_info)

    async def complete(self, messages: Sequence[ChatMessage], *, max_tokens: int) -> str:
        """The whole reply. Raises as the inner model, and `bad_recording`."""
        asked = chat(messages, max_tokens)
        reply = self._inner.complete(messages, max_tokens=max_tokens)
        return await recorded(self._tape, self._run_id, "llm.complete", asked, reply)

    async def stream(
        self, messages: Sequence[ChatMessage], *, max_tokens: int
    ) -> AsyncIterator[str]:
        """The reply piece by piece; what was taken of it is written when it ends or is closed."""
        asked = self._tape.redactor.value(chat(messages, max_tokens))
        call = self._tape.begin("llm.stream", self._run_id, plain_key("llm.stream", asked))
        source = self._inner.stream(messages, max_tokens=max_tokens)
        pieces: list[str] = []
        # What it is unless we learn better: anything but a WebError is a mistake of ours.
        failed: WebError | None = Caller(ErrorCode.INTERNAL, "The model broke.")
        try:
            async for piece in source:
                pieces.append(self._tape.redactor.text(piece))
                yield pieces[-1]
            failed = None
        except WebError as error:
            self._tape.redactor.error(error)
            failed = error
            raise
        except (get_cancelled_exc_class(), GeneratorExit):
            # Whoever closed it early took no more; a replay that wants more is told so.
            failed = _cut_off()
            raise
        finally:
            if isinstance(source, AsyncGenerator):
                await source.aclose()
            reply = _unspelled(self._tape, pieces)
            exchange = Exchange(call=call, request=asked, reply=reply, error=failed)
            await _finished(partial(self._tape.write_exchange, exchange))

    async def window(self) -> int | None:
        """Tokens of the inner model's window. Raises as it does, and `bad_recording`."""
        return await recorded(self._tape, self._run_id, "llm.window", {}, self._inner.window())


async def recorded(
    tape: TapeWriter, run_id: str, kind: str, request: Any, reply: Awaitable[T]
) -> T:
    """Await a reply made of plain data, and write it or its failure.

    Any plug-in that reaches out can be recorded so: a model, an embedder, a reranker.

    Args:
        tape: open.
        run_id: whose call it is.
        kind: who is asked for what, `llm.complete`.
        request: plain data, all that the reply depends on.
        reply: plain data comes of it.

    Raises:
        WebError: as the reply; `bad_recording` when the tape cannot be written.
    """
    asked = tape.redactor.value(request)
    call = tape.begin(kind, run_id, plain_key(kind, asked))

    def fail(error: WebError) -> None:
        tape.write_exchange(Exchange(call=call, request=asked, error=error))

    given = tape.redactor.value(await _or_written(tape, reply, fail))
    exchange = Exchange(call=call, request=asked, reply=to_plain(given))
    await _finished(partial(tape.write_exchange, exchange))
    return given


async def _or_written(tape: TapeWriter, reply: Awaitable[T], fail: Callable[[WebError], None]) -> T:
    """The reply; a failure, or the end of the stage, is written and goes on."""
    try:
        return await reply
    except WebError as error:
        tape.redactor.error(error)
        await _finished(partial(fail, error))
        raise
    except get_cancelled_exc_class():
        await _finished(partial(fail, _cut_off()))
        raise


async def _finished(write: Callable[[], T]) -> T:
    """Write in a thread, to the end: compressing a page takes its time."""
    written: list[T] = []
    with CancelScope(shield=True):
        written.append(await to_thread.run_sync(write))
    return written[0]


def _unspelled(tape: TapeWriter, pieces: list[str]) -> list[str]:
    """The pieces; as one when a secret was spelled across them."""
    whole = "".join(pieces)
    hidden = tape.redactor.text(whole)
    return pieces if hidden == whole else [hidden]


def _cut_off() -> WebError:
    return Unreachable(ErrorCode.DEADLINE_EXCEEDED, "The stage ended before the answer came.")
