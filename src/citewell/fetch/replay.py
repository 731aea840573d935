"""The doors and the model, answered by a tape: no network, no waiting, the same bytes.

Rule: the k-th of equal calls of a run gets the answer of the recorded k-th, and any further one the
last, in whichever order different calls come. What was not recorded is `replay_missing`: nothing is
ever made up, and nothing is asked of the network. This module imports no network library.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

from anyio import to_thread

from citewell.fetch.calls import Exchange, chat, page_key, plain_key, shaped
from citewell.fetch.redact import Redactor
from citewell.fetch.tape import Tape
from citewell.model.errors import ErrorCode, Unreachable
from citewell.model.protocols import ChatMessage, Fetch
from citewell.model.values import Request, Response


class Player:
    """Plays the exchanges of one run; keeps count of the equal calls."""

    def __init__(self, tape: Tape, run_id: str) -> None:
        """Start at the beginning of the run."""
        self._tape = tape
        self._run_id = run_id
        self._began: Counter[str] = Counter()

    async def exchange(self, key: str, what: str) -> Exchange:
        """The recorded exchange of a call that begins now.

        Args:
            key: as `page_key` or `plain_key` makes it.
            what: names the call to a person, should it be missing.

        Raises:
            WebError: `replay_missing`; `bad_recording` when the file was changed meanwhile.
        """
        ordinal = self._began[key]
        self._began[key] += 1
        found = await to_thread.run_sync(self._tape.exchange, self._run_id, key, ordinal)
        if found is None:
            raise Unreachable(ErrorCode.REPLAY_MISSING, f"The recording holds no {what}.")
        return found

    async def reply(self, kind: str, request: Any) -> Any:
        """The recorded reply to what `record.recorded` wrote, as plain data.

        Raises:
            WebError: the recorded one, `replay_missing`, `bad_recording`.
        """
        found = await self.exchange(plain_key(kind, request), f"such call of {kind}")
        if found.error:
            raise found.error
        return found.reply


class ReplayDoors:
    """The recorded doors; made for one run by `for_run`, and anew each time it is played."""

    def __init__(self, tape: Tape, *, run_id: str = "") -> None:
        """Start at the beginning of the run."""
        self._tape = tape
        self._player = Player(tape, run_id)

    def for_run(self, run_id: str) -> "ReplayDoors":
        """The doors of one run, at its beginning."""
        return ReplayDoors(self._tape, run_id=run_id)

    async def page(self, request: Request) -> Response:
        """The recorded answer.

        Raises:
            WebError: the recorded one; `replay_missing` names the URL; `bad_recording`.
        """
        return await self._answer("page", request)

    def api(self, endpoints: Sequence[str], configured: Sequence[str] = ()) -> Fetch:
        """Make a provider's recorded door; what it may reach was decided when it was recorded."""

        async def replayed(request: Request) -> Response:
            return await self._answer("api", request)

        return replayed

    async def _answer(self, kind: str, request: Request) -> Response:
        # Names and passwords in URLs were left out of the recording, whoever they belonged to.
        asked = Redactor().request(request)
        found = await self._player.exchange(page_key(kind, asked), f"answer for {asked.url}")
        if found.error:
            raise found.error
        return found.response


class ReplayModel:
    """The recorded model of one run."""

    def __init__(self, tape: Tape, *, run_id: str = "") -> None:
        """Start at the beginning of the run."""
        self._tape = tape
        self._player = Player(tape, run_id)

    def for_run(self, run_id: str) -> "ReplayModel":
        """The model of one run, at its beginning."""
        return ReplayModel(self._tape, run_id=run_id)

    async def __aenter__(self) -> Self:
        """Nothing is opened."""
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Nothing is closed."""

    async def complete(self, messages: Sequence[ChatMessage], *, max_tokens: int) -> str:
        """The recorded reply.

        Raises:
            WebError: the recorded one; `replay_missing`, `bad_recording`.
        """
        return _text(await self._player.reply("llm.complete", chat(messages, max_tokens)))

    async def stream(
        self, messages: Sequence[ChatMessage], *, max_tokens: int
    ) -> AsyncIterator[str]:
        """The recorded pieces, then the recorded error if there was one. Raises as `complete`."""
        key = plain_key("llm.stream", chat(messages, max_tokens))
        found = await self._player.exchange(key, "such reply of the model")
        with shaped():
            pieces = [_text(piece) for piece in found.reply]
        for piece in pieces:
            yield piece
        if found.error:
            raise found.error

    async def window(self) -> int | None:
        """The recorded window. Raises as `complete`."""
        window = await self._player.reply("llm.window", {})
        with shaped():
            return None if window is None else int(window)


def _text(plain: Any) -> str:
    with shaped():
        if not isinstance(plain, str):
            raise TypeError("text is expected")
        return plain
