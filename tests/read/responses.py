"""Responses as the tests of the read stage hand them in."""

from datetime import UTC, datetime

from citewell.model.values import Block, Document, Response
from citewell.read.html import read_html

URL = "https://site.test/dir/page"
FETCHED = datetime(2026, 11, 1, 12, tzinfo=UTC)


def response(
    body: bytes | str,
    *,
    media_type: str = "text/html",
    charset: str | None = None,
    url: str = URL,
    fetched_at: datetime = FETCHED,
) -> Response:
    """A response with this body; text is sent as UTF-8."""
    return Response(
        url=url,
        final_url=url,
        status=200,
        headers=(),
        media_type=media_type,
        charset=charset,
        body=body.encode() if isinstance(body, str) else body,
        truncated=False,
        fetched_at=fetched_at,
    )


def page(markup: str) -> Document:
    """The document of an HTML page."""
    return read_html(response(markup, charset="utf-8"), reader="html/1")


def texts(document: Document) -> list[str]:
    """The text of every block, in order."""
    return [document.text[block.start : block.end] for block in document.blocks]


def main_of(document: Document, words: str) -> float:
    """`Block.main` of the one block that holds these words."""
    found: list[Block] = [
        block for block in document.blocks if words in document.text[block.start : block.end]
    ]
    assert len(found) == 1, f"{len(found)} blocks hold {words!r}"
    return found[0].main


def assert_exact(document: Document) -> None:
    """Blocks stand in order, do not overlap and cover all visible text; spans lie in a block."""
    at = 0
    for block in document.blocks:
        assert document.text[at : block.start].strip() == ""
        assert block.start < block.end
        assert document.text[block.start : block.end].strip() != ""
        assert 0.0 <= block.main <= 1.0
        at = block.end
    assert at == len(document.text)
    edges = {offset for block in document.blocks for offset in (block.start, block.end)}
    for span in document.spans:
        assert 0 <= span.start < span.end <= len(document.text)
        assert not any(span.start < edge < span.end for edge in edges)
        inside = document.text[span.start : span.end]
        assert inside == inside.strip()
