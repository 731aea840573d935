"""Environment variables to configuration, by name and type alone.

`CITEWELL_FETCH_PAGE_DEADLINE_S=4` sets `Config.fetch.page_deadline_s`; `CITEWELL_RECORD` and
`CITEWELL_REPLAY` set the paths; `CITEWELL_PROVIDERS_<NAME>_<FIELD>` sets one provider.
"""

import os
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_type_hints

from citewell.model.config.secret import Secret
from citewell.model.errors import Caller, ErrorCode

T = TypeVar("T")

PREFIX = "CITEWELL_"
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


def overridden(config: T, environ: Mapping[str, str] | None = None) -> T:
    """Apply every `CITEWELL_…` variable to a configuration; see `Config.from_env`."""
    variables = os.environ if environ is None else environ
    for variable in sorted(variables):
        if variable.startswith(PREFIX) and variables[variable] != "":
            config = _with(config, variable, variables[variable])
    return config


def _with(config: Any, variable: str, value: str) -> Any:
    """The configuration with one variable applied."""
    path = variable.removeprefix(PREFIX).lower()
    if path in {"record", "replay"}:
        return _replaced(config, variable, path, value)
    section, _, name = path.partition("_")
    if section == "providers":
        return _with_provider(config, variable, name, value)
    current = getattr(config, section, None)
    if not is_dataclass(current) or isinstance(current, type):
        raise Caller(ErrorCode.BAD_CONFIG, f"{variable} names no section of the configuration")
    changed = _replaced(current, variable, name, value)
    return replace(config, **{section: changed})


def _with_provider(config: Any, variable: str, path: str, value: str) -> Any:
    """Apply `<name>_<field>`; the name itself may hold underscores."""
    for setting in ("enabled", "endpoint", "key"):
        name = path.removesuffix(f"_{setting}")
        if name != path and name:
            current = config.providers.get(name) or provider_defaults(config)
            changed = _replaced(current, variable, setting, value)
            merged = {**config.providers, name: changed}
            return replace(config, providers=MappingProxyType(merged))
    raise Caller(ErrorCode.BAD_CONFIG, f"{variable} names no setting of a provider")


def provider_defaults(config: Any) -> Any:
    """The defaults of the mapping's value type."""
    return get_args(get_type_hints(type(config))["providers"])[1]()


def _replaced(section: Any, variable: str, name: str, value: str) -> Any:
    """The section with one field read from text."""
    if name not in {setting.name for setting in fields(section)}:
        raise Caller(ErrorCode.BAD_CONFIG, f"{variable} names no setting")
    kind = get_type_hints(type(section))[name]
    if kind == Secret | None:
        return replace(section, **{name: Secret(value)})
    try:
        return replace(section, **{name: _parsed(kind, value)})
    except Caller as error:
        raise Caller(ErrorCode.BAD_CONFIG, f"{variable}: {error.message}") from None
    except ValueError:
        # The value is not told: whoever mixes up two variables may have put a key here.
        told = getattr(kind, "__name__", str(kind))
        raise Caller(ErrorCode.BAD_CONFIG, f"{variable} does not fit: no {told}") from None


def _parsed(kind: Any, value: str) -> object:
    """Text as the type of a field; ValueError when it does not fit."""
    if kind is bool:
        return _flag(value)
    if kind in {int, float, str}:
        return kind(value)
    if kind == tuple[int, ...]:
        return tuple(int(part) for part in value.split(",") if part.strip())
    raise ValueError(value)


def _flag(value: str) -> bool:
    folded = value.strip().lower()
    if folded not in _TRUE | _FALSE:
        raise ValueError(value)
    return folded in _TRUE
