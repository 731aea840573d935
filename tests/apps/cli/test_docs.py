"""docs/cli.md and docs/json.md hold everything that the command has."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from citewell.apps.cli.commands import APP
from citewell.apps.wire import CLOSED_PIPE, WIRE_ERRORS, document_json
from citewell.model.config import Config
from tests.promises import promise
from tests.read.responses import page as read_page

ROOT = Path(__file__).parents[3]
Called = Callable[..., "subprocess.CompletedProcess[str]"]

FREE = {"features", "detail"}
"""Keys whose value has names of its own"""


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def _commands() -> Iterator[tuple[str, Any]]:
    """Every command by its full name, the program itself first."""
    program: Any = typer.main.get_command(APP)
    yield "", program
    for name, command in program.commands.items():
        if hasattr(command, "commands"):
            yield from ((f"{name} {inner}", each) for inner, each in command.commands.items())
        else:
            yield name, command


@promise("cli.docs.each-command-option-and-exit-code")
def test_every_command_stands_in_the_docs() -> None:
    rows = re.findall(r"^\| `citewell ([a-z ]+?)(?: [\[A-Z].*)?` \|", _page("cli.md"), re.M)

    assert rows == [name for name, _ in _commands() if name]


def test_every_option_stands_in_the_docs_with_the_commands_that_take_it() -> None:
    rows = re.findall(r"^\| `(--[a-z-]+)[^`]*` \| ([a-z ]+) \|", _page("cli.md"), re.M)

    taken: dict[str, set[str]] = {}
    for name, command in _commands():
        for parameter in command.params:
            for option in (each for each in parameter.opts if each.startswith("--")):
                taken.setdefault(option, set()).add(name.partition(" ")[0] or "citewell")
    everywhere = {name.partition(" ")[0] for name, _ in _commands() if name}
    told = {
        option: everywhere if who == "all" else set(who.split())
        for option, who in rows
        if option != "--help"
    }
    assert told == taken


def test_every_exit_code_stands_in_the_docs() -> None:
    rows = {int(code) for code in re.findall(r"^\| (\d+) \|", _page("cli.md"), re.M)}

    assert rows == {0, CLOSED_PIPE, *(row.exit_code for row in WIRE_ERRORS.values())}


@promise("cli.json.each-key-is-explained")
def test_every_key_of_the_json_stands_in_the_docs(
    called: Called, four_kinds: Path, home: Path
) -> None:
    page = _page("json.md")
    (home / "notes.txt").write_text("Some notes that stand in a file.\n", "utf-8")
    told = [
        json.loads(called(*args, "--json").stdout)
        for args in (
            ("replay", str(four_kinds), "1"),
            ("replay", str(four_kinds), "2"),
            ("replay", str(four_kinds), "3"),
            ("replay", str(four_kinds)),
            ("demo", "3"),
            ("demo", "What has nobody ever asked?"),
            ("find", "notes", "notes.txt"),
            ("config", "show"),
            ("doctor",),
            ("read", "missing.html"),
        )
    ]
    page_of_all = "<html><body><p>A <a href='/b'>link</a> and <img src='/c.png' alt='c'></p></body>"
    told.append(document_json(read_page(page_of_all)))

    unnamed = {key for each in told for key in _keys(each) if f"`{key}`" not in page}
    assert unnamed == set()
    assert {each["kind"] for each in told} >= set(re.findall(r"^\| `(\w+)` \|", page, re.M))


def _keys(plain: Any) -> Iterator[str]:
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield key
            if key not in FREE:
                yield from _keys(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _keys(value)


def test_the_file_in_the_docs_is_a_configuration(home: Path, called: Called) -> None:
    from tests.apps.cli.command import config_file

    [example] = re.findall(r"^```toml\n(.*?)^```", _page("cli.md"), re.M | re.S)
    config_file(home, example)

    shown = json.loads(called("config", "show", "--json").stdout)["settings"]

    assert {each["name"] for each in shown if each["origin"] == "file"} == {
        "fetch.contact",
        "llm.endpoint",
        "llm.model",
        "providers.wikipedia.enabled",
    }
    assert Config().fetch.contact == ""
