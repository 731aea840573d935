"""Where a command's output goes: stdout for what was asked, stderr for everything else.

Rule: styles and the moving line of stages only where a person watches (a terminal); a pipe gets
plain text. `NO_COLOR` takes styles away. rich is imported only where it draws.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from citewell.apps.cli.lines import Line
from citewell.apps.cli.stages import Stages

if TYPE_CHECKING:
    from rich.console import Console


_STEERING = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What JSON leaves as it is, though it steers a terminal, ends a line or is no text"""


class Screen:
    """The two streams of one command."""

    def __init__(self, *, as_json: bool = False) -> None:
        """Write to the process's own streams.

        Args:
            as_json: stdout is for one JSON object and nothing else.
        """
        self.as_json = as_json

    def put(self, lines: Iterable[Line]) -> None:
        """Show lines on stdout."""
        _write(sys.stdout, lines)

    def put_text(self, text: str) -> None:
        """Write a text to stdout exactly as it is, and end its line."""
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")

    def put_json(self, plain: Any) -> None:
        """Write one JSON object to stdout."""
        # Characters that the stream cannot hold would be replaced; escaped, they are kept.
        is_unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
        text = json.dumps(plain, ensure_ascii=not is_unicode, indent=2, allow_nan=False)
        sys.stdout.write(f"{_STEERING.sub(_escape, text)}\n")

    def tell(self, lines: Iterable[Line]) -> None:
        """Say something on stderr."""
        sys.stdout.flush()
        _write(sys.stderr, lines)

    @contextmanager
    def stages(self) -> Iterator[Stages]:
        """Follow a run; on a terminal a moving line says where it is."""
        if not _is_terminal(sys.stderr):
            yield Stages()
            return
        with _console(sys.stderr).status("starting") as status:
            yield Stages(show=lambda text: status.update(_escaped(text)))


def _write(stream: TextIO, lines: Iterable[Line]) -> None:
    if not _is_styled(stream):
        stream.writelines(f"{each.plain()}\n" for each in lines)
        return
    from rich.padding import Padding
    from rich.text import Text

    console = _console(stream)
    for each in lines:
        text = Text.assemble(*each.pieces, overflow="fold")
        console.print(Padding(text, (0, 0, 0, each.indent)))


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _is_styled(stream: TextIO) -> bool:
    return _is_terminal(stream) and not os.environ.get("NO_COLOR")


def _console(stream: TextIO) -> "Console":
    from rich.console import Console

    return Console(file=stream, highlight=False, markup=False, emoji=False)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _escaped(text: str) -> str:
    """Text that rich does not take for markup."""
    return text.replace("[", "\\[")
