"""The flow from a question to a context, over real sockets on loopback."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from citewell import Config, Engine, Filters, Network, WebError, read_bytes, registry
from citewell.model.config import ContextConfig, LLMConfig, ProviderConfig, RunConfig
from citewell.model.errors import ErrorCode
from citewell.model.events import Event
from citewell.model.protocols import Fetch
from citewell.model.values import Hit, ProviderReply, Query
from citewell.plugins.providers.wikipedia import Wikipedia
from tests import small_web
from tests.loopback import LoopbackWeb, RawReply, RawRequest, html
from tests.promises import promise


@pytest.fixture
async def web() -> AsyncIterator[LoopbackWeb]:
    """A web with nothing on it yet."""
    async with LoopbackWeb() as opened:
        yield opened


def children() -> list[str]:
    """Ids of the processes that this one started and that are still there."""
    tasks = Path("/proc/self/task").iterdir()
    return [child for task in tasks for child in (task / "children").read_text().split()]


def network(web: LoopbackWeb) -> Network:
    """How an engine reaches the loopback web."""
    return Network(resolve=web.resolve, dial=web.dial, tls=web.tls)


@promise("engine.research.from-question-to-context")
async def test_a_question_becomes_a_numbered_context_with_the_answer(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION)

    assert research.evidence == "full"
    assert small_web.ANSWER in research.context.text
    assert small_web.ANSWER in research.context.passages[0].passage.text
    assert research.context.tokens <= research.context.budget_tokens == 1433
    assert {outcome.operation for outcome in research.outcomes} == {"search", "read"}


@promise("engine.passages.every-quote-is-proved")
async def test_every_passage_is_a_span_of_the_document_of_its_snapshot(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION)

    documents = {document.snapshot_id: document for document in research.documents}
    read = [ranked.passage for ranked in research.context.passages if ranked.passage.snapshot_id]
    assert read
    for passage in read:
        assert documents[passage.snapshot_id].text[passage.start : passage.end] == passage.text


@promise("engine.pages.a-failure-starts-the-next")
async def test_a_page_that_fails_is_an_outcome_and_the_next_one_is_read(web: LoopbackWeb) -> None:
    small_web.serve(web)
    web.host("paris.example", RawReply(status=403), address="93.184.216.99")
    web.answers("paris.example", ["93.184.216.99"])

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION)

    reads = {o.target: o.status for o in research.outcomes if o.operation == "read"}
    assert reads[small_web.url("paris")] == "http_forbidden"
    assert sorted(reads.values()) == ["http_forbidden"] + ["ok"] * 6
    assert [o.target for o in research.outcomes if o.operation == "read"] == list(reads)


async def test_a_page_that_is_not_read_gives_its_snippet(web: LoopbackWeb) -> None:
    small_web.serve(web, names=["paris"])
    web.host("paris.example", RawReply(status=500), address="93.184.216.99")
    web.answers("paris.example", ["93.184.216.99"])

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION)

    assert research.evidence == "snippets"
    assert "about paris and the Eiffel Tower" in research.context.text
    assert not research.context.sources[0].read


@promise("engine.evidence.nothing-found-is-said")
async def test_a_search_that_finds_nothing_is_nothing_found_and_empty(web: LoopbackWeb) -> None:
    small_web.serve(web, names=[])

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION)

    assert research.evidence == "nothing_found"
    assert {outcome.status for outcome in research.outcomes} == {"empty"}
    assert research.context.passages == ()


@promise("engine.evidence.a-refusal-is-never-empty")
async def test_a_provider_that_refuses_is_told_with_its_code(web: LoopbackWeb) -> None:
    web.host("en.wikipedia.org", RawReply(status=429), tls=True)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION)

    assert research.evidence == research.context.absence == "unanswered"
    assert {outcome.status for outcome in research.outcomes} == {"rate_limited"}
    assert (
        "Not everybody who was asked answered: wikipedia (rate_limited)." in research.context.text
    )
    assert "nothing was found" not in research.context.text.lower()


@promise("engine.answer.a-refusal-is-told-as-one")
async def test_an_answer_without_evidence_says_why_there_is_none(web: LoopbackWeb) -> None:
    web.host("en.wikipedia.org", RawReply(status=429), tls=True)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            refused = await engine.ask(small_web.QUESTION)
            greeted = await engine.ask("thanks!")
    web.answers("en.wikipedia.org", ["198.35.26.98"])
    web.host("en.wikipedia.org", small_web.encyclopedia([]), address="198.35.26.98", tls=True)
    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            empty = await engine.ask(small_web.QUESTION)

    texts = [refused.text, greeted.text, empty.text]
    assert len(set(texts)) == 3
    assert [answer.research.evidence for answer in (refused, greeted, empty)] == [
        "unanswered", "not_searched", "nothing_found"
    ]  # fmt: skip


async def test_a_budget_without_room_is_not_told_as_nothing_found(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION, budget_tokens=0)

    assert research.context.text == ""
    assert research.evidence == research.context.absence == "no_room"


async def test_an_engine_outside_its_block_says_so() -> None:
    engine = Engine()

    with pytest.raises(RuntimeError, match="async with"):
        await engine.research("why?")
    async with engine:
        pass
    with pytest.raises(RuntimeError, match="async with"):
        await engine.read("http://a.example/")


async def test_without_a_network_the_run_is_offline(web: LoopbackWeb) -> None:
    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            with pytest.raises(WebError) as caught:
                await engine.research(small_web.QUESTION)

    assert caught.value.code is ErrorCode.OFFLINE


@promise("engine.deadline.what-came-in-time-is-kept")
async def test_at_the_deadline_the_pages_that_came_are_used(web: LoopbackWeb) -> None:
    small_web.serve(web)
    never = anyio.Event()

    async def silent(request: RawRequest) -> RawReply:
        await never.wait()
        return html("never")

    for name in ("paris", "iron"):
        web.host(f"{name}.example", silent, address=f"93.184.217.{len(name)}")
        web.answers(f"{name}.example", [f"93.184.217.{len(name)}"])

    with anyio.fail_after(20):
        async with Engine(Config(run=RunConfig(finish_s=0.5)), network=network(web)) as engine:
            await engine.read(small_web.url("towers"))  # the workers are warm
            started = anyio.current_time()
            research = await engine.research(small_web.QUESTION, deadline_s=3)
            elapsed_s = anyio.current_time() - started

    reads = {o.target: o.status for o in research.outcomes if o.operation == "read"}
    assert reads[small_web.url("paris")] == reads[small_web.url("iron")] == "deadline_exceeded"
    assert list(reads.values()).count("ok") == 4
    assert small_web.ANSWER in research.context.text
    assert elapsed_s < 3.5


@promise("engine.prefilter.a-greeting-asks-nobody")
async def test_a_greeting_asks_nobody(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research("thanks!")

    assert research.evidence == "not_searched"
    assert research.outcomes == ()
    assert not web.connections


class Broken(Wikipedia):
    """A provider with a fault of its own."""

    def configured(self, settings: ProviderConfig) -> "Broken":
        """Itself."""
        return self

    async def search(self, query: Query, fetch: Fetch) -> ProviderReply:
        """Trip over its own feet."""
        raise ZeroDivisionError


@promise("engine.plugins.one-that-breaks-harms-no-other")
async def test_a_provider_that_breaks_is_internal_and_the_others_keep_their_hits(
    web: LoopbackWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_web.serve(web)
    shelf = dict(registry.plugins("providers"))
    found = {**shelf, "broken": Broken(name="broken")}
    monkeypatch.setattr(registry, "plugins", lambda name: found if name == "providers" else shelf)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            found_hits = await engine.search("Eiffel Tower")

    statuses = {outcome.target: outcome.status for outcome in found_hits.outcomes}
    assert statuses == {"broken": "internal", "wikipedia": "ok"}
    assert found_hits.hits
    assert found_hits.degraded


class Odd(Broken):
    """A provider whose hits have the wrong shape."""

    async def search(self, query: Query, fetch: Fetch) -> ProviderReply:
        """Hand over a hit without a URL."""
        hit = Hit(url=None, title="A", provider="odd", query=query.text, rank=1)  # type: ignore[arg-type]
        return ProviderReply(hits=(hit,))


class Mute(Broken):
    """A provider that hands over nothing at all."""

    async def search(self, query: Query, fetch: Fetch) -> ProviderReply:
        """Forget what to return."""
        return None  # type: ignore[return-value]


@pytest.mark.parametrize("provider", [Odd(name="odd"), Mute(name="mute")], ids=["odd", "mute"])
@promise("engine.plugins.a-reply-of-the-wrong-shape-is-told")
async def test_a_reply_of_the_wrong_shape_is_that_providers_failure(
    provider: Broken, web: LoopbackWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_web.serve(web)
    shelf = dict(registry.plugins("providers"))
    found = {**shelf, provider.name: provider}
    monkeypatch.setattr(registry, "plugins", lambda name: found if name == "providers" else shelf)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            response = await engine.search("Eiffel Tower")

    statuses = {outcome.target: outcome.status for outcome in response.outcomes}
    assert statuses == {provider.name: "provider_unavailable", "wikipedia": "ok"}
    assert len(response.hits) == len(small_web.PAGES)


async def test_the_filters_hold_on_our_side(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            found = await engine.search(
                "Eiffel Tower", filters=Filters(allowed_domains=("iron.example",))
            )

    assert [hit.url for hit in found.hits] == [small_web.url("iron")]
    assert found.filtered == len(small_web.PAGES) - 1


async def test_a_page_that_is_named_is_read_and_one_that_fails_is_raised(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            document = await engine.read(small_web.url("towers"))
            with pytest.raises(WebError) as caught:
                await engine.read("http://nowhere.example/")

    assert small_web.ANSWER in document.main_text()
    assert "cookies" in document.text
    assert "cookies" not in document.main_text()
    assert caught.value.code is ErrorCode.DNS_FAILED


@promise("engine.events.no-question-and-no-url")
async def test_events_pair_up_and_carry_neither_the_question_nor_a_url(web: LoopbackWeb) -> None:
    small_web.serve(web)
    events: list[Event] = []

    with anyio.fail_after(20):
        async with Engine(network=network(web), events=events.append) as engine:
            await engine.research(small_web.QUESTION, turn_id="turn-7")

    started = {event.operation_id for event in events if event.phase == "started"}
    ended = {event.operation_id for event in events if event.phase != "started"}
    assert started == ended
    assert {event.name for event in events} == {
        "research", "plan", "search", "fetch", "read", "rank", "context"
    }  # fmt: skip
    assert {event.turn_id for event in events} == {"turn-7"}
    outermost = {event.operation_id for event in events if event.name == "research"}
    assert {e.parent_id for e in events if e.name != "research"} == outermost
    assert {e.parent_id for e in events if e.name == "research"} == {""}
    told = " ".join(repr(event.payload) for event in events if event.name != "plan")
    assert ".example" not in told
    assert "Eiffel" not in told


@promise("engine.ledger.says-what-left")
async def test_the_ledger_names_every_host_that_was_asked(web: LoopbackWeb) -> None:
    small_web.serve(web, names=["towers", "paris"])

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            research = await engine.research(small_web.QUESTION)

    asked = {(entry.host, entry.door) for entry in research.ledger}
    assert asked == {
        ("en.wikipedia.org", "api"), ("towers.example", "page"), ("paris.example", "page")
    }  # fmt: skip
    assert all(entry.requests and entry.bytes_in for entry in research.ledger)


async def test_the_budget_is_the_callers(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(
            Config(context=ContextConfig(max_pages=2)), network=network(web)
        ) as engine:
            research = await engine.research(small_web.QUESTION, budget_tokens=120)

    assert research.context.tokens <= 120
    assert len(research.documents) == 2


@promise("engine.ask.without-a-model-sentences-are-quoted")
async def test_without_a_model_the_answer_is_quoted_sentences(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            answer = await engine.ask(small_web.QUESTION)

    assert answer.by == "extract"
    assert small_web.ANSWER in answer.text
    assert answer.review.ok
    documents = {document.snapshot_id: document for document in answer.research.documents}
    for citation in answer.citations:
        text = documents[citation.snapshot_id].text
        assert text[citation.start : citation.end] == citation.quote
        assert citation.quote in answer.text


@promise("engine.providers.documented-concurrency-is-kept")
async def test_a_provider_is_asked_by_no_more_at_a_time_than_it_documents(
    web: LoopbackWeb,
) -> None:
    small_web.serve(web)
    inside, most = [0], [0]

    async def api(request: RawRequest) -> RawReply:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        await anyio.sleep(0.05)
        inside[0] -= 1
        return small_web.encyclopedia(["towers"])

    web.host("en.wikipedia.org", api, address="198.35.26.97", tls=True)
    web.answers("en.wikipedia.org", ["198.35.26.97"])

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine, anyio.create_task_group() as group:
            for _ in range(4):
                group.start_soon(engine.search, "Eiffel Tower")

    assert Wikipedia().limits.concurrent == most[0] == 1


@promise("engine.workers.nothing-outlives-the-engine")
async def test_no_process_outlives_the_engine(web: LoopbackWeb) -> None:
    small_web.serve(web)

    with anyio.fail_after(20):
        async with Engine(network=network(web)) as engine:
            await engine.read(small_web.url("towers"))

    assert children() == []


@promise("engine.model.a-server-that-drips-is-unavailable")
async def test_a_model_that_never_finishes_is_unavailable_in_its_time(web: LoopbackWeb) -> None:
    small_web.serve(web)

    left = anyio.Event()

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked_for = await reader.readuntil(b"\r\n\r\n")
        if b"/chat/completions" not in asked_for:
            writer.write(
                b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
            writer.close()
            return
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")
        with suppress(OSError):
            while not writer.is_closing():
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.05)
        writer.transport.abort()
        await asyncio.sleep(0.01)  # the loop closes the socket on its next turn
        left.set()

    with anyio.fail_after(20):
        server = await asyncio.start_server(drip, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        llm = LLMConfig(endpoint=f"http://127.0.0.1:{port}/v1", model="m", timeout_s=1.0)
        async with Engine(Config(llm=llm), network=network(web)) as engine:
            with pytest.raises(WebError) as caught:
                await engine.ask(small_web.QUESTION)
        await left.wait()
        server.close()

    assert caught.value.code is ErrorCode.MODEL_UNAVAILABLE


@promise("engine.close.ends-what-still-runs")
async def test_an_engine_that_closes_ends_its_runs_as_cancelled(web: LoopbackWeb) -> None:
    small_web.serve(web)
    asked = anyio.Event()

    async def api(request: RawRequest) -> RawReply:
        asked.set()
        await anyio.sleep_forever()
        return html("never")

    web.host("en.wikipedia.org", api, address="198.35.26.97", tls=True)
    web.answers("en.wikipedia.org", ["198.35.26.97"])
    ends: list[str] = []

    async def run(engine: Engine) -> None:
        with pytest.raises(WebError) as caught:
            await engine.research(small_web.QUESTION)
        ends.append(caught.value.code)

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group, Engine(network=network(web)) as engine:
            for _ in range(3):
                group.start_soon(run, engine)
            await asked.wait()

    assert ends == ["cancelled"] * 3
    assert children() == []


def test_bytes_at_hand_are_read_in_place() -> None:
    body = small_web.page("towers", "It is 330 metres tall.").encode()

    document = read_bytes(body, url="http://towers.example/page", media_type="text/html")

    assert "It is 330 metres tall." in document.main_text()
    assert document.title == "Towers"
    assert document.source_id.startswith("src_")


def test_bytes_that_are_no_document_say_so() -> None:
    with pytest.raises(WebError) as caught:
        read_bytes(
            b"\x89PNG\r\n\x1a\n" + bytes(64), url="http://a.example/", media_type="image/png"
        )

    assert caught.value.code is ErrorCode.NOT_A_DOCUMENT


async def test_an_unknown_provider_in_the_configuration_is_bad_config() -> None:
    config = Config(providers={"altavista": ProviderConfig()})

    with pytest.raises(WebError) as caught:
        async with Engine(config):
            pass

    assert caught.value.code is ErrorCode.BAD_CONFIG
    json.dumps(caught.value.detail)
