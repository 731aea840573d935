"""What a plug-in of each kind must be able to do.

A plug-in is one module with one object at its end, named as its shelf says (`PLUGIN_OBJECTS`).
Providers, readers and tokenizers are instances. Stores and models need settings and a clock
and own resources; their object is the class, opened by the engine.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol, Self

from citewell.model.config import ProviderConfig
from citewell.model.values import (
    Document,
    Message,
    Passage,
    ProviderReply,
    Query,
    Request,
    Response,
)

PLUGIN_OBJECTS: Mapping[str, str] = {
    "providers": "PROVIDER",
    "readers": "READER",
    "embedders": "EMBEDDER",
    "rerankers": "RERANKER",
    "judges": "JUDGE",
    "tokenizers": "TOKENIZER",
    "indexes": "INDEX",
    "stores": "STORE",
    "llms": "LLM",
}
"""Shelf under `plugins/` → name of the object that a module there ends with"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a service documents about how often it may be asked; None: it says nothing."""

    per_second: float | None = None
    per_minute: int | None = None
    per_hour: int | None = None
    per_day: int | None = None
    concurrent: int | None = None


class Fetch(Protocol):
    """One of the two doors, as a provider or the engine sees it."""

    async def __call__(self, request: Request) -> Response:
        """Send the request through the guard and return what came back.

        Raises:
            WebError: any code of `Refused` or `Unreachable`, `too_large`, `decode_failed`. A status
                other than 2xx is raised as its code.
        """
        ...


class Doors(Protocol):
    """The two ways out of the machine: live, counted, recorded or replayed."""

    async def page(self, request: Request) -> Response:
        """Fetch a page of the public web: GET only, no private address at all.

        Raises:
            WebError: as `Fetch`.
        """
        ...

    def api(self, endpoints: Sequence[str], configured: Sequence[str] = ()) -> Fetch:
        """Make the door of one provider.

        Args:
            endpoints: public origins that it declares; `*` stands for one label.
            configured: origins that the operator named, whatever their address, port or scheme.
        """
        ...


class Provider(Protocol):
    """Answers a query with hits. Pure but for the `fetch` it is given."""

    @property
    def name(self) -> str:
        """As in the configuration and in `Hit.provider`."""
        ...

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of: web news papers packages qa images collection."""
        ...

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Origins that it may reach; `*` stands for one label: `https://*.wikipedia.org`.

        Empty: it has no public service, and is asked only where an endpoint is configured.
        """
        ...

    @property
    def needs_key(self) -> bool:
        """Whether it cannot work without one."""
        ...

    @property
    def use(self) -> Literal["any", "personal"]:
        """personal: its terms forbid serving others."""
        ...

    @property
    def terms(self) -> str:
        """One line: licence of what comes back, and manners that are asked for."""
        ...

    @property
    def limits(self) -> Limits:
        """As the service documents them."""
        ...

    @property
    def verified(self) -> date | None:
        """When it was last seen to work on the live service; None: never."""
        ...

    def configured(self, settings: ProviderConfig) -> "Provider":
        """The same provider with the operator's endpoint, key and options."""
        ...

    async def search(self, query: Query, fetch: Fetch) -> ProviderReply:
        """Ask once.

        Raises:
            WebError: when refused or unreachable; a refusal is never an empty reply.
        """
        ...


class Reader(Protocol):
    """Makes a document of the bytes of some media types. Pure and synchronous."""

    @property
    def name(self) -> str:
        """Name and version, `html/1`; part of every snapshot's identity."""
        ...

    def claim(self, media_type: str, head: bytes) -> float:
        """How surely these bytes are its own, 0 (no) to 1 (sure).

        Args:
            media_type: lower-case, as the server declared it; may be empty or wrong.
            head: the first 1,024 bytes of the body.
        """
        ...

    def read(self, response: Response) -> Document:
        """Extract.

        Raises:
            Unreadable: says why there is no text.
        """
        ...


class Embedder(Protocol):
    """Turns texts into vectors."""

    async def embed(
        self, texts: Sequence[str], kind: Literal["query", "passage"]
    ) -> Sequence[Sequence[float]]:
        """One vector of length 1 for each text, same order."""
        ...


class Reranker(Protocol):
    """Scores texts against a query together."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score for each text, same order; higher is better."""
        ...


class Judge(Protocol):
    """Says how far evidence supports a claim."""

    async def support(self, claim: str, evidence: Sequence[str]) -> Sequence[float]:
        """0 (contradicts or silent) to 1 (states it) for each piece, same order."""
        ...


class Tokenizer(Protocol):
    """Counts the tokens of one model."""

    def count(self, text: str) -> int:
        """Exact number of tokens."""
        ...


class Index(Protocol):
    """Passages kept and searched; a collection provider is handed an open one."""

    async def add(self, passages: Sequence[Passage]) -> None:
        """Take passages in; they are found after the next `commit`."""
        ...

    async def commit(self) -> None:
        """Make what was added durable and findable."""
        ...

    async def search(self, query: str, limit: int) -> Sequence[tuple[Passage, float]]:
        """The best passages with their scores, best first."""
        ...


class Store(Protocol):
    """Bytes by key, bounded by count and bytes, each with a time to live."""

    async def get(self, key: str) -> bytes | None:
        """The value, or None when it is absent or expired."""
        ...

    async def put(self, key: str, value: bytes, *, ttl_s: float) -> None:
        """Keep the value; the least recently used go when the bounds are reached."""
        ...

    async def delete(self, key: str) -> None:
        """Forget the key; nothing happens when it is absent."""
        ...

    async def put_if_absent(self, key: str, value: bytes, *, ttl_s: float) -> bool:
        """Keep the value unless the key is there; whether it was kept. Atomic."""
        ...

    async def compare_and_set(
        self, key: str, expected: bytes | None, value: bytes, *, ttl_s: float
    ) -> bool:
        """Keep the value when the present one is `expected` (None: absent). Atomic."""
        ...

    async def add(self, key: str, amount: int, *, ttl_s: float) -> int:
        """Add to a counter that starts at 0, and return the sum. Atomic; ttl runs from the start.

        Raises:
            ValueError: the key holds something that is no counter.
        """
        ...

    async def list(self, prefix: str) -> Sequence[str]:
        """Live keys that start so, sorted."""
        ...

    async def aclose(self) -> None:
        """Let go of what it holds open."""
        ...


class LLM(Protocol):
    """A model that continues a conversation."""

    async def __aenter__(self) -> Self:
        """Open the connection to the endpoint."""
        ...

    async def __aexit__(self, *exc_info: object) -> None:
        """Close it."""
        ...

    async def complete(self, messages: Sequence["ChatMessage"], *, max_tokens: int) -> str:
        """The whole reply.

        Raises:
            Unavailable: `model_unavailable`, or `model_unusable` for a reply of the wrong form.
        """
        ...

    def stream(self, messages: Sequence["ChatMessage"], *, max_tokens: int) -> AsyncIterator[str]:
        """The reply piece by piece; closing the iterator frees the model. Raises as `complete`."""
        ...

    async def window(self) -> int | None:
        """Tokens that prompt and reply may hold together; None when the endpoint does not say."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message as a model is sent it."""

    role: Literal["system", "user", "assistant"]
    text: str

    @classmethod
    def of(cls, message: Message) -> "ChatMessage":
        """An earlier turn of the conversation."""
        return cls(role=message.role, text=message.text)
