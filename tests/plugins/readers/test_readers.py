"""The readers on the shelf: names, claims, and that they read."""

import pytest

from citewell.model.protocols import Reader
from citewell.plugins.readers.html import READER as HTML
from citewell.plugins.readers.text import READER as TEXT
from tests.promises import promise
from tests.read.responses import response


@pytest.mark.parametrize(("reader", "name"), [(HTML, "html/1"), (TEXT, "text/1")])
def test_a_reader_signs_its_documents_with_name_and_version(reader: Reader, name: str) -> None:
    document = reader.read(response("words"))

    assert reader.name == document.reader == name


@promise("read.choose.unknown-is-not-a-document")
@pytest.mark.parametrize("head", [b"a\x00b", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4", b"PK\x03\x04"])
@pytest.mark.parametrize("reader", [HTML, TEXT])
def test_no_reader_claims_binary_bytes(reader: Reader, head: bytes) -> None:
    assert reader.claim("text/html", head) == 0.0


@promise("read.choose.type-and-bytes-decide-together")
def test_html_is_surest_of_what_is_called_and_looks_like_a_page() -> None:
    both = HTML.claim("text/html", b"<!doctype html>")
    called = HTML.claim("text/html", b"words")
    looks = HTML.claim("", b"<html lang=de>")

    assert 1.0 == both > looks > called > 0.5


@promise("read.choose.type-and-bytes-decide-together")
def test_text_leaves_what_others_know_better() -> None:
    assert TEXT.claim("text/plain", b"words") > TEXT.claim("text/csv", b"a,b") > 0.0
    assert TEXT.claim("application/json", b"{}") == 0.0
    assert TEXT.claim("text/plain", b"\xff\xfea\x00") > 0.5
