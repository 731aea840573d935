"""`citewell read` and `citewell find`: one page of the web, or one file, as clean text."""

import mimetypes
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from citewell.apps.cli import running
from citewell.apps.cli.lines import line
from citewell.apps.cli.options import Given
from citewell.apps.cli.screen import Screen
from citewell.apps.cli.settings import configured
from citewell.apps.cli.show.document import document_lines, match_at, match_lines
from citewell.apps.wire import WIRE_ERRORS, document_json, listing_json
from citewell.engine import Engine, system_clock
from citewell.model.config import Config
from citewell.model.errors import Caller, ErrorCode, Unreadable
from citewell.model.values import Document, Response
from citewell.text.literal import occurrences

OF_FILES = "https://file.invalid/"
"""Stands for the folder of a file where a web address is needed; RFC 2606 keeps the name unused"""

TYPES = mimetypes.MimeTypes()
"""Python's own table, not the machine's: a file is read alike everywhere"""


def run(place: str, given: Given) -> int:
    """Read and show the text."""
    screen = Screen(as_json=given.as_json)
    ran = running.run(job_for(place, given), screen)
    show(ran.result, given, screen)
    return ran.exit_code(0)


def find(text: str, place: str, given: Given) -> int:
    """Read and show where the text stands."""
    if not text.strip():
        raise Caller(ErrorCode.INVALID_REQUEST, "the text to find is empty; put it in quotes")
    most = given.most()
    screen = Screen(as_json=given.as_json)
    ran = running.run(job_for(place, given), screen)
    found = [*occurrences(ran.result.text, text)]
    matches = [match_at(ran.result.text, *span) for span in found[:most]]
    if given.as_json:
        about = {"url": ran.result.final_url, "snapshot_id": ran.result.snapshot_id}
        screen.put_json(listing_json("found", **about, total=len(found), matches=matches))
    elif found:
        screen.put(match_lines(matches, len(found)))
    else:
        screen.tell([line("citewell: the text does not stand there.")])
    return ran.exit_code(0 if found else WIRE_ERRORS[ErrorCode.NOTHING_FOUND].exit_code)


def show(document: Document, given: Given, screen: Screen) -> None:
    """Write the document in the form that was asked for."""
    if given.as_json:
        screen.put_json(document_json(document, with_main_text=given.main))
    else:
        screen.put(document_lines(document, main=given.main))


def job_for(place: str, given: Given) -> running.Job[Document]:
    """How to read a place.

    Args:
        place: a URL with its scheme, or the path of a file.
        given: the deadline, and what to record or replay.

    Raises:
        Caller: `invalid_request` when it is neither; `bad_config`.
        Unreadable: `too_large`.
    """
    config = configured(given)
    if "://" in place:
        deadline_s = given.deadline_s()
        return running.Job(
            call=lambda engine: engine.read(place, deadline_s=deadline_s), config=config
        )
    return running.Job(call=_reading(Path(place), config), config=replace(config, replay=""))


def _reading(path: Path, config: Config) -> Callable[[Engine], Awaitable[Document]]:
    """A call that reads a file's bytes where a page's are read: in a child process."""
    body, own = _bytes_of(path, config.fetch.max_binary_bytes), path.absolute().as_uri()
    address = f"{OF_FILES}{quote(path.name.encode(errors='surrogateescape'))}"
    response = Response(
        url=address,
        final_url=address,
        status=200,
        headers=(),
        media_type=TYPES.guess_type(path.name)[0] or "",
        charset=None,
        body=body,
        truncated=False,
        fetched_at=system_clock().now(),
    )

    async def read(engine: Engine) -> Document:
        document = await engine.read_response(response)
        return replace(document, url=own, final_url=own)

    return read


def _bytes_of(path: Path, max_bytes: int) -> bytes:
    if path.is_dir():
        message = f"{path} is a folder; name a file in it"
        raise Caller(ErrorCode.INVALID_REQUEST, message)
    try:
        with path.open("rb") as file:
            body = file.read(max_bytes + 1)
    except FileNotFoundError:
        message = f"there is no file {path}; a page is named by its whole address, https://…"
        raise Caller(ErrorCode.INVALID_REQUEST, message) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        message = f"{path} cannot be read: {why.lower()}"
        raise Caller(ErrorCode.INVALID_REQUEST, message) from None
    if len(body) > max_bytes:
        message = f"{path} is larger than {max_bytes:,} bytes (the setting fetch.max_binary_bytes)"
        raise Unreadable(ErrorCode.TOO_LARGE, message)
    return body
