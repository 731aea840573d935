"""Who ranks passages: ours, and the peers that are installed.

Every question meets a fresh pool, as in a research run: building a peer's index counts as its time.
"""

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from benchmarks import stages
from benchmarks.peers import Peer

Order = Callable[[str, Sequence[str]], Sequence[int]]
"""(query, texts) → indexes of the texts, best first"""

_WORD = re.compile(r"\w+")

ours: Order = stages.order


def words(text: str) -> list[str]:
    r"""Lower-case `\w+`: what most uses of the peers begin with."""
    return _WORD.findall(text.lower())


def by_score(scores: Sequence[float]) -> list[int]:
    """Indexes, highest score first, ties in order of the pool."""
    return sorted(range(len(scores)), key=lambda index: -scores[index])


def rank_bm25() -> Order:
    """`BM25Okapi` with its defaults."""
    library: Any = import_module("rank_bm25")

    def order(query: str, texts: Sequence[str]) -> list[int]:
        index = library.BM25Okapi([words(text) for text in texts])
        return by_score(index.get_scores(words(query)))

    return order


def bm25s() -> Order:
    r"""`BM25` with its defaults, its own tokenizer's words replaced by `\w+`."""
    library: Any = import_module("bm25s")

    def order(query: str, texts: Sequence[str]) -> list[int]:
        index = library.BM25()
        index.index([words(text) for text in texts], show_progress=False)
        return by_score(index.get_scores(words(query)))

    return order


PEERS: tuple[Peer[Order], ...] = (
    Peer(name="rank-bm25", packages=("rank-bm25",), load=rank_bm25),
    Peer(name="bm25s", packages=("bm25s",), load=bm25s),
)
