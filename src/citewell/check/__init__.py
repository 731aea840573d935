"""Tests of an answer against what was read: its numbers, its quotes, and where they stand."""

from citewell.check.locate import Location, locate
from citewell.check.review import citations, review

__all__ = ["Location", "citations", "locate", "review"]
