"""The stages of citewell as the benchmarks call them: the one place that knows their signatures."""

from collections.abc import Sequence
from datetime import UTC, datetime

from citewell import read_bytes
from citewell.context import build_context, sources_of
from citewell.model.config import RankConfig
from citewell.model.values import Context, Document, Passage, RankedPassage
from citewell.rank import rank, rank_all

SEARCHED_AT = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of every measured search: figures must not depend on the day they are taken"""

CHARS_PER_TOKEN = 3.5
"""In every script: the sets give their budgets in characters, and peers are cut at characters"""


def read(body: bytes, url: str, media_type: str = "text/html") -> Document:
    """Bytes to document, in this process. Raises as `citewell.read_bytes`."""
    return read_bytes(body, url=url, media_type=media_type)


def order(query: str, texts: Sequence[str]) -> list[int]:
    """Indexes of `texts`, each a source of its own, best first."""
    passages = [_alone(index, text) for index, text in enumerate(texts)]
    found = rank([query], passages, RankConfig())
    return [int(one.passage.source_id) for one in found]


def ranked(query: str, documents: Sequence[Document]) -> Sequence[RankedPassage]:
    """The passages of the pages read for one query, as the engine orders and thins them."""
    return rank_all([query], documents, (), RankConfig())


def context(
    query: str,
    found: Sequence[RankedPassage],
    documents: Sequence[Document],
    *,
    budget_tokens: int,
) -> Context:
    """The numbered context for one query, as the engine builds it."""
    return build_context(
        found,
        sources_of(documents, ()),
        queries=[query],
        budget_tokens=budget_tokens,
        count=tokens_by_length,
        token_method="estimated",  # noqa: S106 -- tokens of text
        searched_at=SEARCHED_AT,
    )


def tokens_by_length(text: str) -> int:
    """Characters by 3.5, rounded up."""
    return -int(-len(text) // CHARS_PER_TOKEN)


def _alone(index: int, text: str) -> Passage:
    # A snapshot's name, so that it counts as read and not as a snippet.
    return Passage(
        source_id=str(index), snapshot_id="pool", index=0, start=0, end=len(text), text=text
    )
