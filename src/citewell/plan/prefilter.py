"""What needs no search, seen without a model: nothing asked, small talk, pasted code, sums.

Rule: pure; only what is sure. Whatever is in doubt is searched.
"""

import re

from citewell.plan.shells import SMALL_TALK, WORD

MAX_QUESTION_CHARS = 2_000
"""A longer message is a pasted text, and no provider takes as long a query (oss-research-web)"""

MIN_CODE_LINES = 8
"""Shorter snippets stand inside real questions"""

CODE_SHARE = 0.5
"""Share (0-1) of the lines that must look like code"""

MAX_SMALL_TALK_WORDS = 6
"""Nobody greets longer"""

# What prose does not do: a brace or semicolon at the end, a call with no blank before its bracket,
# assignments, comments, tags. Lines of verse end with commas and begin with "for" and "if".
_CODE_LINE = re.compile(
    r"""\s*(?:
        .*[;{}]\s*$
        | (?://|/\*|\*/|\#include|\#!|[})\]<@]).*$
        | [\w.\[\]"' ]{1,40}\s?[-+*/|:]?=(?!=).*$
        | .*\w\(.*$
        | (?:def|class|if|elif|for|while|with|try|except|else|finally|async|switch|case)\b.*:\s*$
        | (?:import|from|return|using|package|include|end|pass|break)\b\s*[\w.*, ]{0,60}$
    )""",
    re.VERBOSE,
)
_SUM = re.compile(r"[\d\s.,()=?x×·÷^%*/+-]+")
_OPERATOR = re.compile(r"\d\s*[*/+^×·÷]\s*\(?\d|\d\s+[x-]\s+\(?\d")


def reason_not_to_search(question: str, subject: str) -> str:
    """Why a message needs no search; empty when it does.

    Args:
        question: as typed.
        subject: what is left of it without its question words.
    """
    words = [word.casefold() for word in WORD.findall(question)]
    if not words:
        return "nothing is asked"
    if len(words) <= MAX_SMALL_TALK_WORDS and SMALL_TALK.issuperset(words):
        return "small talk"
    if len(question) > MAX_QUESTION_CHARS:
        return "a pasted text"
    if _is_code(question):
        return "pasted code"
    if _SUM.fullmatch(subject) and _OPERATOR.search(subject):
        return "a sum"
    return "" if subject else "nothing to look up"


def _is_code(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < MIN_CODE_LINES:
        return False
    return sum(bool(_CODE_LINE.match(line)) for line in lines) >= CODE_SHARE * len(lines)
