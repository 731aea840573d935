"""The numbered context: sources and passages under a token budget, safe from what they say."""

from citewell.context.build import build_context
from citewell.context.sources import sources_of, unread

__all__ = ["build_context", "sources_of", "unread"]
