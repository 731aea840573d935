"""What a person or a program is told when something is wrong, and by which exit code."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests import small_web
from tests.apps.cli.command import citewell, config_file, environment, start
from tests.apps.cli.encyclopedia import PRIVATE_PAGE, Encyclopedia
from tests.promises import promise

Called = Callable[..., "subprocess.CompletedProcess[str]"]

QUESTION = "How deep is the Mariana Trench?"


def nobody() -> dict[str, str]:
    """What tells a command to ask a port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    return {"CITEWELL_PROVIDERS_WIKIPEDIA_ENDPOINT": f"http://127.0.0.1:{port}"}


def one_sentence(ran: "subprocess.CompletedProcess[str]") -> bool:
    """Whether stderr is one line of ours, and stdout clean."""
    lines = ran.stderr.splitlines()
    return ran.stdout == "" and len(lines) == 1 and lines[0].startswith("citewell: ")


MISTAKES: Sequence[tuple[Sequence[str], int]] = [
    (["ask", ""], 2),
    (["ask", "x" * 100_001], 2),
    (["ask"], 2),
    (["ask", "x", "--no-such-option"], 2),
    (["no-such-command"], 2),
    (["ask", "x", "--time-range", "decade"], 2),
    (["ask", "x", "--budget", "many"], 2),
    (["ask", "x", "--budget", "-1"], 2),
    (["ask", "x", "--deadline", "nan"], 2),
    (["ask", "x", "--after", "yesterday"], 2),
    (["ask", "x", "--after", "2026-02-01", "--before", "2026-01-01"], 2),
    (["ask", "x", "--site", "https://example.org/"], 2),
    (["ask", "x", "--language", "klingon"], 2),
    (["ask", "x", "--record", "a", "--replay", "b"], 2),
    (["ask", "x", "--record", "no/such/folder/run.warc.gz"], 2),
    (["ask", "x", "--record", "notes.txt"], 2),
    (["ask", "x", "--replay", "missing.warc.gz"], 2),
    (["ask", "x", "--replay", "notes.txt"], 2),
    (["ask", "x", "--replay", "."], 2),
    (["replay", "notes.txt"], 2),
    (["replay", "."], 2),
    (["read", "missing.html"], 2),
    (["read", "."], 2),
    (["read", "bytes.bin"], 6),
    (["read", "empty.txt"], 6),
    (["read", "ftp://example.org/"], 5),
    (["read", "http://"], 5),
    (["read", "http://user:word@example.org/"], 5),
    (["read", "http://127.0.0.1/"], 5),
    (["read", "http://10.0.0.5/"], 5),
    (["find", "", "notes.txt"], 2),
    (["find", "x", "notes.txt", "--limit", "0"], 2),
    (["find", "x", "missing.txt"], 2),
]


@promise("cli.errors.one-sentence-and-no-traceback")
@pytest.mark.parametrize(("args", "code"), MISTAKES, ids=lambda value: str(value)[:60])
def test_a_mistake_is_one_sentence_on_stderr_and_nothing_on_stdout(
    args: Sequence[str], code: int, home: Path, called: Called
) -> None:
    (home / "notes.txt").write_text("Only some notes, which nobody recorded.\n", "utf-8")
    (home / "bytes.bin").write_bytes(bytes(range(256)))
    (home / "empty.txt").write_bytes(b"")

    ran = called(*args)

    assert one_sentence(ran), ran
    assert ran.returncode == code


def test_a_mistake_is_told_so_by_the_shells_command_too(home: Path) -> None:
    ran = citewell(home, "read", "missing.html")

    assert one_sentence(ran), ran
    assert ran.returncode == 2


@pytest.mark.parametrize(
    "text",
    [
        "this is not TOML",
        "[fetch]\npage_deadline = 4",
        "[fetch]\npage_deadline_s = 'four'",
        "[fetch]\npage_deadline_s = -1",
        "fetch = 1",
        "[nowhere]\na = 1",
        "[providers.nobody]\nenabled = true",
    ],
)
def test_a_broken_configuration_is_one_sentence_that_names_the_file_or_the_setting(
    text: str, home: Path, called: Called
) -> None:
    path = config_file(home, text)

    ran = called("ask", QUESTION)

    assert ran.returncode == 2
    assert one_sentence(ran), ran
    assert str(path) in ran.stderr or "nobody" in ran.stderr


@promise("cli.offline.leads-to-the-demo")
def test_without_a_network_the_demo_is_named_and_the_exit_code_is_4(home: Path) -> None:
    ran = citewell(home, "ask", QUESTION, env=nobody())

    assert ran.returncode == 4
    assert one_sentence(ran), ran
    assert "citewell demo" in ran.stderr


