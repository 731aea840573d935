"""Ranked passages into the context: as many of the best as the budget holds, never one token more.

Rule: pure; a budget is a promise. Every text that is returned was itself counted, whole: counts do
not add up, and of two texts the longer may even have fewer tokens.
Origin: docs/origins.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from citewell.context.render import Form, Frame, Line, added, numbered, render, render_nothing
from citewell.model.values import Context, RankedPassage, Source
from citewell.model.values.context import Absence, TokenMethod
from citewell.text.tokens import ELLIPSIS, cut

FORMS: tuple[Form, ...] = ("full", "brief", "bare")

FORM_SHARE = 1 / 3
"""Of the budget, at most, that headings and instructions may take before a shorter form is used"""

LEAST_CHARS = 80
"""A passage is not cut shorter than this, but where there is room for nothing else"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Budget:
    """The frame, and whether a block in it fits."""

    frame: Frame
    tokens: int
    count: Callable[[str], int]

    def of(self, form: Form, lines: Sequence[Line]) -> int:
        return self.count(render(form, self.frame, lines))

    def holds(self, form: Form, lines: Sequence[Line]) -> bool:
        return self.of(form, lines) <= self.tokens


def build_context(
    ranked: Sequence[RankedPassage],
    sources: Sequence[Source],
    *,
    queries: Sequence[str],
    budget_tokens: int,
    count: Callable[[str], int],
    token_method: TokenMethod,
    searched_at: datetime,
    notices: Sequence[str] = (),
    absence: Absence = "nothing_found",
) -> Context:
    """Write the block that a model is handed.

    Args:
        ranked: best first; one that does not fit is passed over, and the beginning of the best
            such takes what room is left.
        sources: one for each `source_id` of the passages; others are left out, `n` is given anew.
        queries: what was searched for.
        budget_tokens: for the whole text, headings and instructions included.
        count: tokens of a text, as `token_method` says.
        token_method: exact, estimated or bytes.
        searched_at: aware; printed in UTC.
        notices: one sentence each, for the reader of the context.
        absence: why there is no passage, should there be none.

    Returns:
        Sources in order of their first passage, 1, 2, 3 …; a passage that was cut has the `end` and
        `text` of what was kept. A small budget gets a shorter form, at last the empty text.

    Raises:
        ValueError: a passage of an unknown source.
    """
    lines = _lines(ranked, sources)
    frame = Frame(
        queries=tuple(queries), searched_at=searched_at, notices=tuple(notices), absence=absence
    )
    budget = _Budget(frame=frame, tokens=budget_tokens, count=count)
    form, chosen = _chosen(budget, lines)
    return _written(budget, form, chosen, token_method)


def _written(
    budget: _Budget, form: Form, lines: Sequence[Line], token_method: TokenMethod
) -> Context:
    text = render(form, budget.frame, lines) if lines else _nothing(budget)
    return Context(
        text=text,
        sources=_renumbered(lines),
        passages=tuple(line.ranked for line in lines),
        tokens=budget.count(text),
        token_method=token_method,
        budget_tokens=budget.tokens,
        queries=budget.frame.queries,
        searched_at=budget.frame.searched_at,
        absence="" if lines else budget.frame.absence,
    )


def _lines(ranked: Sequence[RankedPassage], sources: Sequence[Source]) -> list[Line]:
    by_id = {source.source_id: source for source in sources}
    unknown = {each.passage.source_id for each in ranked} - by_id.keys()
    if unknown:
        raise ValueError(f"passages of unknown sources: {', '.join(sorted(unknown))}")
    return [Line(ranked=each, source=by_id[each.passage.source_id]) for each in ranked]


def _chosen(budget: _Budget, lines: Sequence[Line]) -> tuple[Form, list[Line]]:
    """The longest form that leaves room for passages, and what fills it."""
    for form in FORMS:
        if budget.of(form, ()) <= budget.tokens * FORM_SHARE or form == "bare":
            chosen = _filled(budget, form, lines)
            if chosen:
                return form, chosen
    return "bare", []


def _filled(budget: _Budget, form: Form, lines: Sequence[Line]) -> list[Line]:
    """Best first; empty when not even the beginning of the best passage fits."""
    chosen: list[Line] = []
    used = budget.of(form, ())
    gap: tuple[int, Line] | None = None
    for line in lines:
        # The first look is cheap and near enough; only the second is a promise.
        near = used + budget.count(added(line, chosen)) <= budget.tokens
        if near and budget.holds(form, (*chosen, line)):
            chosen.append(line)
            used = budget.of(form, chosen)
        elif not chosen:
            chosen.extend(_beginning(budget, form, line, around=((), ())))
            if not chosen:
                return []
            used = budget.of(form, chosen)
        elif gap is None:
            gap = len(chosen), line
    if gap is not None:
        at, line = gap
        chosen[at:at] = _beginning(budget, form, line, around=(chosen[:at], chosen[at:]))
    return chosen


def _beginning(
    budget: _Budget, form: Form, line: Line, *, around: tuple[Sequence[Line], Sequence[Line]]
) -> list[Line]:
    """As much of the passage as fits between its neighbours: one line, or none."""
    before, after = around
    text = line.passage.text

    def counted(piece: str) -> int:
        return budget.of(form, (*before, _shortened(line, piece), *after))

    piece = cut(text, budget.tokens, counted)
    shortened = _shortened(line, piece)
    kept = shortened.passage.text
    least = 1 if form == "bare" else min(LEAST_CHARS, len(text))
    if len(kept) < least or not budget.holds(form, (*before, shortened, *after)):
        return []
    return [shortened]


def _shortened(line: Line, piece: str) -> Line:
    """The line with a piece of its passage that `cut` made: all of it, or a prefix and its mark."""
    passage = line.passage
    if piece == passage.text:
        return line
    kept = piece.removesuffix(ELLIPSIS)
    shorter = replace(passage, text=kept, end=passage.start + len(kept))
    return replace(line, ranked=replace(line.ranked, passage=shorter), is_cut=True)


def _renumbered(lines: Sequence[Line]) -> tuple[Source, ...]:
    """The sources that are cited, under their new numbers; a copy of one left out stands alone."""
    numbers = numbered(lines)
    sources = {line.source.source_id: line.source for line in lines}
    new = {source.n: numbers[source_id] for source_id, source in sources.items()}
    return tuple(
        replace(source, n=numbers[source_id], copy_of=new.get(source.copy_of or 0))
        for source_id, source in sources.items()
    )


def _nothing(budget: _Budget) -> str:
    """The longest way to say that there is nothing, which fits."""
    texts = (render_nothing(form, budget.frame) for form in FORMS)
    return next((text for text in texts if budget.count(text) <= budget.tokens), "")
