"""A run that was recorded gives the same context again, offline, to the byte."""

import asyncio
import gzip
import json
import math
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import anyio
import httpcore2
import pytest

from citewell import Config, Engine, Filters, Message, Network, Secret, WebError, registry
from citewell.model.config import ContextConfig, LLMConfig, ProviderConfig
from citewell.model.errors import ErrorCode
from citewell.model.values import Research
from citewell.model.values.plain import to_plain
from citewell.plugins.providers.wikipedia import Wikipedia
from tests import small_web
from tests.loopback import LoopbackWeb, RawReply, RawRequest, html
from tests.promises import promise


@pytest.fixture
async def web() -> AsyncIterator[LoopbackWeb]:
    """The small web, all of it well."""
    async with LoopbackWeb() as opened:
        small_web.serve(opened)
        yield opened


def network(web: LoopbackWeb) -> Network:
    """How an engine reaches the loopback web."""
    return Network(resolve=web.resolve, dial=web.dial, tls=web.tls)


def cut_off() -> Network:
    """A network on which any look-up and any connection fails the test."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        pytest.fail("a replay asked the resolver")

    async def dial(address: str, port: int, timeout_s: float) -> httpcore2.AsyncNetworkStream:
        pytest.fail("a replay opened a connection")

    return Network(resolve=resolve, dial=dial)


async def record(web: LoopbackWeb, path: Path, **options: object) -> Research:
    """Run the small web's question into a file."""
    with anyio.fail_after(20):
        async with Engine(Config(record=str(path)), network=network(web)) as engine:
            return await engine.research(small_web.QUESTION, **options)  # type: ignore[arg-type]


async def replay(path: Path) -> Research:
    """Run it again from the file."""
    with anyio.fail_after(20):
        async with Engine(Config(replay=str(path)), network=cut_off()) as engine:
            return await engine.research(small_web.QUESTION)


def same(one: Research, other: Research) -> bool:
    """Whether two runs agree in everything but how long it took."""

    def without_times(research: Research) -> dict[str, object]:
        plain = to_plain(research)
        plain.pop("timings")
        plain.pop("as_recorded", None)
        for outcome in plain["outcomes"]:
            outcome.pop("elapsed_s", None)
        return plain  # type: ignore[no-any-return]

    return without_times(one) == without_times(other)


