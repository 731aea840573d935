"""A document, and what was found in one, as a person reads them; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citewell.apps.cli.lines import Line, line, paragraphs, parted
from citewell.apps.cli.show.outcomes import counted
from citewell.model.values import Document

AROUND_CHARS = 80
"""Shown on each side of a match where its line is longer"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One place in a document."""

    start: int
    """Offset in `Document.text`, in code points"""
    end: int
    line: int
    """1-based"""
    column: int
    """1-based"""
    excerpt: str
    """Its line, or the part of it round the match"""
    at: int
    """Where in the excerpt the match begins"""


def document_lines(document: Document, *, main: bool) -> Iterator[Line]:
    """Title, where it is from, and the text."""
    text = document.main_text() if main else document.text
    yield from parted(_head(document), paragraphs(text), _tail(document))


def match_at(text: str, start: int, end: int) -> Match:
    """What is shown of a place in a text."""
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    first, last = max(begin, start - AROUND_CHARS), min(stop, end + AROUND_CHARS)
    return Match(
        start=start,
        end=end,
        line=text.count("\n", 0, start) + 1,
        column=start - begin + 1,
        excerpt=text[first:last],
        at=start - first,
    )


def match_lines(matches: Sequence[Match], total: int) -> Iterator[Line]:
    """One line for each place, and how many more there are."""
    for each in matches:
        end = each.at + each.end - each.start
        yield line(
            (f"{each.line}:{each.column}: ", "cyan"),
            _spaced(each.excerpt[: each.at]),
            (_spaced(each.excerpt[each.at : end]), "bold"),
            _spaced(each.excerpt[end:]),
        )
    more = total - len(matches)
    if more:
        yield line(f"{counted(more, 'more place')}; --limit {total} shows all", style="dim")


def _head(document: Document) -> Iterator[Line]:
    if document.title:
        yield line(document.title, style="bold")
    yield line(document.final_url, style="dim")
    about = [document.author, document.site, document.licence]
    if document.published:
        about.append(f"{document.published:%Y-%m-%d}")
    known = " · ".join(part for part in about if part)
    if known:
        yield line(known, style="dim")


def _tail(document: Document) -> Iterator[Line]:
    if document.truncated:
        yield line("The page was longer than is read; this is its beginning.", style="yellow")


def _spaced(text: str) -> str:
    """A piece of a line that may hold line breaks itself."""
    return text.replace("\n", " ")
