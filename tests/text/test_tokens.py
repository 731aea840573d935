import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.text.tokens import TOKEN_METHODS, count_bytes, cut, estimate
from tests.promises import promise


@promise("text.tokens.estimate-leans-to-too-many")
def test_latin_prose_has_three_and_a_half_characters_a_token() -> None:
    assert estimate("a" * 350) == 100
    assert estimate("a" * 351) == 101
    assert estimate("") == 0


@promise("text.tokens.estimate-leans-to-too-many")
@pytest.mark.parametrize("char", ["図", "館", "ก", "한", "か", "क", "α", "ა", "ခ", "1", "😀"])
def test_a_character_of_a_denser_script_is_a_token_or_more(char: str) -> None:
    assert estimate(char * 100) >= 100


@promise("text.tokens.estimate-leans-to-too-many")
@given(st.text(max_size=50))
def test_the_estimate_is_within_the_hard_bound(text: str) -> None:
    assert estimate(text) <= count_bytes(text)


@promise("text.tokens.a-cut-fits")
@pytest.mark.parametrize("method", sorted(TOKEN_METHODS))
@given(text=st.text(max_size=80), budget=st.integers(min_value=0, max_value=60))
def test_a_cut_text_fits_and_begins_as_the_text_does(text: str, budget: int, method: str) -> None:
    count = TOKEN_METHODS[method]

    piece = cut(text, budget, count)

    assert count(piece) <= budget
    assert piece == text or text.startswith(piece.removesuffix("…"))
    assert piece == text or piece == "" or piece.endswith("…")


@promise("text.tokens.a-cut-fits")
def test_a_cut_ends_at_a_word() -> None:
    assert cut("one two three four", 12, len) == "one two…"
    assert cut("one two", 7, len) == "one two"


def test_a_cut_does_not_tear_marks_from_their_letter() -> None:
    assert cut("e\u0301e\u0301e\u0301e\u0301", 6, len) == "e\u0301e\u0301…"


def test_a_long_text_is_cut_with_few_short_counts() -> None:
    counted: list[int] = []

    def count(text: str) -> int:
        counted.append(len(text))
        return len(text)

    piece = cut("word " * 1_000_000, 1_000, count)

    assert len(piece) <= 1_000
    assert len(counted) < 30
    assert sum(counted[1:]) < 100_000


def test_nothing_is_left_when_not_even_the_mark_fits() -> None:
    assert cut("text", 0, len) == ""
