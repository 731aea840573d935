"""From documents and hits to the passages that answer, best first.

`split` and `snippet_passages` make the pool, `rank` orders it, `select` thins it out; `rank_all` is
all four. All pure.
"""

from citewell.rank.lexical import bm25
from citewell.rank.pool import rank_all
from citewell.rank.score import rank
from citewell.rank.select import select
from citewell.rank.snippets import snippet_passages
from citewell.rank.split import split

__all__ = ["bm25", "rank", "rank_all", "select", "snippet_passages", "split"]
