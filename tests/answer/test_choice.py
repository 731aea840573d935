"""Which quotes make an answer, and in what order."""

from collections.abc import Sequence
from dataclasses import replace

from citewell.answer import extract_answer
from citewell.context import build_context
from citewell.model.config import RankConfig
from citewell.model.values import Context, Document
from citewell.rank import rank, split
from citewell.text.tokens import estimate
from tests.promises import promise
from tests.rank.pages import NOW, document, source

QUESTION = "How deep is the Blue Lake?"


def context_of(documents: Sequence[Document], *, domains: Sequence[str] = ()) -> Context:
    """The context of these pages, those of one domain being one voice."""
    config = RankConfig()
    passages = [each for page in documents for each in split(page, config)]
    sources = [source(page.title, n=n) for n, page in enumerate(documents, 1)]
    for place, domain in enumerate(domains):
        sources[place] = replace(sources[place], domain=domain)
    return build_context(
        rank([QUESTION], passages, config),
        sources,
        queries=[QUESTION],
        budget_tokens=4_000,
        count=estimate,
        token_method="estimated",
        searched_at=NOW,
    )


def quotes(documents: Sequence[Document], *, domains: Sequence[str] = ()) -> list[str]:
    _, citations = extract_answer(QUESTION, context_of(documents, domains=domains))
    return [citation.quote for citation in citations]


ODD = document("The Blue Lake is 95 metres deep.", name="odd")
SAID = document("Divers say the Blue Lake is 140 metres deep in the north.", name="said")
TOLD = document("At its deepest point the Blue Lake was found to be 140 metres deep.", name="told")


@promise("answer.extract.an-agreed-figure-stands-first")
def test_a_figure_that_two_voices_name_stands_before_another() -> None:
    found = quotes([ODD, SAID, TOLD])

    assert "140" in found[0]
    assert any("95" in quote for quote in found)


def test_two_pages_of_one_host_do_not_agree_with_each_other() -> None:
    apart = quotes([ODD, SAID, TOLD])
    together = quotes([ODD, SAID, TOLD], domains=("odd.example", "lake.example", "lake.example"))

    assert "140" in apart[0]
    assert "95" in together[0]


@promise("answer.extract.weak-beside-strong-is-left-out")
def test_what_is_beside_the_point_is_not_quoted_beside_an_answer() -> None:
    beside = document("Swans live on the lake in spring, and it is blue.", name="beside")

    assert quotes([SAID, beside]) == [SAID.text]


def test_there_are_never_more_than_three_quotes() -> None:
    pages = [
        document(f"By measure {n} the Blue Lake is {n}40 metres deep.", name=f"p{n}")
        for n in range(1, 7)
    ]

    assert len(quotes(pages)) == 3


def test_the_same_words_with_another_figure_are_no_repeat() -> None:
    other = document("The Blue Lake is 140 metres deep.", name="other")

    assert len(quotes([ODD, other])) == 2


@promise("answer.extract.says-when-nothing-answers")
def test_a_page_that_shares_one_word_with_the_question_does_not_answer() -> None:
    assert quotes([document("Deep in the wood stands a chapel of 1310.", name="a")]) == []


@promise("answer.extract.what-points-back-comes-with-its-name")
def test_a_sentence_that_points_back_is_quoted_with_the_one_that_it_points_to() -> None:
    page = document(
        "The Blue Lake lies in the north. It is 140 metres deep, as divers found.", name="a"
    )

    assert quotes([page]) == [page.text]


def test_the_answer_under_a_heading_that_asks_is_found_by_the_heading() -> None:
    page = document("## How deep is the Blue Lake?", "140 metres, as divers found.", name="a")
    beside = document("The Blue Lake is blue in summer and grey in winter.", name="b")

    assert quotes([page, beside])[0] == "140 metres, as divers found."
