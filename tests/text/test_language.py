import subprocess
import sys

import pytest

from citewell.text.language import language_of, script_of
from tests.promises import promise

SENTENCES = {
    "en": "Prices rose sharply last year after the harvest failed.",
    "de": "Wann wurde die Bundesnetzagentur gegründet?",
    "fr": "Les prix ont beaucoup augmenté l'an dernier.",
    "es": "Los precios subieron mucho el año pasado.",
    "it": "I prezzi sono aumentati molto l'anno scorso.",
    "pt": "A biblioteca abre às nove horas.",
    "nl": "De prijzen zijn vorig jaar sterk gestegen.",
    "pl": "Ceny mocno wzrosły w zeszłym roku.",
    "tr": "Kütüphane saat dokuzda açılıyor.",
    "sv": "Priserna steg kraftigt förra året.",
    "vi": "Giá cả tăng mạnh vào năm ngoái.",
    "ru": "Библиотека открывается в девять часов.",
    "uk": "Бібліотека відкривається о дев'ятій годині.",
    "ar": "تفتح المكتبة في الساعة التاسعة.",
    "fa": "کتابخانه ساعت نه باز می‌شود.",
    "ur": "کتب خانہ صبح نو بجے کھلتا ہے۔",
    "hi": "पुस्तकालय नौ बजे खुलता है।",
    "he": "הספרייה נפתחת בשעה תשע בבוקר.",
    "zh": "图书馆早上九点开门。",
    "ja": "図書館は九時に開きます。",
    "ko": "도서관은 아홉 시에 연다.",
    "th": "ห้องสมุดเปิดเก้าโมง",
    "el": "Η βιβλιοθήκη ανοίγει.",
    "km": "បណ្ណាល័យបើកម៉ោងប្រាំបួន។",
}


@promise("text.language.short-sentences-are-recognised")
@pytest.mark.parametrize("language", SENTENCES)
def test_a_plain_sentence_is_recognised(language: str) -> None:
    assert language_of(SENTENCES[language]) == language


@promise("text.language.unsure-is-none")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "123 45",
        "OK",
        "nicht",
        "covid",
        "python asyncio",
        "nginx 502 bad gateway",
        "weather berlin",
    ],
)
def test_names_and_scraps_have_no_language(text: str) -> None:
    assert language_of(text) is None


def test_capitals_and_lines_do_not_hide_a_language() -> None:
    assert language_of("DIE BIBLIOTHEK\nÖFFNET UM NEUN UHR") == "de"
    assert language_of("\ud800 the library opens at nine") == "en"


def test_a_borrowed_kana_does_not_make_chinese_japanese() -> None:
    assert language_of("这家名叫鲜の每日的水果店明天上午十点开门营业") == "zh"


def test_the_script_is_the_one_that_most_letters_are_in() -> None:
    assert script_of("iPhone15を買う") == "Jpan"
    assert script_of("ひらがな") == "Jpan"
    assert script_of("Wikipedia по-русски это Википедия") == "Cyrl"
    assert script_of("12 + 3") == "Zyyy"


def test_importing_the_module_does_not_load_the_model() -> None:
    code = "import sys, citewell.text.language; print('fasttext' in sys.modules)"

    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "False"


def test_a_short_list_of_names_is_no_constructed_language() -> None:
    esperanto = (
        "La libro kuŝas sur la tablo en mia ĉambro, kaj mi legas ĝin ĉiun vesperon antaŭ ol dormi."
    )

    assert language_of("Python asyncio timeout") is None
    assert language_of(esperanto) == "eo"
