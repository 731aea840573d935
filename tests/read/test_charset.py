"""From bytes to characters, as the web labels them."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.read.charset import codec_of, decode
from tests.promises import promise

RUSSIAN = "Привет, как дела сегодня? Хорошо."


@promise("read.charset.header-then-page-then-bytes")
def test_the_charset_of_the_header_is_used() -> None:
    assert decode(RUSSIAN.encode("cp1251"), "windows-1251", html=True) == RUSSIAN


@promise("read.charset.header-then-page-then-bytes")
def test_the_header_wins_over_the_page() -> None:
    body = '<meta charset="iso-8859-1"><p>Grüße'.encode()

    assert decode(body, "utf-8", html=True).endswith("Grüße")


@promise("read.charset.header-then-page-then-bytes")
@pytest.mark.parametrize(
    "declaration",
    [
        '<meta charset="windows-1251">',
        "<META http-equiv=Content-Type content='text/html; charset=windows-1251'>",
        '<?xml version="1.0" encoding="windows-1251"?>',
    ],
)
def test_the_page_declares_its_charset(declaration: str) -> None:
    body = (declaration + RUSSIAN).encode("cp1251")

    assert decode(body, None, html=True).endswith(RUSSIAN)


@promise("read.charset.header-then-page-then-bytes")
def test_plain_text_declares_nothing_inside() -> None:
    body = '<meta charset="windows-1251"> é'.encode()

    assert decode(body, None, html=False).endswith("é")


@promise("read.charset.mark-wins")
@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_a_byte_order_mark_wins_over_every_label_and_is_no_text(mark: bytes, codec: str) -> None:
    assert decode(mark + RUSSIAN.encode(codec), "windows-1252", html=True) == RUSSIAN


@promise("read.charset.unknown-label-is-passed-over")
@pytest.mark.parametrize("label", ["x-nonsense", "", "hex", "idna", "utf-7", "\u00fc", "a" * 99])
def test_an_unknown_label_is_passed_over(label: str) -> None:
    assert decode("déjà vu".encode(), label, html=True) == "déjà vu"


@promise("read.charset.labels-mean-what-the-web-means")
@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("ISO-8859-1", "cp1252"),
        ("us-ascii", "cp1252"),
        ("GB2312", "gb18030"),
        ("gbk", "gb18030"),
        ("Shift_JIS", "cp932"),
        ("euc-kr", "cp949"),
        ("big5", "big5hkscs"),
        ("iso-8859-9", "cp1254"),
        (" UTF8 ", "utf-8"),
        ("koi8-r", "koi8-r"),
        ("iso-8859-2", "iso8859-2"),
    ],
)
def test_labels_mean_what_the_web_means_by_them(label: str, codec: str) -> None:
    assert codec_of(label) == codec


@promise("read.charset.labels-mean-what-the-web-means")
def test_plain_text_in_windows_1252_has_its_accents() -> None:
    assert decode(b"caf\xe9 \x96 ol\xe9", "windows-1252", html=False) == "café \u2013 olé"


@promise("read.charset.never-fails")
def test_stray_bytes_in_utf8_become_replacement_characters() -> None:
    body = "Zwölf Boxkämpfer jagen Viktor über den Sylter Deich".encode() + b" \xff."

    assert decode(body, None, html=True).endswith("Sylter Deich \ufffd.")


@promise("read.charset.header-then-page-then-bytes")
@pytest.mark.parametrize(
    ("text", "codec"), [(RUSSIAN, "cp1251"), ("こんにちは世界、元気ですか。", "shift_jis")]
)
def test_undeclared_bytes_that_are_no_utf8_are_guessed(text: str, codec: str) -> None:
    assert decode(text.encode(codec), None, html=True) == text


@promise("read.charset.never-fails")
@given(st.binary(max_size=300), st.none() | st.text(max_size=20), st.booleans())
def test_any_bytes_under_any_label_decode(body: bytes, label: str | None, html: bool) -> None:
    decode(body, label, html=html).encode()


@given(st.text(max_size=200).filter(lambda text: not text.startswith("\ufeff")))
def test_utf8_is_never_taken_for_anything_else(text: str) -> None:
    assert decode(text.encode(), None, html=False) == text
