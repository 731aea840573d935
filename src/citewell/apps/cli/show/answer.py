"""An answer as a person reads it: what is said, who says it, and how it was found.

Rule: pure. The answer first, then the sources under their numbers, then what was asked, read and
refused, so that whoever reads the first line only has read the answer.
"""

from collections.abc import Iterable, Iterator

from citewell.apps.cli.lines import Line, heading, line, paragraphs, parted
from citewell.apps.cli.show.outcomes import outcome_lines
from citewell.model.values import Answer, Context, RankedPassage, Research, Source

EXTRACT = "extract"
"""`Answer.by` of quoted sentences"""

ONLY_SNIPPETS = "No page could be read; only the words of search results were seen."


def answer_lines(answer: Answer) -> Iterator[Line]:
    """The whole answer, from its words to how each source fared."""
    research = answer.research
    sources, numbers = research.context.sources, {each.n for each in answer.citations}
    # A model's answer has its numbers in its words only: then every source may be one of them.
    cited = [each for each in sources if each.n in numbers or not numbers]
    others = [each for each in sources if numbers and each.n not in numbers]
    yield from parted(
        _words(answer),
        _remarks(research),
        _findings(answer),
        source_lines(cited),
        _also_seen(others),
        outcome_lines(research.outcomes),
    )


def passage_lines(research: Research, *, explain: bool) -> Iterator[Line]:
    """The passages of the context in its order, then as an answer."""
    context = research.context
    yield from parted(
        *(_passage(each, context, explain=explain) for each in context.passages),
        _remarks(research),
        source_lines(context.sources),
        outcome_lines(research.outcomes),
    )


def source_lines(sources: Iterable[Source]) -> Iterator[Line]:
    """The numbered sources, each with its address."""
    for index, source in enumerate(sources):
        if index == 0:
            yield heading("Sources")
        yield _source(source)
        yield line(source.url, indent=_width(source.n) + 2, style="dim")


def _also_seen(sources: Iterable[Source]) -> Iterator[Line]:
    """What else the context holds, without addresses: those stand below."""
    for index, source in enumerate(sources):
        if index == 0:
            yield heading("Also seen")
        yield _source(source)


def _source(source: Source) -> Line:
    title = source.title or source.domain
    remarks = "".join(f" · {remark}" for remark in _source_remarks(source))
    return line((f"[{source.n}] ", "cyan"), title, (remarks, "dim"), indent=2)


def _words(answer: Answer) -> Iterator[Line]:
    yield from paragraphs(answer.text, style="bold")
    if answer.by != EXTRACT:
        yield line(f"written by {answer.by}", style="dim")


def _remarks(research: Research) -> Iterator[Line]:
    if research.evidence == "snippets":
        yield line(ONLY_SNIPPETS, style="yellow")


def _findings(answer: Answer) -> Iterator[Line]:
    """What checking found wrong in a model's words, or doubts; quotes are what they are."""
    findings = answer.review.findings if answer.by != EXTRACT else ()
    for index, finding in enumerate(findings):
        if index == 0:
            yield heading("Checked")
        style = "red" if finding.severity == "error" else "yellow"
        yield line((f"{finding.severity}: ", style), finding.message, indent=2)


def _source_remarks(source: Source) -> Iterator[str]:
    if source.title and source.domain:
        yield source.domain
    if source.published:
        yield f"{source.published:%Y-%m-%d}"
    if source.licence and "://" not in source.licence:
        yield source.licence
    if source.copy_of is not None:
        yield f"repeats [{source.copy_of}]"
    if not source.read:
        yield "search result only, page not read"


def _passage(ranked: RankedPassage, context: Context, *, explain: bool) -> Iterator[Line]:
    passage = ranked.passage
    n = next((s.n for s in context.sources if s.source_id == passage.source_id), 0)
    place = f"characters {passage.start}–{passage.end}"
    page = f"page {passage.page}, " if passage.page is not None else ""
    under = f"{passage.heading} · " if passage.heading else ""
    yield line((f"[{n}] ", "cyan"), (f"{under}{page}{place}", "dim"))
    yield from paragraphs(passage.text, indent=_width(n))
    if explain:
        parts = "  ".join(f"{name} {value:.3f}" for name, value in ranked.features)
        yield line(f"score {ranked.score:.3f}  {parts}", indent=_width(n), style="dim")


def _width(n: int) -> int:
    return len(f"[{n}] ")
