"""Recording: the same doors and the same model, with everything on the tape but the secrets."""

from pathlib import Path

import anyio
import pytest

from citewell.fetch.calls import page_key
from citewell.fetch.record import RecordingDoors, RecordingModel, recorded
from citewell.fetch.replay import Player, ReplayModel
from citewell.fetch.tape import read_tape
from citewell.model.errors import ErrorCode, Refused, Unavailable, Unreachable, WebError
from citewell.model.protocols import LLM, ChatMessage, Doors
from citewell.model.values import Hop, Request, Response
from tests.fetch import recording
from tests.fetch.recording import (
    AnsweringDoors,
    SilentDoors,
    TalkingModel,
    response,
    trace,
    unpacked,
    writing,
)
from tests.promises import promise

PAGE = Request(url="https://a.example/")
ASKED = (ChatMessage(role="user", text="Why?"),)
SECRETS = ("topsecret", "s3cr/et+1", "tok-987654")


def leaking(request: Request) -> Response | WebError:
    """A host that says every secret again, wherever it can."""
    if "fail" in request.url:
        return Refused(ErrorCode.RATE_LIMITED, f"no more for {request.url}")
    hop = Hop(url=request.url, status=302, headers=(("location", request.url),))
    return response(
        request.url,
        headers=(("set-cookie", "sid=topsecret"), ("x-echo", "tok-987654")),
        body=b'{"you": "Bearer tok-987654 s3cr%2Fet%2B1", "key": "topsecret"} ' + request.body,
        redirects=(hop,),
    )


async def leak(doors: Doors) -> list[object]:
    """Requests that carry secrets in every place."""
    secret_headers = (("Authorization", "Bearer tok-987654"),)
    url = "https://a.example/topsecret?key=s3cr%2Fet%2B1&token=topsecret"
    asked = Request(url=url, method="POST", body=b"topsecret", secret_headers=secret_headers)
    found: list[object] = [await doors.api(())(asked), await doors.page(Request(url=url))]
    for failing in ("https://a.example/fail?q=topsecret", "https://me:topsecret@fail.example/"):
        with pytest.raises(WebError) as caught:
            await doors.page(Request(url=failing))
        found.append(caught.value.message)
    return found


async def failure(model: LLM) -> tuple[object, ...]:
    """How a model fails: whole, in pieces, after which pieces; and its window."""
    pieces: list[str] = []
    with pytest.raises(WebError) as whole:
        await model.complete(ASKED, max_tokens=9)
    with pytest.raises(WebError) as streamed:
        async for piece in model.stream(ASKED, max_tokens=9):
            pieces.append(piece)
    return whole.value.code, streamed.value.code, pieces, await model.window()


@promise("record.secrets.never-reach-the-file")
async def test_no_secret_is_anywhere_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path) as tape, anyio.fail_after(5):
        inner = AnsweringDoors(leaking)
        doors = RecordingDoors(inner, tape, secrets=SECRETS[:2])
        await leak(doors.for_run("run"))
        tape.write_trace(trace(question="what is topsecret?", config='{"key": "tok-987654"}'))
        spelled = TalkingModel(pieces=("top", "secret", " ", "tok-987654"))
        model = RecordingModel(spelled, tape)
        asked = (ChatMessage(role="user", text="tok-987654"),)
        await model.complete(asked, max_tokens=9)
        async for _ in model.stream(asked, max_tokens=9):
            pass

    said = unpacked(path).lower()
    spellings = [*SECRETS, "s3cr%2Fet%2B1", '"top"']
    assert [secret for secret in spellings if secret.lower().encode() in said] == []
    assert said.count(b"redacted") > 20


@promise("record.secrets.a-run-sees-what-the-tape-holds")
async def test_what_a_recorded_run_sees_has_no_secret_in_it(tmp_path: Path) -> None:
    with writing(tmp_path / "tape.warc.gz") as tape, anyio.fail_after(5):
        inner = AnsweringDoors(leaking)
        found = await leak(RecordingDoors(inner, tape, secrets=SECRETS))

    assert [secret for secret in SECRETS if secret in repr(found)] == []


async def test_the_host_is_sent_the_secrets(tmp_path: Path) -> None:
    inner = AnsweringDoors(lambda request: response(request.url))
    asked = Request(url="https://a.example/?k=topsecret", secret_headers=(("X-Key", "topsecret"),))

    await recording.recorded(tmp_path / "tape.warc.gz", inner, lambda doors: doors.page(asked))

    assert inner.asked == [asked]


