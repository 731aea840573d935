"""From passages to the numbered context that a model is handed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

TokenMethod = Literal["exact", "estimated", "bytes"]

Absence = Literal["", "nothing_found", "nothing_readable", "unanswered", "not_searched", "no_room"]
"""Why a context has no passage; empty when it has some.

nothing_found: somebody looked, and there was nothing · unanswered: everybody who was asked refused
or failed, so that nothing is known · nothing_readable: hits without a word to show · not_searched:
the plan was not to search · no_room: the budget holds no passage
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A contiguous span of one document: `text == document.text[start:end]`."""

    source_id: str
    snapshot_id: str
    """Empty for a snippet, which no document backs"""
    index: int
    """0-based place among the passages of its document"""
    heading: str = ""
    start: int
    end: int
    text: str
    page: int | None = None
    """1-based page, for paged media"""
    published: datetime | None = None
    main: float = 1.0
    """0-1: how likely this is content, averaged over its blocks by length"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPassage:
    """A passage with the number that orders it and that number's named parts."""

    passage: Passage
    score: float
    features: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A numbered document, or hit, that the context cites as `[n]`."""

    n: int
    """1-based"""
    source_id: str
    snapshot_id: str
    """Empty when only the snippet was seen"""
    title: str
    url: str
    domain: str
    provider: str
    snippet: str = ""
    published: datetime | None = None
    read: bool = False
    licence: str = ""
    copy_of: int | None = None
    """The n of the source that this one repeats; None when independent"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The text handed to a model: sources and passages under a token budget."""

    text: str
    sources: tuple[Source, ...]
    passages: tuple[RankedPassage, ...]
    """Those that stand in `text`, in its order"""
    tokens: int
    token_method: TokenMethod
    budget_tokens: int
    queries: tuple[str, ...]
    searched_at: datetime
    absence: Absence = ""
    continuation: str = ""
    """A token that fetches the passages left out; empty where none can be fetched"""
