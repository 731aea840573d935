"""The recorded demo web: wide, small, and as awkward as the real one."""

import gzip
from urllib.parse import urlsplit

import pytest

from citewell.demo import recording
from citewell.fetch.tape import read_tape
from citewell.fetch.warc import WarcRecord, read_records
from citewell.text.language import script_of
from citewell.text.urls import parse_url
from demo.questions import QUESTIONS
from demo.tidy import tidied
from demo.web import bodies
from tests.promises import promise

MAX_BYTES = 1_000_000
SERVICES = ("/w/api.php", "/search", "/rss/search")


def stored_pages() -> list[WarcRecord]:
    """The responses that are pages, not answers of a search service."""
    with recording().open("rb") as file:
        responses = [record for record in read_records(file) if record.kind == "response"]
    return [r for r in responses if urlsplit(r.headers["warc-target-uri"]).path not in SERVICES]


@promise("demo.web.is-wide-and-small")
def test_the_recording_is_wide_and_small() -> None:
    urls = {record.headers["warc-target-uri"] for record in stored_pages()}
    hosts = {urlsplit(url).hostname or "" for url in urls}
    languages = {trace.plan.language for trace in read_tape(recording()).traces if trace.plan}

    assert len(urls) >= 40
    assert len(hosts) >= 12
    assert all(host.endswith(".example") for host in hosts)
    assert len(languages - {None}) >= 8
    assert sum(path.stat().st_size for path in recording().parent.glob("*.*")) < MAX_BYTES


def test_the_questions_are_in_seven_scripts() -> None:
    scripts = {script_of(question.text) for question in QUESTIONS}

    assert len(scripts) >= 7, scripts


def test_every_stored_page_is_what_its_source_says_now() -> None:
    now = {parse_url(url).href: body for url, body in bodies().items()}

    changed = [
        record.headers["warc-target-uri"]
        for record in stored_pages()
        if record.block.startswith(b"HTTP/1.1 200")
        and now[parse_url(record.headers["warc-target-uri"]).href] != record.payload
    ]

    assert changed == [], "python -m demo.build"


def test_the_recording_says_nothing_of_the_machine_that_made_it() -> None:
    words = gzip.decompress(recording().read_bytes())

    assert not [word for word in (b"/tmp", b"/home/", b"/root", b"127.0.0.1") if word in words]


def test_a_recording_is_tidied_once_and_for_all() -> None:
    stored = recording().read_bytes()

    again = tidied(stored)

    # Not the compressed bytes: another build of zlib finds others for the same records.
    assert gzip.decompress(again) == gzip.decompress(stored)


@pytest.mark.parametrize(
    ("url", "charset"),
    [
        ("http://ozera.example/rossiya/bajkal", "windows-1251"),
        ("http://yamanobori.example/guide/fuji", "shift_jis"),
    ],
)
def test_two_pages_are_stored_in_the_charsets_of_the_old_days(url: str, charset: str) -> None:
    [page, *_] = [r for r in stored_pages() if r.headers["warc-target-uri"] == url]

    with pytest.raises(UnicodeDecodeError):
        page.payload.decode("utf-8")
    assert f"charset={charset}" in page.payload.decode(charset)
