"""How well a sentence answers: the share of the question that it holds, and what speaks for it.

Rule: pure, and linear in the context. What a sentence does not hold itself may stand round it, in
the sentence before it, its heading or its title, and counts for less there. Up to three sentences
in a row may be quoted as one, where they hold more of the question than one of them.

The figures were set on 1,440 questions in eight languages (XQuAD, six paragraphs each): the first
quote holds the answer 1,080 times; most of them change that by under 2 % when they are moved.
Origin: docs/origins.md.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import log

from citewell.answer.asking import points_back, subject, wants_figure
from citewell.answer.quotable import STEM_CHARS, Piece, pieces, stems
from citewell.model.values import Context, RankedPassage, Source
from citewell.model.values.document import MAIN_FLOOR
from citewell.text.numbers import numbers_in
from citewell.text.words import PAIRED, TRIPLED, words

MAX_TERMS = 64
"""Of the question: a longer one is a pasted text, and its first sentences say what is asked"""

MAX_JOINED = 3
"""Sentences of one quote"""

JOINED_CHARS = 400
"""Of a quote of more than one sentence"""

JOINED_FACTOR = 0.92
"""For each sentence after the first: a short quote is read first"""

ANSWERING = 0.9
"""Share of a term that a sentence is given from the question right before it: it is the answer"""

IN_HEADING, BEFORE, IN_TITLE, IN_PASSAGE = 0.6, 0.3, 0.3, 0.25
"""Share of a term that a sentence is given from what stands round it"""

LEAST_OWN = 0.2
"""Of the question's weight that a sentence must hold itself, but for the answer to a question"""

PRIOR_SHARE = 0.4
"""Of the worth that hangs on how well the whole passage ranked"""

NO_FIGURE_FACTOR = 0.75
"""Where a figure is asked for and none is there; "at nine" is one too, so it is not out"""

NO_STOP_FACTOR = 0.85
"""For what does not end as sentences do: a label, a button, half a sentence"""

LEADS_IN_FACTOR = 0.7
"""For what ends in a colon: the answer follows"""

POINTING_FACTOR = 0.9
"""For what opens with "it" or "this", where another sentence names what that is"""

SMALL_FACTOR = 0.3
"""For words of few letters that are no names, and pairs of hiragana: they join the others"""

ABSENT_WORD_FACTOR, ABSENT_GRAM_FACTOR = 0.6, 0.3
"""For terms that no sentence holds; of the pairs and triples of letters many span two words"""

