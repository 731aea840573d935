"""Which pages a query finds: shared words, weighed by how rare they are. For building only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from citewell.text.words import words

LEAST_SHARE = 0.25
"""Of the weight of the query's words that a page must hold to be found"""

STEM_CHARS = 6
"""First letters by which inflected words are taken for one"""

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


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM_CHARS] for word in words(text))


class Lookup:
    """An index over entries, made once."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Fold and split every text."""
        self._entries = tuple(entries)
        self._texts = [_stems(f"{e.title} {e.snippet} {e.text}") for e in self._entries]
        self._titles = [_stems(entry.title) for entry in self._entries]

    def find(self, query: str, language: str | None, limit: int = 10) -> Sequence[Entry]:
        """Entries in the language that hold enough of the query, best first.

        Args:
            query: as it was asked.
            language: ISO 639-1; None for all.
            limit: at most so many.
        """
        among = [at for at, e in enumerate(self._entries) if language in {None, e.language}]
        weights = {term: self._weight(term) for term in _stems(query)}
        whole = sum(weights.values()) or 1.0
        scored = [(self._score(at, weights) / whole, at) for at in among]
        found = sorted((-score, at) for score, at in scored if score >= LEAST_SHARE)
        return [self._entries[at] for _, at in found[:limit]]

    def _weight(self, term: str) -> float:
        """The fewer pages have a word, the more it weighs; one that none has weighs most."""
        holding = sum(term in text for text in self._texts)
        return log(1 + (len(self._texts) - holding + 0.5) / (holding + 0.5))

    def _score(self, at: int, weights: dict[str, float]) -> float:
        held = sum(weight for term, weight in weights.items() if term in self._texts[at])
        titled = sum(weight for term, weight in weights.items() if term in self._titles[at])
        return held + TITLE_WEIGHT * titled
