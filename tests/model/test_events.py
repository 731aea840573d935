"""Events: paired, hashed, and counted without content."""

import math
from datetime import UTC, datetime

import pytest

from citewell.model.clock import Clock, frozen_clock
from citewell.model.config import ContextConfig, RunConfig
from citewell.model.errors import ErrorCode, Refused, WebError
from citewell.model.events import Counters, Event, FetchPayload, SearchPayload
from citewell.model.run import Run, RunOptions, begin, check_asked
from citewell.model.values import Filters, Outcome, Trace
from tests.promises import promise

NOW = datetime(2026, 11, 1, 16, 23, tzinfo=UTC)


class Sink(list[Event]):
    """Keeps what it is told."""

    def __call__(self, event: Event) -> None:
        self.append(event)


class CuriousSink(Sink):
    """Wants to know the URLs."""

    wants_targets = True


def run(sink: Sink | None = None, *, recorded: Trace | None = None, **options: object) -> Run:
    """A run on a clock that stands."""
    asked = check_asked("research", "why?", RunOptions(**options), RunConfig())  # type: ignore[typeddict-item]
    return begin(asked, run_id="r1", clock=frozen_clock(NOW), recorded=recorded, sink=sink)


def trace(*outcomes: Outcome) -> Trace:
    """A recorded run."""
    return Trace(
        operation="research",
        run_id="old",
        question="why?",
        budget_tokens=77,
        filters=Filters(language="de"),
        config="{}",
        versions=(),
        started_at=datetime(2025, 1, 1, tzinfo=UTC),
        outcomes=outcomes,
    )


@promise("model.events.each-operation-ends")
def test_a_stage_tells_its_start_and_its_end_with_one_id() -> None:
    sink = Sink()

    with run(sink).stage("search", SearchPayload(provider="a")) as ends:
        ends.append(SearchPayload(provider="a", status="ok", count=2))

    assert [(event.name, event.phase) for event in sink] == [
        ("search", "started"),
        ("search", "completed"),
    ]
    assert len({event.operation_id for event in sink}) == 1
    assert sink[1].payload == SearchPayload(provider="a", status="ok", count=2)


def test_a_stage_that_fails_tells_the_code() -> None:
    sink = Sink()

    with pytest.raises(WebError), run(sink).stage("search", SearchPayload(provider="a")):
        raise Refused(ErrorCode.RATE_LIMITED, "too often")

    assert sink[1].phase == "failed"
    assert sink[1].payload == SearchPayload(provider="a", status="rate_limited")


@promise("model.events.targets-are-hashed-unless-asked-for")
def test_a_target_is_a_hash_that_differs_from_run_to_run() -> None:
    one, other = run(Sink()), run(Sink())
    other.run_id = "r2"

    assert "a.example" not in one.target("https://a.example/")
    assert one.target("https://a.example/") == one.target("https://a.example/")
    assert one.target("https://a.example/") != other.target("https://a.example/")
    assert run(CuriousSink()).target("https://a.example/") == "https://a.example/"


def test_any_run_id_and_any_url_have_a_hash() -> None:
    odd = run(Sink())
    odd.run_id = "\ud800" + "r" * 100

    assert len(odd.target("http://\udfff.example/")) == 16


@promise("model.counters.hold-no-content")
def test_counters_keep_aggregates_only() -> None:
    counters = Counters()
    state = run()
    state.events._sink = counters

    with state.stage("fetch", FetchPayload(target="https://secret.example/")) as ends:
        ends.append(FetchPayload(target="https://secret.example/", status="ok"))
    with pytest.raises(WebError), state.stage("fetch", FetchPayload(target="x")):
        raise Refused(ErrorCode.BOT_WALL, "a wall")

    assert counters.counts["fetch.ok"] == 1
    assert counters.counts["fetch.bot_wall"] == 1
    assert counters.rate("fetch") == 0.5
    assert "secret" not in repr(counters)


def test_a_rate_is_nought_before_any_read() -> None:
    assert Counters().rate("read") == 0.0


def test_time_left_never_falls_below_nought() -> None:
    at = [0.0]

    async def sleep(seconds: float) -> None:
        at[0] += seconds

    clock = Clock(now=lambda: NOW, monotonic=lambda: at[0], sleep=sleep)
    asked = check_asked("research", "why?", RunOptions(deadline_s=10), RunConfig())
    state = begin(asked, run_id="r", clock=clock, recorded=None, sink=None)

    assert state.remaining_s() == 10
    assert state.remaining_s(0.5) == 5
    at[0] = 11.0
    assert state.remaining_s() == 0


@promise("record.replay.the-recording-decides")
def test_a_replayed_run_has_the_recorded_id_clock_options_and_no_deadline() -> None:
    state = run(recorded=trace(), budget_tokens=5)

    assert state.run_id == "old"
    assert state.clock.now() == datetime(2025, 1, 1, tzinfo=UTC)
    assert math.isinf(state.remaining_s())
    assert state.asked.filters.language == "de"
    assert state.budget_tokens(ContextConfig()) == 77


@promise("record.replay.ends-where-time-ended-it")
def test_what_time_ended_in_the_recording_ends_in_the_replay() -> None:
    slow = Outcome(operation="read", target="https://a.example/", code=ErrorCode.DEADLINE_EXCEEDED)
    gone = Outcome(operation="read", target="https://b.example/", code=ErrorCode.HTTP_NOT_FOUND)
    state = run(recorded=trace(slow, gone))

    with pytest.raises(WebError) as caught, state.as_recorded("read", "https://a.example/"):
        pass
    with pytest.raises(WebError) as other, state.as_recorded("read", "https://a.example/"):
        raise Refused(ErrorCode.BOT_WALL, "a wall")
    with state.as_recorded("read", "https://b.example/"):
        pass
    with state.as_recorded("search", "https://a.example/"):
        pass

    assert caught.value.code is other.value.code is ErrorCode.DEADLINE_EXCEEDED


def test_the_budget_is_the_callers_then_the_configured_then_a_share_of_the_window() -> None:
    assert run(budget_tokens=9).budget_tokens(ContextConfig(budget_tokens=8)) == 9
    assert run().budget_tokens(ContextConfig(budget_tokens=8)) == 8
    assert run().budget_tokens(ContextConfig()) == 1433
    assert run().budget_tokens(ContextConfig(window_tokens=32_768)) == 11_468


@pytest.mark.parametrize(
    ("question", "options", "error"),
    [
        ("", {}, ValueError),
        ("  \n", {}, ValueError),
        ("x" * 100_001, {}, ValueError),
        (b"bytes", {}, TypeError),
        ("q", {"budget_tokens": -1}, ValueError),
        ("q", {"budget_tokens": "many"}, TypeError),
        ("q", {"deadline_s": -1}, ValueError),
        ("q", {"deadline_s": True}, TypeError),
        ("q", {"no_such_option": 1}, TypeError),
        ("q", {"budget_tokens": 1.5}, TypeError),
        ("q", {"filters": "x"}, TypeError),
        ("q", {"history": "hi"}, TypeError),
        ("q", {"history": ["hi"]}, TypeError),
        ("q", {"turn_id": 7}, TypeError),
        ("q", {"deadline_s": math.nan}, ValueError),
    ],
)
def test_a_callers_mistake_is_told_by_type_and_range(
    question: object, options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        check_asked("research", question, RunOptions(**options), RunConfig())  # type: ignore[arg-type, typeddict-item]


def test_a_clock_needs_a_zone() -> None:
    with pytest.raises(ValueError, match="aware"):
        frozen_clock(datetime(2026, 1, 1))  # noqa: DTZ001
