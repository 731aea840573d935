"""Settings: from the environment, in range, and silent about secrets."""

import dataclasses
import re
from pathlib import Path

import pytest

import citewell
from citewell.model.config import (
    Config,
    FetchConfig,
    LLMConfig,
    ProviderConfig,
    RankConfig,
    Secret,
)
from citewell.model.config.mapping import with_settings
from citewell.model.errors import Caller, ErrorCode
from citewell.model.values.plain import from_plain, to_plain
from tests.promises import promise


@promise("model.config.the-environment-sets-every-field-by-name")
def test_variables_set_fields_by_section_and_name() -> None:
    config = Config.from_env(
        {
            "CITEWELL_FETCH_PAGE_DEADLINE_S": "4",
            "CITEWELL_FETCH_ALLOWED_PORTS": "80, 443,8443",
            "CITEWELL_LLM_ENDPOINT": "http://127.0.0.1:11434/v1",
            "CITEWELL_LLM_KEY": "sesame",
            "CITEWELL_RECORD": "run.warc.gz",
            "CITEWELL_PROVIDERS_WIKIPEDIA_ENABLED": "off",
            "CITEWELL_PROVIDERS_STACK_EXCHANGE_KEY": "open",
            "OTHER": "1",
        }
    )

    assert config.fetch.page_deadline_s == 4.0
    assert config.fetch.allowed_ports == (80, 443, 8443)
    assert config.llm.endpoint == "http://127.0.0.1:11434/v1"
    assert config.llm.key == Secret("sesame")
    assert config.record == "run.warc.gz"
    assert not config.providers["wikipedia"].enabled
    assert config.providers["stack_exchange"].key == Secret("open")


def test_an_empty_environment_is_the_defaults() -> None:
    assert Config.from_env({}) == Config()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CITEWELL_FETCH_NO_SUCH_THING", "1"),
        ("CITEWELL_NOWHERE_AT_ALL", "1"),
        ("CITEWELL_FETCH", "1"),
        ("CITEWELL_FETCH_MAX_REDIRECTS", "many"),
        ("CITEWELL_FETCH_MAX_REDIRECTS", "-1"),
        ("CITEWELL_CONTEXT_BUDGET_SHARE", "1.5"),
        ("CITEWELL_RUN_DEADLINE_S", "nan"),
        ("CITEWELL_PROVIDERS_WIKIPEDIA_ENABLED", "perhaps"),
        ("CITEWELL_PROVIDERS_WIKIPEDIA_COLOUR", "red"),
        ("CITEWELL_LLM_ENDPOINT", "http://user:sesame@127.0.0.1/v1"),
        ("CITEWELL_LLM_MAX_TOKENS", "sesame"),
    ],
)
@promise("model.config.a-wrong-variable-is-named")
def test_a_variable_that_is_wrong_is_bad_config_and_names_itself(variable: str, value: str) -> None:
    with pytest.raises(Caller) as caught:
        Config.from_env({variable: value})

    assert caught.value.code is ErrorCode.BAD_CONFIG
    assert variable in caught.value.message
    assert "sesame" not in caught.value.message


def test_record_and_replay_exclude_one_another() -> None:
    with pytest.raises(Caller) as caught:
        Config(record="a", replay="b")

    assert caught.value.code is ErrorCode.BAD_CONFIG


def test_a_value_out_of_range_is_bad_config_in_code_too() -> None:
    with pytest.raises(Caller) as caught:
        RankConfig(snippet_share=2.0)

    assert caught.value.code is ErrorCode.BAD_CONFIG


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        (FetchConfig, "page_deadline_s", "4"),
        (FetchConfig, "max_redirects", 1.5),
        (FetchConfig, "max_redirects", True),
        (FetchConfig, "allowed_ports", (99_999,)),
        (FetchConfig, "allowed_ports", [80]),
        (FetchConfig, "contact", None),
        (RankConfig, "min_passage_chars", 5_000),
        (LLMConfig, "key", "sesame"),
        (Config, "fetch", {"max_redirects": 1}),
        (Config, "providers", {"wikipedia": "off"}),
        (Config, "providers", ["wikipedia"]),
        (Config, "record", 7),
        (ProviderConfig, "enabled", "no"),
        (ProviderConfig, "endpoint", "https://user:sesame@a.example/search"),
        (LLMConfig, "endpoint", "http://user:sesame@127.0.0.1/v1"),
    ],
)
@promise("model.config.a-setting-in-code-is-checked-too")
def test_a_setting_of_another_type_or_range_is_bad_config(
    section: type, name: str, value: object
) -> None:
    with pytest.raises(Caller) as caught:
        section(**{name: value})

    assert caught.value.code is ErrorCode.BAD_CONFIG
    assert "sesame" not in caught.value.message


