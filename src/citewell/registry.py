"""Finds plug-ins: the modules of a shelf under `plugins/`, then entry points `citewell.<shelf>`.

Rule: a shelf's modules are imported when the shelf is first asked for, and no other's. A plug-in is
called as its module or entry point is. One that cannot be loaded is told, never passed over: for
want of an extra it is listed by `missing`; for any other reason asking for the shelf fails.
A module that needs an extra says so in one line, `EXTRA = "pdf"`, which is read without running it.
"""

import ast
import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from citewell.model.config import Config, ProviderConfig
from citewell.model.errors import Caller, ErrorCode, Unavailable, WebError
from citewell.model.protocols import PLUGIN_OBJECTS, Provider
from citewell.model.values import Query
from citewell.text.urls import parse_url

PACKAGE = "citewell"
"""Where the shelves stand, and the first word of the entry points' groups"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a plug-in is to be found."""

    name: str
    module: str
    attribute: str
    distribution: str
    """What a missing extra is an extra of"""

    @property
    def reference(self) -> str:
        return f"{self.module}:{self.attribute}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shelf:
    """What one shelf holds."""

    plugins: Mapping[str, Any]
    references: tuple[str, ...]
    """Of `plugins`, in their order"""
    missing: Mapping[str, WebError]


def plugins(shelf: str) -> Mapping[str, Any]:
    """Every plug-in of a shelf that can be loaded.

    Args:
        shelf: a key of `PLUGIN_OBJECTS`, such as "providers".

    Returns:
        Name to object; the package's own by name, then those of entry points by name.

    Raises:
        WebError: `bad_config` when a module lacks its object or cannot be imported, or two
            plug-ins have one name.
        ValueError: there is no such shelf.
    """
    return _shelf(shelf).plugins


def plugin(shelf: str, name: str) -> Any:
    """One plug-in.

    Raises:
        WebError: `extra_missing` when it needs one, `bad_config` when there is none of that name.
    """
    found = _shelf(shelf)
    _check_known(found, shelf, name)
    return found.plugins[name]


def references(shelf: str) -> tuple[str, ...]:
    """Where each of `plugins` lies, in its order, as `module:OBJECT`. Raises as `plugins`."""
    return _shelf(shelf).references


def providers(config: Config) -> Mapping[str, tuple[Provider, tuple[str, ...]]]:
    """The providers that may be asked, each with the origins that the operator gave it.

    Left out are those that are switched off, and those that nobody named and that need a key, an
    extra, or an endpoint, since they declare none.

    Raises:
        WebError: `bad_config` when the configuration names a provider that is not there or has no
            endpoint, or an endpoint that is no web address; `extra_missing`, `key_missing` when it
            names one that cannot work so.
    """
    for name, settings in config.providers.items():
        if settings.enabled:
            _check_usable(plugin("providers", name), settings)
    usable = {}
    for name, provider in plugins("providers").items():
        settings = config.providers.get(name, ProviderConfig())
        origins = _origins(name, settings.endpoint)
        can_work = (settings.key or not provider.needs_key) and (origins or provider.endpoints)
        if settings.enabled and can_work:
            usable[name] = (provider.configured(settings), origins)
    return MappingProxyType(usable)


def fitting(query: Query, usable: Mapping[str, tuple[Provider, tuple[str, ...]]]) -> list[str]:
    """Names of the `providers` that answer this kind of query, in their order."""
    kinds = set(query.kinds)
    return [name for name, (provider, _) in usable.items() if kinds & set(provider.kinds)]


def missing(shelf: str) -> Mapping[str, WebError]:
    """The plug-ins that need an extra, each with its `extra_missing`. Raises as `plugins`."""
    return _shelf(shelf).missing


def refresh() -> None:
    """Forget what was found, so that the next question looks again."""
    _shelf.cache_clear()
    importlib.invalidate_caches()


def _check_usable(provider: Provider, settings: ProviderConfig) -> None:
    if provider.needs_key and not settings.key:
        raise Unavailable(ErrorCode.KEY_MISSING, f"{provider.name} cannot be asked without a key.")
    if not settings.endpoint and not provider.endpoints:
        message = f"{provider.name} cannot be asked without an endpoint: it has none of its own."
        raise Caller(ErrorCode.BAD_CONFIG, message)


