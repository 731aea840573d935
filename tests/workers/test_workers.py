"""The pool of child processes: what they may do, and what the pool does when they do more."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from struct import pack
from typing import Any

import anyio
import pytest
from anyio.lowlevel import checkpoint

import citewell
from citewell.model.clock import Clock, frozen_clock
from citewell.model.config import WorkersConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.workers import Workers
from tests.promises import promise

pytestmark = pytest.mark.anyio
JOBS = "tests.workers.jobs"
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
CLOCK = Clock(now=lambda: NOON, monotonic=time.monotonic, sleep=anyio.sleep)


@asynccontextmanager
async def pool(clock: Clock = CLOCK, **limits: Any) -> AsyncIterator[Workers]:
    """An open pool of one child unless told otherwise; the test may last ten seconds."""
    config = WorkersConfig(**{"processes": 1, **limits})
    with anyio.fail_after(10):
        async with Workers(config, clock=clock) as workers:
            yield workers


async def pid_of(workers: Workers) -> int:
    pid: int = (await workers.run(f"{JOBS}:about"))["pid"]
    return pid


def is_running(pid: int) -> bool:
    """Whether the process exists; a zombie does."""
    return Path(f"/proc/{pid}").exists()


@promise("workers.job.runs-in-a-child-with-its-plugins")
async def test_a_job_gets_its_plugins_payload_and_body_in_another_process() -> None:
    async with pool() as workers:
        reply = await workers.run(
            f"{JOBS}:echo",
            plugins=[f"{JOBS}:MARK"],
            payload={"ключ": [1, None, "ü"]},
            body=b"\x00\xff" * 500_000,
        )
        pid = await pid_of(workers)

    assert reply == {
        "plugins": ["the plug-in itself"],
        "payload": {"ключ": [1, None, "ü"]},
        "bytes": 1_000_000,
    }
    assert pid != os.getpid()


@promise("workers.child.stays-warm")
async def test_jobs_after_one_another_share_one_warm_child() -> None:
    async with pool(processes=2) as workers:
        assert await pid_of(workers) == await pid_of(workers)


@promise("workers.child.stays-warm")
async def test_prewarming_starts_every_child_and_imports_what_is_named() -> None:
    found: list[dict[str, Any]] = []

    async def look(workers: Workers) -> None:
        found.append(await workers.run(f"{JOBS}:about"))

    async with pool(processes=2) as workers:
        await workers.prewarm(["wave"])
        async with anyio.create_task_group() as group:
            for _ in range(2):
                group.start_soon(look, workers)

    assert len({one["pid"] for one in found}) == 2
    assert all("wave" in one["modules"] for one in found)


@promise("workers.child.is-isolated")
async def test_a_child_sees_no_variable_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITEWELL_LLM_KEY", "sk-secret")

    async with pool() as workers:
        seen = (await workers.run(f"{JOBS}:about"))["variables"]

    assert set(seen) <= {"PYTHONPATH", "PYTHONUTF8", "LD_LIBRARY_PATH", "LC_CTYPE"}


@promise("workers.child.is-isolated")
@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="needs POSIX limits")
async def test_a_child_can_leave_nothing_on_the_disk(tmp_path: Path) -> None:
    target = tmp_path / "left"

    async with pool() as workers:
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:write_a_file", payload={"path": str(target)})

    assert caught.value.code is ErrorCode.PARSE_FAILED
    assert target.stat().st_size == 0


@promise("workers.job.error-keeps-its-code")
async def test_an_error_with_a_code_arrives_whole() -> None:
    async with pool() as workers:
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:refuse")

    error = caught.value
    assert (error.code, error.retryable, error.detail) == (
        ErrorCode.LOGIN_WALL,
        True,
        {"form": "yes"},
    )


@promise("workers.job.failure-harms-no-other")
@pytest.mark.parametrize("job", ["stumble", "unwritable", "absent"])
async def test_a_job_that_raises_is_parse_failed_and_its_child_goes_on(job: str) -> None:
    async with pool() as workers:
        before = await pid_of(workers)
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:{job}")
        after = await pid_of(workers)

    assert caught.value.code is ErrorCode.PARSE_FAILED
    assert before == after


@promise("workers.limit.breaking-one-is-parser-killed", "workers.job.failure-harms-no-other")
@pytest.mark.parametrize(
    ("job", "payload", "limits"),
    [
        ("die", {}, {}),
        ("spin", {}, {"job_cpu_s": 0.2}),
        ("swell", {"bytes": 256 << 20}, {"memory_bytes": 256 << 20}),
    ],
    ids=["death", "processor time", "memory"],
)
async def test_a_child_that_dies_or_breaks_a_limit_is_replaced(
    job: str, payload: dict[str, int], limits: dict[str, Any]
) -> None:
    async with pool(**limits) as workers:
        before = await pid_of(workers)
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:{job}", payload=payload)
        after = await pid_of(workers)

    assert caught.value.code is ErrorCode.PARSER_KILLED
    assert before != after


@promise("workers.limit.breaking-one-is-parser-killed")
async def test_a_child_that_hangs_is_killed_at_the_wall_limit() -> None:
    hours = iter(range(0, 24_000, 3600))
    racing = Clock(now=lambda: NOON, monotonic=lambda: next(hours), sleep=lambda _: checkpoint())

    async with pool(racing) as workers:
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:hang")

    assert caught.value.code is ErrorCode.PARSER_KILLED


async def test_under_a_frozen_clock_no_job_is_late() -> None:
    async with pool(frozen_clock(NOON)) as workers:
        reply = await workers.run(f"{JOBS}:long_reply", payload={"chars": 100_000})

    assert len(reply) == 100_000


@promise("workers.limit.a-long-reply-is-too-large")
async def test_a_reply_over_its_cap_is_too_large_and_the_child_goes_on() -> None:
    async with pool(max_reply_bytes=100_000) as workers:
        before = await pid_of(workers)
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:long_reply", payload={"chars": 100_001})
        after = await pid_of(workers)

    assert caught.value.code is ErrorCode.TOO_LARGE
    assert before == after


@promise("workers.child.cannot-corrupt-a-frame")
async def test_a_library_that_prints_corrupts_no_reply() -> None:
    async with pool() as workers:
        assert await workers.run(f"{JOBS}:chatter") == "quiet"
        assert await workers.run(f"{JOBS}:chatter") == "quiet"


@promise("workers.child.cannot-corrupt-a-frame")
@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (pack(">Q", 1 << 40), ErrorCode.TOO_LARGE),
        (pack(">Q", 3) + b"{no", ErrorCode.PARSER_KILLED),
        (pack(">Q", 100_000) + b"[" * 100_000, ErrorCode.PARSER_KILLED),
        (pack(">Q", 2) + b"[]", ErrorCode.PARSER_KILLED),
        (pack(">Q", 22) + b'{"error":{"code":"x"}}', ErrorCode.PARSER_KILLED),
    ],
    ids=["huge length", "no JSON", "deep JSON", "no reply", "no known code"],
)
async def test_a_captured_child_gets_a_typed_error_and_no_further_job(
    reply: bytes, code: ErrorCode
) -> None:
    async with pool() as workers:
        before = await pid_of(workers)
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:lie", payload={"frame": reply.decode("latin-1")})
        after = await pid_of(workers)

    assert caught.value.code is code
    assert before != after


@promise("workers.child.cannot-corrupt-a-frame")
async def test_a_child_that_answers_twice_answers_no_later_job() -> None:
    honest = json.dumps({"value": "mine"}).encode()
    frame = (pack(">Q", len(honest)) + honest) * 2

    async with pool() as workers:
        await workers.run(f"{JOBS}:lie", payload={"frame": frame.decode("latin-1")})
        reply = await workers.run(f"{JOBS}:chatter")

    assert reply == "quiet"


@promise("workers.cancel.the-job-does-not-go-on")
async def test_a_cancelled_job_is_killed_and_the_pool_heals() -> None:
    async with pool() as workers:
        before = await pid_of(workers)
        with anyio.open_signal_receiver(signal.SIGUSR1) as begun:
            async with anyio.create_task_group() as group:
                group.start_soon(
                    lambda: workers.run(f"{JOBS}:hang", payload={"parent": os.getpid()})
                )
                async for _ in begun:
                    break
                group.cancel_scope.cancel()

        assert not is_running(before)
        assert await pid_of(workers) != before


@promise("workers.child.is-recycled")
async def test_a_child_is_replaced_after_its_number_of_jobs() -> None:
    async with pool(jobs_per_child=2) as workers:
        pids = [await pid_of(workers) for _ in range(4)]

    assert pids[0] == pids[1] != pids[2] == pids[3]


@promise("workers.queue.is-fair")
async def test_jobs_wait_for_a_free_child_in_the_order_they_came() -> None:
    done: list[int] = []

    async def job(number: int, workers: Workers) -> None:
        await workers.run(f"{JOBS}:echo")
        done.append(number)

    async with pool() as workers, anyio.create_task_group() as group:
        for number in range(6):
            group.start_soon(job, number, workers)

    assert done == [0, 1, 2, 3, 4, 5]


@promise("workers.pool.nothing-outlives-it")
async def test_when_the_pool_closes_no_child_is_left_and_running_jobs_are_cancelled() -> None:
    codes: list[ErrorCode] = []
    found: list[int] = []

    async def job(workers: Workers) -> None:
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:hang", payload={"parent": os.getpid()})
        codes.append(caught.value.code)

    with anyio.open_signal_receiver(signal.SIGUSR1) as begun:
        async with anyio.create_task_group() as group, pool(processes=2) as workers:
            found.append(await pid_of(workers))
            group.start_soon(job, workers)
            async for _ in begun:
                break

    gc.collect()
    assert codes == [ErrorCode.CANCELLED]
    assert not any(is_running(pid) for pid in found)


@promise("workers.pool.nothing-outlives-it")
async def test_when_the_pool_closes_no_waiting_job_starts_a_child() -> None:
    codes: list[ErrorCode] = []

    async def job(workers: Workers) -> None:
        with pytest.raises(WebError) as caught:
            await workers.run(f"{JOBS}:hang", payload={"parent": os.getpid()})
        codes.append(caught.value.code)

    with anyio.open_signal_receiver(signal.SIGUSR1) as begun:
        async with anyio.create_task_group() as group:
            async with pool() as workers:
                for _ in range(3):
                    group.start_soon(job, workers)
                async for _ in begun:
                    break
            await anyio.wait_all_tasks_blocked()

    assert codes == [ErrorCode.CANCELLED] * 3


@promise("workers.child.stays-warm")
async def test_prewarming_with_a_module_that_is_not_there_says_so() -> None:
    async with pool(processes=2) as workers:
        with pytest.raises(WebError) as caught:
            await workers.prewarm(["no_such_module"])

    assert caught.value.code is ErrorCode.PARSE_FAILED


@promise("workers.pool.nothing-outlives-it")
async def test_children_end_when_their_parent_is_killed() -> None:
    script = (
        "import asyncio, anyio, time\n"
        "from tests.workers.test_workers import pool, pid_of\n"
        "async def main():\n"
        "    async with pool() as workers:\n"
        "        print(await pid_of(workers), flush=True)\n"
        "        await anyio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    env = {"PYTHONPATH": os.pathsep.join(sys.path)}
    with anyio.fail_after(10):
        async with await anyio.open_process([sys.executable, "-c", script], env=env) as parent:
            assert parent.stdout is not None
            child = int(await parent.stdout.receive())
            parent.kill()
            await parent.wait()
            while _state(child) not in {"Z", ""}:
                await anyio.sleep(0.01)


def _state(pid: int) -> str:
    """Letter of the process state; empty when there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return ""


