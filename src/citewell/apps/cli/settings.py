"""The configuration that a command runs with: flags over environment over file over defaults.

Rule: the file is `config.toml` in the user's own configuration folder, and nothing is ever read
from the working directory, which may belong to somebody else. A file that holds a key is refused
when others can read it.
"""

import os
import stat
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal

from citewell.apps.cli.options import Given
from citewell.model.config import Config, Secret
from citewell.model.config.environment import PREFIX, overridden
from citewell.model.config.mapping import dotted, with_settings
from citewell.model.errors import Caller, ErrorCode

FILE = "config.toml"
PRIVATE = 0o077
"""Permissions of anybody but the owner"""

Origin = Literal["default", "file", "environment"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One value and where it came from."""

    name: str
    """Dotted: `fetch.page_deadline_s`"""
    value: object
    """A secret shows as `redacted`"""
    origin: Origin


def configured(given: Given) -> Config:
    """The configuration of one command.

    Raises:
        Caller: `bad_config` says which setting of which place is wrong.
    """
    config = overridden(_from_file(config_file()))
    if given.record and given.replay:
        message = "--record and --replay exclude one another; leave one out"
        raise Caller(ErrorCode.INVALID_REQUEST, message)
    if given.replay:
        return replace(config, record="", replay=given.replay)
    if given.record:
        return replace(config, record=given.record, replay="")
    return config


def listed() -> Iterator[Setting]:
    """Every setting with its value and origin, in the order of the configuration.

    Raises:
        Caller: `bad_config`, as `configured`.
    """
    path = config_file()
    in_file = set(dotted(_read(path)))
    for name, value in _values(configured(Given())):
        variable = f"{PREFIX}{name.replace('.', '_')}".upper()
        origin: Origin = "file" if name in in_file else "default"
        yield Setting(
            name=name, value=value, origin="environment" if os.environ.get(variable) else origin
        )


def config_file() -> Path:
    """Where the configuration file is, or would be."""
    return _config_folder() / "citewell" / FILE


def cache_folder() -> Path:
    """Where what may be lost is kept."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "citewell"
    if sys.platform == "win32":
        return _absolute("LOCALAPPDATA", home / "AppData" / "Local") / "citewell" / "Cache"
    return _absolute("XDG_CACHE_HOME", home / ".cache") / "citewell"


def _config_folder() -> Path:
    home = Path.home()
    if sys.platform == "darwin":
        return _absolute("XDG_CONFIG_HOME", home / "Library" / "Application Support")
    if sys.platform == "win32":
        return _absolute("APPDATA", home / "AppData" / "Roaming")
    return _absolute("XDG_CONFIG_HOME", home / ".config")


def _absolute(variable: str, default: Path) -> Path:
    """The folder that a variable names; a relative one, which would be the caller's, is ignored."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else default


def _from_file(path: Path) -> Config:
    try:
        return with_settings(Config(), _read(path))
    except Caller as error:
        message = error.message if str(path) in error.message else f"{path}: {error.message}"
        raise Caller(ErrorCode.BAD_CONFIG, message) from None


def _read(path: Path) -> Mapping[str, Any]:
    """What the file says; nothing when there is none."""
    try:
        with path.open("rb") as file:
            plain = tomllib.load(file)
            mode = os.fstat(file.fileno())
    except FileNotFoundError:
        return {}
    except OSError as error:
        message = f"{path} cannot be read: {(error.strerror or str(error)).lower()}"
        raise Caller(ErrorCode.BAD_CONFIG, message) from None
    except ValueError as error:  # not TOML, or not UTF-8
        raise Caller(ErrorCode.BAD_CONFIG, f"{path} is not TOML: {error}") from None
    if _holds_key(plain) and not _is_private(mode):
        message = f"{path} holds a key and others can read it: chmod 600 '{path}'"
        raise Caller(ErrorCode.BAD_CONFIG, message)
    return plain


def _holds_key(plain: Mapping[str, Any]) -> bool:
    return any(name.rpartition(".")[2] == "key" for name in dotted(plain))


def _is_private(status: os.stat_result) -> bool:
    if sys.platform == "win32":  # its permissions are of another kind, and private by default
        return True
    return not stat.S_IMODE(status.st_mode) & PRIVATE and status.st_uid == os.getuid()


def _values(config: Any, prefix: str = "") -> Iterator[tuple[str, object]]:
    """Every value below a configuration by its dotted name; a secret shows as `redacted`."""
    for setting in fields(config):
        value, name = getattr(config, setting.name), f"{prefix}{setting.name}"
        if is_dataclass(value):
            yield from _values(value, f"{name}.")
        elif isinstance(value, Mapping):
            yield from _of_mapping(value, name)
        else:
            yield name, _shown(setting.name, value)


def _shown(name: str, value: object) -> object:
    """A value as it may be read over a shoulder."""
    if isinstance(value, Secret):
        return str(value)
    return shown_address(str(value)) if name == "endpoint" else value


def shown_address(endpoint: str) -> str:
    """An address without what its query says: some services put the key there."""
    address, asks, _ = endpoint.partition("?")
    return f"{address}?…" if asks else address


def _of_mapping(values: Mapping[str, Any], name: str) -> Iterator[tuple[str, object]]:
    for key, value in values.items():
        if is_dataclass(value):
            yield from _values(value, f"{name}.{key}.")
        else:
            yield f"{name}.{key}", value
