"""What a question asks for, and which words and sentences only ask: tables for thirteen languages.

Rule: pure. A sentence that asks answers nothing, whether it ends in a question mark or, as in
Japanese and Thai, says so by its words alone. A question for a figure wants a sentence with one.
"""

import re
from collections.abc import Mapping

ASKING_WORDS: Mapping[str, str] = {
    "en": "what who whom whose which when where why how does did do is are was were",
    "de": "was wer wem wen wessen wann wo wohin woher warum wieso weshalb wie wieviel wieviele "
    "welche welcher welches welchen welchem ist sind wurde wurden",
    "fr": "quel quelle quels quelles qui que quoi quand où pourquoi comment combien est-ce est",
    "es": "qué quién quiénes cuál cuáles cuándo dónde cuánto cuánta cuántos cuántas cómo es son "
    "fue",
    "pt": "que quem qual quais quando onde quanto quanta quantos quantas como é são foi",
    "it": "che chi cosa quale quali quando dove quanto quanta quanti quante come perché è sono",
    "ru": "что кто кого кому кем чей какой какая какое какие какова каков каково каковы когда где "
    "куда откуда почему зачем как сколько чем",
    "ar": "ما ماذا من متى أين كيف لماذا كم هل أي يبلغ",
    "hi": "क्या कौन किस किसने किसका किसकी कब कहाँ कहां क्यों कैसे कितना कितनी कितने है हैं था थी थे",
    "tr": "ne nedir kim kimdir kimin hangi nerede nereden nereye neden niçin nasıl kaç zaman",
    "zh": "什么时候 什么 谁 哪里 哪儿 哪一年 哪一 哪个 哪些 哪 何时 为什么 怎么 "
    "怎样 如何 多少 几 吗 呢 有多 多",
    "ja": "何ですか 何 誰 どこ いつ いくつ いくら どの どれ どう なぜ ですか ますか "
    "でしたか ましたか",
    "th": "อะไร ใคร เมื่อไหร่ เมื่อไร เมื่อใด ที่ไหน ที่ใด อย่างไร ทำไม กี่ เท่าไหร่ เท่าไร เท่าใด ไหน ใด",
}
"""ISO 639-1 → what asks, lower case; of Chinese, Japanese and Thai the longer before the shorter"""

UNSPACED = ("zh", "ja", "th")
"""Languages without blanks between words: what asks may stand anywhere in a run of letters"""

POINTING_WORDS: Mapping[str, str] = {
    "en": "it its he his she her they their this these those such",
    "de": "er es sie sein seine ihr ihre dies diese dieser dieses damit dadurch dabei",
    "fr": "il elle ils elles ce cet cette ces cela son sa ses leur leurs celui-ci celle-ci",
    "es": "él ella ellos ellas este esta esto estos estas ese esa eso su sus",
    "pt": "ele ela eles elas este esta isto estes estas esse essa isso seu sua seus suas",
    "it": "esso essa egli ella essi esse questo questa questi queste suo sua suoi sue",
    "ru": "он она оно они это этот эта эти его её ее их",
    "ar": "هو هي هم وهو وهي هذا هذه ذلك تلك وكان وكانت",
    "hi": "यह वह ये वे इस इसका इसकी इसके उसका उसकी उसके इसे इनका",
    "tr": "o onun bu bunun bunlar onlar",
    "zh": "它 他 她 它们 他们 她们 这 那 其",
    "ja": "これ それ この その 彼 彼女 同",
    "th": "มัน เขา เธอ พวกเขา",
}
"""ISO 639-1 → what a sentence opens with when the one before says whom it is about"""

