"""Docs cannot lag: what the code has and the docs do not name fails here."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

from citewell import registry
from citewell.apps.wire import WIRE_ERRORS
from citewell.model.config import Config, ProviderConfig
from citewell.model.errors import ErrorCode
from citewell.model.events import PAYLOADS
from tests.promises import promise

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def _settings() -> Iterator[tuple[str, str]]:
    """(variable, default) of every setting, as the configuration page must show it."""
    for section in fields(Config):
        value = getattr(Config(), section.name)
        if is_dataclass(value):
            for setting in fields(value):
                variable = f"CITEWELL_{section.name}_{setting.name}".upper()
                yield variable, str(getattr(value, setting.name))
        elif section.name != "providers":
            yield f"CITEWELL_{section.name}".upper(), str(value)


@promise("house.docs.each-setting-code-event-and-plug-in-is-named")
@pytest.mark.parametrize(("variable", "default"), list(_settings()))
def test_every_setting_stands_in_the_configuration_page_with_its_default(
    variable: str, default: str
) -> None:
    row = re.search(rf"^\| `{variable}` \| ([^|]*) \|", _page("configuration.md"), re.M)

    assert row
    assert row[1].strip().strip("`") == (default or "empty")


def test_every_setting_of_a_provider_is_named() -> None:
    page = _page("configuration.md")

    assert [field.name for field in fields(ProviderConfig) if f"`{field.name}`" not in page] == []


def test_every_error_code_is_explained_with_what_each_door_makes_of_it() -> None:
    page = _page("errors.md")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d+) \| (\d+) \|$", page, re.M)

    assert {code: (int(http), int(leave)) for code, http, leave in rows} == {
        code.value: (row.http_status, row.exit_code) for code, row in WIRE_ERRORS.items()
    }
    assert set(WIRE_ERRORS) == set(ErrorCode)


def test_every_event_is_named_with_all_fields_of_its_payload() -> None:
    page = _page("events.md")
    wanted = {
        f"| `{name}` | {' '.join(f'`{field.name}`' for field in fields(payload))} |"
        for name, payload in PAYLOADS.items()
    }

    assert [row for row in sorted(wanted) if row not in page] == []


@pytest.mark.parametrize("shelf", ["providers", "readers", "stores", "llms"])
def test_every_plug_in_is_named_in_the_docs(shelf: str) -> None:
    page = _page("plugins.md")

    assert [name for name in registry.plugins(shelf) if f"`{name}`" not in page] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8"))

    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_in_the_docs_parses_and_imports_only_public_names(page: Path) -> None:
    for source in _python(page):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("citewell"):
                module = import_module(node.module or "")
                assert [a.name for a in node.names if not hasattr(module, a.name)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_in_the_docs_that_needs_no_network_runs(page: Path) -> None:
    for source in _python(page):
        if "_sync(" not in source:
            exec(compile(source, str(page), "exec"), {"__name__": page.stem})


def _python(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
