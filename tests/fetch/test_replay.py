"""Replay: what was recorded comes back, in any order of arrival; nothing else does."""

import gzip
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citewell.fetch.doors import open_doors
from citewell.fetch.record import RecordingDoors
from citewell.fetch.replay import ReplayDoors
from citewell.fetch.tape import Tape, read_tape
from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode, Refused, Unreachable, WebError
from citewell.model.protocols import Doors
from citewell.model.values import Hop, Request, Response
from tests.fetch.recording import CLOCK, NOW, AnsweringDoors, recorded, response, writing
from tests.loopback import LoopbackWeb, RawReply, RawRequest, html, redirect
from tests.promises import promise

PAGE = Request(url="https://a.example/")


def numbered(*bodies: bytes) -> AnsweringDoors:
    """Doors that answer with these bodies in turn."""
    left = list(bodies)
    return AnsweringDoors(lambda request: response(request.url, body=left.pop(0)))


@promise("record.replay.gives-the-recorded-answer")
async def test_a_page_comes_back_equal(tmp_path: Path) -> None:
    hop = Hop(url=PAGE.url, status=301, headers=(("location", "/b"), ("location", "/c")))
    whole = response(
        final_url="https://a.example/b",
        headers=(("content-encoding", "br"), ("x", ""), ("x", "ü")),
        body=bytes(range(256)) * 100 + b"\r\n\r\n",
        truncated=True,
        from_cache=True,
        charset=None,
        redirects=(hop, hop),
    )
    doors = AnsweringDoors(lambda _: whole)

    tape = await recorded(tmp_path / "t.gz", doors, lambda recording: recording.page(PAGE))

    assert await ReplayDoors(tape).for_run("run").page(PAGE) == whole


@promise("record.replay.gives-the-recorded-answer")
async def test_a_failure_comes_back_with_its_code_and_words(tmp_path: Path) -> None:
    doors = AnsweringDoors(lambda _: Refused(ErrorCode.BOT_WALL, "it asks who we are"))

    async def act(recording: RecordingDoors) -> None:
        with pytest.raises(Refused):
            await recording.page(PAGE)

    tape = await recorded(tmp_path / "t.gz", doors, act)

    with pytest.raises(Refused) as caught:
        await ReplayDoors(tape).for_run("run").page(PAGE)
    assert (caught.value.code, caught.value.message) == (ErrorCode.BOT_WALL, "it asks who we are")


@pytest.mark.parametrize(
    "other",
    [
        Request(url="https://a.example/other"),
        Request(url="https://a.example/?q=1"),
        Request(url="http://a.example/"),
        Request(url=PAGE.url, method="POST"),
        Request(url=PAGE.url, method="POST", body=b"q=2"),
        Request(url="no url at all"),
    ],
    ids=str,
)
@promise("record.replay.what-was-not-recorded-is-replay-missing")
async def test_what_was_not_recorded_is_missing_and_named(tmp_path: Path, other: Request) -> None:
    async def act(recording: RecordingDoors) -> None:
        await recording.page(PAGE)
        await recording.page(replace(PAGE, method="POST", body=b"q=1"))

    tape = await recorded(tmp_path / "t.gz", numbered(b"1", b"2"), act)

    with pytest.raises(Unreachable) as caught:
        await ReplayDoors(tape).for_run("run").page(other)

    assert caught.value.code == ErrorCode.REPLAY_MISSING
    assert other.url in caught.value.message


@promise("record.replay.what-was-not-recorded-is-replay-missing")
async def test_one_door_does_not_answer_for_the_other(tmp_path: Path) -> None:
    tape = await recorded(tmp_path / "t.gz", numbered(b"1"), lambda doors: doors.page(PAGE))

    with pytest.raises(WebError) as caught:
        await ReplayDoors(tape).for_run("run").api(("https://a.example",))(PAGE)

    assert caught.value.code == ErrorCode.REPLAY_MISSING


@promise("record.replay.gives-the-recorded-answer")
async def test_another_spelling_of_the_url_is_the_same_request(tmp_path: Path) -> None:
    tape = await recorded(tmp_path / "t.gz", numbered(b"1"), lambda doors: doors.page(PAGE))

    found = await ReplayDoors(tape).for_run("run").page(Request(url="HTTPS://A.example:443#top"))

    assert found.body == b"1"


