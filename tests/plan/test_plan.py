"""The plan that is made without a model."""

from datetime import date

import pytest

from citewell.model.config import SearchConfig
from citewell.model.values import Filters, Message, Plan
from citewell.plan import plan
from tests.promises import promise

TODAY = date(2026, 11, 30)


def planned(
    question: str, *said: str, filters: Filters | None = None, max_queries: int = 3
) -> Plan:
    """The plan for a question after these messages of the person."""
    return plan(
        question,
        [Message(role="user", text=text) for text in said],
        filters or Filters(),
        now=TODAY,
        config=SearchConfig(max_queries=max_queries),
    )


def texts(made: Plan) -> list[str]:
    return [query.text for query in made.queries]


@promise("plan.prefilter.small-talk-is-not-searched")
@pytest.mark.parametrize("message", ["hi", "thanks!", "danke", "OK, thank you so much", "", " ?! "])
def test_small_talk_and_silence_are_not_searched(message: str) -> None:
    made = planned(message)

    assert (made.effort, made.queries, made.by) == ("none", (), "prefilter")
    assert made.reason


@promise("plan.prefilter.a-paste-is-not-searched")
def test_sixty_lines_of_code_are_not_searched() -> None:
    code = "\n".join(f"def part_{n}(x):\n    return x + {n}" for n in range(30))

    assert planned(code).effort == "none"
    assert planned(code[:400]).effort == "none"


@promise("plan.prefilter.a-paste-is-not-searched")
def test_five_thousand_characters_are_not_searched() -> None:
    assert planned("the tram stops here and goes on. " * 152).effort == "none"


def test_verse_is_not_taken_for_code() -> None:
    verse = "for thou art lovely,\nif winds do shake,\nwhile summer fades:\n" * 3

    assert planned(f"Who wrote this?\n{verse}").effort == "research"


@promise("plan.prefilter.a-sum-is-not-searched")
def test_a_sum_is_not_searched_and_a_price_is() -> None:
    assert planned("how much is 3 * 4").effort == "none"
    assert planned("how much does a tram ticket cost").effort == "research"
    assert planned("what happened on 2024-05-06?").effort == "research"


@promise("plan.queries.the-question-shell-is-stripped")
@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Who is Ada Lovelace?", "Ada Lovelace"),
        ("When was the Eiffel Tower built?", "Eiffel Tower built"),
        ("Can you tell me how to bake bread?", "bake bread"),
        ("Wann wurde die Bundesnetzagentur gegründet?", "Bundesnetzagentur gegründet"),
        ("What is “The Who”?", "“The Who”"),
        ("What is C++?", "C++"),
    ],
)
def test_the_first_query_is_the_question_and_the_second_its_subject(
    question: str, subject: str
) -> None:
    assert texts(planned(question)) == [question, subject]


def test_a_question_that_opens_with_its_subject_is_one_query() -> None:
    assert texts(planned("Die Hard cast")) == ["Die Hard cast"]


def test_a_query_is_one_line() -> None:
    assert texts(planned("tram\n  tickets\tBerlin")) == ["tram tickets Berlin"]


@promise("plan.queries.three-at-most")
def test_the_configuration_bounds_the_queries() -> None:
    assert texts(planned("Who is Ada Lovelace?", max_queries=1)) == ["Who is Ada Lovelace?"]


def test_names_are_what_is_quoted_and_what_is_capitalised() -> None:
    question = 'Did "paint it black" reach the University of Oxford before Mick Jagger, the singer?'

    assert planned(question).entities == (
        "paint it black",
        "University of Oxford",
        "Mick Jagger",
    )


@pytest.mark.parametrize(
    ("question", "freshness"),
    [
        ("What is the weather in Oslo today?", "live"),
        ("Wer ist derzeit Bundeskanzler?", "live"),
        ("who won the cup yesterday", "recent"),
        ("tax rates 2026", "recent"),
        ("tax rates 2019", "any"),
        ("Who built the Eiffel Tower?", "any"),
    ],
)
def test_cue_words_say_how_fresh_the_answer_must_be(question: str, freshness: str) -> None:
    made = planned(question)

    assert made.freshness == freshness
    assert {query.freshness for query in made.queries} == {freshness}


@promise("plan.queries.fresh-questions-ask-for-news")
@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How tall is the Eiffel Tower?", ("web",)),
        ("What is the latest on the eclipse?", ("web", "news")),
        ("Was gibt es Neues? Nachrichten aus Bonn", ("web", "news")),
    ],
)
def test_a_question_for_what_is_new_asks_for_news_too(
    question: str, kinds: tuple[str, ...]
) -> None:
    made = planned(question)

    assert {query.kinds for query in made.queries} == {kinds}


@promise("plan.queries.filters-travel-along")
def test_the_filters_language_region_and_range_go_into_the_queries() -> None:
    made = planned("tram", filters=Filters(language="fr", region="CA", time_range="week"))

    assert made.language == "fr"
    assert [(query.language, query.region, query.freshness) for query in made.queries] == [
        ("fr", "CA", "recent")
    ]


@promise("plan.language.is-that-of-the-question")
def test_a_german_question_is_asked_in_german() -> None:
    made = planned("Wann wurde die Bundesnetzagentur gegründet?")

    assert made.language == "de"
    assert {query.language for query in made.queries} == {"de"}


@promise("plan.history.a-pronoun-means-the-last-name")
def test_a_pronoun_means_the_name_that_was_asked_about() -> None:
    made = planned("how old is she?", "Who is Ada Lovelace?", "and in which city?")

    assert texts(made)[0] == "Ada Lovelace"
    assert made.entities == ("Ada Lovelace",)


def test_a_pronoun_without_anything_before_it_asks_nothing() -> None:
    assert planned("Who is that?").effort == "none"


def test_only_the_last_four_messages_count() -> None:
    made = planned("Who is that?", "Who is Ada Lovelace?", "a", "b", "c", "d")

    assert made.effort == "none"


@promise("plan.prefilter.small-talk-is-not-searched")
def test_thanks_after_a_question_carry_nothing_over() -> None:
    assert planned("ok thanks", "Who is Ada Lovelace?").effort == "none"
