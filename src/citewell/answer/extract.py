"""An answer without a model: the sentences that hold most of the question, quoted.

Rule: pure; nothing is rewritten. A sentence is quoted as it stands in its document, on one line and
with its own footnote numbers in parentheses; its citation carries the exact words and offsets.
Origin: docs/origins.md.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from citewell.answer.absence import told
from citewell.answer.asking import asks, wants_figure
from citewell.model.values import Citation, Context, Passage
from citewell.text.lines import one_line
from citewell.text.words import sentences, words

MAX_SENTENCES = 3
"""Quotes of one answer: one for the fact, two to stand beside it"""

MAX_CHARS = 400
"""Of one sentence; a longer one is a table or a list without stops"""

LEAST_SHARE = 0.34
"""Of the question's weight that a sentence must hold: below, it is about something else"""

PARTIAL_SHARE = 0.6
"""Of the best sentence's share that the next ones must reach"""

LEAST_MAIN = 0.5
"""How likely a passage must be content: what a page says of other pages answers nothing"""

HANDED_SHARE = 0.9
"""Of the worth of a question in a text that the sentence after it has: it is the answer"""

NO_FIGURE_SHARE = 0.45
"""Of its worth that a sentence without a figure keeps where one is asked for"""

LEAST_NEW = 1
"""Terms beyond the question's own that a sentence must add to say anything"""

STEM_CHARS = 4
"""First letters by which inflected words are taken for one: "open" and "opens" are"""

UNREAD = " (from a search result; the page was not read)"

