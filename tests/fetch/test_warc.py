"""The file as others see it: a WARC that any tool reads, and hostile ones that we do not."""

import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from citewell.fetch import warc
from citewell.fetch.tape import read_tape
from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Hop, Request
from tests.fetch.recording import NOW, AnsweringDoors, members, recorded, response
from tests.promises import promise

REDIRECTED = response(
    "http://a.example/start",
    final_url="https://a.example/end?q=1",
    headers=(
        ("content-type", "text/html"),
        ("content-encoding", "gzip"),
        ("transfer-encoding", "chunked"),
        ("content-length", "7"),
        ("x-odd", "Zürich\u2028\tx"),
        ("not a name", "dropped"),
    ),
    redirects=(
        Hop(
            url="http://a.example/start",
            status=301,
            headers=(("location", "https://a.example/end?q=1"),),
        ),
    ),
)


async def one_page(tmp_path: Path) -> Path:
    """A file with one redirected page."""
    path = tmp_path / "tape.warc.gz"
    request = Request(url="http://a.example/start", headers=(("Accept", "text/html"),))
    await recorded(path, AnsweringDoors(lambda _: REDIRECTED), lambda doors: doors.page(request))
    return path


@promise("record.tape.is-a-warc-for-any-tool")
async def test_warcio_finds_requests_and_responses_of_every_hop(tmp_path: Path) -> None:
    path = await one_page(tmp_path)

    with path.open("rb") as file:
        seen = [
            (
                record.rec_type,
                record.rec_headers.get_header("WARC-Target-URI"),
                record.http_headers and record.http_headers.statusline,
                record.content_stream().read(),
            )
            for record in ArchiveIterator(file)
        ][1:-1]

    assert seen == [
        ("response", "http://a.example/start", "301 Moved Permanently", b""),
        ("request", "http://a.example/start", "/start HTTP/1.1", b""),
        ("response", "https://a.example/end?q=1", "200 OK", b"<p>hello</p>"),
        ("request", "https://a.example/end?q=1", "/end?q=1 HTTP/1.1", b""),
    ]


@promise("record.tape.is-a-warc-for-any-tool")
async def test_the_digests_hold_and_each_record_is_a_member_of_its_own(tmp_path: Path) -> None:
    path = await one_page(tmp_path)

    checker = Checker(SimpleNamespace(inputs=[str(path)], verbose=False))

    assert checker.process_all() == 0
    assert all(zlib.decompress(member, 31).startswith(b"WARC/1.1\r\n") for member in members(path))
    assert len(members(path)) == 6


@promise("record.tape.is-a-warc-for-any-tool")
async def test_a_second_reader_agrees_with_the_first(tmp_path: Path) -> None:
    fastwarc = pytest.importorskip("fastwarc.warc")
    path = await one_page(tmp_path)

    with path.open("rb") as file:
        seen = [
            (
                record.headers["WARC-Type"],
                record.headers.get("WARC-Target-URI"),
                record.verify_block_digest(),
            )
            for record in fastwarc.ArchiveIterator(file, parse_http=False)
        ]

    assert seen == [
        ("warcinfo", None, True),
        ("response", "http://a.example/start", True),
        ("request", "http://a.example/start", True),
        ("response", "https://a.example/end?q=1", True),
        ("request", "https://a.example/end?q=1", True),
        ("metadata", "http://a.example/start", True),
    ]


@promise("record.tape.headers-say-what-the-body-is")
async def test_the_headers_of_a_body_that_was_decoded_say_so(tmp_path: Path) -> None:
    path = await one_page(tmp_path)

    with path.open("rb") as file:
        messages = [record.http_headers for record in ArchiveIterator(file)]

    assert messages[3].headers == [
        ("content-type", "text/html"),
        ("x-odd", "Z%C3%BCrich%E2%80%A8 x"),
        ("Content-Length", "12"),
    ]


def test_a_few_bytes_that_unpack_to_gigabytes_are_refused(tmp_path: Path) -> None:
    path, zeros = tmp_path / "bomb.gz", b"\0" * (1 << 20)
    count = warc.MAX_RECORD_BYTES // len(zeros) + 1
    head = f"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: {count * len(zeros)}\r\n\r\n"
    press = zlib.compressobj(1, zlib.DEFLATED, 31)
    pieces = [press.compress(head.encode() + b"citewell-tape: 1\n")]
    pieces += [press.compress(zeros) for _ in range(count)]
    path.write_bytes(b"".join(pieces) + press.flush())

    with pytest.raises(WebError) as caught:
        read_tape(path)

    assert caught.value.code == ErrorCode.BAD_RECORDING


def test_a_body_that_no_reader_would_take_is_not_written() -> None:
    with pytest.raises(WebError) as caught:
        warc.plain_record(
            "metadata",
            bytes(warc.MAX_RECORD_BYTES),
            media_type="application/json",
            headers=warc.identity("", NOW, warc.new_identifier()),
        )

    assert caught.value.code == ErrorCode.BAD_RECORDING


def test_a_second_request_keeps_no_secret_and_repeats_a_post_only_when_told(
    tmp_path: Path,
) -> None:
    sent = Request(url="https://a.example/", method="POST", body=b"x", headers=(("A", "b"),))

    record = warc.request_record(sent, headers=warc.identity(sent.url, NOW, "<urn:uuid:1>"))

    assert b"POST / HTTP/1.1\r\nHost: a.example\r\nA: b\r\nContent-Length: 1\r\n\r\nx" in (
        zlib.decompress(record, 31)
    )
