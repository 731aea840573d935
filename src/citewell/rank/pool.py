"""From everything that a run saw to one ordered list of passages.

Rule: pure; the pool is what this run read and was shown, never a stored index.
"""

from collections.abc import Sequence

from citewell.model.config import RankConfig
from citewell.model.values import Document, Hit, RankedPassage
from citewell.rank.score import rank
from citewell.rank.select import select
from citewell.rank.snippets import snippet_passages
from citewell.rank.split import split


def rank_all(
    queries: Sequence[str],
    documents: Sequence[Document],
    hits: Sequence[Hit],
    config: RankConfig,
) -> tuple[RankedPassage, ...]:
    """Split what was read, add the snippets of hits that were not, order, drop repeats.

    Args:
        queries: as planned, most important first.
        documents: what was read, in the order of the hits.
        hits: those whose page is not among the documents.
        config: sizes and weights.

    Returns:
        Best first.
    """
    passages = [passage for document in documents for passage in split(document, config)]
    passages.extend(snippet_passages(hits))
    return select(rank(queries, passages, config), config)
