"""Drafts to text: one blank line between blocks, and every offset exact."""

from collections.abc import Sequence
from dataclasses import dataclass

from citewell.model.values import Block, Span
from citewell.read.html.blocks import Draft

_GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Layout:
    """The text of a page and its map."""

    text: str
    blocks: tuple[Block, ...]
    spans: tuple[Span, ...]
    starts: tuple[int, ...]
    """Offset of each draft, and the end of the text at last"""


def laid_out(drafts: Sequence[Draft], shares: Sequence[float]) -> Layout:
    """Put the drafts one after another.

    Args:
        drafts: in page order, none empty.
        shares: `Block.main` of each.
    """
    blocks: list[Block] = []
    spans: list[Span] = []
    starts: list[int] = []
    at = 0
    for draft, main in zip(drafts, shares, strict=True):
        starts.append(at)
        end = at + len(draft.inline.text)
        blocks.append(Block(start=at, end=end, kind=draft.kind, level=draft.level, main=main))
        spans.extend(
            Span(start=at + mark.start, end=at + mark.end, kind=mark.kind, url=mark.url)
            for mark in draft.inline.marks
        )
        at = end + len(_GAP)
    text = _GAP.join(draft.inline.text for draft in drafts)
    return Layout(text, tuple(blocks), tuple(spans), (*starts, len(text)))
