"""What every store must do; each test runs on all of them."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import pytest

from citewell import registry
from citewell.model.clock import Clock
from citewell.model.protocols import Store
from tests.promises import promise

STORES = ("memory", "sqlite")
START = datetime(2026, 11, 30, tzinfo=UTC)
LONG_S = 1_000.0


@dataclass
class Hands:
    """The hands of a clock that a test moves."""

    passed_s: float = 0.0

    @property
    def clock(self) -> Clock:
        async def sleep(seconds: float) -> None:
            self.passed_s += seconds

        return Clock(
            now=lambda: START + timedelta(seconds=self.passed_s),
            monotonic=lambda: self.passed_s,
            sleep=sleep,
        )


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture(params=STORES)
def make(
    request: pytest.FixtureRequest, tmp_path: Path, hands: Hands
) -> Callable[[int, int], Store]:
    """Makes a store with room for so many items and bytes."""

    def made(max_items: int, max_bytes: int) -> Store:
        store: Store = registry.plugin("stores", request.param)(
            path=tmp_path / "store.sqlite",
            clock=hands.clock,
            max_items=max_items,
            max_bytes=max_bytes,
        )
        return store

    return made


@pytest.fixture
async def store(make: Callable[[int, int], Store]) -> AsyncIterator[Store]:
    opened = make(100, 10_000)
    yield opened
    await opened.aclose()


@promise("stores.life.a-value-comes-back-until-it-expires")
async def test_a_value_comes_back_until_its_time_is_over(store: Store, hands: Hands) -> None:
    await store.put("a", b"\x00bytes\xff", ttl_s=10)

    hands.passed_s = 9.9
    alive = await store.get("a")
    hands.passed_s = 10.0
    expired = await store.get("a")

    assert (alive, expired) == (b"\x00bytes\xff", None)
    assert await store.list("") == []


async def test_a_second_put_replaces_value_and_life(store: Store, hands: Hands) -> None:
    await store.put("a", b"old", ttl_s=10)
    hands.passed_s = 8.0
    await store.put("a", b"new", ttl_s=10)
    hands.passed_s = 17.0

    assert await store.get("a") == b"new"


async def test_what_is_deleted_or_was_never_there_is_none(store: Store) -> None:
    await store.put("a", b"1", ttl_s=LONG_S)
    await store.delete("a")
    await store.delete("never")

    assert await store.get("a") is None
    assert await store.get("never") is None


@promise("stores.atomic.one-winner")
async def test_of_many_that_put_if_absent_one_wins(store: Store) -> None:
    won: list[int] = []

    async def try_it(n: int) -> None:
        if await store.put_if_absent("lease", str(n).encode(), ttl_s=LONG_S):
            won.append(n)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            for n in range(20):
                group.start_soon(try_it, n)

    assert len(won) == 1
    assert await store.get("lease") == str(won[0]).encode()


async def test_an_expired_key_is_absent_to_those_who_put(store: Store, hands: Hands) -> None:
    await store.put("lease", b"1", ttl_s=10)
    hands.passed_s = 10.0

    assert await store.put_if_absent("lease", b"2", ttl_s=10)
    assert await store.get("lease") == b"2"


@promise("stores.atomic.compare-and-set")
async def test_compare_and_set_replaces_only_what_it_expects(store: Store) -> None:
    outcomes = [
        await store.compare_and_set("a", b"1", b"2", ttl_s=LONG_S),
        await store.compare_and_set("a", None, b"1", ttl_s=LONG_S),
        await store.compare_and_set("a", None, b"3", ttl_s=LONG_S),
        await store.compare_and_set("a", b"1", b"2", ttl_s=LONG_S),
    ]

    assert outcomes == [False, True, False, True]
    assert await store.get("a") == b"2"


@promise("stores.atomic.no-count-is-lost")
async def test_many_tasks_add_to_one_counter_and_none_is_lost(store: Store) -> None:
    sums: list[int] = []

    async def count() -> None:
        for _ in range(5):
            sums.append(await store.add("hits", 2, ttl_s=LONG_S))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(count)

    assert sorted(sums) == list(range(2, 201, 2))
    assert await store.add("hits", -200, ttl_s=LONG_S) == 0


@promise("stores.counters.life-runs-from-the-start")
async def test_a_counters_life_runs_from_its_start(store: Store, hands: Hands) -> None:
    await store.add("hour", 1, ttl_s=10)
    hands.passed_s = 9.0
    second = await store.add("hour", 1, ttl_s=10)
    hands.passed_s = 10.0
    fresh = await store.add("hour", 1, ttl_s=10)

    assert (second, fresh) == (2, 1)


async def test_to_add_to_what_is_no_counter_is_a_value_error_and_changes_nothing(
    store: Store,
) -> None:
    await store.put("page", b"<html>", ttl_s=LONG_S)

    with pytest.raises(ValueError):
        await store.add("page", 1, ttl_s=LONG_S)

    assert await store.get("page") == b"<html>"
    assert await store.add("other", 1, ttl_s=LONG_S) == 1


@promise("stores.list.a-prefix-is-literal")
async def test_a_prefix_is_literal_and_keys_are_sorted(store: Store) -> None:
    for key in ("a%2", "a%1", "a_1", "ab1", "A%1", "b", "a%é", "a"):
        await store.put(key, b"1", ttl_s=LONG_S)

    assert await store.list("a%") == ["a%1", "a%2", "a%é"]
    assert await store.list("a_") == ["a_1"]
    assert await store.list("") == ["A%1", "a", "a%1", "a%2", "a%é", "a_1", "ab1", "b"]


@promise("stores.bounds.least-recently-used-goes")
async def test_the_least_recently_used_goes_when_there_are_too_many(
    make: Callable[[int, int], Store],
) -> None:
    store = make(3, 10_000)
    for key in "abc":
        await store.put(key, b"1", ttl_s=LONG_S)
    await store.get("a")
    await store.put("d", b"1", ttl_s=LONG_S)

    assert await store.list("") == ["a", "c", "d"]
    await store.aclose()


@promise("stores.bounds.bytes-are-bounded")
async def test_bytes_of_keys_and_values_are_bounded(make: Callable[[int, int], Store]) -> None:
    store = make(100, 30)
    await store.put("a", b"x" * 9, ttl_s=LONG_S)
    await store.put("b", b"x" * 9, ttl_s=LONG_S)
    await store.put("c", b"x" * 9, ttl_s=LONG_S)
    full = await store.list("")
    await store.put("b", b"x" * 10, ttl_s=LONG_S)

    assert full == ["a", "b", "c"]
    assert await store.list("") == ["b", "c"]
    await store.aclose()


async def test_what_is_expired_goes_before_what_is_alive(
    make: Callable[[int, int], Store], hands: Hands
) -> None:
    store = make(2, 10_000)
    await store.put("alive", b"1", ttl_s=LONG_S)
    await store.put("short", b"1", ttl_s=1)
    hands.passed_s = 2.0
    await store.put("new", b"1", ttl_s=LONG_S)

    assert await store.list("") == ["alive", "new"]
    await store.aclose()


async def test_a_value_larger_than_the_store_costs_no_other(
    make: Callable[[int, int], Store],
) -> None:
    store = make(10, 20)
    await store.put("a", b"1", ttl_s=LONG_S)
    await store.put("big", b"x" * 20, ttl_s=LONG_S)
    kept = await store.put_if_absent("big", b"x" * 20, ttl_s=LONG_S)

    assert not kept
    assert await store.list("") == ["a"]
    await store.aclose()
