"""Where a setting comes from: flags, environment, file, defaults, and nothing else."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from citewell.apps.cli.options import Given
from citewell.apps.cli.settings import configured
from tests.apps.cli.command import citewell, config_file
from tests.promises import promise

Called = Callable[..., "subprocess.CompletedProcess[str]"]


def settings(ran: "subprocess.CompletedProcess[str]") -> dict[str, tuple[object, str]]:
    """Name → (value, origin), as the command told them."""
    told = json.loads(ran.stdout)["settings"]
    return {each["name"]: (each["value"], each["origin"]) for each in told}


@promise("cli.config.flags-environment-file-defaults")
def test_the_environment_wins_over_the_file_and_a_flag_over_both(
    home: Path, called: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    config_file(home, 'record = "file"\n[fetch]\npage_deadline_s = 4\nmax_redirects = 2\n')
    monkeypatch.setenv("CITEWELL_FETCH_MAX_REDIRECTS", "3")

    from_file = configured(Given()).record
    monkeypatch.setenv("CITEWELL_RECORD", "environment")
    from_environment = configured(Given()).record
    from_flag = configured(Given(record="flag")).record
    shown = settings(called("config", "show", "--json"))

    assert (from_file, from_environment, from_flag) == ("file", "environment", "flag")
    assert shown["fetch.page_deadline_s"] == (4.0, "file")
    assert shown["fetch.max_redirects"] == (3, "environment")
    assert shown["fetch.max_headers"] == (100, "default")
    assert shown["record"] == ("environment", "environment")


def test_a_flag_to_replay_wins_over_a_configured_recording(
    called: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITEWELL_RECORD", "run.warc.gz")

    config = configured(Given(replay="old.warc.gz"))

    assert (config.record, config.replay) == ("", "old.warc.gz")


@promise("cli.config.never-from-the-working-directory")
@pytest.mark.parametrize("name", ["config.toml", "citewell.toml", ".citewell.toml", ".env"])
def test_nothing_is_read_from_the_working_directory(name: str, home: Path) -> None:
    here = home / "elsewhere"
    for folder in (here, here / "citewell", here / ".config" / "citewell"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("[fetch]\nmax_redirects = 1\n", "utf-8")

    relative = {"XDG_CONFIG_HOME": "."}
    ran = citewell(home, "config", "show", "--json", cwd=here, env=relative)

    assert ran.returncode == 0
    assert settings(ran)["fetch.max_redirects"] == (5, "default")


@promise("cli.config.a-key-is-its-owners-alone")
@pytest.mark.parametrize("table", ["[llm]", "[providers.wikipedia]"])
def test_a_file_with_a_key_that_others_can_read_is_refused(
    table: str, home: Path, called: Called
) -> None:
    path = config_file(home, f'{table}\nkey = "sesame"\n', mode=0o640)

    shared = called("config", "show")
    path.chmod(0o600)
    private = called("config", "show")

    assert (shared.returncode, shared.stdout) == (2, "")
    assert f"chmod 600 '{path}'" in shared.stderr
    assert private.returncode == 0


def test_a_file_without_a_key_may_be_read_by_anybody(home: Path, called: Called) -> None:
    config_file(home, "[fetch]\nmax_redirects = 1\n", mode=0o644)

    assert called("config", "show").returncode == 0


@promise("cli.config.shows-origins-and-no-secret")
def test_no_secret_is_shown_in_any_form(
    home: Path, called: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    config_file(home, '[llm]\nkey = "sesame-1"\n[providers.wikipedia]\nendpoint = ""\n')
    monkeypatch.setenv("CITEWELL_PROVIDERS_WIKIPEDIA_KEY", "sesame-2")
    monkeypatch.setenv("CITEWELL_PROVIDERS_SEARXNG_ENDPOINT", "https://s.example/?key=sesame-3")
    monkeypatch.setenv("CITEWELL_LLM_ENDPOINT", "https://m.example/v1?key=sesame-4")

    human, told, doctor = (
        called("config", "show"),
        called("config", "show", "--json"),
        called("doctor"),
    )

    assert "sesame" not in human.stdout + told.stdout + doctor.stdout + human.stderr
    assert settings(told)["llm.key"] == ("redacted", "file")
    assert settings(told)["providers.wikipedia.key"] == ("redacted", "environment")
    assert any("llm.key" in row and "(file)" in row for row in human.stdout.splitlines())
