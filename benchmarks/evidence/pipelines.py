"""Who turns six pages and a question into text for a model: ours, parts of ours, and peers.

A pipeline yields the passages of its context, best first, for budgets of so many characters.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from benchmarks import stages
from benchmarks.answers import first_chars
from benchmarks.extraction.extractors import Extract, ours, trafilatura
from benchmarks.pages import Page
from benchmarks.peers import Peer
from benchmarks.ranking.rankers import rank_bm25
from citewell.model.errors import WebError
from citewell.model.values import Document

CUTS = (1750, 3500, 7000)
"""500, 1,000 and 2,000 tokens at 3.5 characters"""

PASSAGE_CHARS = 700
"""Length at which a peer's paragraphs are closed into a passage: the same as ours aims at"""

Pipeline = Callable[[str, Sequence[Page]], Mapping[int, str]]
"""(query, pages in order of their search rank) → for each cut, the text within it"""


def citewell(query: str, pages: Sequence[Page]) -> dict[int, str]:
    """Our whole flow, one context for each budget; heads of sources count against the budget."""
    return _contexts(query, read(pages))


def whole_text(query: str, pages: Sequence[Page]) -> dict[int, str]:
    """Our flow with every visible block trusted alike: what the prior for content is worth."""
    return _contexts(query, [_trusting_all(document) for document in read(pages)])


def read(pages: Sequence[Page]) -> list[Document]:
    """The documents of all pages that could be read."""
    documents = []
    for page in pages:
        try:
            documents.append(stages.read(page.body(), page.url))
        except WebError:
            continue
    return documents


def with_bm25(make_extract: Callable[[], Extract]) -> Pipeline:
    """Somebody's text, cut at paragraphs, ranked by BM25 over words."""
    extract, order = make_extract(), rank_bm25()

    def run(query: str, pages: Sequence[Page]) -> dict[int, str]:
        passages = [passage for text in _texts(extract, pages) for passage in paragraphs(text)]
        best = [passages[index] for index in order(query, passages)] if passages else []
        return {cut: first_chars(best, cut) for cut in CUTS}

    return run


def with_our_rank(make_extract: Callable[[], Extract]) -> Pipeline:
    """Somebody's text, cut at paragraphs, ranked by us."""
    extract = make_extract()

    def run(query: str, pages: Sequence[Page]) -> dict[int, str]:
        passages = [passage for text in _texts(extract, pages) for passage in paragraphs(text)]
        best = [passages[index] for index in stages.order(query, passages)] if passages else []
        return {cut: first_chars(best, cut) for cut in CUTS}

    return run


def paragraphs(text: str) -> list[str]:
    """Join lines until a passage is `PASSAGE_CHARS` long; an over-long line stays whole."""
    passages: list[str] = []
    lines: list[str] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        lines.append(line)
        if sum(map(len, lines)) >= PASSAGE_CHARS:
            passages.append("\n".join(lines))
            lines = []
    return [*passages, "\n".join(lines)] if lines else passages


def _contexts(query: str, documents: Sequence[Document]) -> dict[int, str]:
    found = stages.ranked(query, documents)
    texts = {}
    for cut in CUTS:
        budget_tokens = int(cut / stages.CHARS_PER_TOKEN)
        context = stages.context(query, found, documents, budget_tokens=budget_tokens)
        texts[cut] = "\n".join(one.passage.text for one in context.passages)[:cut]
    return texts


def _texts(extract: Extract, pages: Sequence[Page]) -> list[str]:
    """The text of each page; nothing of one that is refused, as the engine goes on without it."""
    texts = []
    for page in pages:
        try:
            texts.append(extract(page.body(), page.url))
        except WebError:
            continue
    return texts


def _trusting_all(document: Document) -> Document:
    blocks = tuple(replace(block, main=1.0) for block in document.blocks)
    return replace(document, blocks=blocks)


PEERS: tuple[Peer[Pipeline], ...] = (
    Peer(
        name="trafilatura + rank-bm25",
        packages=("trafilatura", "rank-bm25"),
        load=lambda: with_bm25(trafilatura),
    ),
    Peer(
        name="citewell text + rank-bm25",
        packages=("rank-bm25",),
        load=lambda: with_bm25(lambda: ours),
    ),
    Peer(
        name="trafilatura + citewell rank",
        packages=("trafilatura",),
        load=lambda: with_our_rank(trafilatura),
    ),
    Peer(name="citewell without prior", packages=(), load=lambda: whole_text),
)