@promise("record.doors.a-cut-off-call-is-deadline-exceeded")
async def test_a_call_that_its_stage_cuts_off_is_written_so_and_the_stage_ends(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path) as tape, anyio.fail_after(5):
        doors = RecordingDoors(SilentDoors(), tape, run_id="run")
        with anyio.move_on_after(0) as stage:
            await doors.page(PAGE)
            pytest.fail("the cancellation was swallowed")

    found = read_tape(path).exchange("run", page_key("page", PAGE), 0)
    assert stage.cancelled_caught
    assert found is not None
    assert found.error is not None
    assert found.error.code == ErrorCode.DEADLINE_EXCEEDED


async def test_a_tape_that_cannot_be_written_stops_the_call(tmp_path: Path) -> None:
    with writing(tmp_path / "tape.warc.gz") as tape:
        doors = RecordingDoors(AnsweringDoors(lambda _: response()), tape)

    with pytest.raises(WebError) as caught, anyio.fail_after(5):
        await doors.page(PAGE)

    assert caught.value.code == ErrorCode.BAD_RECORDING


async def test_a_mistake_of_ours_goes_through_and_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    def broken(request: Request) -> WebError:
        raise ZeroDivisionError

    with writing(path) as tape, pytest.raises(ZeroDivisionError), anyio.fail_after(5):
        await RecordingDoors(AnsweringDoors(broken), tape, run_id="run").page(PAGE)

    assert read_tape(path).places == {}


@promise("record.model.every-exchange-is-replayed")
async def test_a_model_is_replayed_whole_in_pieces_and_with_its_window(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"

    with writing(path) as tape, anyio.fail_after(5):
        async with RecordingModel(TalkingModel(), tape).for_run("run") as live:
            whole = await live.complete(ASKED, max_tokens=9)
            pieces = [piece async for piece in live.stream(ASKED, max_tokens=9)]
            window = await live.window()

    async with ReplayModel(read_tape(path)).for_run("run") as played:
        assert await played.complete(ASKED, max_tokens=9) == whole == "Hello."
        assert [piece async for piece in played.stream(ASKED, max_tokens=9)] == pieces
        assert await played.window() == window == 8192
        for missing in (8, 10):
            with pytest.raises(WebError) as caught:
                await played.complete(ASKED, max_tokens=missing)
            assert caught.value.code == ErrorCode.REPLAY_MISSING
    assert pieces == ["Hel", "lo."]


@promise("record.model.every-exchange-is-replayed")
async def test_a_model_that_fails_fails_again_after_the_same_pieces(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"
    failing = TalkingModel(error=Unavailable(ErrorCode.MODEL_UNUSABLE, "no JSON"), size=None)

    with writing(path) as tape, anyio.fail_after(5):
        live = await failure(RecordingModel(failing, tape))

    assert await failure(ReplayModel(read_tape(path))) == live
    assert live == (ErrorCode.MODEL_UNUSABLE, ErrorCode.MODEL_UNUSABLE, ["Hel", "lo."], None)


@promise("record.model.every-exchange-is-replayed")
async def test_a_stream_that_was_closed_early_says_so_to_who_wants_more(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"
    inner = TalkingModel()

    with writing(path) as tape, anyio.fail_after(5):
        stream = RecordingModel(inner, tape).stream(ASKED, max_tokens=9)
        first = await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]
        assert inner.closed

    again = ReplayModel(read_tape(path)).stream(ASKED, max_tokens=9)
    assert await anext(again) == first == "Hel"
    with pytest.raises(Unreachable) as caught:
        await anext(again)
    assert caught.value.code == ErrorCode.DEADLINE_EXCEEDED


@promise("record.model.every-exchange-is-replayed")
async def test_any_call_made_of_plain_data_can_be_recorded(tmp_path: Path) -> None:
    path = tmp_path / "tape.warc.gz"
    asked = {"texts": ["a", "b"], "kind": "query"}

    async def vectors() -> list[list[float]]:
        return [[0.1, 0.2], [0.3, 1e-30]]

    with writing(path) as tape, anyio.fail_after(5):
        live = await recorded(tape, "run", "embedder.embed", asked, vectors())

    player = Player(read_tape(path), "run")
    assert await player.reply("embedder.embed", asked) == live == [[0.1, 0.2], [0.3, 1e-30]]
