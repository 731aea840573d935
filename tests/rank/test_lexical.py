"""BM25 over the pool of one run."""

import pytest

from citewell.rank import bm25
from citewell.rank.lexical import terms

K1, B = 1.2, 0.75


def test_scores_keep_the_order_of_the_pool_and_are_zero_without_a_term() -> None:
    scores = bm25(["tram"], [["bus"], ["tram", "bus"], []], k1=K1, b=B)

    assert scores[0] == scores[2] == 0.0
    assert scores[1] > 0


def test_an_empty_pool_and_an_empty_query_have_nothing_to_score() -> None:
    assert bm25(["tram"], [], k1=K1, b=B) == []
    assert bm25([], [["tram"]], k1=K1, b=B) == [0.0]


def test_one_passage_at_average_length_scores_its_idf() -> None:
    # ln(1 + (2 - 1 + 0.5) / (1 + 0.5)) = ln 2, and tf is 1 at the average length.
    [score, _] = bm25(["tram"], [["tram"], ["bus"]], k1=K1, b=B)

    assert score == pytest.approx(0.6931, abs=1e-4)


def test_a_repeated_query_term_counts_once() -> None:
    pool = [["tram", "bus"], ["bus"]]

    assert bm25(["tram", "tram"], pool, k1=K1, b=B) == bm25(["tram"], pool, k1=K1, b=B)


def test_a_rare_term_weighs_more_than_a_common_one() -> None:
    rare, common, _ = bm25(["tram", "bus"], [["tram"], ["bus"], ["bus"]], k1=K1, b=B)

    assert rare > common


def test_b_of_zero_ignores_length() -> None:
    short, long = bm25(["tram"], [["tram"], ["tram", *["x"] * 50]], k1=K1, b=0.0)

    assert short == long


def test_inflected_words_share_a_term() -> None:
    assert set(terms("библиотеки")) & set(terms("библиотекой"))
    assert not set(terms("tram")) & set(terms("train"))
