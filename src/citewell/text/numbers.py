"""Numbers as people write them, each with every value it may stand for.

Rule: what can be read two ways is read both ways. "1.250" is 1.25 in London and 1250 in Berlin;
a check that knew only one of them would call a true answer false.
Source: the digit groups of CLDR (comma, full stop, blank, apostrophe, Arabic marks, Indian lakhs).
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

MAX_DIGITS = 40
"""Longer runs of digits are identifiers, and their arithmetic is a way to burn time"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number where it stands in a text."""

    start: int
    end: int
    value: Decimal
    """The likelier reading"""
    text: str
    """text[start:end] of the text it was found in"""
    values: tuple[Decimal, ...]
    """Every reading, the likelier first"""


_BLANK = " \u00a0\u2009\u202f"
_MINUS = "-−"
# Groups are bounded, so that a column of figures is not tried anew from each of its cells.
_GROUPED = (
    rf"\d{{1,3}}(?P<blank>[{_BLANK}'’])\d{{3}}(?!\d)(?:(?P=blank)\d{{3}}(?!\d)){{0,6}}(?:[.,٫]\d+)?"
)
_PLAIN = r"\d+(?:[.,٫٬]\d+)*"
_NUMBER = re.compile(rf"(?P<grouped>{_GROUPED})(?!\d|[{_BLANK}'’.,]\d)|(?P<plain>{_PLAIN})")
_PART = re.compile(r"\d+")


def numbers_in(text: str) -> tuple[Number, ...]:
    """The numbers of a text in order, in digits of any script; linear time.

    Digits glued to a letter before them ("B2B", "x86") are names. Versions, dates and addresses
    ("1.2.3") give their parts. Signs count when nothing stands right before them.
    """
    found: list[Number] = []
    for match in _NUMBER.finditer(text):
        if not _is_glued(text, match.start()):
            found.extend(_read(text, match))
    return tuple(found)


def same_number(a: Number, b: Number) -> bool:
    """Whether some reading of the one is some reading of the other; 3.50 is 3.5."""
    return not set(a.values).isdisjoint(b.values)


def _is_glued(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    return before == "_" or (before.isalpha() and before < "\u0530")


def _read(text: str, match: re.Match[str]) -> list[Number]:
    if len(match[0]) > 2 * MAX_DIGITS:
        return []
    values = _grouped(match[0]) if match["grouped"] else _plain(match[0])
    if not values:
        parts = _PART.finditer(text, match.start(), match.end())
        return [_number(text, part.start(), part.end(), (Decimal(part[0]),)) for part in parts]
    start = match.start()
    if text[start - 1 : start] in (*_MINUS,) and not text[max(start - 2, 0) : start - 1].isalnum():
        return [_number(text, start - 1, match.end(), tuple(-value for value in values))]
    return [_number(text, start, match.end(), values)]


def _number(text: str, start: int, end: int, values: tuple[Decimal, ...]) -> Number:
    return Number(start=start, end=end, value=values[0], text=text[start:end], values=values)


def _grouped(text: str) -> tuple[Decimal, ...]:
    digits = re.sub(rf"[{_BLANK}'’]", "", text)
    return (Decimal(_ascii(re.sub("[,٫]", ".", digits))),)


def _plain(text: str) -> tuple[Decimal, ...]:
    """Readings of digits with full stops and commas; () when they are no single number."""
    marks = re.sub(r"\d", "", text)
    digits = _ascii(text)
    if not marks:
        return (Decimal(digits),)
    last = marks[-1]
    if len(marks) == 1:
        return _one_mark(digits, last)
    if marks.count(last) == len(marks):
        return (_whole(digits),) if _is_grouped(re.split(r"[.,٬]", digits)) else ()
    whole, _, fraction = digits.rpartition(last)
    if len(set(marks[:-1])) > 1 or not _is_grouped(re.split(r"[.,٬]", whole)):
        return ()
    return (Decimal(f"{_whole(whole)}.{fraction}"),)


def _one_mark(digits: str, mark: str) -> tuple[Decimal, ...]:
    whole, fraction = digits.split(mark)
    decimal = Decimal(f"{whole}.{fraction}")
    if mark == "٫" or len(fraction) != 3 or len(whole) > 3 or whole.startswith("0"):
        return (decimal,)
    # A comma before three digits is oftener a thousand than a full stop is.
    return (_whole(digits),) if mark == "٬" else _both(_whole(digits), decimal, mark)


def _both(whole: Decimal, decimal: Decimal, mark: str) -> tuple[Decimal, ...]:
    return (whole, decimal) if mark == "," else (decimal, whole)


def _is_grouped(groups: list[str]) -> bool:
    """Threes (1,234,567), or the last three and pairs before (12,34,567)."""
    head, middle, tail = groups[0], groups[1:-1], groups[-1]
    sizes = {len(group) for group in middle}
    even = sizes <= {3} and 1 <= len(head) <= 3
    indian = sizes <= {2} and 1 <= len(head) <= 2
    return len(tail) == 3 and (even or indian) if len(groups) > 1 else True


def _whole(digits: str) -> Decimal:
    return Decimal(re.sub(r"\D", "", digits))


def _ascii(text: str) -> str:
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)
