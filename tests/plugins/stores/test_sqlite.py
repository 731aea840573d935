"""What only the store in a file must do: outlive its process and serve several."""

import os
import sqlite3
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest

from citewell.model.clock import frozen_clock
from citewell.model.errors import ErrorCode, WebError
from citewell.plugins.stores.sqlite import SqliteStore
from tests.promises import promise

CLOCK = frozen_clock(datetime(2026, 11, 30, tzinfo=UTC))
LONG_S = 1_000.0

COUNTING = """
import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio
from citewell.model.clock import frozen_clock
from citewell.plugins.stores.sqlite import SqliteStore

async def main():
    clock = frozen_clock(datetime(2026, 11, 30, tzinfo=UTC))
    store = SqliteStore(path=Path(sys.argv[1]), clock=clock, max_items=10, max_bytes=1000)
    won = await store.put_if_absent("lease", sys.argv[2].encode(), ttl_s=1000)
    await store.add("ready", 1, ttl_s=1000)
    while await store.add("ready", 0, ttl_s=1000) < 2:
        pass
    for _ in range(300):
        await store.add("hits", 1, ttl_s=1000)
    await store.aclose()
    print("won" if won else "lost")

anyio.run(main)
"""


def opened(path: Path, *, max_items: int = 10) -> SqliteStore:
    return SqliteStore(path=path, clock=CLOCK, max_items=max_items, max_bytes=10_000)


def file_modes(folder: Path) -> list[int]:
    """Of the file and of the two that SQLite lays beside it."""
    return [stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()]


@promise("stores.sqlite.processes-share-it")
async def test_processes_that_start_together_lose_no_count_and_one_wins(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    command = [sys.executable, "-c", COUNTING, str(path)]
    printed: list[bytes] = []

    async def child(name: str) -> None:
        done = await anyio.run_process(
            [*command, name],
            stderr=subprocess.STDOUT,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        printed.append(done.stdout.strip())

    with anyio.fail_after(30):
        async with anyio.create_task_group() as group:
            for name in ("first", "second"):
                group.start_soon(child, name)

    store = opened(path)
    assert sorted(printed) == [b"lost", b"won"]
    assert await store.add("hits", 0, ttl_s=LONG_S) == 600
    await store.aclose()


@promise("stores.sqlite.outlives-its-process")
async def test_what_was_kept_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    first = opened(tmp_path / "deep" / "store.sqlite")
    await first.put("a", b"1", ttl_s=LONG_S)
    await first.aclose()

    second = opened(tmp_path / "deep" / "store.sqlite")

    assert await second.get("a") == b"1"
    await second.aclose()


@promise("stores.sqlite.the-file-is-its-owners")
async def test_no_file_of_the_store_can_be_read_by_others(tmp_path: Path) -> None:
    (tmp_path / "store.sqlite").touch(mode=0o644)
    store = opened(tmp_path / "store.sqlite")
    await store.put("a", b"1", ttl_s=LONG_S)

    modes = file_modes(tmp_path)

    assert modes == [0o600, 0o600, 0o600]
    await store.aclose()


async def test_the_order_of_use_outlives_the_process(tmp_path: Path) -> None:
    first = opened(tmp_path / "store.sqlite", max_items=2)
    for key in ("a", "b"):
        await first.put(key, b"1", ttl_s=LONG_S)
    await first.get("a")
    await first.aclose()

    second = opened(tmp_path / "store.sqlite", max_items=2)
    await second.put("c", b"1", ttl_s=LONG_S)

    assert await second.list("") == ["a", "c"]
    await second.aclose()


@promise("stores.sqlite.a-strange-file-is-bad-config")
async def test_a_file_that_is_no_store_is_bad_config_and_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(b"my diary, in plain words, and long enough" * 100)
    store = opened(path)

    with pytest.raises(WebError) as raised:
        await store.get("a")

    assert raised.value.code == ErrorCode.BAD_CONFIG
    assert path.read_bytes().startswith(b"my diary")


@promise("stores.sqlite.a-strange-file-is-bad-config")
async def test_a_file_of_a_later_release_is_bad_config(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(WebError) as raised:
        await opened(path).get("a")

    assert raised.value.code == ErrorCode.BAD_CONFIG


async def test_a_folder_in_place_of_the_file_is_an_error_with_a_code(tmp_path: Path) -> None:
    with pytest.raises(WebError) as raised:
        await opened(tmp_path).get("a")

    assert raised.value.code == ErrorCode.INTERNAL


def test_a_store_in_a_file_needs_its_path() -> None:
    with pytest.raises(ValueError):
        SqliteStore(path=None, clock=CLOCK, max_items=1, max_bytes=1)


@promise("stores.sqlite.a-strange-file-is-bad-config")
async def test_another_programs_database_is_bad_config_and_gets_no_table(tmp_path: Path) -> None:
    path = tmp_path / "theirs.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()

    with pytest.raises(WebError) as raised:
        await opened(path).get("a")

    connection = sqlite3.connect(path)
    tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert raised.value.code == ErrorCode.BAD_CONFIG
    assert tables == [("mine",)]
