"""The recording: one WARC file with every exchange of some runs, and the trace of each run.

Rule: a record is on the disk before the run goes on, and no secret that is known is in it. Pages
are ordinary `request` and `response` records that any WARC tool reads. What only citewell needs is
a `metadata` record in JSON, written last, so that an exchange that a killed process leaves half
written is not taken for a whole one.
Held in memory: the traces and where each exchange stands in the file. Bodies are read when they are
asked for, because a long recording is larger than memory and a replay wants a few pages of it.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from io import FileIO
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, Self

from citewell.fetch import warc
from citewell.fetch.calls import Call, Exchange, encoded, plain_exchange, read_exchange, shaped
from citewell.fetch.redact import Redactor
from citewell.model.clock import Clock
from citewell.model.errors import Caller, ErrorCode, WebError
from citewell.model.values import Hop, Request, Response, Trace
from citewell.model.values.plain import from_plain, to_plain
from citewell.model.values.trace import TRACE_VERSION, Operation

TAPE_VERSION = 1
"""Raised when an older citewell can no longer read what is written"""

JSON = "application/json"
_VERSION_FIELD = "citewell-tape"
_CONFORMS_TO = "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"


class TapeWriter:
    """Writes a recording; `with TapeWriter(path, clock=clock) as tape`. Any thread may write."""

    def __init__(self, path: str | Path, *, clock: Clock, secrets: Sequence[str] = ()) -> None:
        """Keep the parts; nothing is opened yet.

        Args:
            path: of a new file; one that holds anything is never overwritten.
            clock: dates the records.
            secrets: strings that must not be in the file, such as the keys of the configuration.
        """
        self.redactor = Redactor(secrets)
        self._path = Path(path)
        self._clock = clock
        self._began: Counter[tuple[str, str]] = Counter()
        self._lock = Lock()
        self._file: FileIO | None = None

    def __enter__(self) -> Self:
        """Open the file and write its first record.

        Raises:
            Caller: `bad_config` when it cannot be written, or holds something already.
        """
        _check_new(self._path)
        try:
            # Questions and pages are nobody else's business, whatever the umask says.
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            self._file = os.fdopen(os.open(self._path, flags, 0o600), "wb", buffering=0)
            self._append(_first_record(self._clock.now()))
        except (OSError, ValueError) as error:
            self.__exit__()
            raise _unwritable(self._path, ErrorCode.BAD_CONFIG, error) from None
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Close the file; what is written after that is `bad_recording`."""
        with self._lock:
            self._close()

    def begin(self, kind: str, run_id: str, key: str) -> Call:
        """Give a call its place among its equals; to be called in the order in which they begin."""
        ordinal = self._began[run_id, key]
        self._began[run_id, key] += 1
        return Call(kind=kind, run_id=run_id, key=key, ordinal=ordinal)

    def write_page(self, call: Call, request: Request, response: Response) -> Response:
        """Write what a door answered.

        Args:
            call: as `begin` gave it.
            request: already redacted.
            response: as the door gave it.

        Returns:
            The response as it was written, which is what the run goes on with.

        Raises:
            Caller: `bad_recording` when the file cannot be written.
        """
        hidden = self.redactor.response(response)
        records, identifier = _page_records(request, hidden)
        reply = to_plain(replace(hidden, body=b""), complete=True)
        exchange = Exchange(call=call, request=to_plain(request, complete=True), reply=reply)
        headers = warc.identity(request.url, hidden.fetched_at, warc.new_identifier())
        about = [("WARC-Refers-To", identifier), ("WARC-Concurrent-To", identifier)]
        plain = {"kind": "exchange", "exchange": plain_exchange(exchange)}
        records.append(_json_record(plain, [*headers, *about]))
        self._write(b"".join(records))
        return hidden

    def write_page_error(self, call: Call, request: Request, error: WebError) -> None:
        """Write that a door refused or failed. Raises as `write_page`.

        Args:
            call: as `begin` gave it.
            request: already redacted.
            error: already redacted.
        """
        exchange = Exchange(call=call, request=to_plain(request, complete=True), error=error)
        self.write_exchange(exchange, url=request.url)

    def write_exchange(self, exchange: Exchange, *, url: str = "") -> None:
        """Write an exchange that has no body, already redacted. Raises as `write_page`."""
        self._write_json({"kind": "exchange", "exchange": plain_exchange(exchange)}, url=url)

    def write_trace(self, trace: Trace) -> None:
        """Write what is known of a run; a later trace of the same run replaces this one.

        Raises:
            Caller: `bad_recording` when the file cannot be written.
        """
        plain = to_plain(self.redactor.trace(trace), complete=True)
        self._write_json({"kind": "trace", "trace": plain})

    def _write_json(self, plain: Mapping[str, Any], *, url: str = "") -> None:
        headers = warc.identity(url, self._clock.now(), warc.new_identifier())
        self._write(_json_record(plain, headers))

    def _write(self, records: bytes) -> None:
        with self._lock:
            if self._file is None:
                raise Caller(ErrorCode.BAD_RECORDING, f"The recording {self._path} is closed.")
            try:
                self._append(records)
            except OSError as error:
                # The file may end in a cut record now: readable, as long as nothing follows it.
                self._close()
                raise _unwritable(self._path, ErrorCode.BAD_RECORDING, error) from None

    def _append(self, records: bytes) -> None:
        rest = memoryview(records)
        while self._file and rest:
            rest = rest[self._file.write(rest) :]

    def _close(self) -> None:
        file, self._file = self._file, None
        if file:
            file.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tape:
    """A recording that was read: its traces, and where each exchange stands."""

    path: Path
    traces: tuple[Trace, ...] = ()
    """In the order in which the runs began"""
    places: Mapping[tuple[str, str], Mapping[int, tuple[int, int]]] = field(default_factory=dict)
    """(run, key) → ordinal → where the metadata and the response are, in bytes; -1: no response"""

    def trace_for(self, operation: Operation, question: str) -> Trace | None:
        """The last run that asked this; None when none did."""
        asked = Redactor().url(question)
        for trace in reversed(self.traces):
            if (trace.operation, trace.question) == (operation, asked):
                return trace
        return None

    def exchange(self, run_id: str, key: str, ordinal: int) -> Exchange | None:
        """Read one exchange from the file; blocks.

        Returns:
            The one of this ordinal, the last one for any greater ordinal, None when there is none.

        Raises:
            Caller: `bad_recording` when the file is not what it was when it was opened.
        """
        equals = self.places.get((run_id, key), {})
        place = equals.get(min(ordinal, max(equals, default=0)))
        if place is None:
            return None
        with _opened(self.path) as file:
            record = warc.read_record(file, place[0])
            body = warc.read_record(file, place[1]).payload if place[1] >= 0 else b""
        return read_exchange(_own(record).get("exchange"), body=body)


