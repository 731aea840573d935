"""The inline content of one block: collapsed text, and the spans that are links or emphasised.

Rule: blanks collapse as in a browser, a no-break space is a space, invisible characters go
(`text.lines`). Spans never start or end on a blank, and one kind does not nest in itself.
"""

from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal

from citewell.text.lines import one_line

SpanKind = Literal["link", "strong", "emphasis", "code"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A span of an inline text, by offsets inside that text."""

    start: int
    end: int
    kind: SpanKind
    url: str = ""


@dataclass(frozen=True, slots=True)
class Inline:
    """Text of one block without block marks; lines are separated by a single line feed."""

    text: str
    marks: tuple[Mark, ...] = ()

    def led(self, first: str, rest: str) -> "Inline":
        """The same with `first` before its first line and `rest` before every other."""
        text = first + self.text.replace("\n", f"\n{rest}")
        return Inline(text, self._marks_in(len(first), char="\n", wider=len(rest)))

    def with_escaped(self, char: str) -> "Inline":
        """The same with a backslash before every such character."""
        text = self.text.replace(char, f"\\{char}")
        return Inline(text, self._marks_in(0, char=char, wider=1))

    def _marks_in(self, first: int, *, char: str, wider: int) -> tuple[Mark, ...]:
        """The marks `first` later, and `wider` more for each `char` before them."""
        if not self.marks or not (first or wider):
            return self.marks
        before = _counts_before(self.text, char) if char in self.text else None

        def later(at: int) -> int:
            return at + first + (wider * before[at] if before else 0)

        return tuple(
            Mark(later(one.start), later(one.end), one.kind, one.url) for one in self.marks
        )


@dataclass(slots=True)
class _OpenMark:
    depth: int
    url: str
    start: int | None = None


@dataclass(slots=True)
class Runs:
    """Collects text and marks until `take`; marks that are open then go on in the next block."""

    _pieces: list[str] = field(default_factory=list)
    _length: int = 0
    _gap: str = ""
    _marks: list[Mark] = field(default_factory=list)
    _open: dict[SpanKind, _OpenMark] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing visible was added since the last `take`."""
        return not self._pieces

    @property
    def ends_in_break(self) -> bool:
        """Whether a line break is the last that was added."""
        return self._gap == "\n"

    def add(self, text: str) -> None:
        """Add text as it stands in the markup."""
        line = _collapsed(text)
        if not line:
            self.gap()
            return
        if text[0].isspace():
            self.gap()
        self._write(line)
        if text[-1].isspace():
            self.gap()

    def gap(self) -> None:
        """A blank before what comes next, unless the block starts or a line breaks here."""
        if self._pieces and not self._gap:
            self._gap = " "

    def line_break(self) -> None:
        """A line feed before what comes next, unless the block starts here."""
        if self._pieces:
            self._gap = "\n"

    def open(self, kind: SpanKind, url: str = "") -> None:
        """Begin a span; inside one of its kind it only deepens that."""
        if kind in self._open:
            self._open[kind].depth += 1
        else:
            self._open[kind] = _OpenMark(1, url)

    def close(self, kind: SpanKind) -> None:
        """End the span, or one level of it."""
        mark = self._open[kind]
        mark.depth -= 1
        if mark.depth == 0:
            self._end(kind, mark)
            del self._open[kind]

    def take(self) -> Inline:
        """What was collected; the next block starts empty."""
        for kind, mark in self._open.items():
            self._end(kind, mark)
        inline = Inline("".join(self._pieces), tuple(sorted(self._marks, key=_place)))
        self._pieces, self._length, self._gap, self._marks = [], 0, "", []
        return inline

    def _write(self, line: str) -> None:
        if self._gap:
            self._pieces.append(self._gap)
            self._length, self._gap = self._length + 1, ""
        for mark in self._open.values():
            if mark.start is None:
                mark.start = self._length
        self._pieces.append(line)
        self._length += len(line)

    def _end(self, kind: SpanKind, mark: _OpenMark) -> None:
        if mark.start is not None and (kind != "link" or mark.url):
            self._marks.append(Mark(mark.start, self._length, kind, mark.url))
        mark.start = None


def _collapsed(text: str) -> str:
    """As `one_line`; most of the web is plain ASCII, and that goes fast."""
    line = " ".join(text.split())
    return line if line.isascii() and line.isprintable() else one_line(text)


def _place(mark: Mark) -> tuple[int, int]:
    """Outer spans before inner ones."""
    return mark.start, -mark.end


def _counts_before(text: str, char: str) -> list[int]:
    """For each offset, its end included, how many of this character stand before it."""
    return list(accumulate((one == char for one in text), initial=0))
