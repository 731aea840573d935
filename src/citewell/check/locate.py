"""Finding quoted words in what was read, to the character.

Rule: pure, linear. Words, figures and marks must agree; white space may differ, and so may what is
lost on one line or in writing by hand: invisible characters, the form of quotation marks, brackets
and dashes, the width of a colon, and the mark at the very end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from citewell.model.values import Document
from citewell.text.lines import one_line

ALIKE = {
    other: chars[0]
    for chars in ("'’‘ʼ`´", '"“”„«»', "([［【〔⟦❲", ")]］】〕⟧❳", ":：", "-‐‑‒–—―−")
    for other in chars
}
"""Character → the one that stands for all of its kind"""

END_MARKS = " .,;:!?…。、，"
"""Dropped behind a quote: house styles put the mark of the quoting sentence inside"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """Where a quote stands: `document.text[start:end]` of that snapshot."""

    snapshot_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Searchable:
    """A document with its text as it is compared."""

    document: Document
    shown: str


class _Table(dict[int, str]):
    """For `str.translate`: what each character is compared as; asks `one_line` what is visible."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        compared = one_line(f"a{char}a")[1:-1]
        self[point] = ALIKE.get(compared, compared)
        return self[point]


_TABLE = _Table()


def locate(quote: str, documents: Sequence[Document]) -> Location | None:
    """Find the first of the documents that holds the quote, and its first place there.

    Args:
        quote: as somebody wrote it.
        documents: in the order they are to be searched in.

    Returns:
        The exact place; None when the words stand nowhere, or the quote has none.
    """
    return find(quote, searchable(documents))


def find(quote: str, texts: Sequence[Searchable]) -> Location | None:
    """As `locate`, for several quotes in the same documents."""
    wanted = compared(quote).rstrip(END_MARKS)
    for text in texts if wanted else ():
        at = text.shown.find(wanted)
        if at >= 0:
            start, end = _original(text.document.text, at, at + len(wanted))
            return Location(snapshot_id=text.document.snapshot_id, start=start, end=end)
    return None


def searchable(documents: Sequence[Document]) -> tuple[Searchable, ...]:
    """Prepare documents for `find`."""
    return tuple(
        Searchable(document=document, shown=compared(document.text)) for document in documents
    )


def holds(text: str, quote: str) -> bool:
    """Whether a text that is no document, such as a snippet, has the words of the quote."""
    wanted = compared(quote).rstrip(END_MARKS)
    return bool(wanted) and wanted in compared(text)


def compared(text: str) -> str:
    """The form in which texts are compared: one line, one character for each kind."""
    return " ".join(text.translate(_TABLE).split())


def _original(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the characters `start` to `end` of the compared text stand in the text itself."""
    seen = 0
    first = 0
    was_blank = True
    for place, char in enumerate(text):
        shown = _TABLE[ord(char)]
        is_blank = shown == " "
        if not shown or (is_blank and was_blank):
            continue
        if seen == start:
            first = place
        seen += len(shown)
        if seen >= end:
            return first, place + 1
        was_blank = is_blank
    return first, len(text)
