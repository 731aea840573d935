"""Answers without a model."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from citewell.answer import extract_answer
from citewell.check import review
from citewell.context import build_context
from citewell.model.config import RankConfig
from citewell.model.values import Context, Document
from citewell.rank import rank, split
from citewell.text.tokens import estimate
from tests.promises import promise
from tests.rank.pages import NOW, document, passage, ranked, source


def context_of(question: str, documents: Sequence[Document]) -> Context:
    config = RankConfig()
    passages = [each for page in documents for each in split(page, config)]
    return build_context(
        rank([question], passages, config),
        [source(page.title) for page in documents],
        queries=[question],
        budget_tokens=4_000,
        count=estimate,
        token_method="estimated",
        searched_at=NOW,
    )


QUESTION = "When does the city library open?"
PAGES = (
    document(
        "# Hours",
        "Bring a card. The city library opens at nine.[4] The café of the library is closed.",
        name="a",
    ),
    document(
        "Our guide: the city library will open at nine on weekdays. Parking is free.", name="b"
    ),
    document("Cheese is made of milk.", name="c"),
)


@promise("answer.extract.quotes-are-exact")
def test_a_quote_is_a_span_of_its_document_and_carries_its_number() -> None:
    context = context_of(QUESTION, PAGES)

    text, citations = extract_answer(QUESTION, context)

    by_snapshot = {page.snapshot_id: page.text for page in PAGES}
    numbers = {each.snapshot_id: each.n for each in context.sources}
    assert citations
    for line, citation in zip(text.splitlines(), citations, strict=True):
        quoted = by_snapshot[citation.snapshot_id][citation.start : citation.end]
        assert quoted == citation.quote
        assert citation.n == numbers[citation.snapshot_id]
        assert line == f"“{citation.quote}” [{citation.n}]"


def test_footnote_numbers_behind_a_sentence_are_not_quoted() -> None:
    text, _ = extract_answer(QUESTION, context_of(QUESTION, PAGES))

    assert "“The city library opens at nine.”" in text
    assert "[4]" not in text


@promise("answer.extract.different-sources-first")
def test_a_second_source_goes_before_a_second_sentence_of_the_first() -> None:
    twice = "The city library does open at nine. The city library does open on Sundays."
    pages = [document(twice, name="a"), document("The city library opens late.", name="b")]

    _, citations = extract_answer(QUESTION, context_of(QUESTION, pages))

    assert [citation.snapshot_id for citation in citations] == ["snap_a", "snap_b", "snap_a"]


def test_the_same_sentence_on_two_pages_is_quoted_once() -> None:
    pages = [document("The city library opens at nine.", name=name) for name in "ab"]

    _, citations = extract_answer(QUESTION, context_of(QUESTION, pages))

    assert len(citations) == 1


def test_a_heading_that_asks_the_question_is_no_answer() -> None:
    page = document("## When does the city library open?", "The library opens at nine.", name="a")

    text, citations = extract_answer(QUESTION, context_of(QUESTION, [page]))

    assert [citation.quote for citation in citations] == ["The library opens at nine."]
    assert "##" not in text


@promise("answer.extract.says-when-nothing-answers")
def test_pages_about_something_else_do_not_answer() -> None:
    text, citations = extract_answer(QUESTION, context_of(QUESTION, PAGES[2:]))

    assert citations == ()
    assert "“" not in text
    assert text


@promise("answer.extract.says-when-nothing-answers")
def test_without_passages_nothing_was_found() -> None:
    text, citations = extract_answer(QUESTION, context_of(QUESTION, []))

    assert citations == ()
    assert text


def test_a_snippet_is_quoted_as_one() -> None:
    seen = ranked(passage("The city library opens at nine.", "a", read=False))
    context = build_context(
        seen,
        [source("a", read=False)],
        queries=[QUESTION],
        budget_tokens=900,
        count=estimate,
        token_method="estimated",
        searched_at=NOW,
    )

    text, [citation] = extract_answer(QUESTION, context)

    assert citation.snapshot_id == ""
    assert text.startswith("“The city library opens at nine.” [1] (")


WORDS = st.lists(
    st.sampled_from(
        [
            "library",
            "opens",
            "nine",
            "“so”",
            "”",
            "“",
            '"',
            "[7]",
            "«x»",
            "…",
            "é",
            "\u00ad",
            "\n",
            "図書館。",
        ]
    ),
    min_size=1,
    max_size=25,
)


@promise("answer.extract.quotes-are-exact")
@given(st.lists(WORDS, min_size=1, max_size=3))
def test_what_is_quoted_passes_its_own_review(texts: list[list[str]]) -> None:
    pages = [document(" ".join(words), name=f"p{n}") for n, words in enumerate(texts)]
    question = "library opens nine"
    context = context_of(question, pages)

    text, citations = extract_answer(question, context)

    assert review(text, context, pages).ok
    by_snapshot = {page.snapshot_id: page.text for page in pages}
    for citation in citations:
        assert by_snapshot[citation.snapshot_id][citation.start : citation.end] == citation.quote


@promise("answer.extract.a-question-answers-nothing")
def test_the_sentence_after_the_question_answers_and_not_the_question() -> None:
    question = "How deep is the Blue Lake?"
    pages = [
        document(
            "How deep is the Blue Lake? At its deepest point 140 metres were measured.", name="a"
        ),
        document("Swans live on the Blue Lake. They build their nests in the reeds.", name="b"),
    ]

    text, citations = extract_answer(question, context_of(question, pages))

    assert "140 metres" in citations[0].quote
    assert "?" not in text


def test_where_a_figure_is_asked_for_the_sentence_that_has_one_stands_first() -> None:
    question = "How deep is the Blue Lake?"
    pages = [
        document(
            "The Blue Lake is deep, as everybody on its shores will tell you gladly.", name="a"
        ),
        document(
            "Divers found that the Blue Lake is 140 metres deep in its northern basin.", name="b"
        ),
    ]

    _, citations = extract_answer(question, context_of(question, pages))

    assert "140 metres" in citations[0].quote


def test_a_sentence_that_only_repeats_the_question_is_no_answer() -> None:
    question = "Blue Lake depth"
    pages = [
        document(
            "Blue Lake depth. The depth of the Blue Lake is 140 metres in the north.", name="a"
        )
    ]

    _, citations = extract_answer(question, context_of(question, pages))

    assert "140 metres" in citations[0].quote


def test_the_heading_row_of_a_table_is_not_quoted() -> None:
    question = "Which lakes are the deepest?"
    head = "| lake and what is the deepest | depth |\n| --- | --- |"
    table = f"{head}\n| Blue Lake, the deepest of all | 140 m |"
    pages = [document(table, name="a")]

    text, _ = extract_answer(question, context_of(question, pages))

    assert "what is the deepest" not in text
