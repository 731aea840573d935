"""One hop inside its bounds: headers, body, time."""

import asyncio
import gzip
import zlib

import anyio
import brotli
import pytest
from backports import zstd

from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode
from citewell.model.values import Request
from tests.fetch.doorway import AT, opened, page, refusal
from tests.loopback import LoopbackWeb, RawReply, StreamHandler, html
from tests.promises import promise

SITE = "http://site.example/"
SMALL = FetchConfig(max_text_bytes=1_000, max_binary_bytes=5_000, max_wire_bytes=8_000)
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n"


def says(*parts: bytes) -> StreamHandler:
    """A server that reads one request, sends these bytes and hangs up."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for part in parts:
            writer.write(part)
            await writer.drain()

    return serve


def repeats(head: bytes, part: bytes, pause_s: float = 0.0) -> StreamHandler:
    """A server that sends the same part again and again, for ever."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head)
        while True:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause_s)

    return serve


def typed(media_type: str, body: bytes) -> RawReply:
    """A reply of a type; an empty one is not declared."""
    return RawReply(headers=(("content-type", media_type),) if media_type else (), body=body)


async def test_a_page_comes_with_all_that_was_declared_about_it(web: LoopbackWeb) -> None:
    declared = (
        ("Content-Type", 'Text/HTML; Charset="Windows-1251"'),
        ("X-Two", "a"),
        ("X-Two", "b"),
    )
    web.host("site.example", RawReply(headers=declared, body="да".encode("cp1251")))

    response = await page(web, f"{SITE}a#part")

    assert (response.media_type, response.charset) == ("text/html", "Windows-1251")
    assert response.headers[:3] == (
        ("content-type", 'Text/HTML; Charset="Windows-1251"'),
        ("x-two", "a"),
        ("x-two", "b"),
    )
    assert response.body == "да".encode("cp1251")
    assert (response.url, response.final_url) == (f"{SITE}a#part", f"{SITE}a")
    assert (response.fetched_at, response.truncated, response.redirects) == (AT, False, ())


@pytest.mark.parametrize("declared", [";;;text", "nonsense", "; charset=utf-8", ""])
async def test_a_type_that_is_none_is_told_as_none(declared: str, web: LoopbackWeb) -> None:
    web.host("site.example", typed(declared, b"page"))

    assert (await page(web, SITE)).media_type == ""


@promise("fetch.decode.every-offered-encoding-in-any-pieces")
@pytest.mark.parametrize(
    ("encoding", "wire"),
    [
        ("gzip", gzip.compress(b"short page")),
        ("deflate", zlib.compress(b"short page")),
        ("deflate", zlib.compress(b"short page")[2:-4]),
        ("br", brotli.compress(b"short page")),
        ("zstd", zstd.compress(b"short page")),
    ],
)
async def test_an_encoded_page_is_read(encoding: str, wire: bytes, web: LoopbackWeb) -> None:
    headers = (("content-type", "text/html"), ("content-encoding", encoding))
    web.host("site.example", RawReply(headers=headers, body=wire))

    response = await page(web, SITE)

    assert (response.body, response.truncated) == (b"short page", False)
    assert web.requests[0].header("accept-encoding") == "gzip, deflate, br, zstd"


@promise("fetch.decode.what-was-not-offered-is-refused")
@pytest.mark.parametrize(
    "encodings", [("gzip, gzip",), ("gzip", "gzip"), ("x-secret",)], ids=["one", "two", "unknown"]
)
async def test_an_encoding_that_was_not_offered_is_refused(
    encodings: tuple[str, ...], web: LoopbackWeb
) -> None:
    headers = tuple(("content-encoding", encoding) for encoding in encodings)
    web.host("site.example", RawReply(headers=headers, body=gzip.compress(gzip.compress(b"x"))))

    assert await refusal(web, SITE) == ErrorCode.DECODE_FAILED


@promise("fetch.body.text-is-cut-and-flagged")
@pytest.mark.parametrize(
    "media_type",
    ["text/html", "text/plain", "application/xhtml+xml", "application/json", "application/ld+json"],
)
async def test_text_over_its_cap_is_cut_there_and_flagged(
    media_type: str, web: LoopbackWeb
) -> None:
    web.host("site.example", typed(media_type, b"a" * 1_000 + b"b"))

    response = await page(web, SITE, SMALL)

    assert (response.body, response.truncated) == (b"a" * 1_000, True)


