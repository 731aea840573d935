"""What the commands write when all goes well, in every form."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import small_web
from tests.apps.cli.command import citewell
from tests.apps.cli.encyclopedia import Encyclopedia
from tests.promises import promise

Called = Callable[..., "subprocess.CompletedProcess[str]"]


@promise("cli.ask.the-answer-then-who-says-it-then-how")
def test_an_answer_comes_first_then_its_sources_then_what_was_asked_read_and_refused(
    home: Path, answered: Path
) -> None:
    ran = citewell(home, "ask", "--replay", str(answered), small_web.QUESTION)

    lines = ran.stdout.splitlines()
    titles = [line for line in lines if line in {"Sources", "Asked", "Read", "Not read"}]
    assert ran.returncode == 0
    assert small_web.ANSWER in lines[0]
    assert titles == ["Sources", "Asked", "Read", "Not read"]
    assert "http_forbidden" in ran.stdout


def test_the_context_is_exactly_what_a_model_would_be_given(called: Called, answered: Path) -> None:
    asked = ("ask", "--replay", str(answered), small_web.QUESTION)

    text = called(*asked, "--context").stdout
    told = json.loads(called(*asked, "--json").stdout)

    assert text == told["research"]["context"]["text"] + "\n"


def test_passages_are_shown_with_their_offsets_and_what_their_score_is_made_of(
    called: Called, answered: Path
) -> None:
    asked = ("ask", "--replay", str(answered), small_web.QUESTION)

    plain = called(*asked, "--passages").stdout
    explained = called(*asked, "--passages", "--explain").stdout
    first = json.loads(called(*asked, "--json").stdout)["research"]["context"]["passages"][0]

    assert f"characters {first['start']}–{first['end']}" in plain
    assert "score" not in plain
    assert all(f"{name} " in explained for name in first["features"])


def test_timings_and_ledger_are_shown_where_they_are_asked_for(
    called: Called, answered: Path
) -> None:
    asked = ("ask", "--replay", str(answered), small_web.QUESTION)

    bare, full = called(*asked), called(*asked, "--timings", "--ledger")

    assert "Timings" not in bare.stdout
    assert "Ledger" not in bare.stdout
    assert "  search " in full.stdout.partition("Timings")[2]
    assert "  towers.example  read, 1 request" in full.stdout.partition("Ledger")[2]


@promise("cli.replay.every-kind-of-run")
def test_a_recording_is_listed_and_each_kind_of_run_in_it_replays(
    called: Called, four_kinds: Path
) -> None:
    listed = json.loads(called("replay", str(four_kinds), "--json").stdout)
    told = [
        json.loads(called("replay", str(four_kinds), number, "--json").stdout)
        for number in ("1", "2", "3", "4")
    ]
    human = [called("replay", str(four_kinds), number) for number in ("1", "2", "3", "4")]

    assert [run["operation"] for run in listed["runs"]] == ["ask", "research", "search", "read"]
    assert [each["kind"] for each in told] == ["answer", "research", "search", "document"]
    assert [(ran.returncode, ran.stderr) for ran in human] == [(0, "")] * 4
    assert all("Eiffel" in ran.stdout for ran in human)


def test_a_run_is_chosen_by_its_question_whatever_its_case(
    called: Called, four_kinds: Path
) -> None:
    ran = called("replay", str(four_kinds), "how tall is the eiffel tower")

    assert ran.returncode == 0
    assert small_web.ANSWER in ran.stdout


def test_a_search_lists_the_hits_in_order(home: Path, encyclopedia: Encyclopedia) -> None:
    encyclopedia.snippets = ("one of two", "two of two")

    ran = citewell(home, "search", "anything", env=encyclopedia.variables)

    assert ran.returncode == 0
    assert ran.stdout.index("one of two") < ran.stdout.index("two of two")
    assert "wikipedia  “anything”  2 hits" in ran.stdout


def test_a_recorded_search_replays_with_the_provider_gone(
    home: Path, encyclopedia: Encyclopedia
) -> None:
    encyclopedia.snippets = ("one of one",)

    live = citewell(home, "search", "it", "--record", "it.warc.gz", env=encyclopedia.variables)
    again = citewell(home, "search", "it", "--replay", "it.warc.gz")

    assert live.returncode == again.returncode == 0
    assert again.stdout == live.stdout


PAGE = """<!doctype html><html lang="en"><head><title>Straits</title></head><body>
<nav><a href="/">Home</a> <a href="/all">All pages</a></nav>
<main><h1>Straits</h1><p>The Strait of Gibraltar joins the Atlantic Ocean and the Mediterranean Sea.
Its narrowest part is some thirteen kilometres wide, and ferries cross it all day long.</p></main>
</body></html>"""


@promise("cli.read.a-file-is-read-as-a-page-is")
@pytest.mark.parametrize("name", ["straits.html", "straits", "Straße von Gibraltar.htm"])
def test_a_file_is_read_by_its_name_and_its_bytes(home: Path, called: Called, name: str) -> None:
    (home / name).write_text(PAGE, encoding="utf-8")

    told = json.loads(called("read", name, "--json").stdout)
    ran = called("read", name)

    assert told["title"] == "Straits"
    assert told["url"] == (home / name).absolute().as_uri()
    assert told["reader"].startswith("html/")
    assert "thirteen kilometres" in ran.stdout


def test_the_reading_view_leaves_the_furniture_out(home: Path, called: Called) -> None:
    (home / "straits.html").write_text(PAGE, encoding="utf-8")

    whole = called("read", "straits.html").stdout
    main = called("read", "straits.html", "--main").stdout
    told = json.loads(called("read", "straits.html", "--main", "--json").stdout)

    assert "All pages" in whole
    assert "All pages" not in main
    assert "thirteen" in told["main_text"]
    assert "All pages" in told["text"]


@promise("cli.find.literal-and-how-many-more")
def test_a_text_is_found_literally_whatever_its_case_and_more_places_are_counted(
    home: Path, called: Called
) -> None:
    (home / "roads.txt").write_text("Die Straße.\n\nEine STRASSE.\n\nKein (Weg).\n", "utf-8")

    ran = called("find", "strasse", "roads.txt", "--limit", "1")
    told = json.loads(called("find", "strasse", "roads.txt", "--json").stdout)
    literal = called("find", "(weg)", "roads.txt")
    text = json.loads(called("read", "roads.txt", "--json").stdout)["text"]

    assert ran.stdout.splitlines()[0] == "1:5: Die Straße."
    assert "1 more place; --limit 2" in ran.stdout
    assert [text[each["start"] : each["end"]] for each in told["matches"]] == ["Straße", "STRASSE"]
    assert told["total"] == 2
    assert literal.stdout.endswith("Kein (Weg).\n")


def test_a_text_that_is_not_there_is_told_by_the_exit_code(home: Path, called: Called) -> None:
    (home / "roads.txt").write_text("Nothing of that kind stands in here.\n", "utf-8")

    ran = called("find", "strasse", "roads.txt")

    assert (ran.returncode, ran.stdout) == (3, "")
