"""One number for every passage of the pool, and what it is made of.

Rule: pure and stable; equal passages stay in the order of the pool. The number is the share of the
query that a passage covers, times what is thought of the passage, so that queries can be compared.
Origin: docs/origins.md.
"""

from collections.abc import Sequence

from citewell.model.config import RankConfig
from citewell.model.values import Passage, RankedPassage
from citewell.model.values.document import MAIN_FLOOR
from citewell.rank.lexical import bm25, term_weights, terms


def rank(
    queries: Sequence[str], passages: Sequence[Passage], config: RankConfig
) -> tuple[RankedPassage, ...]:
    """Order the passages of a run by how well they answer any of its queries.

    Args:
        queries: the question, or what was searched for; one without a word counts for nothing.
        passages: all that the run read, document after document, in document order.
        config: figures of BM25 and of the priors.

    Returns:
        Every passage, best first; with score 0.0 and in the order given when no query has a word.
        Features: `query 1`, `query 2` … (share of that query, about 0-1; places in `queries`),
        `lead` (added to the best of them), `main` and `snippet` (factors).
    """
    pool = [_found_by(passage) for passage in passages]
    leads = _leads(passages)
    shares = {
        f"query {n}": _shares(found, pool, config)
        for n, query in enumerate(queries, 1)
        if (found := list(dict.fromkeys(terms(query))))
    }
    ranked = []
    for place, passage in enumerate(passages):
        asked = {name: share[place] for name, (share, _) in shares.items()}
        lead = min((worth for _, worth in shares.values()), default=0.0)
        ranked.append(_ranked(passage, asked, lead if place in leads else 0.0, config))
    return tuple(sorted(ranked, key=lambda each: -each.score))


def _found_by(passage: Passage) -> list[str]:
    """The terms of a passage and of the heading above it, where that is not its first line."""
    if passage.text.lstrip("# ").startswith(passage.heading):
        return terms(passage.text)
    return terms(f"{passage.heading}\n{passage.text}")


def _leads(passages: Sequence[Passage]) -> frozenset[int]:
    """Places of the first passage of each page that is content."""
    first: dict[tuple[str, str], int] = {}
    for place, passage in enumerate(passages):
        if passage.main >= MAIN_FLOOR:
            first.setdefault((passage.source_id, passage.snapshot_id), place)
    return frozenset(first.values())


def _shares(
    query: Sequence[str], pool: Sequence[Sequence[str]], config: RankConfig
) -> tuple[list[float], float]:
    """Each passage's share of a query, and what a lead adds: part of its lightest term."""
    weights = term_weights(query, pool)
    whole = sum(weights.values())
    scores = bm25(query, pool, k1=config.bm25_k1, b=config.bm25_b)
    return [score / whole for score in scores], config.lead_share * min(weights.values()) / whole


def _ranked(
    passage: Passage, asked: dict[str, float], lead: float, config: RankConfig
) -> RankedPassage:
    main = 1 - config.main_share * (1 - passage.main)
    snippet = 1.0 if passage.snapshot_id else config.snippet_share
    features = (*asked.items(), ("lead", lead), ("main", main), ("snippet", snippet))
    score = (max(asked.values(), default=0.0) + lead) * main * snippet
    return RankedPassage(passage=passage, score=score, features=features)
