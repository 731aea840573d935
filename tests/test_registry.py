"""Finding plug-ins, and setting providers up.

A file on a shelf's path stands for one dropped into the folder.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from citewell import registry
from citewell.model.config import Config, ProviderConfig, Secret
from citewell.model.errors import ErrorCode, WebError
from tests.promises import promise

KEYED = """
from dataclasses import dataclass, replace

@dataclass(frozen=True)
class Keyed:
    name = "keyed"
    needs_key = True
    endpoint: str = "declared"

    def configured(self, settings):
        return replace(self, endpoint=settings.endpoint)

PROVIDER = Keyed()
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose files stand on the shelf of judges, which ships empty."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    package = import_module("citewell.plugins.judges")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    registry.refresh()
    yield folder
    for name in [name for name in sys.modules if name.startswith("citewell.plugins.judges.")]:
        del sys.modules[name]
    registry.refresh()


@pytest.fixture
def providers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose files stand on the shelf of providers, with one that needs a key."""
    package = import_module("citewell.plugins.providers")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    (tmp_path / "keyed.py").write_text(KEYED)
    registry.refresh()
    yield tmp_path
    for name in ("keyed", "heavy"):
        sys.modules.pop(f"citewell.plugins.providers.{name}", None)
    registry.refresh()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages with one distribution, `more`, that enters two judges."""
    folder = tmp_path / "installed"
    distribution = folder / "more-1.dist-info"
    distribution.mkdir(parents=True)
    (distribution / "METADATA").write_text("Name: more\nVersion: 1\n")
    (distribution / "entry_points.txt").write_text(
        "[citewell.judges]\nstern = more_judges:STERN\nmild = more_judges\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    registry.refresh()
    yield folder
    sys.modules.pop("more_judges", None)
    registry.refresh()


@promise("plugins.registry.a-dropped-file-is-found")
def test_a_file_dropped_on_a_shelf_is_found_with_no_other_edit(shelf: Path) -> None:
    (shelf / "strict.py").write_text("JUDGE = 'the strict one'\n")

    registry.refresh()

    assert registry.plugins("judges") == {"strict": "the strict one"}
    assert registry.references("judges") == ("citewell.plugins.judges.strict:JUDGE",)


def test_plug_ins_stand_in_the_order_of_their_names(shelf: Path) -> None:
    for name in ("b", "c", "a"):
        (shelf / f"{name}.py").write_text(f"JUDGE = {name!r}\n")

    registry.refresh()

    assert list(registry.plugins("judges")) == ["a", "b", "c"]


def test_a_module_with_an_underscore_is_no_plug_in(shelf: Path) -> None:
    (shelf / "_notes.py").write_text("raise SystemExit\n")

    registry.refresh()

    assert registry.plugins("judges") == {}


def test_a_shelf_is_imported_only_when_it_is_asked_for(shelf: Path) -> None:
    (shelf / "lazy.py").write_text("JUDGE = 1\n")

    registry.refresh()
    registry.plugins("rerankers")
    before = "citewell.plugins.judges.lazy" in sys.modules
    registry.plugins("judges")

    assert not before
    assert "citewell.plugins.judges.lazy" in sys.modules


@promise("plugins.registry.entry-points-are-found")
def test_an_entry_point_is_found_after_the_shelf_with_or_without_its_object(
    shelf: Path, installed: Path
) -> None:
    (shelf / "strict.py").write_text("JUDGE = 'strict'\n")
    (installed / "more_judges.py").write_text("STERN = 'stern'\nJUDGE = 'mild'\n")

    registry.refresh()

    assert list(registry.plugins("judges").items()) == [
        ("strict", "strict"),
        ("mild", "mild"),
        ("stern", "stern"),
    ]
    assert registry.references("judges") == (
        "citewell.plugins.judges.strict:JUDGE",
        "more_judges:JUDGE",
        "more_judges:STERN",
    )


@promise("plugins.registry.a-missing-extra-is-told")
def test_a_missing_extra_names_its_remedy_and_costs_no_other_plug_in(shelf: Path) -> None:
    (shelf / "heavy.py").write_text('EXTRA = "onnx"\nimport no_such_library.part\nJUDGE = 1\n')
    (shelf / "light.py").write_text("JUDGE = 2\n")

    registry.refresh()

    assert registry.plugins("judges") == {"light": 2}
    error = registry.missing("judges")["heavy"]
    assert error.code == ErrorCode.EXTRA_MISSING
    assert error.detail == {"remedy": "pip install 'citewell[onnx]'"}
    with pytest.raises(WebError) as raised:
        registry.plugin("judges", "heavy")
    assert raised.value.code == ErrorCode.EXTRA_MISSING


def test_the_extra_of_an_installed_package_is_named_after_it(installed: Path) -> None:
    (installed / "more_judges.py").write_text('EXTRA = "gpu"\nimport no_such_library\n')

    registry.refresh()

    remedies = {name: error.detail["remedy"] for name, error in registry.missing("judges").items()}
    assert remedies == {"mild": "pip install 'more[gpu]'", "stern": "pip install 'more[gpu]'"}


@promise("plugins.registry.a-broken-plug-in-is-an-error")
@pytest.mark.parametrize(
    "source",
    [
        "import no_such_library\nJUDGE = 1\n",
        'EXTRA = "onnx"\nimport citewell.no_such_module\nJUDGE = 1\n',
        'EXTRA = "onnx"\nfrom json import no_such_name\nJUDGE = 1\n',
        "judge = 1\n",
    ],
    ids=["undeclared library", "own module", "name", "no object"],
)
def test_a_plug_in_that_cannot_be_loaded_fails_the_shelf(shelf: Path, source: str) -> None:
    (shelf / "broken.py").write_text(source)

    registry.refresh()

    with pytest.raises(WebError) as raised:
        registry.plugins("judges")
    assert raised.value.code == ErrorCode.BAD_CONFIG


def test_an_entry_point_without_its_package_fails_the_shelf(installed: Path) -> None:
    assert not (installed / "more_judges.py").exists()

    with pytest.raises(WebError) as raised:
        registry.plugins("judges")

    assert raised.value.code == ErrorCode.BAD_CONFIG


@promise("plugins.registry.a-name-is-taken-once")
def test_two_plug_ins_of_one_name_are_an_error(shelf: Path, installed: Path) -> None:
    (shelf / "stern.py").write_text("JUDGE = 1\n")
    (installed / "more_judges.py").write_text("STERN = 2\nJUDGE = 3\n")

    registry.refresh()

    with pytest.raises(WebError) as raised:
        registry.plugins("judges")
    assert raised.value.code == ErrorCode.BAD_CONFIG


def test_an_unknown_plug_in_is_bad_config_and_an_unknown_shelf_a_value_error() -> None:
    with pytest.raises(WebError) as raised:
        registry.plugin("judges", "nobody")
    assert raised.value.code == ErrorCode.BAD_CONFIG

    with pytest.raises(ValueError):
        registry.plugins("engines")


def test_without_settings_every_provider_is_used_that_needs_no_key(providers: Path) -> None:
    usable = registry.providers(Config())

    assert usable["wikipedia"] == (registry.plugin("providers", "wikipedia"), ())
    assert "keyed" not in usable


@promise("plugins.registry.providers-are-set-up-as-configured")
def test_a_provider_is_set_up_and_its_origin_told(providers: Path) -> None:
    settings = ProviderConfig(endpoint="http://127.0.0.1:8080/api", key=Secret("k"))

    usable = registry.providers(Config(providers={"keyed": settings}))

    provider, origins = usable["keyed"]
    assert getattr(provider, "endpoint", None) == "http://127.0.0.1:8080/api"
    assert origins == ("http://127.0.0.1:8080",)


def test_a_provider_can_be_switched_off(providers: Path) -> None:
    off = ProviderConfig(enabled=False)

    usable = registry.providers(Config(providers={"wikipedia": off, "keyed": off}))

    assert not usable.keys() & {"wikipedia", "keyed"}


@promise("plugins.registry.a-named-provider-is-never-left-out")
@pytest.mark.parametrize(
    ("name", "settings", "code"),
    [
        ("nobody", ProviderConfig(), ErrorCode.BAD_CONFIG),
        ("keyed", ProviderConfig(), ErrorCode.KEY_MISSING),
        ("heavy", ProviderConfig(), ErrorCode.EXTRA_MISSING),
        ("wikipedia", ProviderConfig(endpoint="file:///etc/hosts"), ErrorCode.BAD_CONFIG),
        ("searxng", ProviderConfig(), ErrorCode.BAD_CONFIG),
    ],
    ids=["unknown", "without its key", "without its extra", "no web address", "no endpoint"],
)
def test_a_provider_that_is_named_and_cannot_work_is_an_error(
    providers: Path, name: str, settings: ProviderConfig, code: ErrorCode
) -> None:
    (providers / "heavy.py").write_text('EXTRA = "big"\nimport no_such_library\n')
    registry.refresh()

    with pytest.raises(WebError) as raised:
        registry.providers(Config(providers={name: settings}))

    assert raised.value.code == code


@promise("plugins.registry.nobody-is-asked-who-has-no-endpoint")
def test_a_provider_without_a_service_of_its_own_waits_for_an_endpoint() -> None:
    settings = ProviderConfig(endpoint="http://127.0.0.1:8888")

    default = registry.providers(Config())
    configured = registry.providers(Config(providers={"searxng": settings}))

    assert not default.keys() & {"searxng", "news_feeds"}
    assert configured["searxng"][1] == ("http://127.0.0.1:8888",)
    assert "news_feeds" not in configured