def read_tape(path: str | Path) -> Tape:
    """Open a recording: read it through once, keep its traces and an index.

    A last record that is cut is left out, for the process that wrote it may have been killed.

    Raises:
        Caller: `bad_recording` when the file cannot be read, is no recording of citewell, was made
            by a newer one, or is damaged.
    """
    traces: dict[str, Trace] = {}
    places: dict[tuple[str, str], dict[int, tuple[int, int]]] = {}
    responses: dict[str, int] = {}
    with _opened(Path(path)) as file:
        records = warc.read_records(file)
        _check_first(next(records, None))
        for record in records:
            if record.kind == "response":
                responses[record.identifier] = record.at
            plain = _own(record)
            if plain.get("kind") == "trace":
                trace = _read_trace(plain)
                traces[trace.run_id] = trace
            elif plain.get("kind") == "exchange":
                call = read_exchange(plain.get("exchange")).call
                response = responses.pop(record.headers.get("warc-refers-to", ""), -1)
                equals = places.setdefault((call.run_id, call.key), {})
                equals[call.ordinal] = (record.at, response)
    return Tape(path=Path(path), traces=tuple(traces.values()), places=places)


def _page_records(request: Request, response: Response) -> tuple[list[bytes], str]:
    """Request and response of every hop and of the end, and the name of the last response."""
    records, asked, identifier = [], request, ""
    end = Hop(url=response.final_url, status=response.status, headers=response.headers)
    for hop in (*response.redirects, end):
        last = hop is end
        identifier = warc.new_identifier()
        headers = warc.identity(hop.url, response.fetched_at, identifier)
        cut = [("WARC-Truncated", "length")] if last and response.truncated else []
        body = response.body if last else b""
        records.append(
            warc.response_record(hop.status, hop.headers, body, headers=[*headers, *cut])
        )
        headers = warc.identity(hop.url, response.fetched_at, warc.new_identifier())
        together = [*headers, ("WARC-Concurrent-To", identifier)]
        records.append(warc.request_record(replace(asked, url=hop.url), headers=together))
        asked = _redirected(asked, hop.status)
    return records, identifier


