"""What `doctor` finds, and that it asks nobody unless it is told to."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.cli.command import citewell, config_file
from tests.apps.cli.encyclopedia import Encyclopedia
from tests.promises import promise

Called = Callable[..., "subprocess.CompletedProcess[str]"]


def checks(ran: "subprocess.CompletedProcess[str]") -> dict[str, list[dict[str, str]]]:
    """Subject → its checks."""
    told: dict[str, list[dict[str, str]]] = {}
    for each in json.loads(ran.stdout)["checks"]:
        told.setdefault(each["subject"], []).append(each)
    return told


@promise("cli.doctor.names-what-mends-it")
def test_a_bare_installation_is_told_what_it_lacks_and_what_adds_it(called: Called) -> None:
    ran = called("doctor", "--json")

    told = checks(ran)
    assert ran.returncode == 0
    assert told["web search"][0]["state"] == "note"
    assert "SearXNG" in told["web search"][0]["text"]
    assert "CITEWELL_LLM_ENDPOINT=" in told["model"][0]["remedy"]
    assert "limited in memory" in told["workers"][0]["text"]
    states = {each["text"].partition(" ")[0]: each["state"] for each in told["providers"]}
    assert states["wikipedia"] == "ok"
    assert states["searxng"] == "note"
    assert "SEARXNG_ENDPOINT=" in told["web search"][0]["remedy"]


def test_a_broken_configuration_is_one_problem_and_the_rest_is_still_looked_at(
    home: Path, called: Called
) -> None:
    config_file(home, "[fetch]\nnothing = 1\n")

    human, ran = called("doctor"), called("doctor", "--json")

    told = checks(ran)
    assert human.returncode == ran.returncode == 2
    assert [each["state"] for each in told["config"]] == ["ok", "problem"]
    assert told["config"][1]["code"] == "bad_config"
    assert told["workers"][0]["state"] == "ok"
    assert re.search(r"^!! .*nothing is no setting", human.stdout, re.M)


def test_a_provider_that_is_switched_off_is_told_with_the_way_back(
    called: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITEWELL_PROVIDERS_WIKIPEDIA_ENABLED", "no")

    found = checks(called("doctor", "--json"))["providers"]

    [wikipedia] = [each for each in found if each["text"].startswith("wikipedia")]
    assert wikipedia["state"] == "note"
    assert wikipedia["remedy"] == "export CITEWELL_PROVIDERS_WIKIPEDIA_ENABLED=true"


@promise("cli.doctor.sends-nothing-unless-asked")
def test_only_live_asks_the_providers(home: Path, encyclopedia: Encyclopedia) -> None:
    quiet = citewell(home, "doctor", "--json", env=encyclopedia.variables)
    was_asked = encyclopedia.asked.is_set()
    live = citewell(home, "doctor", "--live", "--json", env=encyclopedia.variables)

    assert quiet.returncode == live.returncode == 0
    assert not was_asked
    assert encyclopedia.asked.is_set()
    assert [each["state"] for each in checks(live)["network"]] == ["ok"]


def test_live_tells_a_refusal_as_one(home: Path, encyclopedia: Encyclopedia) -> None:
    encyclopedia.status = 403

    [network] = checks(citewell(home, "doctor", "--live", "--json", env=encyclopedia.variables))[
        "network"
    ]

    assert network["state"] == "problem"
    assert "http_forbidden" in network["text"]
