"""Token counts without a tokenizer, and cutting a text to a count.

Rule: a budget is a promise. `estimate` is labelled as one and leans to too many; `count_bytes` is
the bound that no byte-level tokenizer exceeds.
Method: characters weighed by script, fitted so that the estimate is not under the count of
cl100k_base (the thirstier of the two OpenAI vocabularies measured) on texts of 30 languages and
kinds; Latin prose without accents keeps the customary 3.5 characters.
"""

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

UNITS = 70
"""Weights are whole tokens for 70 characters: 20 is one token for 3.5, and sums stay exact"""

WEIGHTS: tuple[tuple[int, int], ...] = (
    (0x00, 20),  # controls, blanks
    (0x21, 42),  # ASCII marks
    (0x30, 70),  # digits come in threes at best, alone in many vocabularies and tables
    (0x3A, 42),
    (0x41, 20),  # A-Z
    (0x5B, 42),
    (0x61, 20),  # a-z
    (0x7B, 42),
    (0x80, 140),  # Latin with accents: a word breaks at each
    (0x370, 70),  # Greek
    (0x400, 42),  # Cyrillic
    (0x530, 140),  # Armenian
    (0x590, 84),  # Hebrew
    (0x600, 56),  # Arabic
    (0x700, 140),
    (0x900, 91),  # Devanagari
    (0x980, 105),  # Bengali
    (0xA00, 140),  # Gurmukhi, Gujarati, Oriya
    (0xB80, 105),  # Tamil
    (0xC00, 140),  # Telugu to Sinhala
    (0xE00, 70),  # Thai
    (0xE80, 160),  # Lao, Tibetan, Burmese, Georgian
    (0x1100, 200),  # Ethiopic and other scripts that few vocabularies know
    (0x1780, 125),  # Khmer
    (0x1800, 200),
    (0x1E00, 91),  # Latin of Vietnamese
    (0x1F00, 140),
    (0x2010, 70),  # dashes, typographic quotes
    (0x2028, 140),
    (0x3000, 84),  # CJK marks, kana
    (0x3100, 140),
    (0x3400, 91),  # Han
    (0xA000, 140),
    (0xAC00, 84),  # Hangul
    (0xD7B0, 140),
    (0xFF00, 91),  # full-width forms
    (0x10000, 210),  # emoji and rare scripts: four bytes, about three tokens
)
"""First code point of a range, which ends where the next begins → tokens for 70 characters"""

ELLIPSIS = "…"

WORD_REACH = 40
"""Characters that a cut may go back to find a blank; longer runs are no words"""

_STARTS = [start for start, _ in WEIGHTS]


def estimate(text: str) -> int:
    """About how many tokens a model will count; rather too many than too few. Linear time."""
    return -(-sum(_weight(char) * count for char, count in Counter(text).items()) // UNITS)


def count_bytes(text: str) -> int:
    """UTF-8 bytes: the hard bound, for a byte-level tokenizer never makes more tokens."""
    return len(text.encode("utf-8", "surrogatepass"))


TOKEN_METHODS: Mapping[str, Callable[[str], int]] = {"estimated": estimate, "bytes": count_bytes}
"""`Context.token_method` → the count it stands for; `exact` needs a tokenizer plug-in"""


def cut(text: str, max_tokens: int, count: Callable[[str], int]) -> str:
    """The longest prefix whose count fits, mark of the cut included.

    Args:
        text: what is to be cut.
        max_tokens: the count that the result may have.
        count: grows with the text, as token counts do.

    Returns:
        The text itself when it fits; otherwise a prefix, ended at a blank where one is near and
        never inside a combining sequence, and "…"; "" when not even that fits. O(log n) counts.
    """
    if count(text) <= max_tokens:
        return text
    fits = _longest(text, max_tokens, count)
    piece = _ended(text, _word_end(text, fits))
    # A tokenizer may count a shorter text one token higher, where a merge is broken.
    while piece and count(piece) > max_tokens:
        fits = fits * 7 // 8
        piece = _ended(text, _word_end(text, fits)) if fits else ""
    return piece if piece or count(ELLIPSIS) > max_tokens else ELLIPSIS


@cache
def _weight(char: str) -> int:
    return WEIGHTS[bisect_right(_STARTS, ord(char)) - 1][1]


def _ended(text: str, length: int) -> str:
    return text[:length].rstrip() + ELLIPSIS if length else ""


def _longest(text: str, max_tokens: int, count: Callable[[str], int]) -> int:
    """Gallop, then halve: a huge text is never counted whole again."""
    low, high = 0, min(len(text), 4 * max_tokens + 1)
    while high < len(text) and count(_ended(text, high)) <= max_tokens:
        low, high = high, min(len(text), 2 * high)
    while high - low > 1:
        middle = (low + high) // 2
        if count(_ended(text, middle)) <= max_tokens:
            low = middle
        else:
            high = middle
    return low


def _word_end(text: str, length: int) -> int:
    if text[length : length + 1].isspace():
        return length
    for back in range(length, max(length - WORD_REACH, 0), -1):
        if text[back - 1].isspace():
            return back
    return _cluster_end(text, length)


def _cluster_end(text: str, length: int) -> int:
    """Step back from between a letter and its marks, or the parts of a joined emoji."""
    for end in range(length, max(length - WORD_REACH, 0), -1):
        after = text[end : end + 1]
        if not after or not (_attaches(after) or text[end - 1] == "\u200d"):
            return end
    return length


def _attaches(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc", "Me") or char == "\u200d"
