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
    """full: a page was read · snippets: only hits · nothing_found: no hits, nobody failed that
    would explain it · nothing_readable: hits without a word to show · not_searched: effort none"""
    timings: tuple[Timing, ...]
    ledger: tuple[LedgerEntry, ...]
