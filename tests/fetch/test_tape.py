"""The recording as a file: what may be opened, what was written, what a killed process leaves."""

import zlib
from pathlib import Path

import pytest

from citewell.fetch.calls import page_key
from citewell.fetch.record import RecordingDoors
from citewell.fetch.tape import TAPE_VERSION, Tape, TapeWriter, read_tape
from citewell.model.errors import ErrorCode, Refused, Unreachable, WebError
from citewell.model.values import Message, Outcome, Plan, Query, Request, Response
from tests.fetch.recording import (
    CLOCK,
    AnsweringDoors,
    members,
    recorded,
    response,
    trace,
    unpacked,
    writing,
)
from tests.promises import promise

PAGE = Request(url="https://a.example/")
FOREIGN = (
    b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 15\r\n\r\nsoftware: other\r\n\r\n\r\n"
)


def packed(record: bytes) -> bytes:
    """One gzip member."""
    press = zlib.compressobj(6, zlib.DEFLATED, 31)
    return press.compress(record) + press.flush()


def written_by_version(number: str) -> bytes:
    """The first record of a tape of that version."""
    block = f"citewell-tape: {number}\r\n".encode()
    head = f"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: {len(block)}\r\n\r\n"
    return packed(head.encode() + block + b"\r\n\r\n")


def place(tmp_path: Path, content: bytes) -> Path:
    """A file with that content."""
    path = tmp_path / "tape.warc.gz"
    path.write_bytes(content)
    return path


async def a_tape(tmp_path: Path) -> Path:
    """A file with a trace, two pages and a failure."""
    path = tmp_path / "tape.warc.gz"

    def answer(request: Request) -> Response | WebError:
        if "refused" in request.url:
            return Refused(ErrorCode.ROBOTS_DISALLOWED, "robots.txt says no")
        return response(request.url)

    with writing(path) as tape:
        tape.write_trace(trace())
        doors = AnsweringDoors(answer)

        recording = RecordingDoors(doors, tape, run_id="run")
        await recording.page(PAGE)
        with pytest.raises(Refused):
            await recording.page(Request(url="https://a.example/refused"))
        await recording.page(Request(url="https://a.example/second"))
    return path


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"question: why?\n" * 100, id="text"),
        pytest.param(FOREIGN, id="an unpacked WARC"),
        pytest.param(packed(b"some text"), id="gzip, but no WARC"),
        pytest.param(packed(FOREIGN), id="a WARC of another program"),
        pytest.param(written_by_version(str(TAPE_VERSION + 1)), id="a newer version"),
        pytest.param(written_by_version("one"), id="no version"),
        pytest.param(written_by_version("1")[:-9], id="cut in its first record"),
        pytest.param(written_by_version("1") + b"rubbish", id="rubbish at the end"),
        pytest.param(written_by_version("1") + packed(b"WARC/1.1\r\n\r\n"), id="no length"),
    ],
)
@promise("record.tape.what-is-no-recording-is-bad-recording")
def test_a_file_that_is_no_recording_is_refused(tmp_path: Path, content: bytes) -> None:
    path = place(tmp_path, content)

    with pytest.raises(WebError) as caught:
        read_tape(path)

    assert caught.value.code == ErrorCode.BAD_RECORDING


@pytest.mark.parametrize("name", ["", "missing.warc.gz", "no/folder.warc.gz", "nul\0.warc.gz"])
@promise("record.tape.what-is-no-recording-is-bad-recording")
def test_a_path_that_holds_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(WebError) as caught:
        read_tape(tmp_path / name)

    assert caught.value.code == ErrorCode.BAD_RECORDING


