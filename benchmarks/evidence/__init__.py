"""Evidence: whether the answer to a question reaches the context that a model is handed.

Questions written on saved pages; each comes with six pages in search-rank order, the one that
holds the answer among its closest neighbours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks import pages
from benchmarks.answers import answer_figures
from benchmarks.evidence.pipelines import CUTS, PEERS, Pipeline, citewell
from benchmarks.frame import OURS, Benchmark, Options, Report, Score, fingerprint, sampled
from benchmarks.pages import Page
from benchmarks.peers import choose
from benchmarks.timing import timed

UNSPACED_LANGUAGES = frozenset({"zh", "ja", "th", "km", "lo", "my"})
"""ISO 639-1; written without spaces between words"""

REFERENCE = "trafilatura + rank-bm25"
"""Whose speed is 1, when it takes part"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question with its six pages."""

    id: str
    query: str
    answers: tuple[str, ...]
    groups: tuple[str, ...]
    pages: tuple[Page, ...]


def files(data: Path) -> list[Path]:
    """The questions below `data/evidence` or `data`, and the pages they are asked of."""
    questions = sorted(pages.folder(data, "evidence").glob("evidence*.jsonl*"))
    return [*questions, *pages.page_files(data / "extraction")] if questions else []


def sha256(data: Path) -> str:
    """Hash of the files, the same wherever the folder lies."""
    return fingerprint(files(data), data)


def measure(data: Path, options: Options) -> Report:
    """Build every subject's context for every question."""
    chosen = choose(PEERS, options.peers)
    subjects = {OURS: citewell, **{peer.name: peer.load() for peer in chosen.found}}
    questions, left_out = load(data, options.sample)
    return Report(
        benchmark="evidence",
        headline=f"answer in {CUTS[1]}",
        scores=tuple(one for question in questions for one in scores(question, subjects)),
        reference=REFERENCE if REFERENCE in subjects else OURS,
        data_sha256=sha256(data),
        sample=options.sample,
        missing=chosen.missing,
        packages=tuple(sorted({name for peer in chosen.found for name in peer.packages})),
        notes=(f"{left_out} questions left out: a page of theirs is missing",) if left_out else (),
    )


def load(data: Path, sample: int) -> tuple[list[Question], int]:
    """The questions, and how many were left out because a page of theirs is missing."""
    table = pages.load(data / "extraction")
    asked = {
        row["id"]: row
        for path in sorted(pages.folder(data, "evidence").glob("evidence*.jsonl*"))
        for row in pages.read_lines(path)
    }
    taken = [asked[key] for key in sampled(asked, sample)]
    whole = [row for row in taken if all(name in table for name in row["pages"])]
    return [_question(row, table) for row in whole], len(taken) - len(whole)


def language_group(language: str) -> str:
    """One of `english`, `unspaced`, `other`."""
    if language == "en":
        return "english"
    return "unspaced" if language in UNSPACED_LANGUAGES else "other"


def scores(question: Question, subjects: Mapping[str, Pipeline]) -> Iterator[Score]:
    """One score for each subject."""
    for name, pipeline in subjects.items():
        yield score(question, name=name, pipeline=pipeline)


def score(question: Question, *, name: str, pipeline: Pipeline) -> Score:
    """Build the context once and look for the answer."""
    result = timed(lambda: pipeline(question.query, question.pages))
    texts = result.value or dict.fromkeys(CUTS, "")
    return Score(
        subject=name,
        item=question.id,
        groups=question.groups,
        figures=answer_figures(texts, question.answers),
        cpu_s=result.cpu_s,
        failure=result.failure,
    )


def _question(row: Mapping[str, object], table: Mapping[str, Page]) -> Question:
    answers, names = row["answers"], row["pages"]
    assert isinstance(answers, list)
    assert isinstance(names, list)
    return Question(
        id=str(row["id"]),
        query=str(row["query"]),
        answers=tuple(answers),
        groups=(
            f"kind/{row['kind']}",
            f"language/{language_group(str(row['lang']))}",
            f"type/{row['type']}",
            f"gold/{row['gold_kind']}",
        ),
        pages=tuple(table[name] for name in names),
    )


BENCHMARK = Benchmark(
    name="evidence",
    files=files,
    sha256=sha256,
    measure=measure,
    held=tuple(f"answer in {cut}" for cut in CUTS),
)
