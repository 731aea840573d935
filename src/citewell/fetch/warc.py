"""WARC 1.1 records as bytes: made by warcio, one gzip member each, and read back one by one.

Rule: knows the format and nothing of what a record means. A record that the end of the file cuts is
left out, for that is how a killed writer leaves a file; damage anywhere else is `bad_recording`.
Method: ISO 28500:2017 (WARC 1.1), annex D for the compression of single records.
"""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from io import BytesIO
from typing import BinaryIO
from urllib.parse import quote

from warcio.statusandheaders import StatusAndHeaders, StatusAndHeadersParser
from warcio.warcwriter import WARCWriter

from citewell.model.errors import Caller, ErrorCode, WebError
from citewell.model.values import Request
from citewell.text.urls import parse_url

Headers = Sequence[tuple[str, str]]

VERSION = "WARC/1.1"
MAX_RECORD_BYTES = 64 * 1024 * 1024
"""Of one record, decompressed, both ways: three of the largest bodies that the doors let through;
a few bytes of gzip can claim to be gigabytes"""

GZIP = 31
"""zlib's window for a gzip member with its checksum"""

LEVEL = 6
"""Of compression: level 9 takes three times as long for one per cent"""

_PIECE = 64 * 1024
_HEADERS_END = b"\r\n\r\n"
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_PHRASES = {int(status): status.phrase for status in HTTPStatus}
_ENCODING = frozenset({"content-encoding", "content-length", "transfer-encoding"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WarcRecord:
    """One record as it is read."""

    at: int
    """Where its gzip member starts in the file, in bytes"""
    kind: str
    """WARC-Type"""
    headers: Mapping[str, str]
    """By lower-case name"""
    block: bytes

    @property
    def identifier(self) -> str:
        """WARC-Record-ID."""
        return self.headers.get("warc-record-id", "")

    @property
    def payload(self) -> bytes:
        """The body of the HTTP message in the block."""
        return self.block.partition(_HEADERS_END)[2]


def new_identifier() -> str:
    """A fresh WARC-Record-ID."""
    return str(StatusAndHeadersParser.make_warc_id())


def plain_record(kind: str, block: bytes, *, media_type: str, headers: Headers) -> bytes:
    """A record whose block is no HTTP message: `warcinfo`, `metadata`."""
    return _compressed(kind, block, media_type, headers, None)


def request_record(request: Request, *, headers: Headers) -> bytes:
    """A `request` record. The headers that the door adds by itself are not in it."""
    try:
        url = parse_url(request.url)
        target, host = url.target, [("Host", url.host_header)]
    except WebError:
        # Whatever answered a malformed URL, the file stays readable for others.
        target, host = "/", []
    length = [("Content-Length", str(len(request.body)))] if request.body else []
    sent = [*request.headers, *request.secret_headers]
    message = StatusAndHeaders(
        f"{request.method} {target} HTTP/1.1",
        [*host, *_on_the_wire(sent, without=frozenset({"host", "content-length"})), *length],
        is_http_request=True,
    )
    media_type = "application/http; msgtype=request"
    return _compressed("request", request.body, media_type, headers, message)


def response_record(status: int, received: Headers, body: bytes, *, headers: Headers) -> bytes:
    """A `response` record of a body whose content encoding is undone, and whose headers say so."""
    message = StatusAndHeaders(
        f"{status} {_PHRASES.get(status, 'Unknown')}",
        [*_on_the_wire(received, without=_ENCODING), ("Content-Length", str(len(body)))],
        protocol="HTTP/1.1",
    )
    media_type = "application/http; msgtype=response"
    return _compressed("response", body, media_type, headers, message)


def identity(url: str, at: datetime, identifier: str) -> list[tuple[str, str]]:
    """The headers that each record has: its own name, when, and of what unless `url` is empty."""
    stamp = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    headers = [("WARC-Record-ID", identifier), ("WARC-Date", stamp)]
    return [*headers, ("WARC-Target-URI", _target(url))] if url else headers


def read_records(file: BinaryIO) -> Iterator[WarcRecord]:
    """Every whole record from where the file stands.

    Raises:
        Caller: `bad_recording` when a record is damaged, or larger than a record may be.
    """
    at, waiting = file.tell(), b""
    while True:
        member, waiting = _member(file, waiting)
        if member is None:
            return
        yield _parsed(member, at)
        at = file.tell() - len(waiting)


def read_record(file: BinaryIO, at: int) -> WarcRecord:
    """The record whose member starts there.

    Raises:
        Caller: `bad_recording` when there is none.
    """
    file.seek(at)
    for record in read_records(file):
        return record
    raise Caller(ErrorCode.BAD_RECORDING, "a record of the recording has gone")


def _target(url: str) -> str:
    try:
        return parse_url(url).href
    except WebError:
        # Refused before it was sent; the metadata has it as it was written.
        return "urn:citewell:no-url"


def _compressed(
    kind: str, body: bytes, media_type: str, headers: Headers, message: StatusAndHeaders | None
) -> bytes:
    if len(body) > MAX_RECORD_BYTES - _PIECE * 16:
        raise Caller(ErrorCode.BAD_RECORDING, "the body is larger than a recording can hold")
    out = BytesIO()
    writer = WARCWriter(out, gzip=False, warc_version="1.1")
    record = writer.create_warc_record(
        "",
        kind,
        payload=BytesIO(body),
        length=len(body),
        warc_content_type=media_type,
        warc_headers_dict=dict(headers),
        http_headers=message,
    )
    writer.write_record(record)
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return press.compress(out.getbuffer()) + press.flush()


def _on_the_wire(headers: Headers, *, without: frozenset[str]) -> list[tuple[str, str]]:
    """Headers as an HTTP message can hold them: whole lines, in ASCII."""
    return [
        (name, quote(_CONTROL.sub(" ", value).strip(), safe=_PRINTABLE, errors="replace"))
        for name, value in headers
        if _TOKEN.fullmatch(name) and name.lower() not in without
    ]


def _member(file: BinaryIO, waiting: bytes) -> tuple[bytes | None, bytes]:
    """One gzip member and what was read beyond it; None at the end, or where the end cuts it."""
    unpack, pieces, size = zlib.decompressobj(GZIP), [], 0
    while not unpack.eof:
        packed = unpack.unconsumed_tail or waiting or file.read(_PIECE)
        waiting = b""
        if not packed:
            return None, b""
        try:
            pieces.append(unpack.decompress(packed, _PIECE * 16))
        except zlib.error:
            raise Caller(ErrorCode.BAD_RECORDING, "the recording is damaged") from None
        size += len(pieces[-1])
        if size > MAX_RECORD_BYTES:
            raise Caller(ErrorCode.BAD_RECORDING, "a record is larger than a recording can hold")
    return b"".join(pieces), unpack.unused_data


def _parsed(member: bytes, at: int) -> WarcRecord:
    head, found, rest = member.partition(_HEADERS_END)
    lines = head.decode("utf-8", "replace").split("\r\n")
    fields = (line.partition(":") for line in lines[1:])
    headers = {name.strip().lower(): value.strip() for name, _, value in fields}
    length = headers.get("content-length", "")
    # Shorter than it says: the member is whole, so its own words are wrong.
    sound = found and lines[0] == VERSION and length.isdecimal() and len(rest) >= int(length)
    if not sound:
        raise Caller(ErrorCode.BAD_RECORDING, "the recording holds something that is no record")
    kind = headers.get("warc-type", "")
    return WarcRecord(at=at, kind=kind, headers=headers, block=rest[: int(length)])
