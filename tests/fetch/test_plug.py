"""A network whose plug is pulled: the run ends with what was there."""

from collections.abc import AsyncIterator

import anyio
import pytest

from citewell import Engine, WebError
from citewell.fetch.plug import Plug
from citewell.model.errors import ErrorCode
from citewell.model.events import Event
from tests import small_web
from tests.loopback import LoopbackWeb, RawReply, RawRequest, html
from tests.promises import promise


@pytest.fixture
async def web() -> AsyncIterator[LoopbackWeb]:
    """The small web, where one page never comes."""

    async def silent(request: RawRequest) -> RawReply:
        await anyio.sleep_forever()
        return html("never")

    async with LoopbackWeb() as opened:
        small_web.serve(opened)
        opened.host("paris.example", silent, address="93.184.217.1")
        opened.answers("paris.example", ["93.184.217.1"])
        yield opened


@promise("fetch.plug.what-waits-ends-as-cancelled")
async def test_what_waits_when_the_plug_is_pulled_is_cancelled_and_the_rest_is_answered(
    web: LoopbackWeb,
) -> None:
    plug, read = Plug(web.network), list[Event]()

    def pull_after_five(event: Event) -> None:
        if (event.name, event.phase) == ("read", "completed"):
            read.append(event)
        if len(read) == 5:
            plug.pull()

    with anyio.fail_after(20):
        async with Engine(network=plug.network, events=pull_after_five) as engine:
            answer = await engine.ask(small_web.QUESTION)

    reads = {o.target: o.status for o in answer.research.outcomes if o.operation == "read"}
    assert small_web.ANSWER in answer.text
    assert reads[small_web.url("paris")] == "cancelled"
    assert list(reads.values()).count("ok") == 5


async def test_once_pulled_nothing_is_looked_up_or_dialled(web: LoopbackWeb) -> None:
    plug = Plug(web.network)
    plug.pull()

    with anyio.fail_after(5), pytest.raises(WebError) as caught:
        async with Engine(network=plug.network) as engine:
            await engine.read(small_web.url("towers"))

    assert caught.value.code is ErrorCode.CANCELLED
    assert not web.lookups
    assert not web.connections


async def test_as_long_as_the_plug_is_in_nothing_changes(web: LoopbackWeb) -> None:
    with anyio.fail_after(20):
        async with Engine(network=Plug(web.network).network) as engine:
            found = await engine.search("Eiffel Tower")  # over TLS
            document = await engine.read(small_web.url("towers"))

    assert found.hits
    assert small_web.ANSWER in document.text
