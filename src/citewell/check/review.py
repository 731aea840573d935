"""Checking an answer against what was read: its numbers, and its quotes.

Rule: pure; what the check cannot decide it does not accuse of. Findings stand in the order of the
answer and carry the span that they are about.
Origin: docs/origins.md.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from citewell.check.locate import Searchable, find, holds, searchable
from citewell.check.marks import Mark, Quote, marks, quotes
from citewell.model.values import Citation, Context, Document, Finding, Review

UNKNOWN_SOURCE = "unknown-source"
MISSING_SOURCE = "missing-source"
QUOTE_NOT_FOUND = "quote-not-found"
QUOTE_ELSEWHERE = "quote-elsewhere"


def review(answer: str, context: Context, documents: Sequence[Document]) -> Review:
    """Check every `[n]` and every quote of an answer.

    Args:
        answer: as written; empty has no findings.
        context: that it was written from.
        documents: that were read; a quote is looked for in those of its sources first.

    Returns:
        Errors: `unknown-source` (no source has the number), `quote-not-found` (the words stand in
        nothing that was read). Warnings: `quote-elsewhere` (they stand in another source than the
        cited ones), `missing-source` (nothing is cited although there are sources).
    """
    cited = marks(answer)
    texts = searchable(documents)
    findings = [*_unknown(cited, context)]
    for quote in quotes(answer):
        findings.extend(_misquoted(quote, context, texts))
    if answer.strip() and context.sources and not cited:
        findings.append(
            Finding(
                check=MISSING_SOURCE,
                severity="warning",
                message="Nothing is cited: put the [n] of its source after each statement.",
                start=0,
                end=len(answer),
            )
        )
    return Review(findings=tuple(sorted(findings, key=lambda finding: finding.start)))


def citations(answer: str, context: Context, documents: Sequence[Document]) -> tuple[Citation, ...]:
    """The quotes of an answer that are proved: cited to a source in whose document they stand.

    Returns:
        One citation for each such quote and number, in the order of the answer.
    """
    texts = searchable(documents)
    return tuple(
        citation
        for quote in quotes(answer)
        for n in dict.fromkeys(quote.cited)
        for citation in _proved(quote, n, context, texts)
    )


def _unknown(cited: Sequence[Mark], context: Context) -> Iterator[Finding]:
    known = {source.n for source in context.sources}
    for mark in cited:
        if mark.n not in known:
            yield Finding(
                check=UNKNOWN_SOURCE,
                severity="error",
                message=f"There is no source [{mark.n}]: cite one of the numbered sources.",
                start=mark.start,
                end=mark.end,
            )


def _misquoted(quote: Quote, context: Context, texts: Sequence[Searchable]) -> Iterator[Finding]:
    holders = _holders(quote, context, texts)
    if not holders and find(quote.text, texts) is None:
        message = "These quoted words stand in no source: quote exactly, or take the marks away."
        yield _about(quote, QUOTE_NOT_FOUND, "error", message)
        return
    cited = {source.n for source in context.sources} & set(quote.cited)
    if cited and not holders & cited:
        where = ", ".join(f"[{n}]" for n in sorted(holders)) or "a page without a number"
        message = f"These quoted words stand in {where}, not in the cited source."
        yield _about(quote, QUOTE_ELSEWHERE, "warning", message)


def _about(
    quote: Quote, check: str, severity: Literal["error", "warning"], message: str
) -> Finding:
    return Finding(
        check=check,
        severity=severity,
        message=message,
        start=quote.start,
        end=quote.end,
        evidence=quote.text,
    )


def _holders(quote: Quote, context: Context, texts: Sequence[Searchable]) -> frozenset[int]:
    """Numbers of the sources whose document, or snippet where it was not read, has the words."""
    numbers = {source.source_id: source.n for source in context.sources}
    snippets = (
        numbers[each.passage.source_id]
        for each in context.passages
        if not each.passage.snapshot_id and holds(each.passage.text, quote.text)
    )
    holding = {text.document.snapshot_id for text in texts if find(quote.text, (text,)) is not None}
    read = (source.n for source in context.sources if source.snapshot_id in holding)
    return frozenset((*snippets, *read))


def _proved(
    quote: Quote, n: int, context: Context, texts: Sequence[Searchable]
) -> Iterator[Citation]:
    snapshots = {source.snapshot_id for source in context.sources if source.n == n}
    for text in texts:
        place = find(quote.text, (text,)) if text.document.snapshot_id in snapshots else None
        if place is not None:
            yield Citation(
                n=n,
                quote=text.document.text[place.start : place.end],
                start=place.start,
                end=place.end,
                snapshot_id=place.snapshot_id,
            )
            return
