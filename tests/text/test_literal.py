"""Literal text in a text: any case, exact offsets."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from citewell.text.literal import occurrences
from tests.promises import promise


def found(text: str, wanted: str) -> list[str]:
    return [text[start:end] for start, end in occurrences(text, wanted)]


@promise("text.literal.folding-shifts-no-offset")
def test_characters_that_fold_to_several_shift_nothing() -> None:
    assert found("Große STRASSE, große Straße", "straße") == ["STRASSE", "Straße"]
    assert found("ﬃ ﬁx the ﬁle", "file") == ["ﬁle"]
    assert found("İstanbul, istanbul", "stanbul") == ["stanbul", "stanbul"]
    assert found("ΟΔΟΣ οδός οδος", "οδος") == ["ΟΔΟΣ", "οδος"]


def test_a_match_that_would_begin_or_end_inside_a_character_is_none() -> None:
    assert found("Straße", "s") == ["S"]
    assert found("ßs", "ss") == ["ß"]
    assert found("aßb", "sb") == []


def test_a_pattern_is_taken_literally_and_an_empty_one_is_nowhere() -> None:
    assert found("a.c abc", "a.c") == ["a.c"]
    assert found("anything", "") == []
    assert found("aaaa", "aa") == ["aa", "aa"]


@given(st.text(alphabet="aAßsSİiﬁf k\n"), st.text(alphabet="aAßsSİiﬁf k", min_size=1, max_size=4))
def test_every_match_folds_to_what_was_wanted_and_no_aligned_one_is_missed(
    text: str, wanted: str
) -> None:
    spans = list(occurrences(text, wanted))

    assert all(text[start:end].casefold() == wanted.casefold() for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    if not spans:
        pairs = ((i, j) for i in range(len(text)) for j in range(i + 1, len(text) + 1))
        assert all(text[i:j].casefold() != wanted.casefold() for i, j in pairs)
