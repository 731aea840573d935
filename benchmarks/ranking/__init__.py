"""Ranking: whether the passage that answers a question comes first.

Sets of paragraphs with questions written on them, one file a language; the summary is the macro
mean over the files. The pool is shuffled: ties in its own order would favour whoever keeps it.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import pages
from benchmarks.answers import answer_figures, first_chars
from benchmarks.frame import OURS, Benchmark, Options, Report, Score, fingerprint, sampled
from benchmarks.peers import choose
from benchmarks.ranking.rankers import PEERS, Order, ours
from benchmarks.timing import timed

CUTS = (1500, 4000)
"""Characters of ranked passages in which the answer is looked for"""

REFERENCE = "rank-bm25"
"""Whose speed is 1, when it takes part"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question and the paragraph it was written on."""

    id: str
    text: str
    gold: int
    """`n` of the paragraph"""
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """One file: the paragraphs, shuffled, and the questions on them."""

    name: str
    """File name without its endings, `xquad.en`"""
    numbers: tuple[int, ...]
    """`n` of each paragraph"""
    texts: tuple[str, ...]
    questions: tuple[Question, ...]


def files(data: Path) -> list[Path]:
    """The files of passages and questions below `data/ranking` or `data`."""
    root = pages.folder(data, "ranking")
    return [path for path in sorted(root.glob("*.jsonl*")) if _is_pool(path)]


def sha256(data: Path) -> str:
    """Hash of the files, the same wherever the folder lies."""
    return fingerprint(files(data), pages.folder(data, "ranking"))


def measure(data: Path, options: Options) -> Report:
    """Ask every subject every question of every pool."""
    chosen = choose(PEERS, options.peers)
    subjects = {OURS: ours, **{peer.name: peer.load() for peer in chosen.found}}
    pools = [load(path, options.sample) for path in files(data)]
    return Report(
        benchmark="ranking",
        headline="mrr@10",
        scores=tuple(one for pool in pools for one in scores(pool, subjects)),
        macro=tuple(pool.name for pool in pools),
        reference=REFERENCE if REFERENCE in subjects else OURS,
        data_sha256=sha256(data),
        sample=options.sample,
        missing=chosen.missing,
        packages=tuple(sorted({name for peer in chosen.found for name in peer.packages})),
    )


def load(path: Path, sample: int) -> Pool:
    """Read one file; the shuffle depends on its name alone."""
    lines = pages.read_lines(path)
    passages = [line for line in lines if line["type"] == "passage"]
    name = path.name.partition(".jsonl")[0]
    random.Random(name).shuffle(passages)  # noqa: S311 -- a shuffle to repeat
    asked = {line["id"]: line for line in lines if line["type"] == "question"}
    return Pool(
        name=name,
        numbers=tuple(line["n"] for line in passages),
        texts=tuple(line["text"] for line in passages),
        questions=tuple(_question(asked[key]) for key in sampled(asked, sample)),
    )


def scores(pool: Pool, subjects: dict[str, Order]) -> Iterator[Score]:
    """One score for each question and subject."""
    for question in pool.questions:
        for name, order in subjects.items():
            yield score(pool, question, name=name, order=order)


def score(pool: Pool, question: Question, *, name: str, order: Order) -> Score:
    """Rank the whole pool for one question."""
    result = timed(lambda: order(question.text, pool.texts))
    return Score(
        subject=name,
        item=f"{pool.name}/{question.id}",
        groups=(pool.name,),
        figures=figures(pool, question, result.value or ()),
        cpu_s=result.cpu_s,
        failure=result.failure,
    )


def figures(pool: Pool, question: Question, ranked: Sequence[int]) -> dict[str, float]:
    """Reciprocal rank within ten, recall at 1, 3 and 5, and the answer within the cuts."""
    numbers = [pool.numbers[index] for index in ranked]
    place = numbers.index(question.gold) + 1 if question.gold in numbers else 0
    texts = [pool.texts[index] for index in ranked]
    return {
        "mrr@10": 1 / place if 1 <= place <= 10 else 0.0,
        **{f"recall@{cut}": float(1 <= place <= cut) for cut in (1, 3, 5)},
        **answer_figures({cut: first_chars(texts, cut) for cut in CUTS}, question.answers),
    }


def _question(line: dict[str, object]) -> Question:
    answers = line["answers"]
    assert isinstance(answers, list)
    gold = line["gold"]
    assert isinstance(gold, int)
    return Question(id=str(line["id"]), text=str(line["q"]), gold=gold, answers=tuple(answers))


def _is_pool(path: Path) -> bool:
    first = pages.read_lines(path)[:1]
    return bool(first) and first[0].get("type") == "passage"


BENCHMARK = Benchmark(
    name="ranking",
    files=files,
    sha256=sha256,
    measure=measure,
    gate_sample=60,
    held=("mrr@10", "recall@5"),
)
