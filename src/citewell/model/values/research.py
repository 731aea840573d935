"""Everything that one run of the flow found, did and used."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from citewell.model.values.context import Absence, Context, RankedPassage
from citewell.model.values.document import Document
from citewell.model.values.hits import Hit, Outcome
from citewell.model.values.question import Plan

Evidence = Literal[
    "full",
    "snippets",
    "nothing_found",
    "nothing_readable",
    "unanswered",
    "not_searched",
    "no_room",
]


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
    """Asked of the door: one that the guard refused counts too"""
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
    """full: words of a page that was read · snippets: only hits' own words · else why there are no
    words, as `Context.absence` says it"""
    timings: tuple[Timing, ...]
    ledger: tuple[LedgerEntry, ...]
    as_recorded: bool | None = None
    """Of a replay: whether the context is that of the recorded run, to the byte; None otherwise"""


def absence_of(
    plan: Plan, outcomes: Sequence[Outcome], ranked: Sequence[RankedPassage], *, hits_found: bool
) -> Absence:
    """Say why a context would have no passage, if it should turn out to have none."""
    if ranked:
        return "no_room"
    if plan.effort == "none":
        return "not_searched"
    if hits_found:
        return "nothing_readable"
    looked = any(each.code is None for each in outcomes if each.operation == "search")
    return "nothing_found" if looked else "unanswered"


def evidence_of(context: Context) -> Evidence:
    """Say in one word what a run has to show."""
    if any(ranked.passage.snapshot_id for ranked in context.passages):
        return "full"
    return "snippets" if context.passages else context.absence or "nothing_found"
