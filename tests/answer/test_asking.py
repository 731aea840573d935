"""Sentences that ask, and questions that want a figure, in thirteen languages."""

import pytest

from citewell.answer.asking import (
    ASKING_WORDS,
    FIGURE_CUES,
    POINTING_WORDS,
    asks,
    points_back,
    subject,
    wants_figure,
)
from tests.promises import promise


@promise("answer.extract.a-question-answers-nothing")
@pytest.mark.parametrize(
    "sentence",
    [
        "How tall is the tower?",
        "“How tall is the tower?”",
        "Wie hoch ist der Turm?",
        "塔有多高？",
        "塔の高さは何メートルですか",
        "หอคอยสูงกี่เมตร",
        "كم يبلغ ارتفاع البرج؟",
        "Какова высота башни?",
    ],
)
def test_a_sentence_that_asks_is_known(sentence: str) -> None:
    assert asks(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "What the tower lacks in height it has in width.",
        "Der Turm ist 330 Meter hoch.",
        "塔高三百三十米。",
        "塔の高さは330メートルです。",
        "หอคอยสูง 330 เมตร",
        "يبلغ ارتفاع البرج 330 مترا.",
        "Высота башни — 330 метров.",
    ],
)
def test_a_sentence_that_states_is_no_question(sentence: str) -> None:
    assert not asks(sentence)


@pytest.mark.parametrize(
    "question",
    [
        "How tall is the tower?",
        "When was it built?",
        "At what temperature does water boil?",
        "Wie tief ist der See?",
        "Combien de ponts y a-t-il ?",
        "¿Cuándo se inauguró?",
        "Quantos rios há?",
        "Quando fu costruito?",
        "Сколько лет башне?",
        "Kule kaç metre?",
        "इसमें कितना समय लगता है?",
        "كم عمره؟",
        "山有多高？",
        "高さは何メートルですか",
        "สูงกี่เมตร",
    ],
)
def test_a_question_for_a_figure_wants_one(question: str) -> None:
    assert wants_figure(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who built it?",
        "Warum ist der Himmel blau?",
        "谁写了这本书？",
        "ما حكم المحكمة؟",
        "कबीर कौन थे?",
    ],
)
def test_another_question_wants_none(question: str) -> None:
    assert not wants_figure(question)


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("When did Philae land?", "Philae land"),
        ("Wann wurde der Turm gebaut?", "der Turm gebaut"),
        ("¿Cuál es la altura?", "la altura"),
        ("塔什么时候建成？", "塔 建成"),
        ("หอคอยสูงกี่เมตร", "หอคอยสูง เมตร"),
        ("Who?", "Who"),
    ],
)
def test_the_subject_of_a_question_is_what_does_not_only_ask(question: str, rest: str) -> None:
    assert " ".join(subject(question).strip("¿?？ ").split()) == rest


@pytest.mark.parametrize(
    "sentence", ["It is deep.", "Sie ist tief.", "Это глубоко.", "これは深い。"]
)
def test_a_sentence_that_opens_with_a_pronoun_points_back(sentence: str) -> None:
    assert points_back(sentence)


@pytest.mark.parametrize("sentence", ["Italy is long.", "The lake is deep.", "Die Seen sind tief."])
def test_a_sentence_that_names_what_it_speaks_of_does_not(sentence: str) -> None:
    assert not points_back(sentence)


def test_every_table_holds_the_same_languages() -> None:
    assert ASKING_WORDS.keys() == POINTING_WORDS.keys() == FIGURE_CUES.keys()
    assert len(FIGURE_CUES) == 13
