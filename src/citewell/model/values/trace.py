"""What a recording says of one run, besides its exchanges."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from citewell.model.values.hits import Outcome
from citewell.model.values.question import Filters, Message, Plan

Operation = Literal["research", "ask", "search", "read"]

TRACE_VERSION = 1
"""Raised when an old trace can no longer be read as a new one"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Enough to run the same flow again on the recorded exchanges and compare the end."""

    version: int = TRACE_VERSION
    operation: Operation
    run_id: str
    question: str
    """The question, the query of a search, or the URL of a read"""
    history: tuple[Message, ...] = ()
    filters: Filters | None = None
    budget_tokens: int | None = None
    """As the caller gave it; None when the configuration decided"""
    config: str
    """The configuration as JSON, secrets redacted"""
    versions: tuple[tuple[str, str], ...]
    """(distribution, version) of citewell and of the libraries that shape its text"""
    started_at: datetime
    plan: Plan | None = None
    outcomes: tuple[Outcome, ...] = ()
    result_sha256: str = ""
    """Of the context's text, the answer's text or the document's text, UTF-8"""
