"""Values to JSON-ready data and back, by their type hints alone.

Rule: for worker replies, recordings and caches, where both ends are this package. What other
programs are sent is made in `apps/wire.py`. Unknown fields are refused, absent ones take their
default, so that a value written before a field existed can still be read.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from citewell.model.config.secret import REDACTED, Secret

T = TypeVar("T")
Rebuild = Callable[[Any], Any]

_AS_THEY_ARE = frozenset({str, int, float, bool, NoneType})


def to_plain(value: object, *, complete: bool = False) -> Any:
    """Turn a value into dicts, lists, strings, numbers, booleans and None.

    Bytes become Latin-1 strings, datetimes ISO 8601, secrets `redacted`.

    Args:
        value: any of `model.values`, a configuration, or what they are made of.
        complete: keep fields that have their default, so that a later default changes nothing.
    """
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, tuple | list):
        return [to_plain(item, complete=complete) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        plain = {}
        for name, default in _defaults(type(value)):
            item = getattr(value, name)
            if complete or default is MISSING or item != default:
                plain[name] = (
                    item if type(item) in _AS_THEY_ARE else to_plain(item, complete=complete)
                )
        return plain
    if isinstance(value, Mapping):
        return {str(key): to_plain(item, complete=complete) for key, item in value.items()}
    return _plain_leaf(value)


def from_plain(kind: type[T], plain: Any) -> T:
    """Rebuild a value of this type.

    Raises:
        ValueError: the data does not have the shape of the type.
    """
    try:
        rebuilt: T = _rebuilder(cast("Hashable", kind))(plain)
    except (TypeError, KeyError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"not a {kind.__name__}: {error}") from None
    return rebuilt


def known_part(kind: Any, plain: Any) -> Any:
    """Data without the fields that this type, or one inside it, does not have.

    For what another version wrote and this one may ignore; `from_plain` refuses it.
    """
    if is_dataclass(kind) and isinstance(plain, Mapping):
        hints = get_type_hints(kind)
        return {
            name: known_part(hints[name], item) for name, item in plain.items() if name in hints
        }
    arguments = get_args(kind)
    if isinstance(plain, Mapping) and len(arguments) == 2:
        return {name: known_part(arguments[1], item) for name, item in plain.items()}
    return plain


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


@cache
def _rebuilder(kind: Any) -> Rebuild:
    """How data becomes a value of this type; worked out once for each type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return _optional(arguments)
    if origin is Literal:
        return partial(_one_of, arguments)
    if origin is tuple:
        return _tuple_of(arguments)
    if origin is not None and issubclass(origin, Mapping):
        return partial(_mapping_of, _rebuilder(arguments[1]))
    if is_dataclass(kind):
        return partial(_dataclass_of, kind)
    return partial(_LEAVES.get(kind, _leaf), kind)


def _optional(kinds: tuple[Any, ...]) -> Rebuild:
    """None or the one other member: the unions that values use."""
    rebuild = _rebuilder(next(kind for kind in kinds if kind is not NoneType))
    return lambda plain: None if plain is None else rebuild(plain)


def _tuple_of(kinds: tuple[Any, ...]) -> Rebuild:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return partial(_list_as_tuple, _rebuilder(kinds[0]))
    return partial(_row, [_rebuilder(kind) for kind in kinds])


def _list_as_tuple(rebuild: Rebuild, plain: Any) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        raise TypeError("a list is expected")
    return tuple([rebuild(item) for item in plain])


def _row(rebuilders: Sequence[Rebuild], plain: Any) -> tuple[Any, ...]:
    if not isinstance(plain, list) or len(plain) != len(rebuilders):
        raise TypeError(f"a list of {len(rebuilders)} is expected")
    return tuple(rebuild(item) for rebuild, item in zip(rebuilders, plain, strict=True))


def _mapping_of(rebuild: Rebuild, plain: Any) -> dict[str, Any]:
    return {key: rebuild(item) for key, item in plain.items()}


def _dataclass_of(kind: Any, plain: Any) -> Any:
    rebuilders = _field_rebuilders(kind)
    return kind(**{name: rebuilders[name](item) for name, item in plain.items()})


def _one_of(choices: tuple[Any, ...], plain: Any) -> Any:
    if plain not in choices:
        raise TypeError(f"one of {choices} is expected")
    return plain


def _leaf(kind: Any, plain: Any) -> Any:
    if issubclass(kind, Enum):
        return kind(plain)
    if type(plain) is not kind:
        raise TypeError(f"{kind.__name__} is expected")
    return plain


def _moment(kind: Any, plain: Any) -> Any:
    return kind.fromisoformat(plain)


def _bytes(_kind: Any, plain: Any) -> bytes:
    return bytes(plain.encode("latin-1"))


def _float(kind: Any, plain: Any) -> Any:
    return float(plain) if type(plain) is int else _leaf(kind, plain)


def _text(kind: Any, plain: Any) -> Any:
    return kind(_leaf(str, plain))


_LEAVES: Mapping[Any, Callable[[Any, Any], Any]] = {
    datetime: _moment,
    date: _moment,
    bytes: _bytes,
    float: _float,
    Decimal: _text,
    Secret: _text,
}


@cache
def _field_rebuilders(kind: Any) -> Mapping[str, Rebuild]:
    hints = get_type_hints(kind)
    return {setting.name: _rebuilder(hints[setting.name]) for setting in fields(kind)}


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """(name, default) of every field of a dataclass; MISSING where it has none."""
    return tuple((setting.name, setting.default) for setting in fields(kind))
