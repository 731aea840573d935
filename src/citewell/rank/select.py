"""Which of the ranked passages go on: few of one source, none twice.

Rule: pure; the order stays, but that the best passage of every query stands before the rest.
Method: shingles of five words (Broder 1997), as a share of the smaller set.
Origin: docs/origins.md.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from citewell.model.config import RankConfig
from citewell.model.values import RankedPassage
from citewell.text.words import words

SHINGLE_WORDS = 5
"""Words of one shingle: two writers seldom hit on the same five in a row"""


def select(ranked: Sequence[RankedPassage], config: RankConfig) -> tuple[RankedPassage, ...]:
    """Drop what says the same again, and what one source has said too much of.

    Args:
        ranked: best first, as `rank` gives them.
        config: how much of one source, and the share that makes a repeat.

    Returns:
        Those that stay, the best one for each query first, then in the order given. Of repeats the
        better ranked one stays, but words on a page that was read before those of a snippet.
    """
    kept: dict[int, RankedPassage] = {}
    spent: Counter[str] = Counter()
    seen = _Seen(config.duplicate_share)
    proven_first = sorted(enumerate(ranked), key=lambda each: not each[1].passage.snapshot_id)
    for place, candidate in proven_first:
        passage = candidate.passage
        chars = min(len(passage.text), config.passage_chars)
        has_room = spent[passage.source_id] + chars <= config.per_source * config.passage_chars
        if has_room and seen.is_new(passage.text):
            spent[passage.source_id] += chars
            kept[place] = candidate
    return _covering([kept[place] for place in sorted(kept)])


class _Seen:
    """Shingles of the passages that stay, each with the numbers of those that hold it."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._holders: dict[tuple[str, ...], list[int]] = {}
        self._sizes: list[int] = []

    def is_new(self, text: str) -> bool:
        """Whether no passage before holds too much of it; if so, it is one of them from now on."""
        shingles = _shingles(text)
        shared = Counter(holder for each in shingles for holder in self._holders.get(each, ()))
        for holder, common in shared.items():
            if common >= self._share * min(len(shingles), self._sizes[holder]):
                return False
        for each in shingles:
            self._holders.setdefault(each, []).append(len(self._sizes))
        self._sizes.append(len(shingles))
        return True


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    found = words(text)
    last = max(len(found) - SHINGLE_WORDS, 0)
    return frozenset(tuple(found[at : at + SHINGLE_WORDS]) for at in range(last + 1))


def _covering(ranked: Sequence[RankedPassage]) -> tuple[RankedPassage, ...]:
    """The best passage of every query first: a second query asked for what the first did not."""
    heads = {place for query in _queries(ranked) if (place := _best(ranked, query)) is not None}
    rest = (place for place in range(len(ranked)) if place not in heads)
    return tuple(ranked[place] for place in (*sorted(heads), *rest))


def _queries(ranked: Iterable[RankedPassage]) -> list[str]:
    names = (name for each in ranked for name, _ in each.features if name.startswith("query "))
    return list(dict.fromkeys(names))


def _best(ranked: Sequence[RankedPassage], query: str) -> int | None:
    shares = [dict(each.features).get(query, 0.0) for each in ranked]
    best = max(shares, default=0.0)
    return shares.index(best) if best > 0 else None
