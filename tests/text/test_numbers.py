from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.text.numbers import Number, numbers_in, same_number
from tests.promises import promise


def one(text: str) -> Number:
    (number,) = numbers_in(text)
    return number


@pytest.mark.parametrize(
    "text",
    ["1 250", "1\u00a0250", "1\u202f250", "1’250", "1'250", "١٬٢٥٠", "१२५०", "1250", "1,250.0"],
)
def test_one_count_is_read_in_the_spelling_of_every_country(text: str) -> None:
    assert one(text).values == (Decimal(1250),)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12,34,567", "1234567"),
        ("1,234,567.89", "1234567.89"),
        ("1.234.567,89", "1234567.89"),
        ("0,5", "0.5"),
        ("0.125", "0.125"),
        ("1234,567", "1234.567"),
        ("٣٫٥", "3.5"),
        ("-5", "-5"),
        ("−5", "-5"),
    ],
)
def test_a_number_with_one_meaning_has_one_value(text: str, value: str) -> None:
    assert one(text).values == (Decimal(value),)


@promise("text.numbers.every-reading-is-kept")
def test_three_digits_after_one_mark_are_read_both_ways() -> None:
    assert one("1.250").values == (Decimal("1.250"), Decimal(1250))
    assert one("1,250").values == (Decimal(1250), Decimal("1.250"))
    assert same_number(one("1.250"), one("1 250"))
    assert same_number(one("1.250"), one("1,25"))


def test_numbers_are_the_same_whatever_their_trailing_zeros() -> None:
    assert same_number(one("3.50"), one("3,5"))
    assert not same_number(one("3.50"), one("3.05"))


def test_names_and_long_identifiers_hold_no_numbers() -> None:
    assert numbers_in("B2B x86 H2O " + "9" * 200) == ()


def test_what_stands_side_by_side_stays_apart() -> None:
    found = numbers_in("in 2020 250 of 192.168.0.1, 10-20, call 555 123 4567, 共30人")

    assert [str(number.value) for number in found] == (
        "2020 250 192 168 0 1 10 20 555 123 4567 30".split()
    )


@given(st.text(alphabet="0123456789., '’-a٣", max_size=40))
def test_every_number_is_where_it_says(text: str) -> None:
    for number in numbers_in(text):
        assert text[number.start : number.end] == number.text
        assert number.value == number.values[0]
