"""Runs `citewell` as a shell would, in a home of its own; and the recording that it replays."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio

from citewell import Config, Engine, Filters
from tests import small_web
from tests.loopback import LoopbackWeb, RawReply

ROOT = Path(__file__).parents[3]


def environment(home: Path, **variables: str) -> dict[str, str]:
    """What a command sees of its surroundings: hardly anything, and no configuration."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    own = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "PYTHONUTF8": "1"}
    return {**kept, **own, "PYTHONPATH": str(ROOT / "src"), **variables}


def start(home: Path, *args: str, **options: Any) -> "subprocess.Popen[str]":
    """Start a command with pipes for its streams."""
    variables: Mapping[str, str] = options.pop("env", {})
    return subprocess.Popen(
        [sys.executable, "-m", "citewell", *args],
        env=environment(home, **variables),
        cwd=options.pop("cwd", home),
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        encoding=options.pop("encoding", "utf-8"),
        **options,
    )


def citewell(home: Path, *args: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    process = start(home, *args, **options)
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(args, process.returncode, out, err)


def config_file(home: Path, text: str, mode: int = 0o600) -> Path:
    """Write the user's configuration file."""
    path = home / "config" / "citewell" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


async def record(path: Path, *, broken: Mapping[str, int], operations: Sequence[str]) -> None:
    """Run the small web's question into a file.

    Args:
        path: of the recording.
        broken: page → the status that it answers.
        operations: of: ask research search read.
    """
    async with LoopbackWeb() as web:
        small_web.serve(web)
        for number, (name, status) in enumerate(broken.items()):
            web.host(f"{name}.example", RawReply(status=status), address=f"93.184.218.{number}")
            web.answers(f"{name}.example", [f"93.184.218.{number}"])
        async with Engine(Config(record=str(path)), network=web.network) as engine:
            for operation in operations:
                await _run(engine, operation)


async def _run(engine: Engine, operation: str) -> None:
    if operation == "ask":
        await engine.ask(small_web.QUESTION)
    elif operation == "research":
        filters = Filters(blocked_domains=("iron.example",))
        await engine.research(small_web.QUESTION, filters=filters)
    elif operation == "search":
        await engine.search("Eiffel Tower")
    else:
        await engine.read(small_web.url("towers"))


def recorded(path: Path, *operations: str, broken: Mapping[str, int] | None = None) -> Path:
    """`record`, for tests that have no loop."""

    async def run() -> None:
        with anyio.fail_after(30):
            await record(path, broken=broken or {}, operations=operations)

    anyio.run(run)
    return path
