"""What a question asks for, and which sentences only ask: tables for thirteen languages.

Rule: pure. A sentence that asks answers nothing, whether it ends in a question mark or, as in
Japanese and Thai, says so by its words alone. A question for a figure wants a sentence with one.
"""

import re

_MARKS = ("?", "？", "؟", "⁇", "\u037e")
_CLOSING = "\"'”’»›)）」』】] \n"

ASKING_SIGNS = re.compile(
    "何(?:メートル|年|月|日|時|人|度|キロ|歳|です)|どこです|誰です|なぜです|いくつです|いくらです"
    "|什么时候|多少|多[高深远久重快]|谁是|กี่|เท่าไ[รห]|เมื่อไ[รห]|ที่ไหน|ใครเป็น|ทำไม"
)
"""Of Japanese, Chinese and Thai, wherever they stand in the sentence"""

FIGURE_CUES = re.compile(
    r"\bhow (?:tall|high|deep|long|wide|far|many|much|old|fast|hot|cold|heavy|big|large|often)\b"
    r"|\bwhen\b|\b(?:what|which) (?:year|date|day|time|temperature|height|depth|speed|price)\b"
    r"|\bwie (?:hoch|tief|lang|breit|weit|viele?|alt|schnell|heiß|kalt|schwer|groß|oft)\b|\bwann\b"
    r"|\bcombien\b|\bquand\b|\bquelle (?:température|hauteur|profondeur|vitesse|année|taille)\b"
    r"|\bcuánt[oa]s?\b|\bcuándo\b|\bcuál es la (?:velocidad|altura|profundidad|temperatura)\b"
    r"|\bquant[oaie]s?\b|\bquando\b|\bqual é a (?:velocidade|altura|profundidade|temperatura)\b"
    r"|\bсколько\b|\bкогда\b|\bкаков[аоы]? (?:глубина|высота|скорость|длина|температура)\b"
    r"|\bkaç\b|\bne zaman\b|\bne kadar\b"
    r"|कितन[ेाी]|कब|كم|متى"
    r"|何(?:メートル|年|月|日|時|人|度|キロ|歳)|いつ|いくつ|いくら|多少|多[高深长远大久重快]|几|กี่|เท่าไ[รห]|เมื่อไ[รห]",
    re.IGNORECASE,
)
"""Ways to ask for a number, a measure or a date"""


def wants_figure(question: str) -> bool:
    """Whether it asks for a number, a measure or a date."""
    return FIGURE_CUES.search(question) is not None


def asks(sentence: str) -> bool:
    """Whether a sentence is a question itself."""
    bare = sentence.rstrip(_CLOSING)
    return bare.endswith(_MARKS) or ASKING_SIGNS.search(bare) is not None
