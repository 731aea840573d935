"""Lines for a person: pieces of text with a style each, and an indent.

Rule: pure, and safe: whatever a page, a provider or a file wrote becomes visible text here, so that
it cannot steer the terminal. Without styles a line is plain text, which pipes and tests see.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from citewell.text.lines import one_line, visible_lines

Piece = str | tuple[str, str]
"""Text, or text with the name of a style such as `bold` or `dim`"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line; a terminal may wrap it, and then keeps the indent."""

    pieces: tuple[tuple[str, str], ...]
    """(text, style), without line breaks and without anything invisible"""
    indent: int = 0
    """Blanks before each row"""

    def plain(self) -> str:
        """The line without styles."""
        text = "".join(text for text, _ in self.pieces).rstrip()
        return f"{' ' * self.indent}{text}" if text else ""


BLANK = Line(pieces=())

MAX_GAP = 32
"""Blanks kept at an end of a piece: enough for columns, too few to push anything out of sight"""


def line(*pieces: Piece, indent: int = 0, style: str = "") -> Line:
    """Make a line; `style` is that of pieces that have none."""
    styled = (piece if isinstance(piece, tuple) else (piece, style) for piece in pieces)
    return Line(pieces=tuple((_inline(text), name) for text, name in styled), indent=indent)


def heading(text: str) -> Line:
    """Name what follows."""
    return line(text, style="bold")


def paragraphs(text: str, *, indent: int = 0, style: str = "") -> Iterator[Line]:
    """A longer text, line by line, with its blanks."""
    for row in visible_lines(text):
        yield Line(pieces=((row.expandtabs(4), style),), indent=indent)


def parted(*groups: Iterable[Line]) -> Iterator[Line]:
    """The groups that hold anything, an empty line between them."""
    first = True
    for group in groups:
        for index, each in enumerate(group):
            if index == 0 and not first:
                yield BLANK
            first = False
            yield each


def _inline(text: str) -> str:
    """One visible line that keeps the blanks at its ends, which part it from its neighbours."""
    folded = one_line(text)
    if not folded:
        return " " * min(len(text), MAX_GAP)
    before = len(text) - len(text.lstrip())
    after = len(text) - len(text.rstrip())
    return f"{' ' * min(before, MAX_GAP)}{folded}{' ' * min(after, MAX_GAP)}"
