"""The values that flow: frozen, slotted, keyword-only dataclasses with tuples inside.

A file for each part of the flow; import them from here.
"""

from citewell.model.values.answer import Answer, Citation, Finding, Review
from citewell.model.values.context import Context, Passage, RankedPassage, Source
from citewell.model.values.document import Block, Document, Figure, Span
from citewell.model.values.exchange import Hop, Request, Response
from citewell.model.values.hits import Hit, Outcome, ProviderReply, SearchResponse
from citewell.model.values.question import Filters, Message, Plan, Query
from citewell.model.values.research import LedgerEntry, Research, Timing
from citewell.model.values.trace import Trace

__all__ = [
    "Answer",
    "Block",
    "Citation",
    "Context",
    "Document",
    "Figure",
    "Filters",
    "Finding",
    "Hit",
    "Hop",
    "LedgerEntry",
    "Message",
    "Outcome",
    "Passage",
    "Plan",
    "ProviderReply",
    "Query",
    "RankedPassage",
    "Request",
    "Research",
    "Response",
    "Review",
    "SearchResponse",
    "Source",
    "Span",
    "Timing",
    "Trace",
]
