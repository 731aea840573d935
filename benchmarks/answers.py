"""Whether an answer stands in the first so many characters of ranked passages."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

SOFT_HYPHEN = "\u00ad"


def normal(text: str) -> str:
    """NFKC, case-folded, soft hyphens out, white space folded to single spaces."""
    plain = unicodedata.normalize("NFKC", text).replace(SOFT_HYPHEN, "").casefold()
    return " ".join(plain.split())


def holds(text: str, answers: Iterable[str]) -> bool:
    """Whether any of the answers occurs, both sides normalised."""
    found = normal(text)
    return any(normal(answer) in found for answer in answers)


def first_chars(passages: Sequence[str], chars: int) -> str:
    """Fill `chars` characters greedily, best passage first.

    A passage that does not fit any more is skipped, so that a shorter one may; the first one is
    cut when it is too long alone.
    """
    taken: list[str] = []
    left = chars
    for passage in passages:
        if not taken and len(passage) > chars:
            return passage[:chars]
        if len(passage) <= left:
            taken.append(passage)
            left -= len(passage) + 1
    return "\n".join(taken)


def answer_figures(texts: Mapping[int, str], answers: Sequence[str]) -> dict[str, float]:
    """One figure for each cut: `answer in 1500` is 1 when an answer stands in that text."""
    return {f"answer in {cut}": float(holds(text, answers)) for cut, text in texts.items()}