@promise("engine.replay.gives-the-same-context-to-the-byte")
async def test_a_recorded_run_replays_to_the_same_bytes_twice(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"

    recorded = await record(web, path)
    first, second = await replay(path), await replay(path)

    assert recorded.evidence == "full"
    assert recorded.as_recorded is None
    assert first.as_recorded
    assert first.context.text == recorded.context.text == second.context.text
    assert same(recorded, first)
    assert same(first, second)
    assert first.run_id == recorded.run_id


async def test_history_filters_and_budget_come_from_the_recording(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"

    recorded = await record(
        web,
        path,
        budget_tokens=300,
        filters=Filters(blocked_domains=("iron.example",)),
        history=[Message(role="user", text="Tell me about Paris.")],
    )
    replayed = await replay(path)

    assert replayed.context.budget_tokens == 300
    assert same(recorded, replayed)


async def test_the_recorded_configuration_is_the_one_that_replays(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"
    config = Config(record=str(path), context=ContextConfig(max_pages=2, budget_share=0.2))

    with anyio.fail_after(20):
        async with Engine(config, network=network(web)) as engine:
            recorded = await engine.research(small_web.QUESTION)
    replayed = await replay(path)

    assert len(replayed.documents) == 2
    assert same(recorded, replayed)


async def test_failures_and_walls_are_replayed_as_they_were(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"
    for number, (name, status) in enumerate({"paris": 403, "iron": 500}.items()):
        web.host(f"{name}.example", RawReply(status=status), address=f"93.184.218.{number}")
        web.answers(f"{name}.example", [f"93.184.218.{number}"])
    web.answers("lifts.example", ["10.0.0.5"])

    recorded, replayed = await record(web, path), await replay(path)

    assert [outcome.status for outcome in replayed.outcomes].count("ok") >= 4
    assert {"http_forbidden", "http_error", "blocked_address"} <= {
        outcome.status for outcome in replayed.outcomes
    }
    assert same(recorded, replayed)


@promise("engine.replay.what-time-ended-ends-again")
async def test_pages_that_time_ended_end_again_and_no_others_are_asked_for(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"

    async def silent(request: RawRequest) -> RawReply:
        await anyio.sleep(math.inf)
        return html("never")

    for number, name in enumerate(("towers", "paris")):
        web.host(f"{name}.example", silent, address=f"93.184.219.{number}")
        web.answers(f"{name}.example", [f"93.184.219.{number}"])

    recorded = await record(web, path, deadline_s=3.0)
    replayed = await replay(path)

    statuses = [outcome.status for outcome in replayed.outcomes if outcome.operation == "read"]
    assert statuses.count("deadline_exceeded") == 2
    assert "replay_missing" not in statuses
    assert same(recorded, replayed)


@promise("engine.replay.a-different-result-is-told")
async def test_a_replay_that_ends_otherwise_says_so(
    web: LoopbackWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.warc.gz"
    await record(web, path)

    monkeypatch.setattr("citewell.context.render.PASSAGES", "Passages by another version:")

    assert (await replay(path)).as_recorded is False


@promise("engine.replay.asks-exactly-the-recorded-providers")
async def test_a_replay_asks_the_recorded_providers_and_misses_one_that_is_not_installed(
    web: LoopbackWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.warc.gz"
    recorded = await record(web, path)
    shelf = dict(registry.plugins("providers"))

    more = {**shelf, "another": Wikipedia(name="another")}
    monkeypatch.setattr(registry, "plugins", lambda name: more if name == "providers" else shelf)
    with_another = await replay(path)
    monkeypatch.setattr(registry, "plugins", lambda name: {})
    with pytest.raises(WebError) as caught:
        await replay(path)

    assert same(recorded, with_another)
    assert caught.value.code is ErrorCode.REPLAY_MISSING
    assert "wikipedia" in caught.value.message


@promise("engine.replay.what-was-not-recorded-is-named")
async def test_a_question_that_was_not_recorded_is_replay_missing(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"
    await record(web, path)

    with anyio.fail_after(20):
        async with Engine(Config(replay=str(path)), network=cut_off()) as engine:
            with pytest.raises(WebError) as question:
                await engine.research("How deep is the sea?")
            with pytest.raises(WebError) as page:
                await engine.read("http://elsewhere.example/")

    assert question.value.code is ErrorCode.REPLAY_MISSING
    assert page.value.code is ErrorCode.REPLAY_MISSING
    assert "http://elsewhere.example/" in page.value.message


@pytest.mark.parametrize("content", [None, b"", b"not a recording", gzip.compress(b"nor is this")])
@promise("engine.replay.a-file-that-is-no-recording-is-told")
async def test_a_file_that_is_no_recording_is_bad_recording(
    content: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(WebError) as caught:
        async with Engine(Config(replay=str(path)), network=cut_off()):
            pass

    assert caught.value.code is ErrorCode.BAD_RECORDING


async def test_searches_reads_and_answers_replay_too(web: LoopbackWeb, tmp_path: Path) -> None:
    path = tmp_path / "run.warc.gz"

    with anyio.fail_after(20):
        async with Engine(Config(record=str(path)), network=network(web)) as engine:
            found = await engine.search("Eiffel Tower")
            document = await engine.read(small_web.url("towers"))
            answer = await engine.ask(small_web.QUESTION)
        async with Engine(Config(replay=str(path)), network=cut_off()) as engine:
            found_again = await engine.search("Eiffel Tower")
            document_again = await engine.read(small_web.url("towers"))
            answer_again = await engine.ask(small_web.QUESTION)

    assert found_again.hits == found.hits
    assert document_again == document
    assert answer_again.text == answer.text
    assert same(answer_again.research, answer.research)


async def test_what_was_asked_replays_as_research_too(web: LoopbackWeb, tmp_path: Path) -> None:
    path = tmp_path / "run.warc.gz"

    with anyio.fail_after(20):
        async with Engine(Config(record=str(path)), network=network(web)) as engine:
            answer = await engine.ask(small_web.QUESTION)
        async with Engine(Config(replay=str(path)), network=cut_off()) as engine:
            research = await engine.research(small_web.QUESTION)

    assert same(research, answer.research)


async def test_a_recording_does_not_say_where_it_was_written(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"

    await record(web, path)

    assert str(tmp_path).encode() not in gzip.decompress(path.read_bytes())


def completion(words: str) -> bytes:
    """What a model's endpoint answers."""
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": words}}]}).encode()


@promise("engine.replay.the-model-answers-from-the-recording")
async def test_a_models_answer_replays_without_the_model_and_without_its_key(
    web: LoopbackWeb, tmp_path: Path, model: str
) -> None:
    path = tmp_path / "run.warc.gz"
    llm = LLMConfig(endpoint=model, model="tiny", key=Secret("sesame-42"))

    with anyio.fail_after(20):
        async with Engine(Config(record=str(path), llm=llm), network=network(web)) as engine:
            answer = await engine.ask(small_web.QUESTION)
        async with Engine(Config(replay=str(path)), network=cut_off()) as engine:
            again = await engine.ask(small_web.QUESTION)

    assert answer.by == again.by == "tiny"
    assert again.as_recorded
    assert answer.text == again.text == "It is 330 metres tall [1]."
    assert answer.review == again.review
    assert b"sesame-42" not in gzip.decompress(path.read_bytes())


@pytest.fixture
async def model() -> AsyncIterator[str]:
    """The endpoint of a model that always says the same."""
    reply = completion("It is 330 metres tall [1].")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        lengths = [line for line in head.lower().splitlines() if line.startswith(b"content-l")]
        if not lengths:  # asked for its window, of which it says nothing
            writer.write(
                b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
            writer.close()
            return
        await reader.readexactly(int(lengths[0].split(b":")[1]))
        framing = f"content-length: {len(reply)}\r\nconnection: close\r\n\r\n".encode()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" + framing + reply)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


async def test_a_secret_of_the_configuration_is_nowhere_in_the_recording(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    path = tmp_path / "run.warc.gz"
    config = Config(
        record=str(path), providers={"wikipedia": ProviderConfig(key=Secret("sesame-43"))}
    )

    with anyio.fail_after(20):
        async with Engine(config, network=network(web)) as engine:
            await engine.research(small_web.QUESTION)

    assert b"sesame-43" not in gzip.decompress(path.read_bytes())
