"""Extraction: how much of a page's main content is read, and how little else.

Sets of saved pages with marked main content; the summary is the macro mean over nine groups: the
seven page types of WCXB, Scrapinghub's articles, and Chinese pages.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks import pages
from benchmarks.extraction.extractors import PEERS, Extract, ours
from benchmarks.extraction.score import bag_figures, snippet_figures
from benchmarks.frame import OURS, Benchmark, Options, Report, Score, fingerprint, sampled
from benchmarks.pages import Page
from benchmarks.peers import choose
from benchmarks.timing import timed

NINE = (
    "wcxb/article",
    "wcxb/collection",
    "wcxb/documentation",
    "wcxb/forum",
    "wcxb/listing",
    "wcxb/product",
    "wcxb/service",
    "sh",
    "zh",
)
"""Groups that the summary averages; where a data folder has fewer, those that it has"""

REFERENCE = "trafilatura"
"""Whose speed is 1, when it takes part"""


def files(data: Path) -> list[Path]:
    """Gold files and pages below `data/extraction` or `data`."""
    return pages.page_files(pages.folder(data, "extraction"))


def sha256(data: Path) -> str:
    """Hash of the files, the same wherever the folder lies."""
    return fingerprint(files(data), pages.folder(data, "extraction"))


def measure(data: Path, options: Options) -> Report:
    """Run every subject on every page, page by page, so that noise meets all alike."""
    root = pages.folder(data, "extraction")
    chosen = choose(PEERS, options.peers)
    subjects = {OURS: ours, **{peer.name: peer.load() for peer in chosen.found}}
    taken = sampled_pages(tuple(pages.load(root).values()), options.sample)
    present = {group(page) for page in taken}
    for page in taken[:1]:
        # Unscored: a library's first page pays for what it loads late.
        list(scores(page, subjects))
    return Report(
        benchmark="extraction",
        headline="f1",
        scores=tuple(one for page in taken for one in scores(page, subjects)),
        macro=tuple(name for name in NINE if name in present) or tuple(sorted(present)),
        reference=REFERENCE if REFERENCE in subjects else OURS,
        data_sha256=sha256(data),
        sample=options.sample,
        missing=chosen.missing,
        packages=tuple(sorted({name for peer in chosen.found for name in peer.packages})),
    )


def sampled_pages(every: Sequence[Page], count: int) -> list[Page]:
    """At most `count` pages of each group, 0 for all; groups in order of their name."""
    names: dict[str, list[str]] = {}
    for page in every:
        names.setdefault(group(page), []).append(page.name)
    table = {page.name: page for page in every}
    return [table[name] for key in sorted(names) for name in sampled(names[key], count)]


def group(page: Page) -> str:
    """`wcxb/<type>` for the set that has page types, else the set."""
    return f"wcxb/{page.gold['type']}" if page.set == "wcxb" else page.set


def scores(page: Page, subjects: Mapping[str, Extract]) -> Iterator[Score]:
    """One score for each subject, one after the other on the same page."""
    for name, extract in subjects.items():
        yield score(page, name=name, extract=extract)


def score(page: Page, *, name: str, extract: Extract) -> Score:
    """Extract once and compare with what people marked."""
    body = page.body()
    result = timed(lambda: extract(body, page.url))
    return Score(
        subject=name,
        item=page.name,
        groups=(group(page),),
        figures=figures(page, result.value or ""),
        cpu_s=result.cpu_s,
        failure=result.failure,
    )


def figures(page: Page, text: str) -> dict[str, float]:
    """All figures that the page's gold allows."""
    found = bag_figures(text, page.gold["gold"]) if page.gold.get("gold") else {}
    if page.gold.get("with") or page.gold.get("without"):
        snippets = {key: page.gold.get(key) or [] for key in ("with", "without")}
        found |= snippet_figures(text, snippets, fold=page.set == "wcxb")
    return found


BENCHMARK = Benchmark(name="extraction", files=files, sha256=sha256, measure=measure, held=("f1",))
