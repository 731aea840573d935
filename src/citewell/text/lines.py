"""One line out of any text: no line breaks, nothing invisible.

Rule: whatever a page wrote, the result is one visible line to every reader: `str.splitlines`, a
terminal, a tokenizer. Invisible characters go because they carry text that people do not see
(tag characters and variation selectors spell out whole instructions).
Source: Unicode 15, Default_Ignorable_Code_Point, Bidi_Control and White_Space.
"""

import re

_INVISIBLE = re.compile(
    "["
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # controls that break no line
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # soft hyphen, fillers
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # zero width, bidi controls
    "\ufe00-\ufe0f\U000e0000-\U000e0fff"  # variation selectors, tag characters
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # annotation, shorthand, music
    "]+"
)
_JOINERS = re.compile("[\u200c\u200d]+")
_SURROGATES = re.compile("[\ud800-\udfff]")
_BLANKS = re.compile("[\\s\u2800]+")


def one_line(text: str) -> str:
    """Fold a text to one visible line; idempotent.

    Returns:
        The text with each run of blanks and line breaks as one space, none at the ends, invisible
        characters gone, and lone surrogates as U+FFFD. A single zero-width joiner or non-joiner
        stays between letters of the scripts that spell with it (Persian, Hindi).
    """
    visible = _SURROGATES.sub("\ufffd", _INVISIBLE.sub("", text))
    return _BLANKS.sub(" ", _JOINERS.sub(_spelled, visible)).strip()


def visible_lines(text: str) -> list[str]:
    """The lines of a text with their blanks, and with nothing invisible: for terminals and logs.

    Returns:
        What `str.splitlines` gives, without controls, lone surrogates and the like: none of them
        can move a cursor, change a colour or turn the direction of what is printed next.
    """
    return [_SURROGATES.sub("\ufffd", _INVISIBLE.sub("", line)) for line in text.splitlines()]


def _spelled(joiners: re.Match[str]) -> str:
    before = joiners.string[joiners.start() - 1 : joiners.start()]
    after = joiners.string[joiners.end() : joiners.end() + 1]
    joins = len(joiners[0]) == 1 and _spells_with_joiners(before) and _spells_with_joiners(after)
    return joiners[0] if joins else ""


def _spells_with_joiners(char: str) -> bool:
    # Arabic to Mongolian and their later blocks. Latin has none: there, a joiner only hides a word
    # from those who look for it.
    return "\u0600" <= char <= "\u18af" or "\ua840" <= char <= "\uabff" or char >= "\U00010a00"
