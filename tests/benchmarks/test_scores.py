"""Each benchmark computes the figures that its name promises, on sets made by the test."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import evidence, extraction, pages, ranking
from benchmarks.answers import first_chars, holds
from benchmarks.cli import run
from benchmarks.extraction.score import bag_figures, snippet_figures, tokens


def lines(path: Path, rows: Sequence[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")


def test_tokens_are_words_and_single_characters_where_a_script_has_no_spaces() -> None:
    assert tokens("The cat, 3.5 kg: 東京タワー ไทย") == [
        "the", "cat", "3", "5", "kg", *"東京タワー", *"ไทย",
    ]  # fmt: skip


def test_bag_figures_count_tokens_as_often_as_they_occur() -> None:
    figures = bag_figures("tea tea milk", "tea tea tea sugar")

    assert figures["precision"] == pytest.approx(2 / 3)
    assert figures["recall"] == pytest.approx(2 / 4)
    assert figures["f1"] == pytest.approx(4 / 7)
    assert figures["failed"] == 0.0


def test_nothing_extracted_is_failed_and_empty() -> None:
    figures = bag_figures("", "tea")

    assert (figures["f1"], figures["failed"], figures["empty"]) == (0.0, 1.0, 1.0)


def test_snippets_are_found_over_folded_white_space() -> None:
    page = {"with": ["a  b", "missing"], "without": ["menu", "c"]}

    figures = snippet_figures("a\nb c", page, fold=False)

    assert figures == {"snippets": 0.5, "kept": 0.5, "left out": 0.5}


def test_pages_are_read_plain_or_zipped_and_get_an_address_when_they_have_none(
    tmp_path: Path,
) -> None:
    rows = [
        {"id": "a", "url": "hard::a.html"},
        {"id": "b", "url": "https://b.test/"},
        {"id": "gone"},
    ]
    lines(tmp_path / "set" / "gold.jsonl.gz", rows)
    (tmp_path / "set" / "a.html.gz").write_bytes(gzip.compress(b"<p>a"))
    (tmp_path / "set" / "b.html").write_bytes(b"<p>b")

    loaded = pages.load(tmp_path)

    assert list(loaded) == ["set/a", "set/b"]
    assert loaded["set/a"].url == "https://example.org/set/a"
    assert [page.body() for page in loaded.values()] == [b"<p>a", b"<p>b"]


def test_an_answer_is_found_in_other_width_case_and_spacing() -> None:
    assert holds("The\u00a0year ＮＩＮＥ\u00adteen", ["year nineteen"])
    assert not holds("nine", ["nineteen"])


def test_characters_are_filled_greedily_and_an_over_long_first_passage_is_cut() -> None:
    assert first_chars(["aaaa", "bbbbbbbbb", "cc"], 8) == "aaaa\ncc"
    assert first_chars(["aaaaaaaaaaaa", "b"], 8) == "aaaaaaaa"
    assert first_chars([], 8) == ""


def test_reciprocal_rank_counts_within_ten_and_recall_within_its_cut() -> None:
    pool = ranking.Pool(
        name="p",
        numbers=tuple(range(12)),
        texts=tuple(f"text {n}" for n in range(12)),
        questions=(),
    )
    question = ranking.Question(id="1", text="?", gold=3, answers=("text 3",))

    fourth = ranking.figures(pool, question, [0, 1, 2, 3])
    eleventh = ranking.figures(pool, question, [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 3])

    assert fourth["mrr@10"] == 0.25
    assert (fourth["recall@1"], fourth["recall@3"], fourth["recall@5"]) == (0.0, 0.0, 1.0)
    assert fourth["answer in 1500"] == 1.0
    assert eleventh["mrr@10"] == 0.0


def test_a_pool_is_shuffled_the_same_way_every_time(tmp_path: Path) -> None:
    passages = [{"type": "passage", "n": n, "text": f"text {n}"} for n in range(30)]
    asked = {"type": "question", "id": "1", "q": "text 3", "gold": 3, "answers": ["text 3"]}
    lines(tmp_path / "set.en.jsonl.gz", [*passages, asked])

    (path,) = ranking.files(tmp_path)
    pool = ranking.load(path, 0)

    assert pool.name == "set.en"
    assert pool == ranking.load(path, 0)
    assert pool.numbers != tuple(range(30))
    assert sorted(pool.numbers) == list(range(30))
    assert pool.texts[pool.numbers.index(7)] == "text 7"


def test_a_question_whose_page_is_missing_is_left_out_and_counted(tmp_path: Path) -> None:
    lines(tmp_path / "extraction" / "set" / "gold.jsonl", [{"id": "a"}])
    (tmp_path / "extraction" / "set" / "a.html").write_bytes(b"<p>a")
    common = {"lang": "zh", "kind": "question", "type": "article", "gold_kind": "annotated"}
    whole = {"id": "1", "query": "a", "answers": ["a"], "pages": ["set/a"], **common}
    broken = {"id": "2", "query": "b", "answers": ["b"], "pages": ["set/b"], **common}
    lines(tmp_path / "evidence" / "evidence_x.jsonl", [whole, broken])

    questions, left_out = evidence.load(tmp_path, 0)

    assert [question.id for question in questions] == ["1"]
    assert "language/unspaced" in questions[0].groups
    assert left_out == 1


@pytest.mark.parametrize("benchmark", [extraction, ranking, evidence])
def test_without_data_a_benchmark_says_so_in_a_line_and_passes(
    benchmark: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = benchmark.BENCHMARK  # type: ignore[attr-defined]

    assert run(measured, []) == 0
    assert run(measured, ["--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2
    assert all("skipped" in line for line in said)
