"""Asking all providers at once."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import anyio

from citewell.model.clock import Clock, frozen_clock
from citewell.model.errors import ErrorCode, Refused
from citewell.model.values import Hit, ProviderReply, Query
from citewell.search import Answered, Ask, ask_all
from tests.promises import promise

Reply = Callable[[], Awaitable[ProviderReply]]
CLOCK = frozen_clock(datetime(2026, 11, 30, tzinfo=UTC))
FOUND = ProviderReply(
    hits=(Hit(url="https://a.example/", title="A", provider="p", query="q", rank=1),)
)


async def asked(
    *replies: Reply, deadline_s: float = 5.0, each_s: float = 5.0, clock: Clock = CLOCK
) -> tuple[Answered, ...]:
    """Ask one provider for each reply, named by its place."""
    asks = [Ask(provider=str(n), query=Query(text="q")) for n in range(len(replies))]

    async def call(ask: Ask) -> ProviderReply:
        return await replies[int(ask.provider)]()

    with anyio.fail_after(5):
        return await ask_all(asks, call, deadline_s=deadline_s, each_s=each_s, clock=clock)


def statuses(answered: tuple[Answered, ...]) -> list[str]:
    return [one.outcome.status for one in answered]


async def found() -> ProviderReply:
    return FOUND


async def nothing() -> ProviderReply:
    return ProviderReply()


async def silence() -> ProviderReply:
    await anyio.sleep_forever()
    raise AssertionError("silence ends by being cancelled")


@promise("search.ask.a-silent-provider-is-a-timeout")
async def test_a_silent_provider_is_a_timeout_and_the_others_keep_their_hits() -> None:
    answered = await asked(silence, found, each_s=0.01)

    assert statuses(answered) == ["timeout", "ok"]
    assert answered[1].reply == FOUND


@promise("search.ask.the-deadline-keeps-what-came")
async def test_at_the_deadline_what_came_is_kept_and_the_rest_is_told() -> None:
    answered = await asked(found, silence, nothing, deadline_s=0.01)

    assert statuses(answered) == ["ok", "deadline_exceeded", "empty"]


@promise("search.ask.order-is-the-plans")
async def test_results_stand_in_the_order_of_the_asks_whoever_is_first() -> None:
    second_is_done = anyio.Event()

    async def first() -> ProviderReply:
        await second_is_done.wait()
        return FOUND

    async def second() -> ProviderReply:
        second_is_done.set()
        return ProviderReply()

    answered = await asked(first, second)

    assert [one.ask.provider for one in answered] == ["0", "1"]
    assert statuses(answered) == ["ok", "empty"]


@promise("search.ask.a-refusal-is-never-empty")
async def test_a_refusal_is_an_outcome_with_its_code_and_its_reason() -> None:
    async def refusal() -> ProviderReply:
        raise Refused(ErrorCode.RATE_LIMITED, "asked too often")

    answered = await asked(refusal, found)

    assert statuses(answered) == ["rate_limited", "ok"]
    assert answered[0].outcome.detail == "asked too often"


@promise("search.ask.failed-engines-are-never-empty")
async def test_no_hits_while_engines_failed_is_engines_failed() -> None:
    async def engines_down() -> ProviderReply:
        return ProviderReply(
            failures=(("google", ErrorCode.BOT_WALL), ("brave", ErrorCode.TIMEOUT))
        )

    (answered,) = await asked(engines_down)

    assert answered.outcome.code == ErrorCode.ENGINES_FAILED
    assert answered.outcome.detail == "google: bot_wall, brave: timeout"


@promise("search.ask.some-failed-engines-degrade")
async def test_hits_while_an_engine_failed_are_ok_and_name_the_engine() -> None:
    async def half() -> ProviderReply:
        return ProviderReply(hits=FOUND.hits, failures=(("brave", ErrorCode.TIMEOUT),))

    (answered,) = await asked(half)

    assert answered.outcome.status == "ok"
    assert answered.outcome.detail == "brave: timeout"


@promise("search.ask.nothing-found-is-empty")
async def test_nothing_found_and_nobody_failing_is_empty() -> None:
    assert statuses(await asked(nothing)) == ["empty"]


async def test_every_outcome_says_how_long_it_took() -> None:
    seconds = iter([0.0, 1.0, 3.5, 9.0])
    clock = Clock(now=CLOCK.now, monotonic=lambda: next(seconds), sleep=CLOCK.sleep)

    (answered,) = await asked(found, clock=clock)

    assert answered.outcome.elapsed_s == 2.5


async def test_nobody_to_ask_is_no_answers() -> None:
    assert await asked() == ()
