"""Which candidates are quoted, and in what order: the best, then what others say to it.

Rule: pure. Voices are independent: the pages of one host, and a copy with what it copies, are one.
A figure that two voices name goes before one that a single voice does; who names another is quoted
beside them.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from citewell.answer.worth import Candidate
from citewell.model.values import Context, Source

MAX_QUOTES = 3
"""Of one answer: one for the fact, two to stand beside it"""

LEAST_WORTH = 0.4
"""Below, it is about something else.

On 1,440 questions in eight languages (XQuAD) six in ten are refused when the answer is taken out
and only paragraphs near to it are left, and one in sixteen when it is there.
"""

PARTIAL_SHARE = 0.7
"""Of the best worth that the next quotes must reach"""

AGREEING_SHARE = 0.6
"""Of the best worth that a candidate must reach for its figures to be heard"""

AGREED_FACTOR = 1.15
"""For a figure that two voices name"""

SAME_FIGURES_SHARE = 0.5
"""Of the figures of the one with fewer that two quotes share when they name the same"""

REPEAT_SHARE = 0.85
"""Of the terms that make two quotes the same words: of the shorter's, where one voice says both"""


def choose(found: Sequence[Candidate], context: Context, *, figures: bool) -> list[Candidate]:
    """The quotes of an answer, the best of each voice before a second one of any.

    Args:
        found: in any order; of equals the earlier is better.
        context: whose sources they are of.
        figures: whether the question asks for one.

    Returns:
        At most three, none that overlaps or repeats another; empty when none is good enough.
    """
    voices = _voices(context.sources)
    weighed = _agreed(found, voices) if figures else found
    ordered = sorted(weighed, key=lambda each: -each.worth)
    if not ordered or ordered[0].worth < LEAST_WORTH:
        return []
    best = ordered[0]
    heard: Counter[str] = Counter()
    kept: list[tuple[int, Candidate]] = []
    for each in ordered:
        voice = voices[each.source.n]
        backs = figures and voice != voices[best.source.n] and _same_figures(each, best)
        floor = best.worth * (AGREEING_SHARE if backs else PARTIAL_SHARE)
        if each.worth < max(LEAST_WORTH, floor) or heard[voice] == MAX_QUOTES:
            continue
        if not any(_repeats(each, other, voices) for _, other in kept):
            kept.append((heard[voice], each))
            heard[voice] += 1
        if len(heard) == MAX_QUOTES:
            break  # no later one can go before the first of three voices
    kept.sort(key=lambda pair: pair[0])
    return [each for _, each in kept[:MAX_QUOTES]]


def _voices(sources: Sequence[Source]) -> dict[int, str]:
    """Who speaks in each source, by its number."""
    named = {source.n: source.domain or source.source_id for source in sources}
    return {source.n: named.get(source.copy_of or source.n, "") for source in sources}


def _agreed(found: Sequence[Candidate], voices: Mapping[int, str]) -> list[Candidate]:
    """The same, those worth more whose figure another voice names too."""
    floor = AGREEING_SHARE * max((each.worth for each in found), default=0.0)
    naming: defaultdict[Decimal, set[str]] = defaultdict(set)
    for each in found:
        if each.worth >= floor:
            for figure in each.figures:
                naming[figure].add(voices[each.source.n])
    agreed = {figure for figure, names in naming.items() if len(names) > 1}
    return [
        each if agreed.isdisjoint(each.figures) else replace(each, worth=each.worth * AGREED_FACTOR)
        for each in found
    ]


def _same_figures(one: Candidate, other: Candidate) -> bool:
    fewer = min(len(one.figures), len(other.figures))
    return fewer > 0 and len(one.figures & other.figures) >= SAME_FIGURES_SHARE * fewer


def _repeats(one: Candidate, other: Candidate, voices: Mapping[int, str]) -> bool:
    """Whether they overlap in one page, or say the same words with the same figures."""
    a, b = one.passage.passage, other.passage.passage
    if (a.source_id, a.snapshot_id) == (b.source_id, b.snapshot_id):
        start = max(a.start + one.start, b.start + other.start)
        if start < min(a.start + one.end, b.start + other.end):
            return True
    common = len(one.terms & other.terms)
    sizes = len(one.terms), len(other.terms)
    # What another voice adds to the same words is worth hearing; the same voice has said it.
    size = min(sizes) if voices[one.source.n] == voices[other.source.n] else max(sizes)
    return one.figures == other.figures and common >= REPEAT_SHARE * size
