"""The first thing that a newcomer runs."""

import json
import subprocess
from collections.abc import Callable

from tests.promises import promise

Called = Callable[..., "subprocess.CompletedProcess[str]"]


def test_without_a_question_the_first_is_asked_and_the_others_are_listed(called: Called) -> None:
    ran = called("demo")

    lines = ran.stdout.splitlines()
    assert ran.returncode == 0
    assert lines[0].startswith("“")
    assert lines[0].endswith("[1]")
    assert {"Sources", "Asked", "Read"} <= set(lines)
    assert "2. " in ran.stderr


def test_a_question_is_asked_by_its_number_or_in_words_whatever_their_case(called: Called) -> None:
    by_number = called("demo", "2")
    question = json.loads(called("demo", "2", "--json").stdout)["research"]["plan"]["question"]
    in_words = called("demo", question.upper().rstrip("?"))

    assert by_number.returncode == in_words.returncode == 0
    assert by_number.stdout == in_words.stdout
    assert by_number.stderr == ""


@promise("cli.demo.an-unknown-question-lists-the-known")
def test_a_question_that_is_not_recorded_is_told_with_those_that_are(called: Called) -> None:
    ran, told = called("demo", "Who are you?"), called("demo", "Who are you?", "--json")

    assert (ran.returncode, ran.stdout) == (4, "")
    assert "Traceback" not in ran.stderr
    assert "1. How tall is the Eiffel Tower?" in ran.stderr
    assert "citewell ask" in ran.stderr
    assert "How tall is the Eiffel Tower?" in json.loads(told.stdout)["questions"]


def test_a_question_that_nothing_answers_says_so_by_its_exit_code(called: Called) -> None:
    listed = json.loads(called("demo", "Who are you?", "--json").stdout)["questions"]
    codes = {called("demo", str(number + 1)).returncode for number in range(len(listed))}

    assert codes == {0, 3}
