"""What a terminal is sent, and what never reaches one."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from citewell.apps.cli.lines import MAX_GAP, line, paragraphs
from citewell.apps.cli.screen import Screen
from tests import small_web
from tests.apps.cli.command import citewell, environment
from tests.promises import promise

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are of another kind there", allow_module_level=True)

import pty

NASTY = "red \x1b[31mtext\x1b]0;title\x07 \x9b2J back\b \u202eturned\u2066 \u200bhidden"


def on_a_terminal(home: Path, *args: str, **variables: str) -> str:
    """Everything that a command sends to a terminal."""
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal is to be had here: {error}")
    process = subprocess.Popen(
        [sys.executable, "-m", "citewell", *args],
        env=environment(home, TERM="xterm-256color", COLUMNS="80", **variables),
        cwd=home,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    sent = b""
    try:
        while part := os.read(ours, 65_536):
            sent += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    assert process.wait(30) == 0
    return sent.decode()


@promise("cli.streams.styles-only-where-a-person-watches")
def test_a_terminal_gets_styles_and_stages_and_a_pipe_plain_text(
    home: Path, answered: Path
) -> None:
    args = ("ask", "--replay", str(answered), small_web.QUESTION)

    terminal, pipe = on_a_terminal(home, *args), citewell(home, *args)

    assert "\x1b[1m" in terminal
    assert "\x1b[36m" in terminal
    assert re.search(r"asking|reading|ranking|starting", terminal)
    assert "\x1b" not in pipe.stdout + pipe.stderr
    assert pipe.stderr == ""


def test_no_color_takes_the_styles_away(home: Path, answered: Path) -> None:
    args = ("ask", "--replay", str(answered), small_web.QUESTION)

    sent = on_a_terminal(home, *args, NO_COLOR="1")

    assert re.findall(r"\x1b\[[0-9;]*[1-9][0-9;]*m", sent) == []
    assert small_web.ANSWER in sent


@promise("cli.streams.a-page-cannot-steer-the-terminal")
def test_nothing_that_a_page_wrote_reaches_the_terminal_as_a_control(home: Path) -> None:
    page = f"<html><head><title>{NASTY}</title></head><body><p>{NASTY} {'and so on ' * 20}</p>"
    (home / "nasty.html").write_text(page, "utf-8")
    (home / "nasty.txt").write_text(f"{NASTY}\n" * 9, "utf-8")

    sent = "".join(
        citewell(home, *args).stdout
        for args in (
            ("read", "nasty.html"),
            ("read", "nasty.txt"),
            ("find", "text", "nasty.txt"),
        )
    )

    assert "turned" in sent
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]", sent)


def test_an_error_cannot_carry_a_control_either(home: Path) -> None:
    ran = citewell(home, "read", "no\x1b[31m\nfile")

    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
    assert "\x1b" not in ran.stderr


def test_a_line_keeps_its_columns_and_no_more() -> None:
    assert line("a   ", "  b").plain() == "a     b"
    assert line("a", " " * 1_000, "b").plain() == f"a{' ' * MAX_GAP}b"
    assert line("one\ntwo", indent=2).plain() == "  one two"


def test_a_paragraph_keeps_the_blanks_of_its_lines() -> None:
    text = "def f():\n    return\x1b[2J 1\n"

    assert [each.plain() for each in paragraphs(text)] == ["def f():", "    return[2J 1"]


def test_json_escapes_what_steers_a_terminal_and_loses_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = {"title": f"{NASTY} \ud800 Straße"}

    Screen(as_json=True).put_json(plain)

    out = capsys.readouterr().out
    assert json.loads(out) == plain
    assert "Straße" in out
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", out)