@pytest.mark.parametrize(
    "json",
    [
        b"[]",
        b"{",
        b"[" * 100_000,
        b'{"kind": "trace"}',
        b'{"kind": "trace", "trace": {"version": 99}}',
        b'{"kind": "trace", "trace": {"version": 1, "question": 2}}',
        b'{"kind": "exchange", "exchange": {"call": {}}}',
        b'{"kind": "exchange", "exchange": []}',
    ],
    ids=lambda json: json[:50].decode(),
)
@promise("record.tape.what-is-no-recording-is-bad-recording")
def test_a_record_of_another_shape_is_refused(tmp_path: Path, json: bytes) -> None:
    head = (
        "WARC/1.1\r\nWARC-Type: metadata\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(json)}\r\n\r\n"
    )
    record = packed(head.encode() + json + b"\r\n\r\n")
    path = place(tmp_path, written_by_version("1") + record)

    with pytest.raises(WebError) as caught:
        read_tape(path)

    assert caught.value.code == ErrorCode.BAD_RECORDING


@promise("record.tape.what-is-no-recording-is-bad-recording")
async def test_damage_in_the_middle_is_told(tmp_path: Path) -> None:
    path = await a_tape(tmp_path)
    records = members(path)
    middle = bytearray(records[3])
    middle[len(middle) // 2] ^= 0xFF
    path.write_bytes(b"".join([*records[:3], bytes(middle), *records[4:]]))

    with pytest.raises(WebError) as caught:
        read_tape(path)

    assert caught.value.code == ErrorCode.BAD_RECORDING


@promise("record.tape.a-killed-writer-leaves-a-readable-file")
async def test_a_file_cut_anywhere_holds_what_was_whole(tmp_path: Path) -> None:
    path = await a_tape(tmp_path)
    records = members(path)
    whole = path.read_bytes()
    ends = [sum(map(len, records[:count])) for count in range(1, len(records) + 1)]
    keys = [page_key("page", Request(url=f"https://a.example/{name}")) for name in ("", "second")]

    for count, end in enumerate(ends, start=1):
        for cut in {end, end + 1, end + 9, end + len(records[count % len(records)]) // 2}:
            path.write_bytes(whole[:cut])
            tape = read_tape(path)

            read = [tape.exchange("run", key, 0) is not None for key in keys]
            assert len(tape.traces) == (cut >= ends[1])
            assert read == [cut >= ends[4], cut >= ends[-1]]


@promise("record.tape.a-killed-writer-leaves-a-readable-file")
async def test_an_exchange_can_be_read_as_soon_as_the_call_returned(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path) as tape:
        doors = RecordingDoors(AnsweringDoors(lambda _: response()), tape, run_id="run")
        await doors.page(PAGE)
        found = read_tape(path).exchange("run", page_key("page", PAGE), 0)

    assert found is not None
    assert found.response == response()


@promise("record.tape.bodies-are-read-when-asked-for")
async def test_a_body_is_read_from_the_file_only_when_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"
    doors = AnsweringDoors(lambda _: response())
    tape = await recorded(path, doors, lambda recording: recording.page(PAGE))
    path.write_bytes(members(path)[0])

    with pytest.raises(WebError) as caught:
        tape.exchange("run", page_key("page", PAGE), 0)

    assert caught.value.code == ErrorCode.BAD_RECORDING


@pytest.mark.parametrize("name", ["", "no/folder.warc.gz", "file/below.warc.gz", "nul\0.warc.gz"])
@promise("record.tape.what-cannot-be-written-is-bad-config")
def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")

    with (
        pytest.raises(WebError) as caught,
        TapeWriter(tmp_path / name, clock=CLOCK),
    ):
        pass

    assert caught.value.code == ErrorCode.BAD_CONFIG


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@promise("record.tape.what-cannot-be-written-is-bad-config")
def test_a_full_disk_is_told_at_once() -> None:
    with pytest.raises(WebError) as caught, TapeWriter("/dev/full", clock=CLOCK):
        pass

    assert caught.value.code == ErrorCode.BAD_CONFIG


@promise("record.tape.nothing-is-overwritten")
def test_a_file_that_is_no_recording_is_not_overwritten(tmp_path: Path) -> None:
    path = place(tmp_path, b"my thesis")

    with pytest.raises(WebError) as caught, TapeWriter(path, clock=CLOCK):
        pass

    assert caught.value.code == ErrorCode.BAD_CONFIG
    assert path.read_bytes() == b"my thesis"


@promise("record.tape.nothing-is-overwritten")
async def test_a_recording_is_not_overwritten(tmp_path: Path) -> None:
    path = await a_tape(tmp_path)
    before = path.read_bytes()

    with pytest.raises(WebError) as caught, TapeWriter(path, clock=CLOCK):
        pass

    assert caught.value.code == ErrorCode.BAD_CONFIG
    assert path.read_bytes() == before


def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path):
        pass

    assert path.stat().st_mode & 0o077 == 0


def test_the_first_record_says_who_wrote_it_and_in_which_form(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path):
        pass

    first = unpacked(path)
    assert b"WARC-Type: warcinfo\r\n" in first
    assert b"WARC-Date: 2026-11-01T16:23:05.250000Z\r\n" in first
    assert b"software: citewell/" in first
    assert f"citewell-tape: {TAPE_VERSION}\r\n".encode() in first


def test_a_tape_that_was_closed_takes_no_more(tmp_path: Path) -> None:
    with writing(tmp_path / "tape.warc.gz") as tape:
        pass

    with pytest.raises(WebError) as caught:
        tape.write_trace(trace())

    assert caught.value.code == ErrorCode.BAD_RECORDING


@promise("record.trace.comes-back-whole")
def test_a_trace_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"
    whole = trace(
        history=(Message(role="user", text="before\ud83d"),),
        budget_tokens=1200,
        config='{"run": {"deadline_s": 25.0}}',
        versions=(("citewell", "1"),),
        plan=Plan(question="why?", effort="search", queries=(Query(text="why"),)),
        outcomes=(Outcome(operation="search", target="wikipedia", code=ErrorCode.TIMEOUT),),
        result_sha256="ab",
    )

    with writing(path) as tape:
        tape.write_trace(whole)

    assert read_tape(path).traces == (whole,)


@promise("record.trace.comes-back-whole")
def test_the_last_trace_of_a_run_counts_and_runs_stay_in_order(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path) as tape:
        tape.write_trace(trace("one", "first?"))
        tape.write_trace(trace("two", "second?"))
        tape.write_trace(trace("one", "first?", result_sha256="ab"))

    assert read_tape(path).traces == (
        trace("one", "first?", result_sha256="ab"),
        trace("two", "second?"),
    )


@promise("record.trace.is-found-by-what-was-asked")
def test_a_run_is_found_by_its_operation_and_question(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path) as tape:
        for run_id in ("one", "two"):
            tape.write_trace(trace(run_id, "why?"))
        tape.write_trace(trace("three", "https://me:secret@a.example/", operation="read"))

    found = read_tape(path)
    assert found.trace_for("research", "why?") == trace("two", "why?")
    assert found.trace_for("search", "why?") is None
    assert found.trace_for("research", "why not?") is None
    credentials = found.trace_for("read", "https://me:secret@a.example/")
    assert credentials is not None
    assert credentials.run_id == "three"


def test_records_of_other_programs_are_passed_over(tmp_path: Path) -> None:
    note = b"WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n"
    path = place(tmp_path, written_by_version("1") + packed(note))

    assert read_tape(path) == Tape(path=path)


def test_an_error_keeps_all_that_it_says(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"
    said = Unreachable(
        ErrorCode.CONNECTION_FAILED, "it broke", retryable=True, detail={"host": "a.example"}
    )
    with writing(path) as tape:
        call = tape.begin("page", "run", page_key("page", PAGE))
        tape.write_page_error(call, PAGE, said)

    found = read_tape(path).exchange("run", page_key("page", PAGE), 0)

    assert found is not None
    assert isinstance(found.error, Unreachable)
    assert (found.error.code, found.error.message) == (said.code, said.message)
    assert (found.error.retryable, found.error.detail) == (True, {"host": "a.example"})
