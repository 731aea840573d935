"""What a question is about: its subject without the question words, and the names in it.

Rule: pure; every word is kept as it was written, since providers match spelling and capitals.
"""

import re

from citewell.plan.shells import SHELLS, WORD, is_pointer, shell_of

QUOTED = re.compile(r'"([^"\n]{2,80})"|“([^”\n]{2,80})”|„([^“”\n]{2,80})[“”]|«([^»\n]{2,80})»')

JOINTS = frozenset({"of", "the", "and", "de", "la", "von", "van", "der", "den", "di", "al", "el"})
"""Small words that stand inside names, between two capitals"""

_ENDS = " \t\r\n?!.,;:¿¡？！。、"


def subject(question: str, language: str | None) -> str:
    """The question without the words that only ask, on one line; empty when no others are there.

    Args:
        question: as typed.
        language: ISO 639-1 of the question, as far as it is known.
    """
    text = " ".join(question.split()).strip(_ENDS)
    first = WORD.match(text)
    shell = shell_of(language, first[0].casefold()) if first else None
    if shell is None:
        return text
    for number, word in enumerate(WORD.finditer(text)):
        folded = word[0].casefold()
        # A quotation mark before the word opens a title, and "The Who" is no question.
        quoted = number > 0 and text[word.start() - 1] in "\"“„«'"
        if quoted or folded not in shell.words:
            return text[word.start() - quoted :]
    return ""


def entities(question: str) -> tuple[str, ...]:
    """Names in the question: what is quoted, then capitalised runs; each once, in order."""
    quoted = [next(filter(None, found.groups())) for found in QUOTED.finditer(question)]
    runs = _capitalised_runs(QUOTED.sub(" . ", question))
    return tuple(dict.fromkeys([*quoted, *runs]))


def points_back(question: str) -> bool:
    """Whether a question has no name of its own and a word that points to something said before."""
    words = [word.casefold() for word in WORD.findall(question)]
    return any(is_pointer(word) for word in words) and not entities(question)


def _capitalised_runs(text: str) -> list[str]:
    runs: list[list[re.Match[str]]] = [[]]
    for word in WORD.finditer(text):
        if runs[-1] and not text[runs[-1][-1].end() : word.start()].isspace():
            runs.append([])
        if _is_name(word[0]):
            runs[-1].append(word)
        elif not (runs[-1] and word[0] in JOINTS):
            runs.append([])
        else:
            runs[-1].append(word)
    trimmed = [_without_last_joints(run) for run in runs]
    return [text[run[0].start() : run[-1].end()] for run in trimmed if run]


def _without_last_joints(run: list[re.Match[str]]) -> list[re.Match[str]]:
    while run and run[-1][0] in JOINTS:
        run = run[:-1]
    return run


def _is_name(word: str) -> bool:
    """Capitalised, longer than a letter, and none of the words that questions open with."""
    folded = word.casefold()
    asks = any(folded in shell.words for shell in SHELLS.values())
    return len(word) > 1 and word[0].isupper() and (not asks or word.isupper())