_TRAILING_NUMBERS = re.compile(r"(?:\s*[\[［【(]\s*\d+\s*[)\]］】])+\s*\Z")
_FOOTNOTE = re.compile(r"(?<=[.!?])(?:\[\d{1,3}\])+\s+")
_NUMBER = re.compile(r"[\[［【](\s*\d[\d\s,;–-]*)[\]］】]")
_DIGIT = re.compile(r"\d|[一二三四五六七八九十百千万億亿]{2,}")
_TABLE_RULE = re.compile(r"[ \t]*\n\|\s*:?-{3}")
_MARKS = re.compile(r"\A(?:#{1,6}\s+|[-*>•]\s+|\d+[.)]\s+)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """A sentence, where it stands in its document, and what it is worth."""

    citation: Citation
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A sentence before it is judged."""

    citation: Citation
    terms: frozenset[str]
    """Of the sentence and of the heading that it stands under"""
    is_first: bool
    """Of its passage: what stands before it is not known"""

    @property
    def is_asking(self) -> bool:
        """Whether it only asks."""
        return asks(self.citation.quote)


def extract_answer(question: str, context: Context) -> tuple[str, tuple[Citation, ...]]:
    """Quote the best sentences of the context, from different sources first.

    Args:
        question: as the person asked it.
        context: its passages are looked through, best first.

    Returns:
        The answer, one line `“sentence” [n]` a quote, and the citations in the same order; one
        sentence that says so, and no citation, when nothing answers. A citation of a snippet has
        an empty `snapshot_id`, and its line says that the page was not read.
    """
    if not context.passages:
        return told(context.absence, question), ()
    best = _distinct(_scored(question, context))
    if not best:
        return told("no_answer", question), ()
    citations = tuple(sentence.citation for sentence in best)
    return "\n".join(map(_line, citations)), citations


def _line(citation: Citation) -> str:
    # A number in brackets inside the quote would read as one of ours.
    quote = _NUMBER.sub(r"(\1)", one_line(citation.quote))
    return f"“{quote}” [{citation.n}]{'' if citation.snapshot_id else UNREAD}"


def _scored(question: str, context: Context) -> list[_Sentence]:
    """Sentences that hold enough of the question, best first; of equals the earlier."""
    numbers = {source.source_id: source.n for source in context.sources}
    found = [
        _Found(
            citation=_citation(numbers[each.passage.source_id], each.passage, span),
            terms=frozenset(_stems(f"{each.passage.heading} {each.passage.text[slice(*span)]}")),
            is_first=index == 0,
        )
        for each in context.passages
        if each.passage.main >= LEAST_MAIN
        for index, span in enumerate(_spans(each.passage.text))
    ]
    asked = frozenset(_stems(question))
    weights = _weights(_stems(question), found)
    return sorted(_worth(found, weights, asked, wants_figure(question)), key=lambda s: -s.share)


def _worth(
    found: Sequence[_Found],
    weights: Mapping[str, float],
    asked: frozenset[str],
    figure: bool,  # noqa: FBT001 -- one of two things that a question may want
) -> Iterator[_Sentence]:
    """Each sentence that answers, with its worth; one that asks hands its own on to the next."""
    whole, handed = sum(weights.values()) or 1.0, 0.0
    for each in found:
        share = sum(weight for term, weight in weights.items() if term in each.terms) / whole
        share = max(share, 0.0 if each.is_first else handed)
        handed = 0.0
        quote = each.citation.quote
        if each.is_asking:
            handed = share * HANDED_SHARE
            continue
        # "At nine" is a figure too, so a sentence without digits falls behind, and not out.
        kept = NO_FIGURE_SHARE if figure and not _DIGIT.search(quote) else 1.0
        adds = len(each.terms - asked)
        if share >= LEAST_SHARE and adds >= LEAST_NEW and "://" not in quote:
            yield _Sentence(citation=each.citation, share=share * kept)


def _weights(question: Sequence[str], found: Sequence[_Found]) -> Mapping[str, float]:
    """Each term of the question by how few sentences hold it; what all hold says nothing.

    A term that only asking sentences hold is the asking itself: no answer can hold it.
    """
    holding = Counter(term for each in found for term in each.terms if not each.is_asking)
    asking = frozenset[str]().union(*(each.terms for each in found if each.is_asking))
    sought = [term for term in dict.fromkeys(question) if holding[term] or term not in asking]
    return {term: log(1 + len(found) / (1 + holding[term])) for term in sought}


def _stems(text: str) -> list[str]:
    return [word[:STEM_CHARS] for word in words(text)]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Sentences without the marks before them, the footnotes behind them, and blanks."""
    for start, end in _sentences(text):
        inside = text[start:end].rstrip()
        footnotes = _TRAILING_NUMBERS.search(inside)
        end = start + (footnotes.start() if footnotes else len(inside))
        start += len(inside) - len(inside.lstrip())
        marks = _MARKS.match(text[start:end])
        start += marks.end() if marks else 0
        if 0 < end - start <= MAX_CHARS and not _is_heading(text, start, end):
            yield start, end


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """As `sentences`, which take a footnote number for a letter: "at nine.[4] The café"."""
    for start, end in sentences(text):
        for footnote in _FOOTNOTE.finditer(text, start, end):
            yield start, footnote.end()
            start = footnote.end()
        yield start, end


def _is_heading(text: str, start: int, end: int) -> bool:
    """A heading, of a section or of a table, asks or names; it answers nothing."""
    line = text.rfind("\n", 0, start) + 1
    return text[line:start].lstrip().startswith("#") or _TABLE_RULE.match(text, end) is not None


def _citation(n: int, passage: Passage, span: tuple[int, int]) -> Citation:
    start, end = span
    return Citation(
        n=n,
        quote=passage.text[start:end],
        start=passage.start + start,
        end=passage.start + end,
        snapshot_id=passage.snapshot_id,
    )


def _distinct(scored: Sequence[_Sentence]) -> list[_Sentence]:
    """The best of each source before a second one of any; none that says the same words again."""
    good = [each for each in scored if each.share >= scored[0].share * PARTIAL_SHARE]
    seen: Counter[int] = Counter()
    said: set[tuple[str, ...]] = set()
    rounds: list[tuple[int, _Sentence]] = []
    for each in good:
        said_now = tuple(words(each.citation.quote))
        if said_now not in said:
            said.add(said_now)
            rounds.append((seen[each.citation.n], each))
            seen[each.citation.n] += 1
    rounds.sort(key=lambda pair: pair[0])
    return [each for _, each in rounds[:MAX_SENTENCES]]
