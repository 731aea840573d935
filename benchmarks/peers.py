"""Other libraries that are measured beside us: found when installed, named when not.

Rule: a peer is imported only when it is about to be measured. Peers run with the settings that
their own documentation gives for the task; each adapter says which.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Generic, TypeVar

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer(Generic[Subject]):
    """One way of doing a task with one or more installed packages."""

    name: str
    packages: tuple[str, ...]
    """Distributions it needs besides citewell"""
    load: Callable[[], Subject]
    """Imports the packages and returns what is measured"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(Generic[Subject]):
    """Who takes part in a run, and whom we would have liked to see."""

    found: tuple[Peer[Subject], ...]
    missing: tuple[str, ...]


def choose(peers: Sequence[Peer[Subject]], wanted: str) -> Chosen[Subject]:
    """Pick peers by `auto`, `none`, or names with commas between.

    Raises:
        ValueError: a name is not in the table; the message lists those that are.
    """
    if wanted == "none":
        return Chosen(found=(), missing=())
    names = [peer.name for peer in peers] if wanted == "auto" else wanted.split(",")
    table = {peer.name: peer for peer in peers}
    unknown = [name for name in names if name not in table]
    if unknown:
        raise ValueError(f"no such peer: {', '.join(unknown)}; there are: {', '.join(table)}")
    found = [table[name] for name in names if _is_installed(table[name])]
    missing = [name for name in names if not _is_installed(table[name])]
    return Chosen(found=tuple(found), missing=tuple(missing))


def installed_version(package: str) -> str | None:
    """The version of an installed distribution; None when it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _is_installed(peer: Peer[Subject]) -> bool:
    return all(installed_version(package) for package in peer.packages)
