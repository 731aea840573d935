"""The order of passages: languages, priors, several queries."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.config import RankConfig
from citewell.rank import rank
from tests.promises import promise
from tests.rank.pages import passage

CONFIG = RankConfig()

# Question · about engine oil · about the opening hours of a library
LIBRARY = {
    "en": (
        "when does the library open",
        "The engine oil should be changed once a year.",
        "The library opens its doors at nine in the morning.",
    ),
    "ja": (
        "図書館は何時に開きますか",
        "エンジンオイルは年に一度交換します。",
        "図書館は午前九時に開館します。",
    ),
    "zh": ("图书馆几点开门", "发动机机油每年应更换一次。", "图书馆每天上午九点开放。"),
    "ko": (
        "도서관은 몇 시에 여나요",
        "엔진 오일은 일 년에 한 번 교체해야 합니다.",
        "도서관은 오전 아홉 시에 문을 엽니다.",
    ),
    "th": (
        "ห้องสมุดเปิดกี่โมง",
        "ควรเปลี่ยนน้ำมันเครื่องปีละหนึ่งครั้ง",
        "ห้องสมุดเปิดให้บริการเวลาเก้านาฬิกา",
    ),
    "hi": (
        "पुस्तकालय कब खुलता है",
        "इंजन का तेल साल में एक बार बदलना चाहिए।",
        "पुस्तकालय सुबह नौ बजे खुलता है।",
    ),
    "km": (
        "បណ្ណាល័យបើកម៉ោងប៉ុន្មាន",
        "ប្រេងម៉ាស៊ីនគួរផ្លាស់ប្តូរម្តងក្នុងមួយឆ្នាំ។",
        "បណ្ណាល័យបើកនៅម៉ោងប្រាំបួនព្រឹក។",
    ),
    "lo": (
        "ຫໍສະໝຸດເປີດຈັກໂມງ",
        "ຄວນປ່ຽນນ້ຳມັນເຄື່ອງປີລະຄັ້ງ.",
        "ຫໍສະໝຸດເປີດເວລາເກົ້າໂມງເຊົ້າ.",
    ),
    "my": (
        "စာကြည့်တိုက်ဘယ်အချိန်ဖွင့်သလဲ",
        "အင်ဂျင်ဆီကို တစ်နှစ်တစ်ကြိမ် လဲလှယ်သင့်သည်။",
        "စာကြည့်တိုက်ကို နံနက်ကိုးနာရီတွင် ဖွင့်သည်။",
    ),
    "ar": (
        "متى تفتح المكتبة",
        "يجب تغيير زيت المحرك مرة في السنة.",
        "تفتح المكتبة أبوابها في الساعة التاسعة صباحا.",
    ),
    "fa": (
        "کتابخانه چه ساعتی باز می‌شود",
        "روغن موتور باید سالی یک بار عوض شود.",
        "کتابخانه ساعت نه صبح باز است.",
    ),
    "he": (
        "מתי נפתחת הספרייה",
        "יש להחליף את שמן המנוע פעם בשנה.",
        "הספרייה נפתחת בתשע בבוקר.",
    ),
    "ru": (
        "когда открывается библиотека",
        "Моторное масло следует менять раз в год.",
        "Библиотеки города открываются в девять утра.",
    ),
    "tr": (
        "kütüphane ne zaman açılıyor",
        "Motor yağı yılda bir kez değiştirilmelidir.",
        "Kütüphanemiz sabah dokuzda açılır.",
    ),
}


@promise("rank.score.every-language-finds-its-answer")
@pytest.mark.parametrize("language", LIBRARY)
def test_the_sentence_that_answers_goes_before_the_one_that_leads(language: str) -> None:
    question, oil, hours = LIBRARY[language]

    best, _ = rank([question], [passage(oil), passage(hours, index=1)], CONFIG)

    assert best.passage.text == hours


@promise("rank.score.a-lead-is-worth-half-a-term")
def test_without_any_word_of_the_query_the_lead_stands_first() -> None:
    passages = [passage("Blue cheese", index=0), passage("Red wine", index=1)]

    assert [each.passage for each in rank(["trams in Oslo"], passages, CONFIG)] == passages


@promise("rank.score.a-lead-is-worth-half-a-term")
def test_a_passage_with_both_terms_goes_before_a_lead_with_one() -> None:
    texts = ["tram", "cheese", "wine", "bread", "milk", "tram fare"]
    passages = [passage(text, index=index) for index, text in enumerate(texts)]

    best, *_ = rank(["tram fare"], passages, CONFIG)

    assert best.passage.text == "tram fare"


def test_the_lead_of_a_page_is_its_first_content_and_not_its_menu() -> None:
    menu = replace(passage("Home"), main=0.1)
    article = passage("Cheese", index=1)

    by_text = {
        each.passage.text: dict(each.features) for each in rank(["x"], [menu, article], CONFIG)
    }

    assert by_text["Home"]["lead"] == 0.0 < by_text["Cheese"]["lead"]


@promise("rank.score.no-query-keeps-the-order")
@pytest.mark.parametrize("queries", [[], [""], ["?!", "  "]])
def test_a_query_without_words_keeps_the_order_of_the_documents(queries: list[str]) -> None:
    passages = [passage("Blue", "a"), passage("Red", "a", index=1), passage("Green", "b")]

    ordered = rank(queries, passages, CONFIG)

    assert [each.passage for each in ordered] == passages
    assert {each.score for each in ordered} == {0.0}


@promise("rank.score.weights-are-pooled")
def test_a_word_that_is_common_in_the_pool_loses_to_one_that_is_rare() -> None:
    airline = [passage(f"The airline flies to city {n}.", f"p{n}") for n in range(3)]
    executive = passage("The chief executive of it is Ada Berg.", "p4")

    best, *_ = rank(
        ["chief executive of the airline"], [*airline, executive, passage("Else", "p5")], CONFIG
    )

    assert best.passage is executive


@promise("rank.score.a-snippet-counts-for-less")
def test_the_same_words_in_a_snippet_score_four_fifths_of_a_page() -> None:
    config = replace(CONFIG, lead_share=0.0)
    snippet, page = passage("Tram fare", "a", read=False), passage("Tram fare", "b")

    first, second = rank(["tram fare"], [snippet, page], config)

    assert first.passage is page
    assert second.score == pytest.approx(0.8 * first.score)


def test_furniture_loses_a_part_of_its_score() -> None:
    menu, page = replace(passage("Tram fare", "a"), main=0.0), passage("Tram fare", "b")

    first, second = rank(["tram fare"], [menu, page], CONFIG)

    assert (first.passage, second.passage) == (page, menu)
    assert second.score > 0


def test_a_passage_is_found_by_the_heading_above_it() -> None:
    plain = passage("Five euros a day.", "a")
    under = replace(passage("Six euros a day.", "b"), heading="Stall fees")

    best, _ = rank(["stall fees"], [plain, under], CONFIG)

    assert best.passage is under


@promise("rank.score.the-best-of-several-queries-counts")
def test_each_query_has_its_share_and_the_best_one_counts() -> None:
    config = replace(CONFIG, lead_share=0.0)
    tram, ferry = passage("tram fare", "a"), passage("ferry times", "b")

    ordered = rank(["tram fare", "", "ferry times"], [tram, ferry], config)

    for each in ordered:
        features = dict(each.features)
        assert set(features) == {"query 1", "query 3", "lead", "main", "snippet"}
        assert each.score == max(features["query 1"], features["query 3"])


@given(st.lists(st.sampled_from(["tram", "fare", "tram fare", "cheese"]), max_size=12))
def test_equal_passages_stay_in_order_and_none_is_lost(texts: list[str]) -> None:
    passages = [passage(text, f"p{n}") for n, text in enumerate(texts)]

    ordered = rank(["tram fare"], passages, CONFIG)

    places = [(-each.score, passages.index(each.passage)) for each in ordered]
    assert places == sorted(places)
    assert len(ordered) == len(passages)


@promise("rank.score.time-is-bounded")
def test_half_a_million_words_against_two_thousand_are_ranked_in_bounded_time() -> None:
    # One passage of 500,000 ideographs, no overlap with the query; processor time, not the wall's.
    text = " ".join(chr(0x4E00 + n % 5_000) for n in range(500_000))
    query = " ".join(chr(0x8000 + n) for n in range(2_000))
    started = time.process_time()

    [only] = rank([query], [passage(text)], CONFIG)

    assert dict(only.features)["query 1"] == 0.0
    assert time.process_time() - started < 6
