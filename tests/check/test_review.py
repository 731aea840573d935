"""Checking an answer: numbers and quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.check import citations, locate, review
from citewell.context import build_context
from citewell.model.values import Context
from citewell.text.tokens import estimate
from tests.promises import promise
from tests.rank.pages import NOW, document, passage, ranked, source

LIBRARY = document("The library\nopens at nine [3] on “week\u00addays”. Entry is free.", name="a")
TRAM = document("A single tram ticket costs two euros in Oslo.", name="b")
UNUSED = document("The ferry leaves at noon from the old pier.", name="u")
PAGES = (LIBRARY, TRAM, UNUSED)


def context() -> Context:
    seen = passage("The cable car is closed for repairs.", "c", read=False)
    return build_context(
        ranked(passage(LIBRARY.text, "a"), passage(TRAM.text, "b"), seen),
        [source("a"), source("b"), source("c", read=False)],
        queries=["q"],
        budget_tokens=2_000,
        count=estimate,
        token_method="estimated",
        searched_at=NOW,
    )


def checks(answer: str) -> list[tuple[str, str]]:
    return [
        (finding.check, answer[finding.start : finding.end])
        for finding in review(answer, context(), PAGES).findings
    ]


@promise("check.citations.every-number-exists")
@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("It opens at nine [1].", []),
        ("It opens at nine [4].", ["[4]"]),
        ("It opens at nine [1][7].", ["[7]"]),
        ("It opens at nine [1, 9].", ["[1, 9]"]),
        ("It opens at nine [2-4].", ["[2-4]"]),
        ("It opens at nine 【5】.", ["【5】"]),
        ("It opens at nine [0].", ["[0]"]),
    ],
)
def test_a_number_that_no_source_has_is_an_error_at_its_place(
    answer: str, wrong: list[str]
) -> None:
    assert checks(answer) == [("unknown-source", span) for span in wrong]
    assert review(answer, context(), PAGES).ok is not bool(wrong)


@promise("check.quotes.are-found-to-the-character")
@pytest.mark.parametrize(
    "quote",
    [
        "The library opens at nine",
        "library\n  opens at   nine [3]",
        'opens at nine (3) on "weekdays".',
        "opens at nine [3] on 'weekdays'",
        "on “weekdays”. Entry is free!",
    ],
)
def test_a_quote_is_found_however_it_is_spaced(quote: str) -> None:
    if "'" in quote:
        assert locate(quote, PAGES) is None
        return
    place = locate(quote, PAGES)

    assert place is not None
    assert place.snapshot_id == LIBRARY.snapshot_id
    found = LIBRARY.text[place.start : place.end]
    assert found.split()[-1].startswith(("nine", "[3]", "“week", "free"))
    assert found[0] == quote[0]


@promise("check.quotes.are-found-to-the-character")
@given(st.text(st.sampled_from("ab \n\u200b\u00a0\u2028é字😀"), max_size=60), st.data())
def test_any_stretch_of_a_document_is_found_again(text: str, data: st.DataObject) -> None:
    page = document(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))

    place = locate(text[start:end], [page])

    shown = "".join(text[start:end].replace("\u200b", "").split())
    assert (place is None) == (not shown)
    if place is not None:
        assert "".join(text[place.start : place.end].replace("\u200b", "").split()) == shown


@pytest.mark.parametrize("quote", ["", " ", "...", "The library opens at ten", "opens at-nine"])
def test_words_that_stand_nowhere_are_not_found(quote: str) -> None:
    assert locate(quote, PAGES) is None


@promise("check.quotes.a-misquote-is-an-error")
def test_quoted_words_that_stand_in_no_source_are_an_error() -> None:
    answer = "They say “The library opens at ten every day” [1]."

    assert checks(answer) == [("quote-not-found", "The library opens at ten every day")]


def test_a_true_quote_of_the_cited_source_is_no_finding() -> None:
    assert checks("They say “The library opens at nine” [1], and “Entry is free.” [1]") == []


@promise("check.quotes.a-wrong-source-is-a-warning")
def test_a_quote_that_stands_in_another_source_is_a_warning() -> None:
    answer = 'It says "A single tram ticket costs two euros" [1].'

    found = review(answer, context(), PAGES)

    assert found.ok
    assert checks(answer) == [("quote-elsewhere", "A single tram ticket costs two euros")]


def test_a_quote_of_a_page_that_the_context_left_out_is_a_warning() -> None:
    answer = "It says “The ferry leaves at noon from the old pier” [2]."

    assert [check for check, _ in checks(answer)] == ["quote-elsewhere"]


def test_a_quote_may_stand_in_the_snippet_of_a_page_that_was_not_read() -> None:
    assert checks("It says “The cable car is closed” [3].") == []


@pytest.mark.parametrize("quote", ["“open”", '"The Great Hall"', "«oui»", '5" by 7"'])
def test_a_term_in_quotation_marks_is_not_looked_for(quote: str) -> None:
    assert checks(f"It is {quote} today [1].") == []


@pytest.mark.parametrize("marks", ["“{}”", '"{}"', "„{}“", "«{}»", "「{}」"])
def test_quotation_marks_of_many_countries_are_known(marks: str) -> None:
    answer = marks.format("The library opens at ten today") + " [1]"

    assert [check for check, _ in checks(answer)] == ["quote-not-found"]


def test_a_quote_with_words_left_out_is_looked_for_in_parts() -> None:
    answer = "It says “The library opens at nine … a single tram ticket is free” [1]."

    assert checks(answer) == [("quote-not-found", "a single tram ticket is free")]


def test_a_number_inside_a_quote_is_not_the_answers_own() -> None:
    assert checks("“The library opens at nine [3] on” [1]") == []
    assert checks("“nine [9]” [1]") == []


@promise("check.citations.no-source-at-all-is-a-warning")
def test_an_answer_that_cites_nothing_gets_one_warning() -> None:
    answer = "The library opens at nine."

    assert checks(answer) == [("missing-source", answer)]
    assert review(answer, context(), PAGES).ok


@pytest.mark.parametrize("answer", ["", " \n"])
def test_an_empty_answer_has_no_findings(answer: str) -> None:
    assert review(answer, context(), PAGES).findings == ()


def test_findings_stand_in_the_order_of_the_answer() -> None:
    answer = "“The library opens at ten today” [1]. And [8]. “The tram is free of charge” [2]. [9]"

    starts = [finding.start for finding in review(answer, context(), PAGES).findings]

    assert len(starts) == 4
    assert starts == sorted(starts)


def test_a_proved_quote_becomes_a_citation_with_its_place() -> None:
    answer = "“The library opens at nine” [1][2] and “Entry costs nothing at all” [1]."

    [citation] = citations(answer, context(), PAGES)

    assert (citation.n, citation.snapshot_id) == (1, LIBRARY.snapshot_id)
    assert (
        LIBRARY.text[citation.start : citation.end]
        == citation.quote
        == "The library\nopens at nine"
    )


def test_endless_quotation_marks_are_checked_in_bounded_time() -> None:
    answer = "“" * 20_000 + '"' * 20_001 + "[1" * 20_000

    assert review(answer, context(), PAGES).ok


def test_ranges_without_end_make_no_findings_without_end() -> None:
    found = review("[1-9999] " * 5_000, context(), PAGES)

    assert len(found.findings) <= 2_000