@promise("record.replay.gives-the-recorded-answer")
async def test_a_url_with_a_key_is_found_by_its_redacted_form(tmp_path: Path) -> None:
    asked = Request(url="https://a.example/?key=top%2Fsecret", method="POST", body=b"top/secret")
    doors = AnsweringDoors(lambda _: response(body=b"of top/secret"))

    tape = await recorded(
        tmp_path / "t.gz", doors, lambda recording: recording.page(asked), secrets=["top/secret"]
    )

    hidden = replace(asked, url="https://a.example/?key=redacted", body=b"redacted")
    found = await ReplayDoors(tape).for_run("run").page(hidden)
    assert found.body == b"of redacted"


@promise("record.replay.equal-calls-answer-in-turn")
async def test_equal_requests_get_their_answers_in_turn_and_the_last_again(tmp_path: Path) -> None:
    async def act(doors: RecordingDoors) -> None:
        for _ in range(3):
            await doors.page(PAGE)

    tape = await recorded(tmp_path / "t.gz", numbered(b"1", b"2", b"3"), act)
    played = ReplayDoors(tape).for_run("run")

    assert [(await played.page(PAGE)).body for _ in range(5)] == [b"1", b"2", b"3", b"3", b"3"]
    again = ReplayDoors(tape).for_run("run")
    assert (await again.page(PAGE)).body == b"1"


@promise("record.replay.equal-calls-answer-in-turn")
async def test_the_order_of_beginning_counts_not_the_order_of_answers(tmp_path: Path) -> None:
    turns = [anyio.Event(), anyio.Event()]

    class CrossingDoors(AnsweringDoors):
        async def page(self, request: Request) -> Response:
            place = len(self.asked)
            self.asked.append(request)
            if place == 0:
                await turns[0].wait()
            return response(body=b"%d" % place)

    path = tmp_path / "t.gz"
    with writing(path) as tape, anyio.fail_after(5):
        doors = RecordingDoors(CrossingDoors(lambda _: response()), tape, run_id="run")

        async def second() -> None:
            await doors.page(PAGE)
            turns[0].set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(doors.page, PAGE)
            tasks.start_soon(second)

    played = ReplayDoors(read_tape(path)).for_run("run")
    assert [(await played.page(PAGE)).body for _ in range(2)] == [b"0", b"1"]


@promise("record.replay.equal-calls-answer-in-turn")
async def test_different_requests_may_come_in_any_order(tmp_path: Path) -> None:
    pages = [Request(url=f"https://a.example/{number}") for number in range(5)]
    doors = AnsweringDoors(lambda request: response(request.url, body=request.url.encode()))

    async def act(recording: RecordingDoors) -> None:
        for page in pages:
            await recording.page(page)

    tape = await recorded(tmp_path / "t.gz", doors, act)
    played = ReplayDoors(tape).for_run("run")

    for page in reversed(pages):
        assert (await played.page(page)).body == page.url.encode()


@promise("record.replay.runs-do-not-answer-for-each-other")
async def test_two_runs_on_one_tape_have_their_own_answers(tmp_path: Path) -> None:
    path = tmp_path / "t.gz"
    with writing(path) as tape, anyio.fail_after(5):
        doors = RecordingDoors(numbered(b"1", b"2"), tape)
        for run_id in ("one", "two"):
            await doors.for_run(run_id).page(PAGE)
    played = ReplayDoors(read_tape(path))

    bodies = {name: (await played.for_run(name).page(PAGE)).body for name in ("two", "one")}

    assert bodies == {"one": b"1", "two": b"2"}
    with pytest.raises(WebError) as caught:
        await played.for_run("three").page(PAGE)
    assert caught.value.code == ErrorCode.REPLAY_MISSING


@promise("record.replay.opens-no-connection")
def test_the_replaying_part_loads_no_network_library() -> None:
    seen = subprocess.run(
        [
            sys.executable,
            "-c",
            "import citewell.fetch.replay, sys;"
            "print(sorted({'httpcore2', 'h11', 'truststore', 'citewell.fetch.network'}"
            " & set(sys.modules)))",
        ],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )

    assert seen.stdout.strip() == "[]"


