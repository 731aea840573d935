"""From a question to a plan: whether to search, for what, and how fresh it must be."""

from citewell.plan.heuristic import plan

__all__ = ["plan"]
