"""What the web wrote, made safe to stand in our numbered block.

Rule: every word that is not ours passes through here. It becomes one line, so it can open none; a
number in brackets becomes one in parentheses, so it can be no number of ours; a word that heads
our block loses its colon. Letters and figures stay, and offsets stay those of the document.
"""

import re

from citewell.text.lines import one_line

HEADINGS = ("Web research for", "Sources", "Passages", "Instructions", "Note")
"""The words, followed by a colon, that head the lines of our own"""

_NUMBER = re.compile(r"[\[［【〔⟦❲]([\s\d,;.\-‐-―^]*\d[\s\d,;.\-‐-―^]*)[\]］】〕⟧❳]")
_HEADING = re.compile(rf"\b({'|'.join(HEADINGS)})(\s*):", re.IGNORECASE)

WIDE_COLON = "："
"""Reads as a colon to people and models, and is none to whoever looks for our headings"""


def quoted(text: str) -> str:
    """Fold to one line that can neither open another nor pass for our numbers or headings."""
    return _HEADING.sub(rf"\1\2{WIDE_COLON}", _NUMBER.sub(r"(\1)", one_line(text)))


def short(text: str, max_chars: int) -> str:
    """The same, of at most `max_chars` characters, with "…" where it was cut."""
    # Cut before it is folded as well: a title of megabytes costs no more than a long one.
    line = quoted(text[: 4 * max_chars])
    return line if len(line) <= max_chars else line[: max_chars - 1].rstrip() + "…"
