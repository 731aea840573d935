"""Search terms and sentences in every script.

Rule: linear in the text, whatever it holds. Where a script puts blanks between words, a term is a
run of letters, digits and their marks; where it does not, terms are the overlapping pairs (Han,
kana) or triples (Thai, Lao, Khmer, Burmese) of its characters, so that BM25 needs no dictionary.
Hangul has blanks but glues particles to its words, and is paired as well.
Method: CJK bigrams as in Lucene's CJKAnalyzer; sentence ends after UAX #29 (STerm, SB8).
"""

import re
import unicodedata
from functools import cache

from citewell.text.dates import MONTHS

FLOOR_CHARS = 3
"""Shortest word that an inflection may be built on: "do" is no stem of "dog" """

MAX_ENDING_CHARS = 3
"""Longest ending: "sleep" is not looked for in "sleepiness" """

PAIRED = (
    (0x1100, 0x11FF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3031, 0x3035), (0x303B, 0x303C),
    (0x3041, 0x312F), (0x3131, 0x318E), (0x31A0, 0x31BF), (0x31F0, 0x31FF), (0x3400, 0x9FFF),
    (0xAC00, 0xD7FB), (0xF900, 0xFAFF), (0x1B000, 0x1B16F), (0x20000, 0x323AF),
)  # fmt: skip
"""Code points of Han, kana, bopomofo and Hangul"""

TRIPLED = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F))
"""Code points of Thai, Lao, Burmese and Khmer"""

ABBREVIATIONS = frozenset(
    """abb abs al anm approx apr art aug ave bd bsp bzw ca cap cf ch chap co corp cpt
    col d.h dec dept dipl dr dra ed eds eq esp etc ex fam feb fig figs fr gen geb ggf
    gov hon hr i.d.r inc ing ital jan jr lt ltd mag max med min mio mme mlle mr mrd mrs
    ms mt no nos nov nr num oct op p.ex pag pp prof pt rep rev sen sep sept sgt sig sr
    sra st str tel u.a usw v.chr vgl vol vs z.b zzgl г гг др ил им млн млрд обл проф руб
    см ст стр тел тыс ул""".split()
)
"""Lower case, no last full stop: what rather precedes a word than ends a sentence"""

ORDINAL_NOUNS = frozenset(
    "jahrhundert jahrhunderts jh bundesliga weltkrieg etage klasse platz".split()
)
"""Words, lower case, that a German ordinal ("im 19. Jahrhundert") stands before"""

_HIDDEN = re.compile("[\xad\u034f\u061c\u0640\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_POINTS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]"
)

_CLOSERS = "\"'”’»›)\\]}」』】〕》〉）］｝｣"
_OPENERS = "\"'“‘«‹([{「『【〔《〈（［｛¿¡"
_HARD = "。！？｡．।॥؟۔։።፧፨។៕၊။།༎᠃᠉‼‽⁇⁈⁉"
_BREAKS = "\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
# Every part is greedy and nothing must follow, so no match is ever taken back: linear.
_ENDS = re.compile(f"(?P<marks>[.!?…;\u037e{_HARD}]+)[{_CLOSERS}]*(?P<blank>\\s*)|[{_BREAKS}]\\s*")
_LINE_BREAK = re.compile(f"[{_BREAKS}]")
_WORD_BEFORE = re.compile(r"[\w.]*\Z")
_WORD_AFTER = re.compile(rf"[{re.escape(_OPENERS)}]{{0,3}}(\w{{0,16}})")


def fold(text: str) -> str:
    """The form in which words are compared: NFKC, case folded, nothing invisible; idempotent.

    Turkish dotted and dotless i fall together, so that a capital finds its small letter.
    """
    plain = unicodedata.normalize("NFKC", _HIDDEN.sub("", text)).casefold()
    again = unicodedata.normalize("NFKC", plain).casefold()
    return unicodedata.normalize("NFC", again).replace("i\u0307", "i").replace("ı", "i")


def words(text: str) -> list[str]:
    """The search terms of a text, folded, in order, with repeats.

    Vowel points of Arabic and Hebrew are left out, for few write them; accents stay.
    """
    terms: list[str] = []
    for run in _runs().finditer(_POINTS.sub("", fold(text))):
        size = {"paired": 2, "tripled": 3}.get(run.lastgroup or "", 0)
        terms.extend(_grams(run[0], size) if size else [run[0]])
    return terms