@pytest.mark.parametrize(("media_type", "size"), [("text/html", 1_000), ("image/png", 5_000)])
async def test_a_body_of_exactly_its_cap_is_whole(
    media_type: str, size: int, web: LoopbackWeb
) -> None:
    web.host("site.example", typed(media_type, b"a" * size))

    response = await page(web, SITE, SMALL)

    assert (len(response.body), response.truncated) == (size, False)


@promise("fetch.body.anything-else-over-its-cap-is-too-large")
@pytest.mark.parametrize(
    ("media_type", "head"),
    [
        ("application/pdf", b"%PDF-1.7"),
        ("image/png", b"\x89PNG"),
        ("application/octet-stream", b"\0\1"),
        ("", b"%PDF-1.7"),
        ("text/html", b"%PDF-1.7"),
    ],
)
async def test_anything_else_over_its_cap_is_too_large(
    media_type: str, head: bytes, web: LoopbackWeb
) -> None:
    web.host("site.example", typed(media_type, head + b"a" * 5_000))

    assert await refusal(web, SITE, SMALL) == ErrorCode.TOO_LARGE


@pytest.mark.parametrize("media_type", ["", "application/octet-stream"])
async def test_a_page_whose_type_says_nothing_is_cut_as_text(
    media_type: str, web: LoopbackWeb
) -> None:
    web.host("site.example", typed(media_type, b"<p>" + b"a" * 5_000))

    response = await page(web, SITE, SMALL)

    assert (len(response.body), response.truncated) == (1_000, True)


@promise("fetch.body.text-is-cut-and-flagged")
@pytest.mark.parametrize("head", [HEAD + b"\r\n", HEAD + b"content-length: 5000000000\r\n\r\n"])
async def test_a_text_without_end_is_cut(head: bytes, web: LoopbackWeb) -> None:
    web.stream_host("site.example", repeats(head, b"word " * 1_000))

    response = await page(web, SITE)

    assert (len(response.body), response.truncated) == (2_000_000, True)


@promise("fetch.decode.a-bomb-stops-at-the-cap")
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("media_type", ["text/html", "application/pdf"])
async def test_a_bomb_ends_at_the_cap_of_its_type(
    encoding: str, media_type: str, web: LoopbackWeb
) -> None:
    encode = {
        "gzip": gzip.compress,
        "deflate": zlib.compress,
        "br": brotli.compress,
        "zstd": zstd.compress,
    }[encoding]
    headers = (("content-type", media_type), ("content-encoding", encoding))
    web.host("site.example", RawReply(headers=headers, body=encode(bytes(30_000_000))))

    if media_type == "text/html":
        response = await page(web, SITE)
        assert (len(response.body), response.truncated) == (2_000_000, True)
    else:
        assert await refusal(web, SITE) == ErrorCode.TOO_LARGE


async def test_a_body_that_decodes_to_nothing_ends_at_the_cap_of_the_wire(
    web: LoopbackWeb,
) -> None:
    # Stored blocks of no bytes: deflate that can go on for ever.
    head = HEAD + b"content-encoding: deflate\r\n\r\n\x78\x9c"
    web.stream_host("site.example", repeats(head, b"\x00\x00\x00\xff\xff" * 1_000))

    response = await page(web, SITE, SMALL)

    assert (response.body, response.truncated) == (b"", True)


