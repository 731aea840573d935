"""Scores extracted text against the main content that people marked.

Method: bag of tokens, as in the Web Content Extraction Benchmark (WCXB); snippets that must and
must not occur, as in trafilatura's evaluation. Scripts without spaces count one token a character.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

# Kana, CJK, Hangul, Thai, Khmer, Burmese: `\w+` would take a whole sentence for one token.
_UNSPACED = (
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
    "\u0e00-\u0e7f\u1780-\u17ff\u1000-\u109f"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")

FAILED_BELOW = 0.5
"""F1 under which a page counts as failed: more is wrong than right"""


def tokens(text: str) -> list[str]:
    """Lower-case words, single characters in scripts without spaces; punctuation is dropped."""
    return _TOKEN.findall(text.lower())


def bag_figures(text: str, gold: str) -> dict[str, float]:
    """Precision, recall and F1 of the bag of tokens, and whether the page failed or is empty."""
    ours, theirs = tokens(text), tokens(gold)
    common = (Counter(ours) & Counter(theirs)).total()
    precision, recall, f1 = _precision_recall(common, len(ours), len(theirs))
    return {
        "f1": f1,
        "precision": precision,
        "recall": recall,
        "failed": float(f1 < FAILED_BELOW),
        "empty": float(not ours),
    }


def snippet_figures(
    text: str, page: Mapping[str, Sequence[str]], *, fold: bool
) -> dict[str, float]:
    """The share of snippets that were rightly kept or left out, white space folded.

    Args:
        text: what was extracted.
        page: `with` and `without`, lists of snippets.
        fold: whether case is ignored too.
    """
    found = _folded(text, fold=fold)
    kept = [_folded(snippet, fold=fold) in found for snippet in page["with"]]
    left_out = [_folded(snippet, fold=fold) not in found for snippet in page["without"]]
    figures = {"snippets": _share([*kept, *left_out])}
    if kept:
        figures["kept"] = _share(kept)
    if left_out:
        figures["left out"] = _share(left_out)
    return figures


def _precision_recall(common: int, predicted: int, gold: int) -> tuple[float, float, float]:
    if not gold:
        exact = float(not predicted)
        return exact, exact, exact
    if not common:
        return 0.0, 0.0, 0.0
    precision, recall = common / predicted, common / gold
    return precision, recall, 2 * precision * recall / (precision + recall)


def _folded(text: str, *, fold: bool) -> str:
    flat = " ".join(text.split())
    return flat.lower() if fold else flat


def _share(truths: Iterable[bool]) -> float:
    values = list(truths)
    return sum(values) / len(values)
