"""Asking providers in parallel, merging what they found, and choosing what to read.

`ask_all` asks, `merge` makes one list of hits, `reading_list` says which pages to open, in order.
"""

from citewell.search.ask import Answered, Ask, ask_all
from citewell.search.merge import merge
from citewell.search.offline import raise_if_offline
from citewell.search.reading import reading_list
from citewell.search.reply import checked

__all__ = ["Answered", "Ask", "ask_all", "checked", "merge", "raise_if_offline", "reading_list"]
