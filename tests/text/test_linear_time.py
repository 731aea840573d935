import time

import pytest

from citewell.text.dates import parse_date, years_in
from citewell.text.language import language_of
from citewell.text.lines import one_line
from citewell.text.numbers import numbers_in
from citewell.text.tokens import estimate
from citewell.text.words import sentences, words
from tests.promises import promise

HOSTILE = {
    "one word": "a" * 1_000_000,
    "brackets": "(" * 500_000,
    "full stops": "." * 500_000,
    "quoted stops": '."' * 250_000,
    "blanks": " " * 500_000,
    "digits": "1" * 500_000,
    "groups": "250 " * 80_000 + "1",
    "lists": "1," * 250_000,
    "ideographs": "図" * 300_000,
    "joiners": "\u200d" * 500_000,
    "percent signs": "%4" * 250_000,
}


@promise("text.everything.takes-linear-time")
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_takes_linear_time(kind: str) -> None:
    # Measured 0.01 to 0.7 s; a quadratic step would take minutes.
    text = HOSTILE[kind]
    started = time.process_time()

    for function in (words, sentences, numbers_in, years_in, parse_date, one_line, estimate):
        function(text)
    language_of(text)

    assert time.process_time() - started < 15
