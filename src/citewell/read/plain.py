"""Plain text and Markdown, kept as they are: blocks are what blank lines part.

Rule: spacing inside lines stays; invisible characters and blank ends of lines go.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citewell.model.errors import ErrorCode, Unreadable
from citewell.model.values import Block, Document, Response
from citewell.model.values.document import BlockKind
from citewell.read.charset import decode
from citewell.read.identity import body_sha256, snapshot_id
from citewell.text.language import language_of
from citewell.text.lines import one_line
from citewell.text.urls import source_id

MARKDOWN_TYPES = frozenset({"text/markdown", "text/x-markdown"})
MARKDOWN_SUFFIXES = (".md", ".markdown")
_MAX_TITLE_CHARS = 500
_WORD = re.compile(r"[^ \t\n]+")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6})\s+\S")
_STARTS: Sequence[tuple[re.Pattern[str], BlockKind]] = (
    (re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s"), "list"),
    (re.compile(r"\s{0,3}>"), "quote"),
    (re.compile(r"\s{0,3}\|.*\|"), "table"),
)


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    kind: BlockKind = "paragraph"
    level: int = 0


def read_text(response: Response, *, reader: str) -> Document:
    """Read plain text, or Markdown when the type or the path says so.

    Args:
        response: its `final_url` names the source.
        reader: name and version to sign the document with.

    Raises:
        Unreadable: `no_text` when there is nothing but blanks.
        WebError: `invalid_url` and its kin when the response has no usable address.
    """
    raw = visible_lines(decode(response.body, response.charset, html=False))
    pieces = list(_markdown(raw) if _is_markdown(response) else _paragraphs(raw))
    if not pieces:
        raise Unreadable(ErrorCode.NO_TEXT, "the text is empty")
    text, blocks = _laid_out(pieces)
    digest = body_sha256(response.body)
    return Document(
        source_id=source_id(response.final_url),
        snapshot_id=snapshot_id(body_sha256=digest, text=text, reader=reader),
        url=response.url,
        final_url=response.final_url,
        title=_title(pieces) or response.final_url,
        language=language_of(text),
        text=text,
        blocks=blocks,
        reader=reader,
        body_sha256=digest,
        fetched_at=response.fetched_at,
        truncated=response.truncated,
    )


def visible_lines(text: str) -> str:
    """Text with its spacing, without invisible characters and blank ends of lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    if not (text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()):
        text = _WORD.sub(lambda word: one_line(word[0]), text)
    return "\n".join(map(str.rstrip, text.split("\n"))).strip("\n")


def _is_markdown(response: Response) -> bool:
    path = response.final_url.partition("?")[0].lower()
    return response.media_type in MARKDOWN_TYPES or path.endswith(MARKDOWN_SUFFIXES)


def _paragraphs(raw: str) -> Iterator[_Piece]:
    for part in re.split(r"\n{2,}", raw):
        if part.strip():
            yield _Piece(part)


def _markdown(raw: str) -> Iterator[_Piece]:
    """Blocks of Markdown; only headings and fences end one without a blank line."""
    lines: list[str] = []
    fence = ""
    for line in [*raw.split("\n"), ""]:
        if fence:
            lines.append(line)
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
                yield _Piece("\n".join(lines), "code")
                lines = []
            continue
        opening, heading = _FENCE.match(line), _HEADING.match(line)
        if (opening or heading or not line.strip()) and lines:
            yield _classified("\n".join(lines))
            lines = []
        if opening:
            fence, lines = opening[1], [line]
        elif heading:
            yield _Piece(line, "heading", len(heading[1]))
        elif line.strip():
            lines.append(line)
    rest = "\n".join(lines).rstrip("\n")
    if rest.strip():
        yield _Piece(rest, "code")


def _classified(text: str) -> _Piece:
    for start, kind in _STARTS:
        if start.match(text):
            return _Piece(text, kind, int(kind in {"list", "quote"}))
    return _Piece(text)


def _laid_out(pieces: Sequence[_Piece]) -> tuple[str, tuple[Block, ...]]:
    blocks: list[Block] = []
    at = 0
    for piece in pieces:
        end = at + len(piece.text)
        blocks.append(Block(start=at, end=end, kind=piece.kind, level=piece.level))
        at = end + 2
    return "\n\n".join(piece.text for piece in pieces), tuple(blocks)


def _title(pieces: Sequence[_Piece]) -> str:
    """The first heading; plain text has none."""
    for piece in pieces:
        if piece.kind == "heading":
            return one_line(piece.text.lstrip("#"))[:_MAX_TITLE_CHARS]
    return ""
