"""What of a passage may be quoted."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.answer.quotable import pieces
from tests.promises import promise


def quotable(text: str) -> list[str]:
    return [text[each.start : each.end] for each in pieces(text) if each.may_be_quoted]


@promise("answer.extract.only-sentences-are-quoted")
def test_headings_references_and_addresses_may_not_be_quoted() -> None:
    text = (
        "## The depth of the lake\n\n"
        "[7] Source: the lake is bottomless.\n\n"
        "More at https://lake.example/depth and there.\n\n"
        "| lake | depth |\n| --- | --- |\n| Blue Lake | 140 m |\n\n"
        "- The lake is 140 metres deep."
    )

    assert quotable(text) == ["| Blue Lake | 140 m |", "The lake is 140 metres deep."]


def test_sentences_without_a_blank_between_them_are_two() -> None:
    text = "The lake is 140 metres deep.Swans live there."

    assert quotable(text) == ["The lake is 140 metres deep.", "Swans live there."]


@pytest.mark.parametrize(
    "text", ["It runs on asp.Net in Bonn.", "It runs on Node.Js and more.", "See www.Lake too."]
)
def test_a_name_with_a_full_stop_inside_is_one_word(text: str) -> None:
    assert quotable(text) == [text]


@promise("answer.extract.clauses-of-a-script-without-stops")
def test_a_thai_paragraph_is_cut_at_the_blanks_between_its_clauses() -> None:
    first = "ทะเลสาบสีน้ำเงินตั้งอยู่ทางภาคเหนือของประเทศและมีหงส์อาศัยอยู่เป็นจำนวนมาก"
    second = "จุดที่ลึกที่สุดของทะเลสาบลึก 140 เมตรตามการสำรวจของนักประดาน้ำเมื่อปีที่แล้ว"

    assert quotable(f"{first} {second}") == [first, second]


def test_a_short_thai_line_is_left_whole() -> None:
    text = "ทะเลสาบลึก 140 เมตร มีหงส์อาศัยอยู่"

    assert quotable(text) == [text]


def test_a_piece_follows_only_within_its_line() -> None:
    found = pieces("The lake is deep. It is cold.\nSwans live there.[4] They like it.")

    assert [each.follows for each in found] == [False, True, False, False]


@given(st.text(alphabet=st.sampled_from("aB .?\n[]7#|-ทะ水。:/"), max_size=200))
def test_pieces_stand_in_order_without_overlap(text: str) -> None:
    found = pieces(text)

    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(each.start < each.end <= len(text) for each in found)
