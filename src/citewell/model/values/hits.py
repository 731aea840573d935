"""What providers found, and how each provider and each read fared."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from citewell.model.errors import ErrorCode


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One result, at a rank, from one provider, for one query."""

    url: str
    title: str
    snippet: str = ""
    text: str = ""
    """Longer text that came with the same answer; empty when none did"""
    provider: str
    query: str
    """The text of the query that it answers"""
    rank: int
    """1-based, in the provider's own order"""
    published: datetime | None = None
    site: str = ""
    doi: str = ""
    image: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderReply:
    """One provider's answer to one query."""

    hits: tuple[Hit, ...] = ()
    failures: tuple[tuple[str, ErrorCode], ...] = ()
    """(engine, code) for each engine behind the provider that refused or failed"""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one provider or one read fared."""

    operation: Literal["search", "read"]
    target: str
    """The provider's name, or the URL that was read"""
    query: str = ""
    """The text of the query; empty for a read"""
    code: ErrorCode | None = None
    """None when it went well; why not, otherwise"""
    elapsed_s: float = 0.0
    count: int = 0
    """Hits found, or characters read"""
    detail: str = ""

    @property
    def status(self) -> str:
        """`ok`, `empty`, or an error code."""
        if self.code is not None:
            return str(self.code)
        return "ok" if self.count else "empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResponse:
    """Merged hits, best first, with the outcome of every provider asked."""

    hits: tuple[Hit, ...]
    outcomes: tuple[Outcome, ...]
    filtered: int = 0
    """Hits that the filters dropped"""

    @property
    def degraded(self) -> bool:
        """Whether any provider or engine refused or failed."""
        return any(outcome.code is not None or outcome.detail for outcome in self.outcomes)
