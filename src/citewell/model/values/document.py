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

    def main_text(self) -> str:
        """The reading view: the blocks that are content, a blank line between them."""
        main = (block for block in self.blocks if block.main >= MAIN_FLOOR)
        return "\n\n".join(self.text[block.start : block.end] for block in main)
