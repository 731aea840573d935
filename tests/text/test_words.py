import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.text.words import fold, is_inflection, sentences, words
from tests.promises import promise

HOURS = {
    "ja": (
        "図書館はいつ開きますか",
        "図書館は午前九時に開きます。",
        "エンジンのオイルを交換します。",
    ),
    "zh": ("图书馆几点开门", "图书馆早上九点开门。", "发动机需要更换机油。"),
    "th": ("ห้องสมุดเปิดกี่โมง", "ห้องสมุดเปิดเวลาเก้าโมงเช้า", "ควรเปลี่ยนน้ำมันเครื่องทุกปี"),
    "hi": ("पुस्तकालय कब खुलता है", "पुस्तकालय सुबह नौ बजे खुलता है।", "इंजन का तेल बदलना चाहिए।"),
    "km": ("បណ្ណាល័យបើកម៉ោងប៉ុន្មាន", "បណ្ណាល័យបើកនៅម៉ោងប្រាំបួន។", "ត្រូវប្តូរប្រេងម៉ាស៊ីន។"),
    "my": ("စာကြည့်တိုက် ဘယ်အချိန်ဖွင့်သလဲ", "စာကြည့်တိုက်ကို ကိုးနာရီတွင်ဖွင့်သည်။", "အင်ဂျင်ဆီလဲပါ။"),
    "lo": ("ຫໍສະໝຸດເປີດຈັກໂມງ", "ຫໍສະໝຸດເປີດເວລາເກົ້າໂມງ.", "ຄວນປ່ຽນນ້ຳມັນເຄື່ອງ."),
    "ko": ("도서관은 언제 열어요", "도서관이 아침 아홉 시에 열린다.", "엔진 오일을 바꿔야 합니다."),
    "ar": ("متى تفتح المكتبة", "تفتح المكتبة في التاسعة.", "يجب تغيير زيت المحرك."),
    "he": ("מתי נפתחת הספרייה", "הספרייה נפתחת בתשע.", "יש להחליף שמן מנוע."),
    "tr": ("KÜTÜPHANE ne zaman AÇILIYOR", "kütüphane dokuzda açılıyor.", "motor yağı değişmeli."),
    "ta": ("நூலகம் எப்போது திறக்கும்", "நூலகம் ஒன்பது மணிக்குத் திறக்கும்.", "எண்ணெய் மாற்ற வேண்டும்."),
}


@promise("text.words.every-script-has-terms")
@pytest.mark.parametrize("language", HOURS)
def test_a_question_shares_more_terms_with_its_answer(language: str) -> None:
    question, answer, other = (set(words(text)) for text in HOURS[language])

    assert len(question & answer) >= 2
    assert len(question & answer) > len(question & other)


def test_a_word_keeps_its_vowel_signs() -> None:
    assert words("पुस्तकालय कब") == ["पुस्तकालय", "कब"]
    assert words("re\u0301sume\u0301") == ["résumé"]


def test_scripts_without_blanks_are_cut_into_overlapping_pieces() -> None:
    assert words("図書館 iPhone15") == ["図書", "書館", "iphone15"]
    assert words("ห้อง") == ["ห้อ", "้อง"]
    assert words("睡") == ["睡"]


def test_terms_are_folded_and_in_order_with_repeats() -> None:
    assert words("The snake_case, the SOFT\u00adHYPHEN") == [
        "the",
        "snake",
        "case",
        "the",
        "softhyphen",
    ]


def test_capitals_find_their_small_letters_in_turkish_and_german() -> None:
    assert fold("İSTANBUL") == fold("istanbul")
    assert fold("ISPARTA") == fold("ısparta")
    assert fold("STRASSE") == fold("Straße")


def test_words_are_the_same_with_and_without_points_and_joiners() -> None:
    assert words("الْمَكْتَبَة") == words("المكتبة")
    assert words("می\u200cخواهم") == words("میخواهم")


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@promise("text.words.inflection-is-a-short-ending")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("cat", "catalogue"),
        ("run", "running"),
        ("run", "ran"),
        ("sleep", "sleepiness"),
        ("do", "dog"),
        ("go", "goes"),
        ("us", "use"),
        ("睡", "睡眠"),
    ],
)
def test_a_long_ending_or_a_short_stem_is_no_inflection(a: str, b: str) -> None:
    assert not is_inflection(a, b)
    assert not is_inflection(b, a)


@promise("text.words.inflection-is-a-short-ending")
@pytest.mark.parametrize(
    ("a", "b"), [("cats", "cat"), ("library", "library"), ("war", "warm"), ("cat", "catch")]
)
def test_a_short_ending_is_an_inflection(a: str, b: str) -> None:
    assert is_inflection(a, b)


@promise("text.sentences.no-text-is-lost")
@given(st.text(alphabet="aA1 .!?…。।\n\r\u2028\"')(;α", max_size=60) | st.text(max_size=40))
def test_sentences_cover_the_text_in_order(text: str) -> None:
    spans = sentences(text)

    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)


def pieces(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in sentences(text)]


@promise("text.sentences.no-text-is-lost", "text.sentences.numbers-and-titles-stay-whole")
def test_a_price_a_title_and_an_hour_end_no_sentence() -> None:
    text = "Dr. Smith paid $3.50 at 8 a.m. yesterday. Then he left at 9 p.m. The end."

    assert pieces(text) == [
        "Dr. Smith paid $3.50 at 8 a.m. yesterday.",
        "Then he left at 9 p.m.",
        "The end.",
    ]


def test_a_temperature_is_no_initial_and_ends_a_sentence() -> None:
    text = "Elle bout à 90 °C. Plus haut, à 85 °C. Fin."

    assert pieces(text) == ["Elle bout à 90 °C.", "Plus haut, à 85 °C.", "Fin."]


@promise("text.sentences.numbers-and-titles-stay-whole")
@pytest.mark.parametrize(
    "text",
    [
        "Am 3. Mai 2024 kam z. B. Die Frau.",
        "Im 19. Jahrhundert war es anders.",
        "J. R. R. Tolkien of the U.S. Army wrote.",
        "1. First item of a list.",
        "Then... what? he asked.",
        "Version 1.2.3 of Yahoo!Japan is out.",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(text: str) -> None:
    assert pieces(text) == [text]


@promise("text.sentences.end-at-each-scripts-marks")
@pytest.mark.parametrize(
    "text",
    [
        "図書館は九時に開く。|「開館！」|と言った。",
        "यह है।|वह है॥|ठीक",
        "បណ្ណាល័យបើក។|វាបិទ។",
        "ဖွင့်သည်။|ပိတ်သည်။",
        "ມື້ນີ້ດີ.|ມື້ອື່ນດີ.",
        "هل تفتح؟|نعم تفتح.|لا",
        "کھلتا ہے۔|بند ہے۔",
        "Τι είναι;|Ναι.",
        'He said "Go!"|Then he left.',
        "A heading|\nA line|\u2028Another",
    ],
)
def test_sentences_end_at_the_marks_of_their_script(text: str) -> None:
    expected = [piece.strip() for piece in text.split("|")]

    assert (
        pieces(text.replace("|\n", "\n").replace("|\u2028", "\u2028").replace("|", " ")) == expected
    )
