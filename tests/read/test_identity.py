"""What names one extracted version."""

from datetime import UTC, datetime

from citewell.read.html import read_html
from citewell.read.identity import snapshot_id
from tests.promises import promise
from tests.read.responses import response

HTML = "<title>T</title><p>Water boils at 100 degrees.</p>"


@promise("read.snapshot.names-bytes-text-and-reader")
def test_a_page_fetched_later_is_the_same_snapshot() -> None:
    early = read_html(response(HTML), reader="html/1")
    late = read_html(response(HTML, fetched_at=datetime(2027, 1, 1, tzinfo=UTC)), reader="html/1")

    assert early.snapshot_id == late.snapshot_id
    assert early.source_id == late.source_id


@promise("read.snapshot.names-bytes-text-and-reader")
def test_other_bytes_another_reader_or_other_text_are_other_snapshots() -> None:
    pages = [
        read_html(response(HTML), reader="html/1"),
        read_html(response(HTML + "<!-- changed -->"), reader="html/1"),
        read_html(response(HTML), reader="html/2"),
    ]

    assert len({page.snapshot_id for page in pages}) == 3


def test_a_snapshot_id_is_doc_and_32_hex_digits() -> None:
    named = snapshot_id(body_sha256="ab", text="lone \ud800 surrogate", reader="html/1")

    assert named.startswith("doc_")
    assert len(named) == 36
    assert int(named.removeprefix("doc_"), 16) >= 0


def test_the_parts_of_a_snapshot_cannot_flow_into_one_another() -> None:
    assert snapshot_id(body_sha256="ab", text="c", reader="d") != snapshot_id(
        body_sha256="a", text="c", reader="bd"
    )
