import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.text.lines import one_line, visible_lines
from tests.promises import promise

NASTY = st.text(
    alphabet="ab \r\n\v\f\x1c\x85\u2028\u2029\u200b\u200c\u200d\u202e\ufeff\U000e0041سمक्\ufe0f\x00"
)


@promise("text.lines.one-visible-line")
@pytest.mark.parametrize(
    "breaking", ["\r", "\n", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
def test_every_line_break_becomes_one_space(breaking: str) -> None:
    assert one_line(f"a{breaking}{breaking}b") == "a b"


@promise("text.lines.one-visible-line")
@pytest.mark.parametrize(
    "hidden",
    "\u200b \u200d \u2060 \u202e \u2066 \ufeff \xad \0 \x1b \ufe0f "
    "\U000e0041\U000e0042 \U000e0101 \u3164 \u034f".split(" "),
)
def test_what_cannot_be_seen_is_gone(hidden: str) -> None:
    assert one_line(f"a{hidden}b") == "ab"


@promise("text.lines.one-visible-line")
@given(NASTY | st.text())
def test_no_reader_sees_a_second_line_or_a_hidden_character(text: str) -> None:
    line = one_line(text)

    assert len(line.splitlines()) <= 1
    assert line == one_line(line)
    assert not [char for char in line if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]
    line.encode()


def test_a_joiner_that_spells_a_word_stays() -> None:
    assert one_line("می\u200cخواهم") == "می\u200cخواهم"
    assert one_line("क्\u200dष") == "क्\u200dष"
    assert one_line("می\u200c\u200cخ") == "میخ"


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    assert one_line("a\ud800b") == "a\ufffdb"


@promise("text.lines.visible-lines-hold-no-controls")
def test_visible_lines_keep_their_blanks_and_hold_nothing_that_steers_a_terminal() -> None:
    text = "def f():\n    return\x1b[31m 1\r\n\u202eturned\x07\u200b\x9b2J \ud800\tend\u2028last"

    assert visible_lines(text) == ["def f():", "    return[31m 1", "turned2J \ufffd\tend", "last"]
