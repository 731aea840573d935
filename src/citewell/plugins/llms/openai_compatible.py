"""A model behind an endpoint with OpenAI's chat completions, as llama.cpp, Ollama or vLLM serve it.

Rule: talks to the operator's endpoint and to nothing else, follows no redirect, sends the key in
the Authorization header alone. What does not come is `model_unavailable`, what comes in the wrong
form is `model_unusable`. To close a stream closes its connection, which is how these servers learn
that they may stop.
Shapes: OpenAI's API reference (chat completions, server-sent events), the server's README of
llama.cpp (`/props`), vLLM's model card (`max_model_len`), Ollama's API (`/api/ps`, `/api/show`).
"""

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any, Literal, Self

import anyio
import httpcore2

from citewell.model.clock import Clock
from citewell.model.config import LLMConfig
from citewell.model.errors import Caller, ErrorCode, Unavailable, WebError
from citewell.model.protocols import ChatMessage
from citewell.text.urls import parse_url

MAX_REPLY_BYTES = 4 * 1024 * 1024
"""Of one reply, framing included: a hundred times a long answer"""

WINDOW_DEADLINE_S = 5.0
"""For all questions about the window together: a run must not wait for what it can guess"""

CONNECT_TIMEOUT_S = 10.0

_FAILURES = (
    httpcore2.TimeoutException,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    httpcore2.UnsupportedProtocol,
)
_OLLAMA_WINDOW = re.compile(r"^num_ctx\s+(\d+)\s*$", re.MULTILINE)


class OpenAICompatible:
    """One model of one endpoint; see `protocols.LLM`. Open it with `async with`."""

    def __init__(self, config: LLMConfig, clock: Clock) -> None:
        """Take the settings.

        Args:
            config: `endpoint` is the base URL, as in `http://127.0.0.1:11434/v1`; `timeout_s` is
                the longest silence.
            clock: every model takes it; this one is timed by its endpoint's silence alone.

        Raises:
            WebError: `bad_config` when the endpoint is no web address.
        """
        try:
            self._host = parse_url(config.endpoint).host_header
        except WebError as error:
            message = f"The endpoint of the model is no web address: {error.message}"
            raise Caller(ErrorCode.BAD_CONFIG, message) from None
        self._config = config
        self._base = config.endpoint.rstrip("/")
        self._pool = httpcore2.AsyncConnectionPool(keepalive_expiry=30.0)
        self._window: int | None = None

    async def __aenter__(self) -> Self:
        """Ready the connections; none is opened before it is needed."""
        await self._pool.__aenter__()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Close them."""
        await self._pool.aclose()

    async def complete(self, messages: Sequence[ChatMessage], *, max_tokens: int) -> str:
        """The whole reply. Raises as `protocols.LLM.complete`."""
        payload = self._payload(messages, max_tokens, stream=False)
        return _whole(await self._answer("POST", f"{self._base}/chat/completions", payload))

    async def stream(
        self, messages: Sequence[ChatMessage], *, max_tokens: int
    ) -> AsyncGenerator[str, None]:
        """The reply piece by piece. Raises as `complete`; `model_unusable` when it breaks off."""
        payload = self._payload(messages, max_tokens, stream=True)
        url = f"{self._base}/chat/completions"
        events = _Events()
        async with self._exchange("POST", url, payload) as response:
            if _is_json(response):  # a server that cannot stream answers in one piece
                yield _whole(_object(await _body(response)))
                return
            async with aclosing(response.aiter_stream()) as chunks:
                async for chunk in chunks:
                    for piece in events.feed(chunk):
                        yield piece
                    if events.is_done:
                        return
        if not events.is_finished:
            raise _unusable("its reply broke off")

    async def window(self) -> int | None:
        """Tokens of prompt and reply, as vLLM, llama.cpp or Ollama tell them; None otherwise."""
        if self._window is None:
            with anyio.move_on_after(WINDOW_DEADLINE_S):
                self._window = await self._asked_window()
        return self._window

    async def _asked_window(self) -> int | None:
        root = self._base.removesuffix("/v1")
        model = self._config.model
        questions: tuple[tuple[Literal["GET", "POST"], str, Any], ...] = (
            ("GET", f"{self._base}/models", _window_of_vllm),
            ("GET", f"{root}/props", _window_of_llama_cpp),
            ("GET", f"{root}/api/ps", _window_of_loaded_ollama),
            ("POST", f"{root}/api/show", _window_of_ollama),
        )
        for method, url, read in questions:
            try:
                answer = await self._answer(method, url, {"model": model})
            except Unavailable:
                continue  # another kind of server, which has another place to say it
            found = read(answer, model)
            if isinstance(found, int) and found > 0:
                return found
        return None

    def _payload(
        self, messages: Sequence[ChatMessage], max_tokens: int, *, stream: bool
    ) -> Mapping[str, Any]:
        named = {"model": self._config.model} if self._config.model else {}
        return {
            **named,
            "messages": [{"role": message.role, "content": message.text} for message in messages],
            "max_tokens": max_tokens,
            "stream": stream,
        }

    async def _answer(
        self, method: Literal["GET", "POST"], url: str, payload: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The JSON object that the endpoint answers with."""
        async with self._exchange(method, url, payload) as response:
            return _object(await _body(response))

    @asynccontextmanager
    async def _exchange(
        self, method: Literal["GET", "POST"], url: str, payload: Mapping[str, Any]
    ) -> AsyncIterator[httpcore2.Response]:
        """Send a request and hand over a 200 response, unread; leaving closes it."""
        silence_s = self._config.timeout_s
        timeout = {"connect": min(CONNECT_TIMEOUT_S, silence_s)} | dict.fromkeys(
            ("read", "write", "pool"), silence_s
        )
        try:
            async with self._pool.stream(
                method,
                url,
                headers=self._headers(),
                content=json.dumps(payload).encode() if method == "POST" else None,
                extensions={"timeout": timeout},
            ) as response:
                self._check_status(response.status)
                yield response
        except _FAILURES as error:
            raise self._unavailable(_reason(error, silence_s), retryable=True) from None

    def _headers(self) -> list[tuple[str, str]]:
        headers = [
            ("user-agent", "citewell"),
            ("accept", "application/json, text/event-stream"),
            ("content-type", "application/json"),
        ]
        if self._config.key is not None:
            headers.append(("authorization", f"Bearer {self._config.key.reveal()}"))
        return headers

    def _check_status(self, status: int) -> None:
        if status != 200:
            is_passing = status in {408, 429} or status >= 500
            raise self._unavailable(f"answered with status {status}", retryable=is_passing)

    def _unavailable(self, what: str, *, retryable: bool) -> Unavailable:
        message = f"The model at {self._host} {what}."
        return Unavailable(ErrorCode.MODEL_UNAVAILABLE, message, retryable=retryable)


