"""No evidence is told by its reason, in the language of the question."""

from typing import get_args

import pytest

from citewell.answer.absence import TOLD, told
from citewell.model.values.context import Absence
from tests.promises import promise

LANGUAGES = {"en", "de", "fr", "es", "pt", "it", "ru", "ar", "hi", "zh", "ja", "tr", "th"}


@promise("answer.absence.is-told-in-the-questions-language")
@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("When does the library in the old town open on Sundays?", "en"),
        ("Wann öffnet die Bibliothek in der Altstadt am Sonntag?", "de"),
        ("Quand la bibliothèque de la vieille ville ouvre-t-elle le dimanche ?", "fr"),
        ("¿Cuándo abre la biblioteca del casco antiguo los domingos?", "es"),
        ("Когда открывается библиотека в старом городе по воскресеньям?", "ru"),
        ("متى تفتح المكتبة في المدينة القديمة يوم الأحد؟", "ar"),
        ("पुराने शहर का पुस्तकालय रविवार को कब खुलता है?", "hi"),
        ("老城区的图书馆星期天几点开门？", "zh"),
        ("旧市街の図書館は日曜日に何時に開きますか", "ja"),
        ("Eski şehirdeki kütüphane pazar günleri ne zaman açılıyor?", "tr"),
        ("ห้องสมุดในเมืองเก่าเปิดกี่โมงวันอาทิตย์", "th"),
    ],
)
def test_the_reason_is_told_in_the_language_of_the_question(question: str, language: str) -> None:
    assert told("unanswered", question) == TOLD["unanswered"][language]


def test_every_reason_has_its_own_sentence_in_every_language() -> None:
    assert set(TOLD) == {*get_args(Absence), "no_answer"} - {""}
    for sentences in TOLD.values():
        assert set(sentences) == LANGUAGES
    for language in LANGUAGES:
        assert len({sentences[language] for sentences in TOLD.values()}) == len(TOLD)