def _origins(name: str, endpoint: str) -> tuple[str, ...]:
    """What the operator named himself: it may be private, on any port, and plain http."""
    if not endpoint:
        return ()
    try:
        return (parse_url(endpoint).origin,)
    except WebError as error:
        message = f"The endpoint of {name} cannot be used: {error.message}"
        raise Caller(ErrorCode.BAD_CONFIG, message) from None


def _check_known(found: _Shelf, shelf: str, name: str) -> None:
    if name in found.missing:
        raise found.missing[name]
    if name not in found.plugins:
        known = ", ".join(found.plugins) or "none"
        raise Caller(ErrorCode.BAD_CONFIG, f"{shelf} has no plug-in {name!r}; it has: {known}.")


@cache
def _shelf(shelf: str) -> _Shelf:
    if shelf not in PLUGIN_OBJECTS:
        raise ValueError(f"{shelf!r} is no shelf; there are: {', '.join(PLUGIN_OBJECTS)}")
    found: dict[str, Any] = {}
    references: list[str] = []
    absent: dict[str, WebError] = {}
    for place in _places(shelf):
        if place.name in found or place.name in absent:
            raise Caller(ErrorCode.BAD_CONFIG, f"{shelf} has two plug-ins named {place.name!r}.")
        try:
            found[place.name] = _load(place)
            references.append(place.reference)
        except Unavailable as error:
            absent[place.name] = error
    return _Shelf(
        plugins=MappingProxyType(found),
        references=tuple(references),
        missing=MappingProxyType(absent),
    )


def _places(shelf: str) -> Iterator[_Place]:
    package = importlib.import_module(f"{PACKAGE}.plugins.{shelf}")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    for name in names:
        if not name.startswith("_"):
            yield _Place(
                name=name,
                module=f"{package.__name__}.{name}",
                attribute=PLUGIN_OBJECTS[shelf],
                distribution=PACKAGE,
            )
    for entry in sorted(entry_points(group=f"{PACKAGE}.{shelf}"), key=lambda entry: entry.name):
        yield _place_of(entry, PLUGIN_OBJECTS[shelf])


def _place_of(entry: EntryPoint, attribute: str) -> _Place:
    return _Place(
        name=entry.name,
        module=entry.module,
        attribute=entry.attr or attribute,
        distribution=entry.dist.name if entry.dist else entry.module.partition(".")[0],
    )


def _load(place: _Place) -> Any:
    try:
        module = importlib.import_module(place.module)
    except ImportError as error:
        raise _import_failure(place, error) from error
    if not hasattr(module, place.attribute):
        raise Caller(ErrorCode.BAD_CONFIG, f"{place.module} does not define {place.attribute}.")
    return getattr(module, place.attribute)


def _import_failure(place: _Place, error: ImportError) -> WebError:
    """`extra_missing` when the module names an extra and a foreign module is what it lacks."""
    lacks = (error.name or "").partition(".")[0]
    extra = _extra(place.module)
    if not isinstance(error, ModuleNotFoundError) or lacks == PACKAGE or extra is None:
        message = f"The plug-in {place.name!r} ({place.module}) cannot be imported: {error}."
        return Caller(ErrorCode.BAD_CONFIG, message)
    remedy = f"pip install '{place.distribution}[{extra}]'"
    message = f"{place.name} is unavailable, because {lacks} is not installed: {remedy}"
    return Unavailable(ErrorCode.EXTRA_MISSING, message, detail={"remedy": remedy})


def _extra(module: str) -> str | None:
    """The text that a module assigns to EXTRA at its top level; read, not run."""
    try:
        spec = importlib.util.find_spec(module)
    except ImportError:
        return None
    source = getattr(spec.loader, "get_source", lambda _: None)(module) if spec else None
    for statement in ast.parse(source or "").body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "EXTRA":
            return str(ast.literal_eval(statement.value))
    return None
