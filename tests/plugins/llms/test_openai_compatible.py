"""A model behind an endpoint, against a real server on loopback that follows a script."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.clock import frozen_clock
from citewell.model.config import LLMConfig, Secret
from citewell.model.errors import ErrorCode, WebError
from citewell.model.protocols import LLM, ChatMessage
from citewell.plugins.llms.openai_compatible import OpenAICompatible, _Events
from tests.promises import promise

CLOCK = frozen_clock(datetime(2026, 11, 30, tzinfo=UTC))
HELLO = (
    ChatMessage(role="system", text="Be brief."),
    ChatMessage(role="user", text="Grüß Gott 🙂"),
)
CHAT = "POST /v1/chat/completions"


@dataclass(frozen=True, kw_only=True)
class Script:
    """What the server answers to one kind of request."""

    parts: Sequence[bytes] = ()
    status: str = "200 OK"
    media_type: str = "application/json"
    stays_open: bool = False
    """After the parts the server says nothing and waits until the client is gone"""
    length: int | None = None
    """Announced; the connection's end marks the body's when None"""


@dataclass(kw_only=True)
class Server:
    """A server on loopback, and what it has seen."""

    scripts: Mapping[str, Script]
    port: int = 0
    requests: list[tuple[str, Mapping[str, str], bytes]] = field(default_factory=list)
    client_left: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            line = head[0].removesuffix(" HTTP/1.1")
            self.requests.append((line, dict(x.split(": ", 1) for x in head[1:] if x), body))
            await self._answer(
                self.scripts.get(line, Script(status="404 Not Found")), reader, writer
            )
        finally:
            writer.close()

    async def _answer(
        self, script: Script, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        writer.write(f"HTTP/1.1 {script.status}\r\ncontent-type: {script.media_type}\r\n".encode())
        if script.length is not None:
            writer.write(f"content-length: {script.length}\r\n".encode())
        writer.write(b"connection: close\r\n\r\n")
        for part in script.parts:
            writer.write(part)
            await writer.drain()
        if script.stays_open:
            await reader.read()
            self.client_left.set()


@asynccontextmanager
async def served(scripts: Mapping[str, Script]) -> AsyncIterator[Server]:
    """A running server."""
    server = Server(scripts=scripts)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        with anyio.fail_after(5):
            yield server
    finally:
        listening.close()


def model_at(server: Server, *, timeout_s: float = 4.0, key: str = "") -> OpenAICompatible:
    secret = Secret(key) if key else None
    config = LLMConfig(endpoint=server.endpoint, model="small", key=secret, timeout_s=timeout_s)
    return OpenAICompatible(config, CLOCK)


def reply(content: Any) -> bytes:
    """A whole reply of this content."""
    return json.dumps({"choices": [{"message": {"content": content}}]}).encode()


def event(content: Any, finish_reason: str | None = None) -> bytes:
    """One event of a streamed reply."""
    choice = {"index": 0, "delta": {"content": content}, "finish_reason": finish_reason}
    return b"data: " + json.dumps({"choices": [choice]}, ensure_ascii=False).encode() + b"\n\n"


def streaming(*parts: bytes, stays_open: bool = False) -> Mapping[str, Script]:
    return {CHAT: Script(parts=parts, media_type="text/event-stream", stays_open=stays_open)}


async def code_of(scripts: Mapping[str, Script], *, stream: bool, timeout_s: float = 4.0) -> str:
    """The code with which the model fails; what it said otherwise."""
    async with served(scripts) as server, model_at(server, timeout_s=timeout_s) as model:
        try:
            if stream:
                return "".join([piece async for piece in model.stream(HELLO, max_tokens=9)])
            return await model.complete(HELLO, max_tokens=9)
        except WebError as error:
            return str(error.code)


async def test_a_reply_comes_whole_and_the_question_went_out_as_written() -> None:
    scripts = {CHAT: Script(parts=[reply("Servus 🙂")])}
    async with served(scripts) as server, model_at(server) as model:
        said = await model.complete(HELLO, max_tokens=9)

    (_, _, body) = server.requests[0]
    assert said == "Servus 🙂"
    assert json.loads(body) == {
        "model": "small",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Grüß Gott 🙂"},
        ],
        "max_tokens": 9,
        "stream": False,
    }


@promise("plugins.llm.pieces-come-as-they-are-said")
async def test_pieces_come_while_the_model_is_still_speaking() -> None:
    scripts = streaming(event("Ser"), event("vus"), stays_open=True)
    async with served(scripts) as server, model_at(server) as model:
        pieces = model.stream(HELLO, max_tokens=9)
        said = [await anext(pieces), await anext(pieces)]
        await pieces.aclose()

    assert said == ["Ser", "vus"]
    assert json.loads(server.requests[0][2])["stream"] is True


@promise("plugins.llm.closing-the-stream-frees-the-model")
async def test_the_server_sees_that_a_stream_is_closed() -> None:
    scripts = streaming(event("Ser"), stays_open=True)
    async with served(scripts) as server, model_at(server) as model:
        pieces = model.stream(HELLO, max_tokens=9)
        await anext(pieces)
        await pieces.aclose()

        await server.client_left.wait()


@promise("plugins.llm.closing-the-stream-frees-the-model")
@pytest.mark.parametrize("stream", [True, False])
async def test_the_server_sees_that_a_run_is_cancelled(stream: bool) -> None:
    scripts = {CHAT: Script(stays_open=True, media_type="text/event-stream")}
    async with served(scripts) as server, model_at(server) as model:
        async with anyio.create_task_group() as group:

            async def ask() -> None:
                if stream:
                    async for _ in model.stream(HELLO, max_tokens=9):
                        pass
                await model.complete(HELLO, max_tokens=9)

            group.start_soon(ask)
            while not server.requests:
                await anyio.lowlevel.checkpoint()
            group.cancel_scope.cancel()

        await server.client_left.wait()


@promise("plugins.llm.any-framing-gives-the-same-words")
@given(cuts=st.lists(st.integers(min_value=0, max_value=400), max_size=8))
def test_a_stream_cut_anywhere_gives_the_same_words(cuts: list[int]) -> None:
    whole = b": ping\r\n\r\n" + event("Grüß ").replace(b"\n", b"\r\n") + event("Gott 🙂", "stop")
    whole += b'data:{"choices":[],"usage":{}}\n\ndata: [DONE]\n\n'
    events = _Events()
    places = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]

    said = [piece for start, end in pairwise(places) for piece in events.feed(whole[start:end])]

    assert said == ["Grüß ", "Gott 🙂"]
    assert events.is_done


async def test_a_server_that_cannot_stream_gives_one_piece() -> None:
    assert await code_of({CHAT: Script(parts=[reply("Servus")])}, stream=True) == "Servus"


async def test_a_stream_that_ends_with_a_reason_needs_no_farewell() -> None:
    assert await code_of(streaming(event("Servus"), event(None, "stop")), stream=True) == "Servus"


@promise("plugins.llm.what-does-not-come-is-unavailable")
@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    "script",
    [
        Script(status="500 Internal Server Error"),
        Script(status="401 Unauthorized"),
        Script(status="307 Temporary Redirect"),
        Script(parts=[b'{"choices": '], length=999),
        Script(parts=[event("Ser")], length=999, media_type="text/event-stream"),
    ],
    ids=["broken", "key", "elsewhere", "half a body", "half a stream"],
)
async def test_what_does_not_come_is_unavailable(script: Script, stream: bool) -> None:
    assert await code_of({CHAT: script}, stream=stream) == ErrorCode.MODEL_UNAVAILABLE


@promise("plugins.llm.what-does-not-come-is-unavailable")
@pytest.mark.parametrize("stream", [True, False])
async def test_a_silent_model_is_unavailable(stream: bool) -> None:
    scripts = {CHAT: Script(stays_open=True, media_type="text/event-stream")}

    assert await code_of(scripts, stream=stream, timeout_s=0.05) == ErrorCode.MODEL_UNAVAILABLE


@promise("plugins.llm.what-does-not-come-is-unavailable")
async def test_a_model_that_falls_silent_in_mid_reply_is_unavailable() -> None:
    scripts = streaming(event("Ser"), stays_open=True)

    assert await code_of(scripts, stream=True, timeout_s=0.05) == ErrorCode.MODEL_UNAVAILABLE


async def test_nobody_at_the_endpoint_is_unavailable_and_may_be_tried_again() -> None:
    async with served({}) as server:
        pass
    async with model_at(server) as model:
        with pytest.raises(WebError) as raised, anyio.fail_after(5):
            await model.complete(HELLO, max_tokens=9)

    assert raised.value.code == ErrorCode.MODEL_UNAVAILABLE
    assert raised.value.retryable


@promise("plugins.llm.the-wrong-form-is-unusable")
@pytest.mark.parametrize(
    "body",
    [
        b'{"choices": [{"mess',
        b"Servus",
        b"[]",
        b"[" * 100_000,
        b'{"choices": []}',
        b'{"choices": {"0": 1}}',
        b'{"choices": [{"message": "Servus"}]}',
        reply(None),
        reply(["Servus"]),
        reply("x" * 5_000_000),
    ],
    ids="half text list deep none keyed message null parts huge".split(),
)
async def test_a_whole_reply_of_the_wrong_form_is_unusable(body: bytes) -> None:
    assert await code_of({CHAT: Script(parts=[body])}, stream=False) == ErrorCode.MODEL_UNUSABLE


@promise("plugins.llm.the-wrong-form-is-unusable")
@pytest.mark.parametrize(
    "parts",
    [
        [b'data: {"choices": [{"del\n\n'],
        [b"data: 7\n\n"],
        [event(7)],
        [b'data: {"choices": 7}\n\n'],
        [event("Ser")],
        [],
        [event("x" * 5_000_000, "stop")],
    ],
    ids=["half JSON", "number", "content", "choices", "broken off", "nothing", "huge"],
)
async def test_a_stream_of_the_wrong_form_is_unusable(parts: list[bytes]) -> None:
    assert await code_of(streaming(*parts), stream=True) == ErrorCode.MODEL_UNUSABLE


async def test_an_error_inside_a_stream_is_unavailable() -> None:
    scripts = streaming(event("Ser"), b'data: {"error": {"message": "out of memory"}}\n\n')

    assert await code_of(scripts, stream=True) == ErrorCode.MODEL_UNAVAILABLE


@promise("plugins.llm.the-key-stays-in-its-header")
async def test_the_key_travels_in_its_header_and_nowhere_else() -> None:
    scripts = {CHAT: Script(status="401 Unauthorized")}
    async with served(scripts) as server, model_at(server, key="sk-very-secret") as model:
        with pytest.raises(WebError) as raised:
            await model.complete(HELLO, max_tokens=9)

    line, headers, body = server.requests[0]
    assert [name for name, value in headers.items() if "sk-very-secret" in value] == [
        "authorization"
    ]
    assert "sk-very-secret" not in line + body.decode() + raised.value.message


@promise("plugins.llm.window-as-the-server-tells-it")
@pytest.mark.parametrize(
    ("line", "answer", "tokens"),
    [
        (
            "GET /v1/models",
            {"data": [{"id": "big", "max_model_len": 1}, {"id": "small", "max_model_len": 8192}]},
            8192,
        ),
        ("GET /props", {"default_generation_settings": {"n_ctx": 4096}}, 4096),
        ("GET /api/ps", {"models": [{"name": "small:latest", "context_length": 2048}]}, 2048),
        ("POST /api/show", {"parameters": "stop  x\nnum_ctx    16384\n"}, 16384),
        ("POST /api/show", {"model_info": {"llama.context_length": 131072}}, None),
        ("GET /v1/models", {"data": [{"id": "small", "meta": {"n_ctx_train": 32768}}]}, None),
        ("GET /v1/models", {"data": 7, "models": [7]}, None),
        ("GET /props", {"default_generation_settings": {"n_ctx": "many"}}, None),
    ],
    ids=["vllm", "llama.cpp", "ollama", "ollama file", "trained", "trained too", "odd", "word"],
)
async def test_the_window_is_what_the_server_says_it_runs_with(
    line: str, answer: Mapping[str, Any], tokens: int | None
) -> None:
    scripts = {line: Script(parts=[json.dumps(answer).encode()])}
    async with served(scripts) as server, model_at(server) as model:
        assert await model.window() == tokens


async def test_a_window_that_was_told_is_not_asked_for_again() -> None:
    body = b'{"data": [{"id": "small", "max_model_len": 8192}]}'
    scripts = {"GET /v1/models": Script(parts=[body])}
    async with served(scripts) as server, model_at(server) as model:
        told = [await model.window(), await model.window()]

    assert told == [8192, 8192]
    assert len(server.requests) == 1


async def test_nobody_at_the_endpoint_has_no_window() -> None:
    async with served({}) as server:
        pass
    async with model_at(server) as model:
        with anyio.fail_after(5):
            assert await model.window() is None


@pytest.mark.parametrize("endpoint", ["", "127.0.0.1:11434/v1", "file:///etc/hosts"])
def test_an_endpoint_that_is_no_web_address_is_bad_config(endpoint: str) -> None:
    with pytest.raises(WebError) as raised:
        OpenAICompatible(LLMConfig(endpoint=endpoint), CLOCK)

    assert raised.value.code == ErrorCode.BAD_CONFIG


def test_the_plug_in_is_a_model_as_the_protocol_says() -> None:
    model: LLM = OpenAICompatible(LLMConfig(endpoint="http://127.0.0.1:1/v1"), CLOCK)

    assert model is not None
