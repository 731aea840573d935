"""A mapping, such as a TOML file holds, to configuration: `{"fetch": {"page_deadline_s": 4}}`.

Rule: pure, and strict: a name that is no setting, or a value of another type, is told by its dotted
name and never passed over.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

from citewell.model.config.environment import provider_defaults
from citewell.model.config.secret import Secret
from citewell.model.errors import Caller, ErrorCode

T = TypeVar("T")


def with_settings(config: T, settings: Mapping[str, Any]) -> T:
    """Apply a mapping of sections to a configuration.

    Args:
        config: what stays where the mapping says nothing.
        settings: section → field → value; `providers` → name → field → value; paths at the top.

    Raises:
        Caller: `bad_config` names the setting that is unknown, or whose value does not fit.
    """
    for name, given in settings.items():
        if name == "providers":
            config = replace(config, providers=_providers(config, given))  # type: ignore[type-var]
            continue
        current = getattr(config, name, None)
        is_section = is_dataclass(current) and not isinstance(current, type)
        changed = _section(current, name, given) if is_section else _value(config, name, given)
        config = _replaced(config, name, {name: changed})
    return config


def dotted(settings: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """The dotted name of every value in the mapping, in its order."""
    for name, given in settings.items():
        if isinstance(given, Mapping):
            yield from dotted(given, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def _providers(config: Any, given: object) -> Mapping[str, Any]:
    merged = dict(config.providers)
    for name, settings in _table("providers", given).items():
        current = merged.get(name) or provider_defaults(config)
        merged[name] = _section(current, f"providers.{name}", settings)
    return MappingProxyType(merged)


def _section(current: Any, path: str, given: object) -> Any:
    changed = {
        name: _value(current, name, value, path=f"{path}.{name}")
        for name, value in _table(path, given).items()
    }
    return _replaced(current, path, changed)


def _replaced(current: Any, path: str, changed: Mapping[str, Any]) -> Any:
    """The value with these fields; what it says of its ranges is kept."""
    try:
        return replace(current, **changed)
    except Caller as error:
        raise Caller(ErrorCode.BAD_CONFIG, f"in {path}: {error.message}") from None


def _table(path: str, given: object) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise Caller(ErrorCode.BAD_CONFIG, f"{path} is a table of settings, not a single value")
    return given


def _value(section: Any, name: str, given: object, *, path: str = "") -> Any:
    """The value as the type of the field."""
    if name not in {setting.name for setting in fields(section)}:
        raise Caller(ErrorCode.BAD_CONFIG, f"{path or name} is no setting")
    kind = get_type_hints(type(section))[name]
    try:
        return _fitted(kind, given)
    except TypeError:
        shown = "its value" if kind == Secret | None else repr(given)
        raise Caller(ErrorCode.BAD_CONFIG, f"{path or name} does not fit: {shown}") from None


def _fitted(kind: Any, given: Any) -> Any:
    """The value if it has the type that the field wants; TypeError when it does not."""
    if kind == Secret | None and isinstance(given, str):
        return Secret(given)
    if kind is float and type(given) in {int, float}:
        return float(given)
    if kind in {bool, int, str} and type(given) is kind:
        return given
    if kind == tuple[int, ...] and isinstance(given, list):
        return tuple(_fitted(int, item) for item in given)
    raise TypeError(given)
