"""The numbered context: sources and passages under a token budget, safe from what they say."""

from citewell.context.build import build_context
from citewell.context.notices import notices_of
from citewell.context.sources import sources_of, unread

__all__ = ["build_context", "notices_of", "sources_of", "unread"]