@promise("workers.child.finds-citewell-where-the-parent-did")
def test_children_find_citewell_inside_a_zip(tmp_path: Path) -> None:
    source = Path(citewell.__file__).parent
    archive = tmp_path / "citewell.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in source.rglob("*.py"):
            packed.write(file, file.relative_to(source.parent))
    script = (
        "import asyncio, citewell, time, anyio\n"
        "from citewell.model.clock import Clock\n"
        "from citewell.model.config import WorkersConfig\n"
        "from citewell.workers import Workers\n"
        "async def main():\n"
        "    clock = Clock(now=None, monotonic=time.monotonic, sleep=anyio.sleep)\n"
        "    async with Workers(WorkersConfig(processes=1), clock=clock) as workers:\n"
        "        await workers.prewarm(['citewell.model.values'])\n"
        "asyncio.run(main())\n"
        "print(citewell.__file__)\n"
    )
    others = [entry for entry in sys.path if entry and Path(entry) != source.parent]
    env = {"PYTHONPATH": os.pathsep.join([str(archive), *others])}

    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, env=env, capture_output=True, timeout=20, text=True, check=True)

    assert ended.stdout.startswith(str(archive))


async def test_a_pool_that_is_not_open_takes_no_job() -> None:
    workers = Workers(WorkersConfig(), clock=CLOCK)

    with pytest.raises(RuntimeError):
        await workers.run(f"{JOBS}:echo")