def is_inflection(a: str, b: str) -> bool:
    """Whether one folded word is the other with a short ending; a word counts as its own form.

    The plain prefix rule: it takes "war" and "warm" for forms of one word, and misses "ran".
    """
    short, long = sorted((a, b), key=len)
    return (
        len(short) >= FLOOR_CHARS
        and len(long) - len(short) <= MAX_ENDING_CHARS
        and long.startswith(short)
    )


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences, in order; joined they are the text, to the last blank.

    A sentence owns its closing quotes and the blanks behind it. Line breaks end sentences.
    Thai and its like mark none, and are cut at line breaks alone.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for mark in _ENDS.finditer(text):
        if mark.end() < len(text) and _ends_sentence(mark, start):
            spans.append((start, mark.end()))
            start = mark.end()
    if start < len(text):
        spans.append((start, len(text)))
    return spans


def _grams(run: str, size: int) -> list[str]:
    return [run[at : at + size] for at in range(max(len(run) - size + 1, 1))]


@cache
def _runs() -> re.Pattern[str]:
    r"""Runs of letters, digits and marks, by kind of script.

    Made from the character table of this Python: `\w` leaves out the marks, and a run without its
    vowel signs is no Hindi word. Planes 0 and 1 take about 20 ms, once.
    """
    paired, tripled = _points(PAIRED), _points(TRIPLED)
    kinds: dict[str, list[int]] = {"paired": [], "tripled": [], "spaced": []}
    for point in range(0x30, 0x20000):
        if unicodedata.category(chr(point))[0] in "LNM":
            kind = "paired" if point in paired else "tripled" if point in tripled else "spaced"
            kinds[kind].append(point)
    kinds["paired"].extend(range(0x20000, 0x323B0))
    return re.compile(
        "|".join(f"(?P<{kind}>[{_ranges(points)}]+)" for kind, points in kinds.items())
    )


def _points(ranges: tuple[tuple[int, int], ...]) -> frozenset[int]:
    return frozenset(point for first, last in ranges for point in range(first, last + 1))


def _ranges(points: list[int]) -> str:
    first = last = points[0]
    parts: list[str] = []
    for point in [*points[1:], -1]:
        if point != last + 1:
            parts.append(f"{chr(first)}-{chr(last)}")
            first = point
        last = point
    return "".join(parts)


def _ends_sentence(mark: re.Match[str], start: int) -> bool:
    marks, text = mark["marks"], mark.string
    if marks is None or _LINE_BREAK.search(mark["blank"]):
        return True
    before, after = text[mark.start() - 1 : mark.start()], text[mark.end()]
    if marks == "．":
        return not (before.isdecimal() and after.isdecimal())
    if any(char in _HARD for char in marks):
        return True
    if not mark["blank"]:
        return False
    if set(marks) <= {";", "\u037e"}:
        return "\u0370" <= before <= "\u03ff" or "\u1f00" <= before <= "\u1fff"
    following = _WORD_AFTER.match(text, mark.end())
    after = following[1] if following else ""
    return not after[:1].islower() and (marks != "." or _full_stop_ends(mark, start, after))


def _full_stop_ends(mark: re.Match[str], start: int, after: str) -> bool:
    """Whether a single full stop before a blank is more than that of an abbreviation."""
    text = mark.string
    before = text[max(start, mark.start() - 16) : mark.start()]
    word = _WORD_BEFORE.search(before)[0]  # type: ignore[index]  # it also matches nothing
    if word.isdecimal() and len(word) <= 2:
        # "1. First" at the head of a line, "3. Mai", "im 19. Jahrhundert".
        ordinal = after.lower() in MONTHS or after.lower() in ORDINAL_NOUNS
        return not ordinal and before.strip() != word
    if word.lower() in ABBREVIATIONS:
        return False
    if before.endswith(("°C", "°F")):
        return True
    # "J. Smith", "z. B. Die", "U.S. Army"; but "at 8 p.m. The".
    letter = word.rpartition(".")[2]
    is_initial = len(letter) == 1 and (letter.isupper() or (letter.isalpha() and len(after) == 1))
    return not is_initial
