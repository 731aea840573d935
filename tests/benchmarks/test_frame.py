"""Scores are summed up alike for everybody, and by nothing but the data."""

from pathlib import Path

import pytest

from benchmarks.compare import differences, paired_bootstrap
from benchmarks.frame import OURS, SUMMARY, Report, Score, fingerprint, row, sampled
from benchmarks.peers import Peer, choose
from benchmarks.table import render
from benchmarks.timing import timed
from citewell.model.errors import ErrorCode, Unreadable


def score(subject: str, item: str, group: str, *, f1: float, cpu_s: float = 1.0) -> Score:
    return Score(subject=subject, item=item, groups=(group,), figures={"f1": f1}, cpu_s=cpu_s)


def report(*scores: Score, macro: tuple[str, ...] = (), reference: str = OURS) -> Report:
    return Report(
        benchmark="extraction", headline="f1", scores=scores, macro=macro, reference=reference
    )


def test_the_macro_mean_weighs_a_small_group_like_a_large_one() -> None:
    measured = report(
        score(OURS, "1", "large", f1=1.0),
        score(OURS, "2", "large", f1=1.0),
        score(OURS, "3", "large", f1=1.0),
        score(OURS, "4", "small", f1=0.0),
        macro=("large", "small"),
    )

    summary = row(measured, subject=OURS, group=SUMMARY)

    assert summary.figures == {"f1": 0.5}
    assert summary.items == 4


def test_without_macro_groups_every_item_weighs_the_same() -> None:
    measured = report(
        score(OURS, "1", "large", f1=1.0),
        score(OURS, "2", "large", f1=1.0),
        score(OURS, "3", "large", f1=1.0),
        score(OURS, "4", "small", f1=0.0),
    )

    assert row(measured, subject=OURS, group=SUMMARY).figures == {"f1": 0.75}


def test_a_figure_is_averaged_over_the_items_that_have_it() -> None:
    bare = Score(subject=OURS, item="2", groups=("g",), figures={}, cpu_s=1.0)

    measured = report(score(OURS, "1", "g", f1=0.5), bare)

    assert row(measured, subject=OURS, group="g").figures == {"f1": 0.5}


def test_speed_is_items_a_processor_second_relative_to_the_reference() -> None:
    measured = report(
        score(OURS, "1", "g", f1=1.0, cpu_s=0.5),
        score("peer", "1", "g", f1=1.0, cpu_s=2.0),
        reference="peer",
    )

    assert row(measured, subject=OURS, group=SUMMARY).speed == 4.0
    assert row(measured, subject="peer", group=SUMMARY).speed == 1.0


def test_a_difference_that_holds_on_every_item_is_sure() -> None:
    items = [str(n) for n in range(20)]
    ours = [score(OURS, item, "g", f1=0.9) for item in items]
    theirs = [score("peer", item, "g", f1=0.8) for item in items]

    (found,) = differences(report(*ours, *theirs))

    assert found.mean == pytest.approx(0.1)
    assert found.is_sure


def test_a_difference_that_rests_on_one_item_of_many_is_not_sure() -> None:
    found = paired_bootstrap({"g": [1.0, *([0.0] * 19)]}, subject="peer")

    assert found.mean == pytest.approx(0.05)
    assert not found.is_sure


def test_the_same_scores_give_the_same_interval() -> None:
    gaps = {"a": [0.1, -0.2, 0.3, 0.0], "b": [0.5, -0.5]}

    assert paired_bootstrap(gaps, subject="p") == paired_bootstrap(gaps, subject="p")


def test_a_sample_depends_on_the_ids_alone() -> None:
    ids = [f"page-{n}" for n in range(50)]

    taken = sampled(ids, 7)

    assert taken == sampled(reversed(ids), 7)
    assert len(taken) == 7
    assert set(sampled(ids, 0)) == set(ids)


def test_the_hash_of_data_is_that_of_its_names_and_bytes_wherever_it_lies(tmp_path: Path) -> None:
    for root in ("here", "there"):
        (tmp_path / root / "set").mkdir(parents=True)
        (tmp_path / root / "set" / "gold.jsonl").write_text("{}\n")

    here, there = (tmp_path / root for root in ("here", "there"))
    before = fingerprint(here.rglob("*.jsonl"), here)

    assert before == fingerprint(there.rglob("*.jsonl"), there)
    (here / "set" / "gold.jsonl").write_text("{ }\n")
    assert before != fingerprint(here.rglob("*.jsonl"), here)


def test_a_peer_that_is_not_installed_is_named_and_never_imported() -> None:
    def load() -> str:
        raise AssertionError("imported")

    peers = [Peer(name="ghost", packages=("no-such-distribution-at-all",), load=load)]

    chosen = choose(peers, "auto")

    assert chosen.found == ()
    assert chosen.missing == ("ghost",)
    assert choose(peers, "none").missing == ()


def test_an_unknown_peer_is_a_mistake() -> None:
    with pytest.raises(ValueError):
        choose([Peer(name="ghost", packages=(), load=str)], "goast")


def test_a_subject_that_fails_is_scored_with_the_reason() -> None:
    def refuses() -> str:
        raise Unreadable(ErrorCode.NO_TEXT, "no text")

    def breaks() -> str:
        raise KeyError("a library's own mistake")

    assert timed(refuses).failure == "no_text"
    assert timed(breaks).failure == "KeyError"
    assert timed(lambda: "text").value == "text"


def test_a_table_names_everybody_and_who_is_missing() -> None:
    measured = Report(
        benchmark="extraction",
        headline="f1",
        scores=(score(OURS, "1", "g", f1=0.9), score("peer", "1", "g", f1=0.8)),
        missing=("ghost",),
    )

    table = render(measured)

    assert f"| {OURS} | 90.0 |" in table
    assert "| peer | 80.0 |" in table
    assert "not installed: ghost" in table
