"""Which pages a query finds: shared words, weighed by how rare they are. For building only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from citewell.text.words import words

LEAST_SHARE = 0.45
"""Of the weight of the query's words that a page must hold to be found"""

TITLE_WEIGHT = 0.5
"""Of a word's weight once more, when it stands in the title"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One page as a service knows it."""

    url: str
    title: str
    snippet: str
    language: str
    text: str
    published: str = ""


class Lookup:
    """An index over entries, made once."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Fold and split every text."""
        self._entries = tuple(entries)
        self._texts = [frozenset(words(f"{e.title} {e.snippet} {e.text}")) for e in self._entries]
        self._titles = [frozenset(words(entry.title)) for entry in self._entries]

    def find(self, query: str, language: str | None, limit: int = 10) -> Sequence[Entry]:
        """Entries in the language that hold enough of the query, best first.

        Args:
            query: as it was asked.
            language: ISO 639-1; None for all.
            limit: at most so many.
        """
        among = [at for at, e in enumerate(self._entries) if language in {None, e.language}]
        weights = {term: self._weight(term, among) for term in words(query)}
        whole = sum(weights.values()) or 1.0
        scored = [(self._score(at, weights) / whole, at) for at in among]
        found = sorted((-score, at) for score, at in scored if score >= LEAST_SHARE)
        return [self._entries[at] for _, at in found[:limit]]

    def _weight(self, term: str, among: Sequence[int]) -> float:
        """Words that every page has, or that none has, say little or nothing about a page."""
        holding = sum(term in self._texts[at] for at in among)
        return log(1 + (len(among) - holding + 0.5) / (holding + 0.5))

    def _score(self, at: int, weights: dict[str, float]) -> float:
        held = sum(weight for term, weight in weights.items() if term in self._texts[at])
        titled = sum(weight for term, weight in weights.items() if term in self._titles[at])
        return held + TITLE_WEIGHT * titled
