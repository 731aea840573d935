"""Documents and passages for tests, from a few words each."""

from collections.abc import Sequence
from datetime import UTC, datetime

from citewell.model.values import Block, Document, Passage, RankedPassage, Source
from citewell.model.values.document import BlockKind

NOW = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)


def block_kind(text: str) -> BlockKind:
    """What a block is by its first mark."""
    marks: tuple[tuple[str, BlockKind], ...] = (
        ("#", "heading"),
        ("- ", "list"),
        ("|", "table"),
        ("```", "code"),
    )
    return next((kind for mark, kind in marks if text.startswith(mark)), "paragraph")


def document(
    *blocks: str,
    name: str = "page",
    main: Sequence[float] = (),
    page_starts: tuple[int, ...] = (),
) -> Document:
    """A document of these blocks, a blank line between them."""
    placed = []
    start = 0
    for place, text in enumerate(blocks):
        share = main[place] if main else 1.0
        end = start + len(text)
        placed.append(Block(start=start, end=end, kind=block_kind(text), main=share))
        start = end + 2
    return Document(
        source_id=f"src_{name}",
        snapshot_id=f"snap_{name}",
        url=f"https://{name}.example/",
        final_url=f"https://{name}.example/",
        title=name,
        text="\n\n".join(blocks),
        blocks=tuple(placed),
        page_starts=page_starts,
        reader="test/1",
        body_sha256="",
        fetched_at=NOW,
    )


def passage(text: str, name: str = "page", *, index: int = 0, read: bool = True) -> Passage:
    """A passage at the head of a document."""
    return Passage(
        source_id=f"src_{name}",
        snapshot_id=f"snap_{name}" if read else "",
        index=index,
        start=0,
        end=len(text),
        text=text,
    )


def ranked(*passages: Passage) -> tuple[RankedPassage, ...]:
    """Best first, as given."""
    return tuple(
        RankedPassage(passage=each, score=1 / place) for place, each in enumerate(passages, 1)
    )


def source(name: str, *, title: str = "", read: bool = True, n: int = 1) -> Source:
    """The source of the passages of that name."""
    return Source(
        n=n,
        source_id=f"src_{name}",
        snapshot_id=f"snap_{name}" if read else "",
        title=title or name,
        url=f"https://{name}.example/",
        domain=f"{name}.example",
        provider="wikipedia",
        read=read,
    )