def test_a_path_is_taken_as_its_text() -> None:
    assert Config(record=Path("a") / "run.warc.gz").record == str(Path("a") / "run.warc.gz")  # type: ignore[arg-type]


@promise("model.secret.never-shows-itself")
def test_a_secret_never_shows_itself() -> None:
    config = Config(llm=LLMConfig(key=Secret("sesame")))

    assert "sesame" not in repr(config)
    assert "sesame" not in f"{config.llm.key}"
    assert "sesame" not in str(to_plain(config, complete=True))
    assert config.llm.key
    assert config.llm.key.reveal() == "sesame"


def test_a_secret_can_be_compared_and_not_pickled() -> None:
    assert Secret("a") == Secret("a")
    assert Secret("a") != Secret("b")
    assert len({Secret("a"), Secret("a")}) == 1
    with pytest.raises(TypeError):
        Secret("a").__reduce__()


def test_a_whole_configuration_survives_being_written_down() -> None:
    config = Config(fetch=FetchConfig(allowed_ports=(8080,)), replay="run.warc.gz")

    assert from_plain(Config, to_plain(config, complete=True)) == config


def test_a_complete_copy_names_every_field() -> None:
    plain = to_plain(FetchConfig(), complete=True)

    assert set(plain) == {field.name for field in dataclasses.fields(FetchConfig)}


@promise("model.config.each-setting-is-read")
def test_no_setting_is_there_that_nothing_reads() -> None:
    package = Path(citewell.__file__).parent
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in package.rglob("*.py")
        if path.name not in {"settings.py", "environment.py"}
    )
    settings = [
        setting.name
        for section in dataclasses.fields(Config)
        if dataclasses.is_dataclass(getattr(Config(), section.name))
        for setting in dataclasses.fields(getattr(Config(), section.name))
    ]

    assert [name for name in settings if not re.search(rf"\b{name}\b", code)] == []


@promise("model.config.a-mapping-sets-every-field-by-name")
def test_a_mapping_sets_fields_by_section_and_name_and_leaves_the_rest() -> None:
    base = Config.from_env({"CITEWELL_FETCH_MAX_REDIRECTS": "2"})

    config = with_settings(
        base,
        {
            "record": "run.warc.gz",
            "fetch": {"page_deadline_s": 4, "allowed_ports": [80, 8443]},
            "llm": {"key": "sesame"},
            "providers": {"wikipedia": {"enabled": False}},
        },
    )

    assert config.record == "run.warc.gz"
    assert config.fetch.page_deadline_s == 4.0
    assert config.fetch.allowed_ports == (80, 8443)
    assert config.fetch.max_redirects == 2
    assert config.llm.key == Secret("sesame")
    assert not config.providers["wikipedia"].enabled


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"nowhere": {"a": 1}}, "nowhere"),
        ({"fetch": {"no_such_thing": 1}}, "fetch.no_such_thing"),
        ({"fetch": 1}, "fetch"),
        ({"fetch": {"max_redirects": "5"}}, "fetch.max_redirects"),
        ({"fetch": {"max_redirects": True}}, "fetch.max_redirects"),
        ({"fetch": {"max_redirects": -1}}, "max_redirects"),
        ({"fetch": {"allowed_ports": 80}}, "fetch.allowed_ports"),
        ({"llm": {"key": 7}}, "llm.key"),
        ({"providers": {"wikipedia": {"colour": "red"}}}, "providers.wikipedia.colour"),
        ({"providers": {"wikipedia": True}}, "providers.wikipedia"),
        ({"record": 1}, "record"),
    ],
)
@promise("model.config.a-wrong-setting-is-named")
def test_a_setting_that_is_wrong_is_bad_config_and_is_named(
    settings: dict[str, object], name: str
) -> None:
    with pytest.raises(Caller) as caught:
        with_settings(Config(), settings)

    assert caught.value.code is ErrorCode.BAD_CONFIG
    assert name in caught.value.message


def test_a_key_that_does_not_fit_is_not_shown() -> None:
    with pytest.raises(Caller) as caught:
        with_settings(Config(), {"llm": {"key": ["sesame"]}})

    assert "sesame" not in caught.value.message
