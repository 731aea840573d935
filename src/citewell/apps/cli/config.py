"""`citewell config show`: each value and where it came from; secrets never."""

from collections.abc import Iterable, Iterator

from citewell.apps.cli.lines import Line, line, parted
from citewell.apps.cli.options import Given
from citewell.apps.cli.screen import Screen
from citewell.apps.cli.settings import Setting, config_file, listed
from citewell.apps.wire import listing_json

ORDER = "flags over environment over file over defaults"


def show(given: Given) -> int:
    """List the settings."""
    screen, settings, path = Screen(as_json=given.as_json), list(listed()), config_file()
    if given.as_json:
        screen.put_json(listing_json("settings", file=str(path), settings=settings))
    else:
        screen.put(parted(_rows(settings), _places(str(path), is_there=path.exists())))
    return 0


def _rows(settings: Iterable[Setting]) -> Iterator[Line]:
    for each in settings:
        style = "dim" if each.origin == "default" else "green"
        shown = "empty" if each.value in {"", None} else _spelled(each.value)
        yield line(f"{each.name:<32} ", shown, (f"  ({each.origin})", style))


def _places(path: str, *, is_there: bool) -> Iterator[Line]:
    there = "" if is_there else ", which is not there"
    yield line(f"file: {path}{there}", style="dim")
    yield line(ORDER, style="dim")


def _spelled(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
