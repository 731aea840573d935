"""Which reader reads what, and the job of a worker."""

import json
from dataclasses import dataclass, replace

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citewell.model.clock import frozen_clock
from citewell.model.config import WorkersConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Document, Response
from citewell.model.values.plain import from_plain
from citewell.plugins.readers.html import READER as HTML
from citewell.plugins.readers.text import READER as TEXT
from citewell.read.dispatch import choose, job_payload, read, read_job
from citewell.workers import Workers
from tests.promises import promise
from tests.read.responses import FETCHED, assert_exact, response

PAGE = b"<!DOCTYPE html><title>T</title><p>The page.</p>"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


@promise("read.choose.type-and-bytes-decide-together")
@pytest.mark.parametrize(
    ("media_type", "body", "reader"),
    [
        ("text/html", PAGE, "html/1"),
        ("text/html", b"no markup at all", "html/1"),
        ("application/xhtml+xml", b"<?xml version='1.0'?><html xmlns='x'>a</html>", "html/1"),
        ("", PAGE, "html/1"),
        ("text/html", PAGE + b"\x00\x08", "html/1"),
        ("", b"\xef\xbb\xbf\n<!-- a --> <html>", "html/1"),
        ("application/octet-stream", PAGE, "html/1"),
        ("text/plain", b"just words", "text/1"),
        ("text/plain", PAGE, "text/1"),
        ("text/markdown", b"# words", "text/1"),
        ("", b"just words", "text/1"),
        ("text/x-unknown", b"just words", "text/1"),
    ],
)
def test_media_type_and_bytes_choose_the_reader(media_type: str, body: bytes, reader: str) -> None:
    assert choose([TEXT, HTML], response(body, media_type=media_type)).name == reader


@promise("read.choose.unknown-is-not-a-document")
@pytest.mark.parametrize(
    ("media_type", "body"),
    [
        ("image/png", PNG),
        ("image/png", PAGE),
        ("text/html", PNG),
        ("text/plain", b"a\x00b"),
        ("", b"\x7fELF\x02\x01\x01\x00"),
        ("application/octet-stream", b"\x00\x01\x02"),
        ("application/zip", b"PK\x03\x04"),
        ("text/html", b"%PDF-1.7"),
        ("", b""),
    ],
)
def test_pictures_and_unknown_bytes_are_not_a_document(media_type: str, body: bytes) -> None:
    with pytest.raises(WebError) as caught:
        read([TEXT, HTML], response(body, media_type=media_type))

    assert caught.value.code is ErrorCode.NOT_A_DOCUMENT


@dataclass(frozen=True)
class Claimant:
    """A reader that claims everything it is asked about by type, and some by bytes alone."""

    name: str
    by_bytes: float

    def claim(self, media_type: str, head: bytes) -> float:
        """The same for every type."""
        return 0.8 if media_type else self.by_bytes

    def read(self, response: Response) -> Document:
        """Never asked."""
        raise AssertionError(response.url)


@promise("read.choose.type-and-bytes-decide-together")
@pytest.mark.parametrize("charset", ["utf-16be", "UTF-16LE", "utf-16"])
def test_a_page_that_is_declared_to_be_utf_16_is_read(charset: str) -> None:
    body = "<html><title>T</title><p>Die Brücke ist 120 Meter lang.</p></html>".encode(
        "utf-16-be" if charset == "utf-16be" else "utf-16-le"
    )

    document = read([TEXT, HTML], response(body, charset=charset))

    assert document.text == "Die Brücke ist 120 Meter lang."


def test_a_tie_goes_to_the_reader_that_knows_the_bytes() -> None:
    vague, sure = Claimant("vague/1", 0.1), Claimant("sure/1", 0.9)

    assert choose([vague, sure], response(b"x")) is sure
    assert choose([sure, vague], response(b"x")) is sure


@promise("read.text.empty-is-no-text")
@pytest.mark.parametrize("body", ["", "<p> </p><script>x()</script>", "<img src=a.png>"])
def test_a_page_without_visible_text_is_no_text(body: str) -> None:
    with pytest.raises(WebError) as caught:
        read([HTML], response(body))

    assert caught.value.code is ErrorCode.NO_TEXT


@promise("read.job.gives-what-reading-gives")
def test_the_job_gives_the_document_that_reading_gives() -> None:
    sent = replace(response(PAGE), url="https://site.test/before", truncated=True)

    plain = json.loads(json.dumps(read_job([TEXT, HTML], job_payload(sent), sent.body)))

    assert from_plain(Document, plain) == read([TEXT, HTML], sent)


@pytest.mark.anyio
@promise("read.job.gives-what-reading-gives")
async def test_a_page_read_in_a_worker_is_the_same_document() -> None:
    sent = response(PAGE)
    plugins = ["citewell.plugins.readers.html:READER", "citewell.plugins.readers.text:READER"]

    with anyio.fail_after(10):
        async with Workers(WorkersConfig(processes=1), clock=frozen_clock(FETCHED)) as workers:
            plain = await workers.run(
                "citewell.read.dispatch:read_job",
                plugins=plugins,
                payload=job_payload(sent),
                body=sent.body,
            )

    assert from_plain(Document, plain) == read([HTML, TEXT], sent)


MARKUP = st.lists(
    st.sampled_from(
        """
        <p> </p> <div> </div> <ul> <li> </ul> <ol> <table> <tr> <td> <th> </table> <b> </b> <i>
        <a\thref=/x> </a> <a\thref="http://[x"> <pre> </pre> <h1> </h2> <blockquote> </blockquote>
        <dl> <dt> <dd> <br> <br><br> <img\tsrc=a> <figure> <figcaption> <template> <svg> <math> <rt>
        <script> </script> <style> <!-- --> <nav> <article> <main> <form> <button> <base\thref=//q/>
        <title> <meta\tcharset=x> <html\tlang=de> <body> &nbsp; &#8203; &#xd800; | word wörd. 漢字。
        <noscript> ``` <code> <li\tvalue=9> <caption> <caption>x <select> <option> <frameset>
        """.split()
    ).map(lambda piece: piece.replace("\t", " "))
    | st.text(max_size=5),
    max_size=40,
).map(" ".join)


@promise("read.offsets.are-exact-whatever-the-bytes")
@given(MARKUP)
@settings(max_examples=300, deadline=None)
def test_any_markup_gives_exact_blocks_or_a_typed_error(markup: str) -> None:
    try:
        document = read([HTML, TEXT], response(markup.encode("utf-8", "replace")))
    except WebError as error:
        assert error.code in {ErrorCode.NO_TEXT, ErrorCode.NOT_A_DOCUMENT}  # noqa: PT017
    else:
        assert_exact(document)


@promise("read.offsets.are-exact-whatever-the-bytes")
@given(
    st.binary(max_size=400),
    st.sampled_from(["text/html", "text/plain", "text/markdown", "", "image/png"]),
    st.sampled_from([None, "utf-8", "utf-16", "gbk", "x-nonsense"]),
)
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_exact_blocks_or_a_typed_error(
    body: bytes, media_type: str, charset: str | None
) -> None:
    try:
        document = read([HTML, TEXT], response(body, media_type=media_type, charset=charset))
    except WebError as error:
        assert error.code in {ErrorCode.NO_TEXT, ErrorCode.NOT_A_DOCUMENT}  # noqa: PT017
    else:
        assert_exact(document)
