"""How likely each block is content rather than furniture: a sum of evidence, as log-odds.

Rule: every weight, word and threshold stands in a table here. Nothing is cut: a block that loses
keeps its place in the text with a low figure, because ranking must be able to find it. Lengths are
counted in UTF-8 bytes, so that a line of Chinese weighs what it says.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from citewell.model.values.document import MAIN_FLOOR, BlockKind
from citewell.read.html.blocks import Draft

FURNITURE = -3.0
"""An element round it says furniture"""
UI_LINE = -5.0
"""Only words of buttons, a boilerplate phrase in a short line, only symbols, or an exact repeat"""
TITLE = 4.0
"""The first heading of level 1, which pages like to put into their header"""
PRIOR = 1.2
KIND: Mapping[BlockKind, float] = {
    "paragraph": 0.0, "heading": 0.3, "list": 0.2, "table": 0.3, "code": 0.8, "quote": 0.8,
    "caption": -2.5, "definition": -0.8, "formula": 1.0,
}  # fmt: skip
LENGTHS = ((20, -1.2), (60, -0.4), (160, 0.3), (400, 0.8), (1 << 60, 1.2))
"""(below so many bytes, weight)"""
SENTENCE = 0.9
"""It ends as a sentence does"""
LINKED = ((0.3, 0.0), (0.8, -1.1), (2.0, -1.4))
"""(share of the block in links below, weight)"""
OUTSIDE = -1.8
"""The page marks its content, and this is outside it"""
BESIDE = -1.8
"""One article holds most of the page, and this is not in it"""
PROSE_BYTES = 160
LEAST_STRICT = 0.2
STRICT_SLOPE = 1.6
NEIGHBOURS = 0.2
"""Share of the mean of both neighbours that a block takes on"""
MARKED_SHARE = 0.3
"""Of the text inside marked content, from which the mark is believed"""
ONE_ARTICLE_SHARE = 0.6
SHORT_LINE_CHARS = 150
MIN_MAIN_CHARS = 200
"""A reading view shorter than this is replaced by all that no element calls furniture (IMURUN)"""

_UI_WORDS = frozenset(
    """
    reply quote share like tweet facebook twitter email print save report flag edit follow
    subscribe login log in sign up register comments comment linkedin whatsapp pinterest reddit
    telegram copy link next previous prev back top home menu search close more show hide less
    upvote downvote permalink bookmark embed download pdf
    """.split()
)
_BOILERPLATE = re.compile(
    r"we use cookies|uses cookies|accept (all )?cookies|cookie (policy|settings|preferences)"
    r"|subscribe (to|now)|sign up (for|to)|share (on|this)|all rights reserved|advertisement"
    r"|read more|related (articles|posts|stories)|skip to (main )?(content|navigation)"
    r"|enable javascript|privacy policy|terms (of (use|service)|and conditions)|newsletter"
    r"|copyright ©|©\s*\d{4}|follow us|powered by|back to top|view all|see all|click here"
    r"|datenschutz|impressum|alle rechte vorbehalten|tous droits réservés|todos los derechos"
    r"|版权所有|利用規約|プライバシー",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?…:;。！？：；।॥؟۔։။។][\"'”’»›)\]』」*]*\s*$")
_END_CHARS = 12
_WORD = re.compile(r"[^\W\d_]+")
_BLOCK_MARKS = re.compile(r"^[\s#>|`*-]+")


def shares(drafts: Sequence[Draft]) -> list[float]:
    """The `Block.main` of each draft, same order, each in 0-1."""
    own = _evidence(drafts)
    odds = [own[0], *own, own[-1]] if own else []
    mixed = [
        (1 - NEIGHBOURS) * own[at] + NEIGHBOURS * (odds[at] + odds[at + 2]) / 2
        if own[at] > UI_LINE and not drafts[at].setting.is_furniture
        else own[at]
        for at in range(len(own))
    ]
    return _enough([round(1 / (1 + math.exp(-one)), 3) for one in mixed], drafts)


def _evidence(drafts: Sequence[Draft]) -> list[float]:
    """Log-odds of each block, without its neighbours."""
    outside, beside = _scopes(drafts)
    strictness = _strictness(drafts)
    title = next((at for at, draft in enumerate(drafts) if _is_title(draft)), -1)
    seen: Counter[str] = Counter()
    odds: list[float] = []
    for at, draft in enumerate(drafts):
        text = _BLOCK_MARKS.sub("", draft.inline.text)
        seen[text] += 1
        if at == title:
            odds.append(TITLE)
        elif _is_ui(draft, text) or (seen[text] > 1 and draft.kind not in {"code", "table"}):
            odds.append(UI_LINE)
        elif draft.setting.is_furniture:
            odds.append(FURNITURE)
        else:
            odds.append(_features(draft, text, strictness=strictness) + outside[at] + beside[at])
    return odds


def _features(draft: Draft, text: str, *, strictness: float) -> float:
    linked = _link_share(draft)
    weights = (
        KIND[draft.kind],
        next(weight for below, weight in LENGTHS if _size(text) < below),
        next(weight for below, weight in LINKED if linked < below),
        SENTENCE if _ends_as_sentence(text) else 0.0,
    )
    return PRIOR + sum(weight if weight > 0 else weight * strictness for weight in weights)


def _strictness(drafts: Sequence[Draft]) -> float:
    """How much short, linked lines count against themselves: little on a page that is a list."""
    total = prose = 0
    for draft in drafts:
        if not draft.setting.is_furniture:
            size = _size(draft.inline.text)
            total += size
            prose += size if size >= PROSE_BYTES and _is_prose(draft) else 0
    return min(1.0, max(LEAST_STRICT, STRICT_SLOPE * prose / (total or 1)))


def _is_prose(draft: Draft) -> bool:
    return (
        draft.kind not in {"code", "table"}
        and _link_share(draft) < LINKED[0][0]
        and _ends_as_sentence(draft.inline.text)
    )


def _ends_as_sentence(text: str) -> bool:
    return _SENTENCE_END.search(text[-_END_CHARS:]) is not None


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _link_share(draft: Draft) -> float:
    linked = sum(mark.end - mark.start for mark in draft.inline.marks if mark.kind == "link")
    return linked / len(draft.inline.text)


def _is_title(draft: Draft) -> bool:
    return draft.kind == "heading" and draft.level == 1


def _is_ui(draft: Draft, text: str) -> bool:
    if draft.kind in {"code", "table"} or len(text) >= SHORT_LINE_CHARS:
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    if not words:
        return not any(map(str.isalnum, text))
    if all(word in _UI_WORDS for word in words):
        return True
    return draft.kind != "heading" and _BOILERPLATE.search(text) is not None


def _scopes(drafts: Sequence[Draft]) -> tuple[list[float], list[float]]:
    """Evidence of each block's place: outside of marked content, beside the one article."""
    sizes: Counter[int] = Counter()
    for draft in drafts:
        if not draft.setting.is_furniture:
            sizes[draft.setting.article] += len(draft.inline.text)
    total = sum(sizes.values()) or 1
    believed = 1 - sizes[0] / total >= MARKED_SHARE
    largest, chars = max(sizes.items(), key=lambda item: item[1], default=(0, 0))
    one = largest if largest and chars >= ONE_ARTICLE_SHARE * total else None
    outside = [OUTSIDE if believed and not draft.setting.in_content else 0.0 for draft in drafts]
    beside = [BESIDE if one and draft.setting.article != one else 0.0 for draft in drafts]
    return outside, beside


def _enough(mains: list[float], drafts: Sequence[Draft]) -> list[float]:
    """The same, unless too little is left: then whatever is not furniture by its elements."""
    main_chars = sum(
        len(draft.inline.text)
        for draft, main in zip(drafts, mains, strict=True)
        if main >= MAIN_FLOOR
    )
    if main_chars >= MIN_MAIN_CHARS:
        return mains
    return [
        main if draft.setting.is_furniture else max(main, MAIN_FLOOR)
        for draft, main in zip(drafts, mains, strict=True)
    ]
