"""What of a passage may be quoted: its sentences, each where it stands.

Rule: pure and linear. A piece is cut free of the marks before it and of the footnotes behind it,
and never changed. Headings, reference lists and addresses stay in the list, for what stands next to
them is read in their light, but may not be quoted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citewell.answer.asking import asks
from citewell.text.words import sentences, words

STEM_CHARS = 4
"""First letters by which inflected words are taken for one: "open" and "opens" are.

Of 3, 5, 6 and all letters, none finds the answer oftener on questions in eight languages.
"""

MAX_CHARS = 600
"""Of one sentence; a longer one is a table or a list without stops"""

CLAUSE_CHARS = 60
"""Least length of a piece of Thai and the like, which put blanks between clauses and no stops"""

WHOLE_CHARS = 120
"""Up to here such a piece is left whole"""

_TRAILING_NUMBERS = re.compile(r"(?:\s*[\[［【(]\s*\d+\s*[)\]］】])+\s*\Z")
_FOOTNOTE = re.compile(r"(?<=[.!?])(?:\[\d{1,3}\])+\s+")
_GLUED = re.compile(r"\b(?P<word>[^\W\d_]{4,40})[.!?](?=[^\W\d_]+[ ,])")
_TABLE_RULE = re.compile(r"[ \t]*\n\|\s*:?-{3}")
_MARKS = re.compile(r"\A(?:#{1,6}\s+|[-*>•]\s+|\d{1,3}[.)]\s+)+")
_REFERENCE = re.compile(r"[\[［【]\s*\d+\s*[\]］】]")
_STOPLESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_CLAUSE_BLANK = re.compile("(?<=[^\\d\\s]) +(?=[^\\d\\s])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A sentence of a passage, or what stands in the place of one."""

    start: int
    """In the text of the passage"""
    end: int
    terms: frozenset[str]
    is_asking: bool
    may_be_quoted: bool
    follows: bool
    """Only blanks of one line stand between it and the piece before"""


def stems(text: str) -> list[str]:
    """The search terms of a text, in order, each cut to its first letters."""
    return [word[:STEM_CHARS] for word in words(text)]


def pieces(text: str) -> list[Piece]:
    """The pieces of a passage in order, without overlap; those without a word are left out."""
    found: list[Piece] = []
    for start, end in _spans(text):
        terms = frozenset(stems(text[start:end]))
        if not terms:
            continue
        gap = text[found[-1].end : start] if found else "\n"
        found.append(
            Piece(
                start=start,
                end=end,
                terms=terms,
                is_asking=asks(text[start:end]),
                may_be_quoted=end - start <= MAX_CHARS and not _is_furniture(text, start, end),
                follows=gap.isspace() and "\n" not in gap,
            )
        )
    return found


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Sentences without the marks before them, the footnotes behind them, and blanks."""
    for start, end in _sentences(text):
        inside = text[start:end].rstrip()
        footnotes = _TRAILING_NUMBERS.search(inside)
        end = start + (footnotes.start() if footnotes else len(inside))
        start += len(inside) - len(inside.lstrip())
        marks = _MARKS.match(text[start:end])
        start += marks.end() if marks else 0
        if start < end:
            yield from _clauses(text, start, end)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """As `sentences`, which take a footnote number for a letter, and what is glued for one word.

    "at nine.[4] The café", "at nine.The café".
    """
    for start, end in sentences(text):
        cuts = {footnote.end() for footnote in _FOOTNOTE.finditer(text, start, end)}
        cuts.update(glued.end() for glued in _GLUED.finditer(text, start, end) if _ends(glued))
        for cut in sorted(cuts):
            yield start, cut
            start = cut
        yield start, end


def _ends(glued: re.Match[str]) -> bool:
    """Whether a word and the capital behind its full stop are two sentences, and not "asp.Net"."""
    before = glued.string[glued.start() - 1 : glued.start()]
    after = glued.string[glued.end() : glued.end() + 2]
    return glued["word"].islower() and before.isspace() and after.istitle()


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Thai, Lao, Burmese and Khmer at the blanks between clauses; anything else whole."""
    inside = text[start:end]
    if len(inside) > WHOLE_CHARS and len(_STOPLESS.findall(inside)) > len(inside) / 3:
        for blank in _CLAUSE_BLANK.finditer(text, start, end):
            if blank.start() - start >= CLAUSE_CHARS and end - blank.end() >= CLAUSE_CHARS / 2:
                yield start, blank.start()
                start = blank.end()
    yield start, end


def _is_furniture(text: str, start: int, end: int) -> bool:
    """A heading, of a section or of a table, an address, or an entry of a list of references.

    A page that forges the numbers of a context writes such entries too.
    """
    line = text.rfind("\n", 0, start) + 1
    return (
        text[line:start].lstrip().startswith("#")
        or _TABLE_RULE.match(text, end) is not None
        or _REFERENCE.match(text, start) is not None
        or "://" in text[start:end]
    )
