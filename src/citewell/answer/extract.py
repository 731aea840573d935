"""An answer without a model: the sentences that hold most of the question, quoted.

Rule: pure; nothing is rewritten. A sentence is quoted as it stands in its document, on one line and
with its own footnote numbers in parentheses; its citation carries the exact words and offsets.
Origin: docs/origins.md.
"""

import re

from citewell.answer.absence import told
from citewell.answer.asking import wants_figure
from citewell.answer.choice import choose
from citewell.answer.worth import Candidate, candidates
from citewell.model.values import Citation, Context
from citewell.text.lines import one_line

UNREAD = " (from a search result; the page was not read)"

_NUMBER = re.compile(r"[\[［【](\s*\d[\d\s,;–-]*)[\]］】]")


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
    found = candidates(question, context)
    citations = tuple(map(_citation, choose(found, context, figures=wants_figure(question))))
    if not citations:
        return told("no_answer", question), ()
    return "\n".join(map(_line, citations)), citations


def _line(citation: Citation) -> str:
    # A number in brackets inside the quote would read as one of ours.
    quote = _NUMBER.sub(r"(\1)", one_line(citation.quote))
    return f"“{quote}” [{citation.n}]{'' if citation.snapshot_id else UNREAD}"


def _citation(chosen: Candidate) -> Citation:
    passage = chosen.passage.passage
    return Citation(
        n=chosen.source.n,
        quote=chosen.quote,
        start=passage.start + chosen.start,
        end=passage.start + chosen.end,
        snapshot_id=passage.snapshot_id,
    )
