"""From blocks to passages: sizes, cuts, headings, pages."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.config import RankConfig
from citewell.rank import split
from tests.promises import promise
from tests.rank.pages import document

CONFIG = RankConfig()
LETTERS = st.sampled_from("aZ 字ก้។.。!\n\u2028#|-😀é")
BLOCKS = st.lists(st.text(LETTERS, min_size=1, max_size=400).map(lambda t: t * 5), max_size=8)


@promise("rank.split.a-passage-is-the-document")
@given(BLOCKS)
def test_a_passage_is_an_exact_stretch_and_all_words_are_in_one(blocks: list[str]) -> None:
    page = document(*blocks)

    passages = split(page, CONFIG)

    covered = set[int]()
    for index, passage in enumerate(passages):
        assert passage.text == page.text[passage.start : passage.end]
        assert passage.text == passage.text.strip() != ""
        assert passage.index == index
        covered.update(range(passage.start, passage.end))
    assert all(char.isspace() or at in covered for at, char in enumerate(page.text))


@given(BLOCKS)
def test_no_passage_is_longer_than_the_greatest_length(blocks: list[str]) -> None:
    passages = split(document(*blocks), CONFIG)

    assert all(len(passage.text) <= CONFIG.max_passage_chars for passage in passages)


@promise("rank.split.short-blocks-join")
def test_a_block_of_179_characters_takes_in_the_next_and_one_of_180_does_not() -> None:
    short, enough = "a" * 179, "a" * 180

    joined, apart = split(document(short, "X"), CONFIG), split(document(enough, "X"), CONFIG)

    assert [passage.text for passage in joined] == [f"{short}\n\nX"]
    assert [passage.text for passage in apart] == [enough, "X"]


@pytest.mark.parametrize("text", ["", "\n \n\t\n"])
def test_a_document_without_words_has_no_passages(text: str) -> None:
    assert split(document(text), CONFIG) == ()


def test_a_document_without_blocks_is_read_as_one_paragraph() -> None:
    page = document("One sentence. " * 100)
    bare = type(page)(**{name: getattr(page, name) for name in page.__slots__} | {"blocks": ()})

    passages = split(bare, CONFIG)

    assert len(passages) > 1
    assert all(passage.text.endswith(".") for passage in passages)


@promise("rank.split.a-heading-stays-with-its-text")
def test_a_heading_opens_the_passage_of_its_paragraph() -> None:
    [passage] = split(document("## Fees", "A stall costs five euros a day. " * 8), CONFIG)

    assert passage.text.startswith("## Fees\n\nA stall")
    assert passage.heading == "Fees"


@promise("rank.split.a-heading-stays-with-its-text")
def test_every_piece_of_a_long_paragraph_carries_its_heading() -> None:
    paragraph = " ".join(f"Stall {n} costs {n} euros a day on market days." for n in range(44))

    passages = split(document("## Fees", paragraph, "## Dates", "Every Friday."), CONFIG)

    assert [passage.heading for passage in passages] == ["Fees"] * (len(passages) - 1) + ["Dates"]
    assert all(400 <= len(passage.text) <= 900 for passage in passages[:-1])
    assert all(passage.text.endswith(".") for passage in passages)


def test_text_before_the_first_heading_has_none_and_short_sections_stay_apart() -> None:
    passages = split(document("Welcome.", "# Hours", "From nine.", "# Fees", "None."), CONFIG)

    assert [(passage.heading, passage.text) for passage in passages] == [
        ("", "Welcome."),
        ("Hours", "# Hours\n\nFrom nine."),
        ("Fees", "# Fees\n\nNone."),
    ]


ENDS = {
    "ja": ("図書館は毎日午前九時に開きます。", "。"),
    "zh": ("图书馆每天上午九点开门，晚上八点关门。", "。"),
    "hi": ("पुस्तकालय हर दिन सुबह नौ बजे खुलता है। ", "।"),
    "km": ("បណ្ណាល័យបើកនៅម៉ោងប្រាំបួនព្រឹក។ ", "។"),
    "my": ("စာကြည့်တိုက်ကို နံနက်ကိုးနာရီတွင် ဖွင့်သည်။ ", "။"),
    "lo": ("ຫໍສະໝຸດເປີດເວລາເກົ້າໂມງເຊົ້າ. ", "."),
    "ar": ("تفتح المكتبة في الساعة التاسعة صباحا. ", "."),
    "ur": ("کتب خانہ صبح نو بجے کھلتا ہے۔ ", "۔"),
    "fa": ("آیا کتابخانه ساعت نه باز می‌شود؟ ", "؟"),
    "el": ("Η βιβλιοθήκη ανοίγει στις εννέα το πρωί. ", "."),
}


@promise("rank.split.long-blocks-end-with-sentences-in-every-script")
@pytest.mark.parametrize("language", ENDS)
def test_pieces_of_a_long_block_end_with_a_sentence_of_its_script(language: str) -> None:
    sentence, mark = ENDS[language]
    page = document((sentence * (3000 // len(sentence))).strip())

    passages = split(page, CONFIG)

    assert len(passages) > 2
    assert all(passage.text.endswith(mark) for passage in passages)


@promise("rank.split.no-word-is-lost-at-a-cut")
def test_a_piece_begins_with_the_last_sentence_of_the_one_before() -> None:
    sentences = [f"Sentence number {n:03} has forty-five characters." for n in range(60)]
    page = document(" ".join(sentences))

    first, second, *_ = split(page, CONFIG)

    assert second.text.startswith(first.text[-len(sentences[0]) :])
    assert second.start < first.end


@promise("rank.split.no-word-is-lost-at-a-cut")
def test_words_without_any_stop_are_each_whole_in_some_piece() -> None:
    words = [f"word{n:04}" for n in range(600)]
    page = document(" ".join(words))

    pieces = [passage.text.split() for passage in split(page, CONFIG)]

    assert len(pieces) > 5
    assert {word for piece in pieces for word in piece} == set(words)


def test_thai_without_blanks_overlaps_and_never_begins_with_a_mark() -> None:
    page = document("ห้องสมุดเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงสองทุ่ม" * 60)

    passages = split(page, CONFIG)

    assert all(later.start < earlier.end for earlier, later in pairwise(passages))
    assert all(passage.text[0] not in "้ิีัุู็่์ื" for passage in passages)


def test_a_price_is_not_cut_whatever_the_sizes() -> None:
    text = "Dr. Smith paid $3.50 at 8 a.m. yesterday. "
    small = RankConfig(passage_chars=50, min_passage_chars=10, max_passage_chars=60)

    passages = split(document((text * 20).strip()), small)

    assert sum(passage.text.count("$3.50") for passage in passages) >= 20


def test_a_table_is_cut_between_rows_and_kept_whole_when_it_fits() -> None:
    rows = [f"| row {n:03} | {'x' * 40} |" for n in range(60)]
    small = "\n".join(rows[:10])

    whole = split(document(small), CONFIG)
    pieces = split(document("\n".join(rows)), CONFIG)

    assert [passage.text for passage in whole] == [small]
    lines = [line for passage in pieces for line in passage.text.split("\n")]
    assert set(lines) == set(rows)


@promise("rank.split.content-never-joins-furniture")
def test_a_menu_and_the_article_are_passages_of_their_own() -> None:
    page = document("Home", "About us", "The library opens at nine.", main=(0.1, 0.1, 0.9))

    passages = split(page, CONFIG)

    assert [passage.text for passage in passages] == [
        "Home\n\nAbout us",
        "The library opens at nine.",
    ]
    assert [round(passage.main, 2) for passage in passages] == [0.1, 0.9]


def test_main_is_averaged_over_the_blocks_by_length() -> None:
    [passage] = split(document("a" * 10, "b" * 30, main=(0.6, 1.0)), CONFIG)

    assert passage.main == pytest.approx(0.9)


@promise("rank.split.a-passage-knows-its-page")
def test_a_passage_of_a_paged_document_has_its_page_and_ends_with_it() -> None:
    page = document("First page.", "Second page.", page_starts=(0, 13))

    assert [(passage.page, passage.text) for passage in split(page, CONFIG)] == [
        (1, "First page."),
        (2, "Second page."),
    ]


def test_a_document_without_pages_has_no_page_numbers() -> None:
    assert [passage.page for passage in split(document("Words."), CONFIG)] == [None]