def test_nothing_found_is_told_on_stdout_with_exit_code_3(
    home: Path, encyclopedia: Encyclopedia
) -> None:
    asked = citewell(home, "ask", QUESTION, env=encyclopedia.variables)
    searched = citewell(home, "search", QUESTION, env=encyclopedia.variables)

    assert (asked.returncode, searched.returncode) == (3, 3)
    assert "0 hits" in asked.stdout
    assert "citewell doctor" in asked.stderr


def test_a_refusal_is_told_as_one(home: Path, encyclopedia: Encyclopedia) -> None:
    encyclopedia.status = 429

    ran = citewell(home, "ask", QUESTION, env=encyclopedia.variables)

    assert ran.returncode == 3
    assert "rate_limited" in ran.stdout


@promise("cli.pages.one-that-fails-leaves-its-snippet-marked")
def test_a_page_that_cannot_be_read_leaves_its_snippet_marked_as_such(
    home: Path, encyclopedia: Encyclopedia
) -> None:
    encyclopedia.snippets = ("The Mariana Trench is about 10,900 metres deep.",)

    ran = citewell(home, "ask", QUESTION, env=encyclopedia.variables)

    assert ran.returncode == 0
    assert "10,900 metres" in ran.stdout.splitlines()[0]
    assert "page not read" in ran.stdout
    assert f"{PRIVATE_PAGE}1  blocked_address" in ran.stdout


@promise("cli.json.one-object-however-the-run-ends")
def test_json_is_one_object_for_every_kind_of_outcome(
    home: Path, answered: Path, four_kinds: Path, encyclopedia: Encyclopedia
) -> None:
    (home / "notes.txt").write_text("Only some notes, which nobody recorded.\n", "utf-8")
    asked = ("ask", QUESTION, "--json")
    kinds = [
        citewell(home, "ask", small_web.QUESTION, "--replay", str(answered), "--json"),
        citewell(home, "ask", "thanks!", "--json", env=nobody()),
        citewell(home, *asked, env=encyclopedia.variables),
        citewell(home, *asked, env=nobody()),
        citewell(home, *asked, "--replay", str(answered)),
        citewell(home, *asked, "--no-such-option"),
        citewell(home, *asked, "--budget", "many"),
        citewell(home, *asked, env={"CITEWELL_NOWHERE_AT_ALL": "1"}),
        citewell(home, "read", "missing.html", "--json"),
        citewell(home, "find", "x", "notes.txt", "--json"),
        citewell(home, "search", "x", "--json", env=encyclopedia.variables),
        citewell(home, "config", "show", "--json"),
        citewell(home, "doctor", "--json"),
        citewell(home, "replay", str(four_kinds), "--json"),
    ]

    told = [json.loads(ran.stdout) for ran in kinds]

    assert [each["kind"] for each in told] == [
        *["answer"] * 3,
        *["error"] * 6,
        *["found", "search", "settings", "checks", "runs"],
    ]
    assert [ran.returncode for ran in kinds] == [0, 0, 3, 4, 4, 2, 2, 2, 2, 3, 3, 0, 0, 0]
    for each, ran in zip(told, kinds, strict=True):
        assert each["kind"] != "error" or each["exit_code"] == ran.returncode


@promise("cli.interrupt.shows-what-is-there")
def test_an_interrupt_shows_what_is_there_and_exits_with_130(
    home: Path, encyclopedia: Encyclopedia
) -> None:
    encyclopedia.may_answer.clear()
    process = start(home, "ask", QUESTION, env=encyclopedia.variables)
    assert encyclopedia.asked.wait(20)

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)

    assert process.returncode == 130
    assert "wikipedia" in out
    assert "cancelled" in out
    assert "Traceback" not in err


@promise("cli.pipe.closed-early-is-quiet")
@pytest.mark.parametrize("args", [["--help"], ["config", "show"], ["read", "long.txt"]])
def test_a_reader_that_leaves_early_is_no_error(args: list[str], home: Path) -> None:
    (home / "long.txt").write_text("A line that many others follow.\n\n" * 20_000, "utf-8")
    process = start(home, *args)
    assert process.stdout
    assert process.stderr

    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()

    assert process.wait(20) == 141
    assert err == ""


@promise("cli.streams.any-encoding-will-do")
@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_no_character_stops_the_output_whatever_the_stream_can_hold(
    encoding: str, home: Path
) -> None:
    text = "Die Straße, η οδός, дорога, 道路, 🛣. This sentence is long enough to be a page.\n"
    (home / "roads.txt").write_text(text, "utf-8")
    variables = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}

    ran = citewell(home, "read", "roads.txt", env=variables, encoding=encoding)
    told = citewell(home, "read", "roads.txt", "--json", env=variables, encoding=encoding)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Die Stra" in ran.stdout
    assert text.strip() in json.loads(told.stdout)["text"]


def test_a_command_whose_stdout_is_closed_still_ends(home: Path) -> None:
    ran = subprocess.run(
        ["sh", "-c", 'exec "$0" -m citewell config show >&-', sys.executable],
        env=environment(home),
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (ran.returncode, ran.stderr) == (0, "")
