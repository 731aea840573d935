"""Passages of pages that were not read: what the provider said of them.

Rule: pure; `snapshot_id` is empty, for no document backs them, and offsets count in the words of
the provider.
"""

from collections.abc import Sequence

from citewell.model.values import Hit, Passage
from citewell.text.lines import one_line
from citewell.text.urls import source_id


def snippet_passages(hits: Sequence[Hit]) -> tuple[Passage, ...]:
    """Make a passage of every hit that brought words, in the order of the hits.

    Args:
        hits: with URLs that `text.urls` can read, as merged hits have.

    Returns:
        At most one passage a hit, its longer text before its snippet, under the hit's title.

    Raises:
        WebError: as `source_id`.
    """
    passages = []
    for hit in hits:
        text = (hit.text or hit.snippet).strip()
        if text:
            passages.append(_passage(hit, text))
    return tuple(passages)


def _passage(hit: Hit, text: str) -> Passage:
    return Passage(
        source_id=source_id(hit.url),
        snapshot_id="",
        index=0,
        heading=one_line(hit.title),
        start=0,
        end=len(text),
        text=text,
        published=hit.published,
    )
