"""Everything that one run of the flow found, did and used."""

from dataclasses import dataclass
from typing import Literal

from citewell.model.values.context import Context
from citewell.model.values.document import Document
from citewell.model.values.hits import Hit, Outcome
from citewell.model.values.question import Plan

Evidence = Literal["full", "snippets", "nothing_found", "nothing_readable", "not_searched"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long one stage took."""

    stage: str
    elapsed_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """What one host was sent and sent back during a run."""

    host: str
    door: Literal["api", "page"]
    requests: int
    bytes_in: int
    """Decoded body bytes"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Research:
    """One run from question to context; returned whatever failed on the way."""

    run_id: str
    plan: Plan
    hits: tuple[Hit, ...]
    outcomes: tuple[Outcome, ...]
    """Every provider asked and every page attempted, in the order of the plan"""
    documents: tuple[Document, ...]
    context: Context
    evidence: Evidence
    """full: a page was read · snippets: only hits' own words · nothing_found: no hits (the outcomes
    say who refused) · nothing_readable: hits without a word to show · not_searched: effort none"""
    timings: tuple[Timing, ...]
    ledger: tuple[LedgerEntry, ...]


def evidence_of(
    plan: Plan, hits: tuple[Hit, ...], documents: tuple[Document, ...], context: Context
) -> Evidence:
    """Say in one word what a run has to show."""
    if plan.effort == "none":
        return "not_searched"
    if documents and context.passages:
        return "full"
    if context.passages:
        return "snippets"
    return "nothing_readable" if hits else "nothing_found"
