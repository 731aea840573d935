"""Values to JSON-ready data and back, by their type hints alone.

Rule: for worker replies, recordings and caches, where both ends are this package. What other
programs are sent is made in `apps/wire.py`. Unknown fields are refused, absent ones take their
default, so that a value written before a field existed can still be read.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from citewell.model.config.secret import REDACTED, Secret

T = TypeVar("T")


def to_plain(value: object, *, complete: bool = False) -> Any:
    """Turn a value into dicts, lists, strings, numbers, booleans and None.

    Bytes become Latin-1 strings, datetimes ISO 8601, secrets `redacted`.

    Args:
        value: any of `model.values`, a configuration, or what they are made of.
        complete: keep fields that have their default, so that a later default changes nothing.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {
            setting.name: to_plain(getattr(value, setting.name), complete=complete)
            for setting in fields(value)
            if complete
            or setting.default is MISSING
            or getattr(value, setting.name) != setting.default
        }
    if isinstance(value, tuple | list):
        return [to_plain(item, complete=complete) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item, complete=complete) for key, item in value.items()}
    return _plain_leaf(value)


def from_plain(kind: type[T], plain: Any) -> T:
    """Rebuild a value of this type.

    Raises:
        ValueError: the data does not have the shape of the type.
    """
    try:
        rebuilt: T = _rebuilt(kind, plain)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"not a {kind.__name__}: {error}") from None
    return rebuilt


def _plain_leaf(value: object) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Secret):
        return REDACTED
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value


def _rebuilt(kind: Any, plain: Any) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return _rebuilt_union(arguments, plain)
    if origin is Literal:
        return _one_of(arguments, plain)
    if origin is tuple:
        return _rebuilt_tuple(arguments, plain)
    if origin is not None and issubclass(origin, Mapping):
        return {key: _rebuilt(arguments[1], item) for key, item in plain.items()}
    if is_dataclass(kind):
        return _rebuilt_dataclass(kind, plain)
    return _rebuilt_leaf(kind, plain)


def _rebuilt_union(kinds: tuple[Any, ...], plain: Any) -> Any:
    """None or the one other member: the unions that values use."""
    if plain is None and NoneType in kinds:
        return None
    return _rebuilt(next(kind for kind in kinds if kind is not NoneType), plain)


def _rebuilt_tuple(kinds: tuple[Any, ...], plain: Any) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        raise TypeError("a list is expected")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_rebuilt(kinds[0], item) for item in plain)
    return tuple(_rebuilt(kind, item) for kind, item in zip(kinds, plain, strict=True))


def _rebuilt_dataclass(kind: Any, plain: Any) -> Any:
    hints = _hints(kind)
    return kind(**{name: _rebuilt(hints[name], item) for name, item in plain.items()})


def _rebuilt_leaf(kind: Any, plain: Any) -> Any:
    if kind in {datetime, date}:
        return kind.fromisoformat(plain)
    if kind is bytes:
        return plain.encode("latin-1")
    if kind is float and isinstance(plain, int):
        return float(plain)
    if kind in {Decimal, Secret} or issubclass(kind, Enum):
        return kind(plain)
    if type(plain) is not kind:
        raise TypeError(f"{kind.__name__} is expected")
    return plain


def _one_of(choices: tuple[Any, ...], plain: Any) -> Any:
    if plain not in choices:
        raise TypeError(f"one of {choices} is expected")
    return plain


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)