FIGURE_CUES: Mapping[str, str] = {
    "en": r"how (?:tall|high|deep|long|wide|far|many|much|old|fast|hot|cold|heavy|big|large|often)"
    r"|when|temperature|height|depth|length|speed|price|population|latest",
    "de": r"wie (?:hoch|tief|lang|breit|weit|viele?|alt|schnell|heiß|kalt|schwer|groß|oft)|wann"
    r"|wievie\w+|temperatur|höhe|tiefe|länge|geschwindigkeit|preis|einwohnerzahl|neueste[ns]?",
    "fr": r"combien|quand|température|hauteur|profondeur|longueur|vitesse|prix|altitude"
    r"|(?:quelle|en quelle) année|dernières nouvelles",
    "es": r"cuánt[oa]s?|cuándo|temperatura|altura|profundidad|longitud|velocidad|precio|qué año"
    r"|últimas noticias",
    "pt": r"quant[oa]s?|quando|temperatura|altura|profundidade|comprimento|velocidade|preço"
    r"|que ano|últimas notícias",
    "it": r"quant[oaie]|quando|temperatura|altezza|profondità|lunghezza|velocità|prezzo|che anno"
    r"|ultime notizie",
    "ru": r"сколько|когда|температур\w*|высот\w*|глубин\w*|длин\w*|скорость|цена|в каком году"
    r"|последние новости",
    "ar": r"كم|متى|(?:ال)?(?:ارتفاع|عمق|طول|سرعة|سعر)|درجة حرارة|آخر أخبار",
    "hi": r"कितन[ेाी]|कब|तापमान|ऊँचाई|ऊंचाई|गहराई|लंबाई|गति|कीमत|ताज़ा",
    "tr": r"kaç|ne zaman|ne kadar|sıcaklı\w+|yüksekli\w+|derinli\w+|hızı|fiyatı?|son durum",
    "zh": "多少|多[高深长远大久重快]|几|哪一?年|什么时候|何时|温度|高度|深度|长度|速度|价格|最新",
    "ja": "何(?:メートル|年|月|日|時|人|度|キロ|歳)|いつ|いくつ|いくら|温度|高さ|深さ|長さ|速度"
    "|価格|最新",
    "th": "กี่|เท่าไ[รห]|เมื่อไ[รห]|เมื่อใด|เท่าใด|อุณหภูมิ|ความสูง|ความลึก|ความยาว|ความเร็ว|ราคา|ล่าสุด",
}
"""ISO 639-1 → ways to ask for a number, a measure or a date; what is new has a date too"""

ASKING_SIGNS = re.compile(
    "何(?:メートル|年|月|日|時|人|度|キロ|歳|です)|どこです|誰です|なぜです|いくつです|いくらです"
    "|什么时候|多少|多[高深远久重快]|谁是|กี่|เท่าไ[รห]|เมื่อไ[รห]|ที่ไหน|ใครเป็น|ทำไม"
)
"""Of Japanese, Chinese and Thai, wherever they stand in the sentence"""

_MARKS = ("?", "？", "؟", "⁇", "\u037e")
_CLOSING = "\"'”’»›)）」』】] \n"

# A letter of Hindi may be a mark, which `\b` takes for the end of a word.
_LETTER = r"[\w\u0900-\u097f]"


def _in_words(table: Mapping[str, str], *, split: bool) -> re.Pattern[str]:
    """Any entry of the table: as a whole word, or anywhere where words have no blanks."""

    def either(languages: list[str]) -> str:
        joined = " ".join(table[language] for language in languages)
        parts = map(re.escape, joined.split()) if split else (table[each] for each in languages)
        return "|".join(parts)

    spaced = either([language for language in table if language not in UNSPACED])
    anywhere = either([language for language in table if language in UNSPACED])
    return re.compile(rf"(?<!{_LETTER})(?:{spaced})(?!{_LETTER})|{anywhere}", re.IGNORECASE)


_FIGURE = _in_words(FIGURE_CUES, split=False)
_ASKING_WORD = _in_words(ASKING_WORDS, split=True)
_POINTING_WORD = _in_words(POINTING_WORDS, split=True)


def wants_figure(question: str) -> bool:
    """Whether it asks for a number, a measure or a date."""
    return _FIGURE.search(question) is not None


def asks(sentence: str) -> bool:
    """Whether a sentence is a question itself."""
    bare = sentence.rstrip(_CLOSING)
    return bare.endswith(_MARKS) or ASKING_SIGNS.search(bare) is not None


def subject(question: str) -> str:
    """The question without the words that only ask; whole, when nothing else is in it."""
    rest = _ASKING_WORD.sub(" ", question)
    return rest if any(map(str.isalnum, rest)) else question


def points_back(sentence: str) -> bool:
    """Whether a sentence opens with a word for what the one before it named."""
    return _POINTING_WORD.match(sentence) is not None
