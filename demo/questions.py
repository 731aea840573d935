"""The questions that the demo web answers, each with the words that answer it and where they stand.

The first is the one that `make demo` asks.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question."""

    text: str
    language: str
    answers: tuple[str, ...] = ()
    """Words of which one stands in the first two passages; empty when nothing is to be found"""
    pages: tuple[str, ...] = ()
    """URLs of pages, each of which holds at least one of the answers"""
    shows: str = ""
    """What it is there for, besides its language"""


QUESTIONS = (
    Question(
        text="How tall is the Eiffel Tower?",
        language="en",
        answers=("330 metres",),
        pages=(
            "https://en.encyclopedia.example/wiki/Eiffel_Tower",
            "https://towers.example/eiffel-tower-height-2022",
        ),
        shows="conflict",
    ),
    Question(
        text="Wann wurde der Sueskanal eröffnet?",
        language="de",
        answers=("17. November 1869",),
        pages=(
            "https://de.encyclopedia.example/wiki/Sueskanal",
            "https://seewege.example/kanaele/sues",
        ),
    ),
    Question(
        text="À quelle température l'eau bout-elle au sommet du mont Blanc ?",
        language="fr",
        answers=("85 °C",),
        pages=(
            "https://fr.encyclopedia.example/wiki/%C3%89bullition",
            "https://refuges.example/conseils/cuisiner-en-altitude",
        ),
    ),
    Question(
        text="¿Cuál es la velocidad de la luz en el vacío?",
        language="es",
        answers=("299 792 458 metros por segundo",),
        pages=(
            "https://es.encyclopedia.example/wiki/Velocidad_de_la_luz",
            "https://fisicaclara.example/temas/la-luz",
            "https://medidas.example/historia/del-metro-de-platino-a-la-luz",
        ),
    ),
    Question(
        text="Какова глубина озера Байкал?",
        language="ru",
        answers=("1642 метр",),
        pages=(
            "https://ru.encyclopedia.example/wiki/%D0%91%D0%B0%D0%B9%D0%BA%D0%B0%D0%BB",
            "http://ozera.example/rossiya/bajkal",
        ),
        shows="charset",
    ),
    Question(
        text="كم يبلغ ارتفاع برج خليفة؟",
        language="ar",
        answers=("828 مترا",),
        pages=(
            "https://ar.encyclopedia.example/wiki/%D8%A8%D8%B1%D8%AC_%D8%AE%D9%84%D9%8A%D9%81%D8%A9",
            "https://abraj.example/maqalat/burj-khalifa",
            "https://handasa.example/qawaim/atwal-almabani",
        ),
    ),
    Question(
        text="सूर्य का प्रकाश पृथ्वी तक पहुँचने में कितना समय लेता है?",
        language="hi",
        answers=("8 मिनट 19 सेकंड",),
        pages=(
            "https://hi.encyclopedia.example/wiki/%E0%A4%B8%E0%A5%82%E0%A4%B0%E0%A5%8D%E0%A4%AF"
            "_%E0%A4%95%E0%A4%BE_%E0%A4%AA%E0%A5%8D%E0%A4%B0%E0%A4%95%E0%A4%BE%E0%A4%B6",
            "https://vigyan.example/lekh/prakash-ki-yatra",
        ),
    ),
    Question(
        text="珠穆朗玛峰有多高？",
        language="zh",
        answers=("8848.86米",),
        pages=(
            "https://zh.encyclopedia.example/wiki/%E7%8F%A0%E7%A9%86%E6%9C%97%E7%8E%9B%E5%B3%B0",
            "https://shanyue.example/cehui/zhufeng-gaodu",
        ),
        shows="a revised figure",
    ),
    Question(
        text="富士山の高さは何メートルですか。",
        language="ja",
        answers=("3776メートル",),
        pages=(
            "https://ja.encyclopedia.example/wiki/%E5%AF%8C%E5%A3%AB%E5%B1%B1",
            "http://yamanobori.example/guide/fuji",
            "https://sokuryo.example/kijun/sanchou",
        ),
        shows="a charset named by the page",
    ),
    Question(
        text="ดอยอินทนนท์สูงกี่เมตร",
        language="th",
        answers=("2,565 เมตร",),
        pages=(
            "https://th.encyclopedia.example/wiki/%E0%B8%94%E0%B8%AD%E0%B8%A2"
            "%E0%B8%AD%E0%B8%B4%E0%B8%99%E0%B8%97%E0%B8%99%E0%B8%99%E0%B8%97%E0%B9%8C",
            "https://phukhao.example/list/yod-khao",
        ),
    ),
    Question(
        text="When did Philae land on comet 67P?",
        language="en",
        answers=("12 November 2014",),
        pages=(
            "https://newswire.example/science/philae-landing",
            "https://dailyherald.example/2014/11/comet-touchdown",
            "https://space-notes.example/missions/rosetta-philae",
        ),
        shows="copy",
    ),
    Question(
        text="How do honey bees tell each other where food is?",
        language="en",
        answers=("by dancing on the comb",),
        pages=("https://beekeeping.example/lessons/how-bees-talk",),
        shows="hidden instructions",
    ),
    Question(
        text="At what temperature should vaccines be stored?",
        language="en",
        answers=("2 and 8 degrees Celsius", "2 °C and 8 °C", "2 °C to 8 °C"),
        pages=(
            "https://clinic.example/pharmacy/storing-vaccines",
            "https://coldchain.example/guide/from-factory-to-arm",
            "https://en.encyclopedia.example/wiki/Vaccine_storage",
        ),
        shows="pages that cannot be read",
    ),
    Question(
        text="Which element is named after Yuri Oganessian?",
        language="en",
        answers=("oganesson",),
        pages=("https://elements.example/table/all-elements",),
        shows="deep answer",
    ),
    Question(
        text="What is the latest on the total solar eclipse in Spain?",
        language="en",
        answers=("12 August 2026",),
        pages=(
            "https://eclipses.example/2026-august-total",
            "https://news.example/2026/eclipse-guide-spain",
        ),
        shows="news",
    ),
    Question(
        text="Which violin did the Tangermünde brass band sell in 1911?",
        language="en",
        shows="nothing found",
    ),
)
