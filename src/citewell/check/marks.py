"""The `[n]` and the quoted words of an answer.

Rule: pure. What stands inside a quote is its source's, not the answer's: a `[7]` there cites
nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from citewell.text.words import words

LEAST_WORDS = 4
"""Words of a quote that is looked for: fewer are a term or a title in quotation marks"""

REACH_CHARS = 120
"""Behind a quote, in which its `[n]` is looked for, within the line and before the next quote"""

_NUMBERS = re.compile(r"[\[【［](\s*\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\s*)[\]】］]")
# Curly marks may hold others of their kind, one level deep: a quoted sentence that quotes.
_QUOTE = re.compile(
    r"“((?:[^“”\n]|“[^“”\n]*”)+)”|„([^„“”\n]+)[“”]|«([^«»\n]+)»|「([^「」\n]+)」|『([^『』\n]+)』"
    r"|\"([^\"\n]+)\""
)
_ELLIPSIS = re.compile(r"\s*(?:[\[(]\s*)?(?:…|\.\.\.)(?:\s*[\])])?\s*")


MAX_MARKS = 2_000
"""Numbers of one answer that are looked at: no honest one has more, and ranges multiply"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One number in brackets, `answer[start:end]`; a list or range of them is several marks."""

    n: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Quoted words, `answer[start:end]` without the quotation marks, and what they are cited to."""

    text: str
    start: int
    end: int
    cited: tuple[int, ...]
    """Numbers that follow before the next quote; may be empty"""


def quotes(answer: str) -> tuple[Quote, ...]:
    """Quotes of at least four words, in order; one with "…" inside is one for each part."""
    spans = _spans(answer)
    cited = _outside(answer, spans)
    found = []
    for place, (start, end) in enumerate(spans):
        following = spans[place + 1][0] if place + 1 < len(spans) else len(answer)
        line_end = answer.find("\n", end)
        until = min(following, end + REACH_CHARS, line_end if line_end >= 0 else len(answer))
        numbers = tuple(mark.n for mark in cited if end <= mark.start < until)
        for first, last in _parts(answer, start, end):
            if len(words(answer[first:last])) >= LEAST_WORDS:
                text = answer[first:last]
                found.append(Quote(text=text, start=first, end=last, cited=numbers))
    return tuple(found)


def marks(answer: str) -> tuple[Mark, ...]:
    """Every number that the answer cites, in order; those inside quotes are not its own."""
    return tuple(_outside(answer, _spans(answer)))


def _spans(answer: str) -> list[tuple[int, int]]:
    """Insides of quotation marks, in order, without overlap."""
    return [found.span(found.lastindex or 0) for found in _QUOTE.finditer(answer)]


def _parts(answer: str, start: int, end: int) -> list[tuple[int, int]]:
    """What stands between the ellipses of a quote."""
    parts = []
    for gap in _ELLIPSIS.finditer(answer, start, end):
        parts.append((start, gap.start()))
        start = gap.end()
    return [part for part in (*parts, (start, end)) if part[0] < part[1]]


def _outside(answer: str, spans: Sequence[tuple[int, int]]) -> list[Mark]:
    """The numbers, with quotes blanked out so that places stay."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces.extend((answer[at:start], " " * (end - start)))
        at = end
    numbered = (
        Mark(n=n, start=found.start(), end=found.end())
        for found in _NUMBERS.finditer("".join((*pieces, answer[at:])))
        for n in _listed(found[1])
    )
    return list(islice(numbered, MAX_MARKS))


def _listed(inside: str) -> list[int]:
    """`1, 3-5` → 1, 3, 4, 5."""
    numbers: list[int] = []
    for part in re.split(r"[,;]", inside):
        ends = [int(end) for end in re.split(r"[–-]", part)]
        numbers.extend(range(ends[0], min(ends[-1], ends[0] + 99) + 1) if len(ends) > 1 else ends)
    return numbers
