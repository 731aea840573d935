"""One list of hits from many: filtered, each page once, best first.

Rule: pure. The order follows from the ranks and from the order of the asks alone.
Method: reciprocal rank fusion (Cormack, Clarke & Buettcher 2009), k as in the paper: the lists are
interleaved by rank, and a page that several lists hold rises.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from citewell.model.errors import WebError
from citewell.model.values import Filters, Hit, SearchResponse
from citewell.search.ask import Answered
from citewell.search.filters import admission
from citewell.text.urls import WebUrl, dedupe_key, parse_url

FUSION_K = 60
"""Ranks are worth 1 / (k + rank): the larger k, the less the first ranks outweigh the rest"""


@dataclass(slots=True)
class _Page:
    """The hits on one page, gathered while the lists are gone through."""

    hit: Hit
    score: float


def merge(answered: Sequence[Answered], filters: Filters, *, today: date) -> SearchResponse:
    """Make one list of hits of all replies.

    Hits without a web address are skipped. Of several hits on one page the best ranked stays, with
    the longest snippet and text that any of them brought.

    Args:
        answered: what was asked and what came of it, most important first.
        filters: checked here, whatever a provider was told.
        today: what the filters' time range counts back from.

    Returns:
        Hits best first; every outcome in the order given; how many hits the filters dropped.
    """
    admits = admission(filters, today)
    pages: dict[str, _Page] = {}
    filtered = 0
    for hit, url in _web_hits(answered):
        if admits(hit, url):
            _add(pages, hit, key=dedupe_key(url.href))
        else:
            filtered += 1
    # Stable: pages of equal score stay as they came, in the order of the asks.
    best_first = sorted(pages.values(), key=lambda page: -page.score)
    return SearchResponse(
        hits=tuple(page.hit for page in best_first),
        outcomes=tuple(one.outcome for one in answered),
        filtered=filtered,
    )


def _web_hits(answered: Sequence[Answered]) -> Iterator[tuple[Hit, WebUrl]]:
    """Every hit that a page can be read of, with its address."""
    for one in answered:
        for hit in one.reply.hits:
            try:
                yield hit, parse_url(hit.url)
            except WebError:  # ftp, magnet, nonsense: one such hit must not cost the others
                continue


def _add(pages: dict[str, _Page], hit: Hit, *, key: str) -> None:
    worth = 1 / (FUSION_K + hit.rank)
    page = pages.get(key)
    if page is None:
        pages[key] = _Page(hit=hit, score=worth)
        return
    page.hit = _joined(page.hit, hit) if page.hit.rank <= hit.rank else _joined(hit, page.hit)
    page.score += worth


def _joined(better: Hit, other: Hit) -> Hit:
    """The better ranked hit, with what only the other knows."""
    return replace(
        better,
        title=better.title or other.title,
        snippet=max(better.snippet, other.snippet, key=len),
        text=max(better.text, other.text, key=len),
        published=better.published or other.published,
        site=better.site or other.site,
        doi=better.doi or other.doi,
        image=better.image or other.image,
    )
