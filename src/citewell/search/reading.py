"""Which of the hits' pages to open, in which order.

Rule: pure. Every site gets its best page before any gets a second: three voices beat three pages
of one house.
"""

from collections.abc import Sequence

from citewell.model.values import Hit
from citewell.text.urls import parse_url, site


def reading_list(hits: Sequence[Hit], max_attempts: int) -> tuple[Hit, ...]:
    """The pages to try, in order.

    Args:
        hits: as merged, best first; each has a web address.
        max_attempts: pages at most.

    Returns:
        The first hit of each site, best first, then further hits of the same sites, best first.
    """
    seen: set[str] = set()
    first: list[Hit] = []
    further: list[Hit] = []
    for hit in hits:
        name = site(parse_url(hit.url).host)
        (further if name in seen else first).append(hit)
        seen.add(name)
    return tuple([*first, *further][:max_attempts])