class _Events:
    """Reads server-sent events as they come in and gives the pieces of the reply."""

    def __init__(self) -> None:
        self.is_done = False
        """The server said that nothing more comes"""
        self.is_finished = False
        """The model stopped by itself or at its limit"""
        self._pending = b""
        self._bytes = 0

    def feed(self, chunk: bytes) -> list[str]:
        """Take in the next bytes, cut anywhere; pieces that they complete."""
        self._bytes += len(chunk)
        if self._bytes > MAX_REPLY_BYTES:
            raise _unusable(f"its reply exceeds {MAX_REPLY_BYTES:,} bytes")
        *lines, self._pending = (self._pending + chunk).split(b"\n")
        # These servers put each event on one line, so other fields and blank lines say nothing.
        data = [line.removeprefix(b"data:").strip() for line in lines if line.startswith(b"data:")]
        return [piece for event in data for piece in self._pieces(event)]

    def _pieces(self, event: bytes) -> list[str]:
        if self.is_done or event == b"[DONE]":
            self.is_done = self.is_finished = True
            return []
        part = _object(event)
        if "error" in part:
            raise Unavailable(ErrorCode.MODEL_UNAVAILABLE, "The model failed in its reply.")
        if part.get("choices") == []:  # figures of use, which come after the reply
            return []
        choice = _choice(part)
        self.is_finished = self.is_finished or choice.get("finish_reason") is not None
        delta = choice.get("delta")
        content = delta.get("content") if isinstance(delta, dict) else ""
        if content is not None and not isinstance(content, str):
            raise _unusable("a piece of its reply is no text")
        return [content] if content else []


async def _body(response: httpcore2.Response) -> bytes:
    body = bytearray()
    async with aclosing(response.aiter_stream()) as chunks:
        async for chunk in chunks:
            body += chunk
            if len(body) > MAX_REPLY_BYTES:
                raise _unusable(f"its reply exceeds {MAX_REPLY_BYTES:,} bytes")
    return bytes(body)


def _is_json(response: httpcore2.Response) -> bool:
    kinds = [value for name, value in response.headers if name.lower() == b"content-type"]
    return any(kind.lower().startswith(b"application/json") for kind in kinds)


def _object(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise _unusable("its reply is not JSON") from None
    if not isinstance(answer, dict):
        raise _unusable("its reply is not an object")
    return answer


def _choice(reply: Mapping[str, Any]) -> dict[str, Any]:
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise _unusable("its reply holds no choice")
    return choices[0]


def _whole(reply: Mapping[str, Any]) -> str:
    message = _choice(reply).get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, str):
        raise _unusable("its reply holds no text")
    return content


def _unusable(why: str) -> Unavailable:
    return Unavailable(ErrorCode.MODEL_UNUSABLE, f"The model cannot be used: {why}.")


def _reason(error: Exception, silence_s: float) -> str:
    if isinstance(error, httpcore2.ConnectTimeout | httpcore2.ConnectError):
        return "cannot be connected to"
    if isinstance(error, httpcore2.TimeoutException):
        return f"was silent for {silence_s:g} s"
    return "broke off the connection"


def _window_of_vllm(answer: Mapping[str, Any], model: str) -> object:
    cards = [card for card in _list(answer, "data") if not model or card.get("id") == model]
    return cards[0].get("max_model_len") if cards else None


def _window_of_llama_cpp(answer: Mapping[str, Any], _model: str) -> object:
    settings = answer.get("default_generation_settings")
    return settings.get("n_ctx") if isinstance(settings, dict) else None


def _window_of_loaded_ollama(answer: Mapping[str, Any], model: str) -> object:
    names = {model, f"{model}:latest"}
    loaded = [card for card in _list(answer, "models") if card.get("name") in names]
    return loaded[0].get("context_length") if loaded else None


def _window_of_ollama(answer: Mapping[str, Any], _model: str) -> object:
    """What the model's file sets; the length it was trained on is not what it runs with."""
    found = _OLLAMA_WINDOW.search(str(answer.get("parameters", "")))
    return int(found[1]) if found else None


def _list(answer: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    items = answer.get(key)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


LLM = OpenAICompatible