@promise("record.replay.gives-the-recorded-answer")
async def test_the_live_doors_and_their_replay_give_the_same(tmp_path: Path) -> None:
    path, packed = tmp_path / "t.gz", gzip.compress(b"<p>packed</p>")
    headers = (("content-type", "text/html"), ("content-encoding", "gzip"))
    urls = [f"http://a.example/{name}" for name in ("start", "missing", "end")]
    urls += ["http://nobody.example/", "ftp://a.example/"]

    async def serve(request: RawRequest) -> RawReply:
        if request.target == "/start":
            return redirect("https://b.example/end")
        return RawReply(status=404) if request.target == "/missing" else html(request.name)

    async with LoopbackWeb() as web:
        web.host("a.example", serve)
        web.host("b.example", RawReply(headers=headers, body=packed), tls=True)
        opened = open_doors(FetchConfig(), clock=CLOCK, network=web.network)
        with writing(path) as tape, anyio.fail_after(5):
            async with opened as live:
                seen = [await end(RecordingDoors(live, tape, run_id="run"), url) for url in urls]

    played = ReplayDoors(read_tape(path)).for_run("run")
    assert [await end(played, url) for url in urls] == seen
    assert [found if isinstance(found, str) else found.body for found in seen] == [
        b"<p>packed</p>",
        "http_not_found",
        b"a.example",
        "dns_failed",
        "unsupported_scheme",
    ]


async def end(doors: Doors, url: str) -> Response | str:
    """How a page fares: what came, or the code of the error."""
    try:
        return await doors.page(Request(url=url))
    except WebError as error:
        return str(error.code)


TEXT = st.text(st.characters(), max_size=30)
HEADERS = st.lists(st.tuples(TEXT, TEXT), max_size=4).map(tuple)
HOPS = st.builds(Hop, url=TEXT, status=st.integers(0, 999), headers=HEADERS)
RESPONSES = st.builds(
    Response,
    url=TEXT,
    final_url=TEXT,
    status=st.integers(0, 999),
    headers=HEADERS,
    media_type=TEXT,
    charset=st.none() | TEXT,
    body=st.binary(max_size=300),
    truncated=st.booleans(),
    fetched_at=st.just(NOW),
    from_cache=st.booleans(),
    redirects=st.lists(HOPS, max_size=2).map(tuple),
)
REQUESTS = st.builds(
    Request,
    url=TEXT | st.sampled_from(["https://a.example/ü?é#x", "http://[::1]:80/", "http://ü.example"]),
    method=st.sampled_from(["GET", "POST"]),
    headers=HEADERS,
    body=st.binary(max_size=50),
    secret_headers=HEADERS,
)


async def round_trip(pairs: Sequence[tuple[Request, Response]]) -> None:
    """Record the pairs in order, and play them in order."""
    left = [answer for _, answer in pairs]
    doors, sent = AnsweringDoors(lambda _: left.pop(0)), [request for request, _ in pairs]

    async def act(recording: RecordingDoors) -> list[Response]:
        return [await recording.page(request) for request in sent]

    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.gz"
        with writing(path) as tape:
            seen = await act(RecordingDoors(doors, tape, run_id="run"))
        played = ReplayDoors(read_tape(path)).for_run("run")
        assert [await played.page(tape.redactor.request(request)) for request in sent] == seen


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(REQUESTS, RESPONSES), min_size=1, max_size=3))
@promise("record.replay.gives-the-recorded-answer")
def test_anything_that_a_door_can_answer_comes_back_as_the_run_saw_it(
    pairs: list[tuple[Request, Response]],
) -> None:
    anyio.run(round_trip, pairs)


async def test_a_tape_without_exchanges_answers_nothing(tmp_path: Path) -> None:
    with pytest.raises(WebError) as caught:
        await ReplayDoors(Tape(path=tmp_path)).page(PAGE)

    assert caught.value.code == ErrorCode.REPLAY_MISSING