@promise("fetch.body.a-broken-end-is-flagged")
@pytest.mark.parametrize(
    "rest",
    [
        b"content-length: 100\r\n\r\nthe beginning",
        b"transfer-encoding: chunked\r\n\r\nd\r\nthe beginning\r\n",
        b"transfer-encoding: chunked\r\n\r\nd\r\nthe beginning\r\nzz\r\n",
        b"content-encoding: deflate\r\n\r\n" + zlib.compress(b"the beginning")[:-4],
    ],
    ids=["length", "chunked", "chunk size", "deflate"],
)
async def test_a_body_that_breaks_off_is_kept_and_flagged(rest: bytes, web: LoopbackWeb) -> None:
    web.stream_host("site.example", says(HEAD + rest))

    response = await page(web, SITE)

    assert (response.body, response.truncated) == (b"the beginning", True)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b"<p>no HTTP at all</p>\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
        HEAD + b"content-length: 1\r\ncontent-length: 2\r\n\r\nab",
        HEAD + b"content-length: -5\r\n\r\nab",
        HEAD + b"transfer-encoding: chunked\r\n\r\n" + b"f" * 30 + b"\r\n",
        HEAD + b"no colon\r\n\r\nab",
        HEAD + b"x: a\0b\r\n\r\nab",
    ],
)
async def test_what_is_no_http_is_an_error(answer: bytes, web: LoopbackWeb) -> None:
    web.stream_host("site.example", says(answer))

    assert await refusal(web, SITE) == ErrorCode.HTTP_ERROR


@promise("fetch.headers.a-bomb-is-refused")
@pytest.mark.parametrize(
    "answer",
    [
        HEAD + b"".join(b"x-%d: y\r\n" % n for n in range(100)) + b"\r\npage",
        HEAD + b"x: " + b"y" * 70_000 + b"\r\n\r\npage",
        HEAD + b"x: " + b"y" * 1_000_000 + b"\r\n\r\npage",
        b"HTTP/1.1 200 " + b"y" * 1_000_000 + b"\r\n\r\npage",
    ],
    ids=["many", "long", "longer than the parser takes", "reason"],
)
async def test_headers_over_their_caps_are_too_large(answer: bytes, web: LoopbackWeb) -> None:
    web.stream_host("site.example", says(answer))

    assert await refusal(web, SITE) == ErrorCode.TOO_LARGE


@promise("fetch.headers.a-bomb-is-refused")
async def test_headers_without_end_are_too_large(web: LoopbackWeb) -> None:
    web.stream_host("site.example", repeats(HEAD, b"x-more: header\r\n" * 100))

    assert await refusal(web, SITE) == ErrorCode.TOO_LARGE


async def test_trailers_without_end_do_not_take_the_page_away(web: LoopbackWeb) -> None:
    head = HEAD + b"transfer-encoding: chunked\r\n\r\n4\r\npage\r\n0\r\n"
    web.stream_host("site.example", repeats(head, b"x-more: trailer\r\n" * 100))

    response = await page(web, SITE)

    assert (response.body, response.truncated) == (b"page", True)


@promise("fetch.deadline.the-headers-come-in-time")
@pytest.mark.parametrize(
    ("head", "part"),
    [
        (b"", b""),
        (HEAD, b"x: y\r\n"),
        (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        (b"HTTP/1.1 20", b"0"),
    ],
    ids=["silence", "headers", "hints", "status line"],
)
async def test_headers_that_drip_are_a_timeout(head: bytes, part: bytes, web: LoopbackWeb) -> None:
    web.stream_host("site.example", repeats(head, part, pause_s=0.02))

    assert await refusal(web, SITE, FetchConfig(first_byte_s=0.2)) == ErrorCode.TIMEOUT


async def test_the_time_for_the_headers_does_not_run_while_the_body_comes(
    web: LoopbackWeb,
) -> None:
    async def slow_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD + b"content-length: 4\r\n\r\npa")
        await writer.drain()
        await asyncio.sleep(0.2)
        writer.write(b"ge")

    web.stream_host("site.example", slow_body)

    assert (await page(web, SITE, FetchConfig(first_byte_s=0.1))).body == b"page"


@promise("fetch.deadline.covers-the-chain")
async def test_a_body_that_drips_ends_at_the_deadline(web: LoopbackWeb) -> None:
    web.stream_host("site.example", repeats(HEAD + b"\r\n", b".", pause_s=0.02))

    assert await refusal(web, SITE, FetchConfig(page_deadline_s=0.2)) == ErrorCode.TIMEOUT


async def test_a_connection_serves_one_page_after_the_other(web: LoopbackWeb) -> None:
    web.host("site.example", html("page"))

    with anyio.fail_after(5):
        async with opened(web) as doors:
            for _ in range(3):
                await doors.page(Request(url=SITE))

    assert len(web.requests) == 3
    assert web.connections.total() == 1
