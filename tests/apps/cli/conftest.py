"""A home without anything in it, recordings, and a provider on loopback."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from citewell.apps.cli import main
from tests.apps.cli.command import environment, recorded
from tests.apps.cli.encyclopedia import Encyclopedia


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder that a command takes for the user's own."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def called(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """`command.citewell` without a process of its own, which most of it does not need."""
    for name in [name for name in os.environ if name.startswith(("CITEWELL_", "XDG_"))]:
        monkeypatch.delenv(name)
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, environment(home)[name])
    monkeypatch.chdir(home)

    def call(*args: str) -> "subprocess.CompletedProcess[str]":
        capsys.readouterr()
        code = main(args)
        return subprocess.CompletedProcess(args, code, *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of one question that was answered, with two pages that refused."""
    path = tmp_path_factory.mktemp("recordings") / "answered.warc.gz"
    return recorded(path, "ask", broken={"paris": 403, "iron": 500})


@pytest.fixture(scope="session")
def four_kinds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording with a run of every kind."""
    path = tmp_path_factory.mktemp("recordings") / "four.warc.gz"
    return recorded(path, "ask", "research", "search", "read")


@pytest.fixture
def encyclopedia() -> Iterator[Encyclopedia]:
    """A provider on loopback that a command can be told to ask."""
    with Encyclopedia() as opened:
        yield opened