def _redirected(request: Request, status: int) -> Request:
    """What is sent to the next hop: secrets stay behind, and only 307 and 308 repeat a POST."""
    if status in {307, 308}:
        return replace(request, secret_headers=())
    return replace(request, method="GET", body=b"", secret_headers=())


def _first_record(at: datetime) -> bytes:
    try:
        own = version("citewell")
    except PackageNotFoundError:
        own = "unknown"
    lines = {
        "software": f"citewell/{own}",
        "format": "WARC File Format 1.1",
        "conformsTo": _CONFORMS_TO,
        _VERSION_FIELD: str(TAPE_VERSION),
    }
    block = "".join(f"{name}: {value}\r\n" for name, value in lines.items()).encode()
    headers = warc.identity("", at, warc.new_identifier())
    media_type = "application/warc-fields"
    return warc.plain_record("warcinfo", block, media_type=media_type, headers=headers)


def _check_first(record: warc.WarcRecord | None) -> None:
    """Refuse what another program wrote, or a later version of this one."""
    lines = record.block.decode("utf-8", "replace").splitlines() if record else []
    fields = dict(line.partition(": ")[::2] for line in lines)
    number = fields.get(_VERSION_FIELD, "")
    if not record or record.kind != "warcinfo" or not number.isdecimal():
        raise Caller(ErrorCode.BAD_RECORDING, "The file is no recording of citewell.")
    if int(number) > TAPE_VERSION:
        raise Caller(ErrorCode.BAD_RECORDING, "The recording was made by a newer citewell.")


def _check_new(path: Path) -> None:
    """Leave whatever is there alone: a recording is evidence, and cannot be made again."""
    try:
        is_taken = path.exists() and not (path.is_file() and path.stat().st_size == 0)
    except OSError as error:
        raise _unwritable(path, ErrorCode.BAD_CONFIG, error) from None
    if is_taken and not path.is_dir():
        message = f"{path} is there already and is not overwritten: name another file"
        raise Caller(ErrorCode.BAD_CONFIG, message)


def _unwritable(path: Path, code: ErrorCode, error: OSError | ValueError) -> Caller:
    return Caller(code, f"The recording {path} cannot be written: {_why(error)}.")


def _why(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except (OSError, ValueError) as error:
        message = f"The recording {path} cannot be read: {_why(error)}."
        raise Caller(ErrorCode.BAD_RECORDING, message) from None


def _json_record(plain: Any, headers: warc.Headers) -> bytes:
    return warc.plain_record("metadata", encoded(plain), media_type=JSON, headers=headers)


def _own(record: warc.WarcRecord) -> dict[str, Any]:
    """The data of a record of ours; empty for any other."""
    if record.kind != "metadata" or record.headers.get("content-type") != JSON:
        return {}
    with shaped():
        plain = json.loads(record.block)
        if not isinstance(plain, dict):
            raise TypeError("an object is expected")
        return plain


def _read_trace(plain: Mapping[str, Any]) -> Trace:
    with shaped():
        if plain["trace"]["version"] > TRACE_VERSION:
            raise Caller(ErrorCode.BAD_RECORDING, "The recording was made by a newer citewell.")
        return from_plain(Trace, plain["trace"])
