"""Extracted text with its map: blocks, spans, figures, page starts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

BlockKind = Literal[
    "paragraph", "heading", "list", "table", "code", "quote", "caption", "definition", "formula"
]

MAIN_FLOOR = 0.5
"""`main` from which a block belongs to the reading view: more likely content than not"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One visible block of a page: `document.text[start:end]`."""

    start: int
    end: int
    kind: BlockKind
    level: int = 0
    """Heading level 1-6, or nesting depth of a list; else 0"""
    main: float = 1.0
    """0-1: how likely this is content rather than furniture"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch inside the text that is a link or is emphasised."""

    start: int
    end: int
    kind: Literal["link", "strong", "emphasis", "code"]
    url: str = ""
    """Absolute target of a link; empty otherwise"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One picture of a page."""

    url: str
    caption: str = ""
    alt: str = ""
    width: int | None = None
    """Pixels, as declared"""
    height: int | None = None
    start: int = 0
    """Where in the text it stands"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Extracted text and metadata of one fetched URL; offsets count code points.

    `text` holds every visible block in page order with block marks only (`#`, `-`, `|`, `>`,
    fences), so that `text[start:end]` is the quoted words exactly. Blocks do not overlap and stand
    in order. Furniture is kept; its `main` is near 0.
    """

    source_id: str
    snapshot_id: str
    url: str
    final_url: str
    canonical_url: str = ""
    title: str
    author: str = ""
    site: str = ""
    language: str | None = None
    published: datetime | None = None
    modified: datetime | None = None
    date_origin: str = ""
    """Where `published` was found: json-ld, meta, time, header …; empty when unknown"""
    description: str = ""
    licence: str = ""
    is_free: bool | None = None
    """False behind a paywall, by the page's own word; None when it says nothing"""
    text: str
    blocks: tuple[Block, ...]
    spans: tuple[Span, ...] = ()
    figures: tuple[Figure, ...] = ()
    page_starts: tuple[int, ...] = ()
    """Offset of each page's first character, for paged media; else empty"""
    reader: str
    """Name and version of the reader, `html/1`"""
    body_sha256: str
    fetched_at: datetime
    truncated: bool = False

    def markdown(self) -> str:
        """The whole text with its links and emphasis written as Markdown."""
        closing: dict[int, list[str]] = {}
        opening: dict[int, list[str]] = {}
        for span in sorted(self.spans, key=lambda span: (span.start, -span.end)):
            if span.start < span.end:
                before, after = _marks(span)
                opening.setdefault(span.start, []).append(before)
                closing.setdefault(span.end, []).insert(0, after)
        parts, last = [], 0
        for place in sorted({*opening, *closing}):
            parts += [self.text[last:place], *closing.get(place, ()), *opening.get(place, ())]
            last = place
        return "".join((*parts, self.text[last:]))

    def main_text(self) -> str:
        """The reading view: the blocks that are content, a blank line between them."""
        main = (block for block in self.blocks if block.main >= MAIN_FLOOR)
        return "\n\n".join(self.text[block.start : block.end] for block in main)


def _marks(span: Span) -> tuple[str, str]:
    """What stands before and after a span in Markdown."""
    if span.kind == "link":
        url = f"<{span.url}>" if any(mark in span.url for mark in " ()") else span.url
        return "[", f"]({url})"
    mark = {"strong": "**", "emphasis": "*", "code": "`"}[span.kind]
    return mark, mark