_STOPS = re.compile(r"[.!…。！।॥؟۔።|\u0e00-\u0eff][\"'”’»›)）」』】\]]*\Z")
_LEADS_IN = re.compile(r"[:：]\Z")
_NAME = re.compile(r"(?<=[^.?!¿¡\s] )[^\W\d_]\w*")
_HAN_NUMBER = re.compile("[一二三四五六七八九十百千万億亿]{2,}")
_VOWELLESS = ("\u0590", "\u08ff")
"""Hebrew and Arabic write few vowels: a word of three letters may be a long one"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One to three sentences in a row that may be quoted, and what they are worth."""

    passage: RankedPassage
    source: Source
    start: int
    """In the text of the passage"""
    end: int
    terms: frozenset[str]
    figures: frozenset[Decimal]
    """Numbers in it that the question does not name"""
    worth: float
    """0 to about 1: the share of the question that it holds, less what speaks against it"""

    @property
    def quote(self) -> str:
        """Its words."""
        return self.passage.passage.text[self.start : self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sought:
    """What the question asks for."""

    weights: Mapping[str, float]
    """Each term's share of the question; together 1"""
    terms: frozenset[str]
    figures: frozenset[Decimal]
    wants_figure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A passage in its pieces."""

    passage: RankedPassage
    source: Source
    pieces: Sequence[Piece]


def candidates(question: str, context: Context) -> list[Candidate]:
    """What may be quoted as an answer, in the order of the context, with its worth.

    Furniture of a page, what asks, and what says no more than the question are left out.
    """
    sources = {source.source_id: source for source in context.sources}
    places = [
        _Place(
            passage=each,
            source=sources[each.passage.source_id],
            pieces=pieces(each.passage.text),
        )
        for each in context.passages
        if each.passage.main >= MAIN_FLOOR
    ]
    sought = _sought(question, [piece for place in places for piece in place.pieces])
    best = max((place.passage.score for place in places), default=0.0)
    return [found for place in places for found in _candidates(place, sought, best or 1.0)]


def _sought(question: str, found: Sequence[Piece]) -> _Sought:
    weights = _weights(question, found)
    whole = sum(weights.values()) or 1.0
    return _Sought(
        weights={term: weight / whole for term, weight in weights.items()},
        terms=frozenset(stems(question)),
        figures=_figures(question),
        wants_figure=wants_figure(question),
    )


def _weights(question: str, found: Sequence[Piece]) -> dict[str, float]:
    """Each term of the question by how few sentences hold it; what all hold says nothing.

    A term that only asking sentences hold is the asking itself: no answer can hold it.
    """
    holding = Counter(term for each in found for term in each.terms if not each.is_asking)
    asking = frozenset[str]().union(*(each.terms for each in found if each.is_asking))
    names = {name for each in _NAME.findall(question) if each[:1].isupper() for name in words(each)}
    weights: dict[str, float] = {}
    for word in words(subject(question)):
        term = word[:STEM_CHARS]
        if len(weights) < MAX_TERMS and (holding[term] or term not in asking):
            rarity = log(1 + len(found) / (1 + holding[term]))
            absent = 1.0 if holding[term] else _absent_factor(term)
            weights[term] = rarity * absent * _kind_factor(word, is_name=word in names)
    return weights


def _kind_factor(word: str, *, is_name: bool) -> float:
    """What a term weighs by its looks, in any language."""
    if _is_gram(word[0]):
        is_small = all("\u3041" <= char <= "\u309f" for char in word)
    else:
        few = 2 if _VOWELLESS[0] <= word[0] <= _VOWELLESS[1] else 3
        is_small = len(word) <= few and not is_name and not any(map(str.isdigit, word))
    return SMALL_FACTOR if is_small else 1.0


def _absent_factor(term: str) -> float:
    return ABSENT_GRAM_FACTOR if _is_gram(term[0]) else ABSENT_WORD_FACTOR


@cache
def _is_gram(char: str) -> bool:
    """Whether terms of this letter's script are pairs or triples of letters, and no words."""
    return any(first <= ord(char) <= last for first, last in (*PAIRED, *TRIPLED))


def _candidates(place: _Place, sought: _Sought, best: float) -> Iterator[Candidate]:
    """Every piece, and it with the one or two that follow it in its paragraph."""
    prior = 1 - PRIOR_SHARE + PRIOR_SHARE * max(place.passage.score, 0.0) / best
    around = _around(place, sought)
    for index, first in enumerate(place.pieces):
        given = _given(place, index, around)
        answers = index > 0 and place.pieces[index - 1].is_asking
        terms: frozenset[str] = frozenset()
        for count, last in enumerate(_run(place.pieces, index)):
            terms |= last.terms
            own = sum(weight for term, weight in sought.weights.items() if term in terms)
            if terms <= sought.terms or (own < LEAST_OWN and not answers):
                continue
            lent = sum(
                sought.weights[term] * share for term, share in given.items() if term not in terms
            )
            worth = (own + lent) * prior * JOINED_FACTOR**count
            yield _candidate(place, sought, (first.start, last.end), terms=terms, worth=worth)


def _candidate(
    place: _Place, sought: _Sought, span: tuple[int, int], *, terms: frozenset[str], worth: float
) -> Candidate:
    """A quote, worth less where its form or the want of a figure speaks against it."""
    text = place.passage.passage.text[slice(*span)]
    figures = _figures(text) - sought.figures
    has_figure = bool(figures) or _HAN_NUMBER.search(text) is not None
    factor = 1.0 if has_figure or not sought.wants_figure else NO_FIGURE_FACTOR
    return Candidate(
        passage=place.passage,
        source=place.source,
        start=span[0],
        end=span[1],
        terms=terms,
        figures=figures,
        worth=worth * factor * _form_factor(text),
    )


def _run(found: Sequence[Piece], index: int) -> Iterator[Piece]:
    """The piece and those after it that may be quoted with it, without a gap."""
    start = found[index].start
    for count, piece in enumerate(found[index : index + MAX_JOINED]):
        is_joined = count == 0 or (piece.follows and piece.end - start <= JOINED_CHARS)
        if piece.is_asking or not piece.may_be_quoted or not is_joined:
            return
        yield piece


def _around(place: _Place, sought: _Sought) -> dict[str, float]:
    """Terms of the question in the passage, its title and its heading, with their shares."""
    passage = place.passage.passage
    shares: dict[str, float] = {}
    for terms, share in (
        (frozenset[str]().union(*(piece.terms for piece in place.pieces)), IN_PASSAGE),
        (stems(place.source.title), IN_TITLE),
        (stems(passage.heading), IN_HEADING),
    ):
        shares.update((term, share) for term in terms if term in sought.weights)
    return shares


def _given(place: _Place, index: int, around: Mapping[str, float]) -> dict[str, float]:
    """What the piece is given from round it: most from a question that it follows."""
    if index == 0:
        return dict(around)
    before = place.pieces[index - 1]
    share = ANSWERING if before.is_asking else BEFORE
    return {
        term: max(given, share) if term in before.terms else given for term, given in around.items()
    }


def _figures(text: str) -> frozenset[Decimal]:
    return frozenset(value for number in numbers_in(text) for value in number.values)


def _form_factor(text: str) -> float:
    """What the words lose by their first and by their last."""
    opening = POINTING_FACTOR if points_back(text) else 1.0
    if _LEADS_IN.search(text):
        return opening * LEADS_IN_FACTOR
    return opening if _STOPS.search(text) else opening * NO_STOP_FACTOR
