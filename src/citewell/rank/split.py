"""From a document's blocks to passages, each an exact stretch of its text.

Rule: pure, linear; `passage.text == document.text[start:end]`. A passage never joins content with
furniture, nor two pages of a PDF: it is ranked by the one and cited by the other.
Method: short blocks take in the next one, long ones are cut at sentences with the last sentence
repeated. Origin: docs/origins.md.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citewell.model.config import RankConfig
from citewell.model.values import Block, Document, Passage
from citewell.model.values.document import MAIN_FLOOR
from citewell.text.lines import one_line
from citewell.text.words import sentences

Range = tuple[int, int]
"""Start and end in the text of the document"""

LINED = frozenset({"table", "code", "list", "definition"})
"""Kinds of block whose lines belong together as rows: they are cut between lines"""

MAX_MARKS = 8
"""Marks on one letter that are looked past; a longer pile is no writing"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Blocks that stand together, and the heading above them."""

    blocks: tuple[Block, ...]
    heading: str

    @property
    def span(self) -> Range:
        return self.blocks[0].start, self.blocks[-1].end

    @property
    def main(self) -> float:
        sizes = [block.end - block.start for block in self.blocks]
        weighed = sum(block.main * size for block, size in zip(self.blocks, sizes, strict=True))
        return weighed / max(sum(sizes), 1)


def split(document: Document, config: RankConfig) -> tuple[Passage, ...]:
    """Cut a document into passages, in document order, every visible block in one of them.

    Args:
        document: blocks in order, without overlap; one without any block is read as a paragraph.
        config: aimed-at, least and greatest length in characters, and the overlap of pieces.

    Returns:
        Passages without blanks at their ends. One is shorter than `min_passage_chars` only before a
        heading, a page, furniture or the end, and none is longer than `max_passage_chars`.
    """
    passages: list[Passage] = []
    for group in _groups(document, config):
        for span in _pieces(document.text, group, config):
            passages.append(_passage(document, group, span, len(passages)))
    return tuple(passages)


def _groups(document: Document, config: RankConfig) -> Iterator[_Group]:
    """Blocks gathered until each group is long enough."""
    whole = Block(start=0, end=len(document.text), kind="paragraph")
    gathered: list[Block] = []
    heading = above = ""
    for block in document.blocks or (whole,):
        if block.start >= block.end:
            continue
        if gathered and _closes(gathered, block, document, config):
            yield _Group(blocks=tuple(gathered), heading=above)
            gathered = []
        if block.kind == "heading":
            heading = one_line(document.text[block.start : block.end].lstrip("# "))
        if not any(earlier.kind != "heading" for earlier in gathered):
            above = heading
        gathered.append(block)
    if gathered:
        yield _Group(blocks=tuple(gathered), heading=above)


def _closes(
    gathered: Sequence[Block], block: Block, document: Document, config: RankConfig
) -> bool:
    """Whether the next block begins a group of its own."""
    first, last = gathered[0], gathered[-1]
    if _page(document, first.start) != _page(document, block.start):
        return True
    if (last.main >= MAIN_FLOOR) != (block.main >= MAIN_FLOOR):
        return True
    if last.kind == "heading":
        # A heading says what follows; alone it is no passage.
        return last.end - first.start >= config.max_passage_chars
    if block.kind == "heading":
        return True
    length = last.end - first.start
    return length >= config.min_passage_chars or (
        length + block.end - block.start > config.max_passage_chars
    )


def _pieces(text: str, group: _Group, config: RankConfig) -> Iterator[Range]:
    start, end = group.span
    if end - start <= config.max_passage_chars:
        whole = _stripped(text, start, end)
        return iter((whole,) if whole[0] < whole[1] else ())
    units = [unit for block in group.blocks for unit in _units(text, block, config)]
    return _packed(units, config)


def _units(text: str, block: Block, config: RankConfig) -> Iterator[Range]:
    """What a block may be cut between: rows or sentences; a huge one is sliced."""
    if block.kind in LINED:
        spans = _lines(text, block.start, block.end)
    else:
        inside = sentences(text[block.start : block.end])
        spans = [(block.start + start, block.start + end) for start, end in inside]
    for start, end in spans:
        if end - start <= config.max_passage_chars:
            parts: Iterator[Range] = iter(((start, end),))
        else:
            parts = _slices(text, start, end, config)
        yield from (
            part for part in (_stripped(text, *each) for each in parts) if part[0] < part[1]
        )


def _lines(text: str, start: int, end: int) -> list[Range]:
    spans = []
    for line in text[start:end].splitlines(keepends=True):
        spans.append((start, start + len(line)))
        start += len(line)
    return spans


def _slices(text: str, start: int, end: int, config: RankConfig) -> Iterator[Range]:
    """Cut what has no sentence ends, as Thai has none, at blanks where there are any.

    A slice fits into the overlap, so that a word without blanks round it, cut by one piece, is
    whole in the next.
    """
    size = max(min(config.overlap_chars or config.passage_chars, config.max_passage_chars), 1)
    while end - start > size:
        blank = max(text.rfind(mark, start + size // 2, start + size + 1) for mark in " \n\t\u3000")
        cut = blank if blank > start else _before_marks(text, start + size)
        yield start, cut
        start = cut
    yield start, end


def _before_marks(text: str, cut: int) -> int:
    """Step back from between a letter and its marks."""
    for back in range(cut, cut - MAX_MARKS, -1):
        if not unicodedata.category(text[back]).startswith("M"):
            return back
    return cut


def _packed(units: Sequence[Range], config: RankConfig) -> Iterator[Range]:
    """Join neighbours up to the aimed-at length; the last one opens the next piece as well."""
    first = 0
    while first < len(units):
        last = _last_that_fits(units, first, config)
        yield units[first][0], units[last][1]
        if last + 1 == len(units):
            return
        repeats = (
            last > first
            and units[last][1] - units[last][0] <= config.overlap_chars
            and units[last + 1][1] - units[last][0] <= config.max_passage_chars
        )
        first = last if repeats else last + 1


def _last_that_fits(units: Sequence[Range], first: int, config: RankConfig) -> int:
    start = units[first][0]
    # What would be left too short to stand alone is taken in, as far as the greatest length goes.
    most = min(config.passage_chars + config.min_passage_chars, config.max_passage_chars)
    if units[-1][1] - start <= most:
        return len(units) - 1
    last = first
    while last + 1 < len(units) and _fits(units, first, last + 1, config):
        last += 1
    return last


def _fits(units: Sequence[Range], first: int, last: int, config: RankConfig) -> bool:
    length = units[last][1] - units[first][0]
    # The first unit may be a repeated one; a piece that only repeated would never end.
    return length <= (config.passage_chars if last > first + 1 else config.max_passage_chars)


def _stripped(text: str, start: int, end: int) -> Range:
    inside = text[start:end]
    leading = len(inside) - len(inside.lstrip())
    return start + leading, start + max(len(inside.rstrip()), leading)


def _page(document: Document, start: int) -> int | None:
    return bisect_right(document.page_starts, start) or None


def _passage(document: Document, group: _Group, span: Range, index: int) -> Passage:
    start, end = span
    return Passage(
        source_id=document.source_id,
        snapshot_id=document.snapshot_id,
        index=index,
        heading=group.heading,
        start=start,
        end=end,
        text=document.text[start:end],
        page=_page(document, start),
        published=document.published,
        main=group.main,
    )
