"""Replays a recorded run of six pages: the whole flow, offline, engine opened and closed.

The recording is made first, by the engine itself, from the pages that ship; its streams answer out
of memory, so that neither a socket nor a server is needed.
"""

import json
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import anyio
import httpcore2

from benchmarks import pages
from benchmarks.startup import Start
from citewell.engine import Engine
from citewell.fetch.network import Network
from citewell.model.config import Config, ProviderConfig
from citewell.model.values import Research

RUNS = 5
"""Replays of one recording"""

SHIPPED = Path(__file__).parent.parent / "shipped" / "extraction"

QUESTION = "Why is black tea dark, and which enzyme lets its catechins react with oxygen?"

API = "http://wiki.example/w/api.php"
"""Where the only provider is told to ask"""

ADDRESS = "93.184.215.14"
"""A public address, as every name of the saved web resolves to; nothing is sent there"""


def measure_replay() -> Start:
    """Record once, then replay; the median of `RUNS`.

    Raises:
        RuntimeError: the run did not read all pages, or a replay gave another context.
    """
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "run.warc.gz")
        recorded = anyio.run(_research, Config(record=path, providers=_providers()))
        _check(recorded, recorded)
        times_ms = [_replay_ms(path, recorded) for _ in range(RUNS)]
    return Start(name="replay", median_ms=median(times_ms))


def _replay_ms(path: str, recorded: Research) -> float:
    start = time.perf_counter()
    replayed = anyio.run(_research, Config(replay=path))
    elapsed_ms = 1000 * (time.perf_counter() - start)
    _check(replayed, recorded)
    return elapsed_ms


def _check(found: Research, recorded: Research) -> None:
    wanted = len(pages.load(SHIPPED))
    if len(found.documents) != wanted or found.context.text != recorded.context.text:
        codes = [outcome.status for outcome in found.outcomes]
        raise RuntimeError(f"the run of {wanted} pages went otherwise: {', '.join(codes)}")


async def _research(config: Config) -> Research:
    async with Engine(config, network=Network(resolve=_resolve, dial=_dial)) as engine:
        return await engine.research(QUESTION, deadline_s=60.0)


def _providers() -> dict[str, ProviderConfig]:
    return {"wikipedia": ProviderConfig(endpoint=API)}


async def _resolve(host: str, port: int) -> list[str]:
    return [ADDRESS]


async def _dial(address: str, port: int, timeout_s: float) -> httpcore2.AsyncNetworkStream:
    return SavedStream()


class SavedStream(httpcore2.AsyncNetworkStream):
    """A connection to the saved web: each request that is written, its answer can be read."""

    def __init__(self) -> None:
        """Nothing to read yet."""
        self._asked = b""
        self._answers = b""

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        """The next bytes of the answer."""
        part, self._answers = self._answers[:max_bytes], self._answers[max_bytes:]
        return part

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Take the request in; its answer is ready as soon as its head is whole."""
        self._asked += buffer
        if b"\r\n\r\n" in self._asked:
            target = self._asked.split(b" ", 2)[1].decode()
            self._answers, self._asked = _answer(target), b""

    async def aclose(self) -> None:
        """Nothing is open."""

    def get_extra_info(self, info: str) -> object:
        """Nothing is known of the connection."""
        return None


def _answer(target: str) -> bytes:
    """The saved page, the provider's answer that lists them all, or that there is no such page."""
    path = urlsplit(target).path
    saved = {f"/{page.id}": page for page in pages.load(SHIPPED).values()}
    if path in saved:
        return _http(b"text/html; charset=utf-8", saved[path].body())
    if path != urlsplit(API).path:
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    found = [
        {"title": page.id, "index": index, "canonicalurl": page.url.replace("https:", "http:")}
        for index, page in enumerate(saved.values(), start=1)
    ]
    reply = json.dumps({"batchcomplete": True, "query": {"pages": found}}).encode()
    return _http(b"application/json", reply)


def _http(media_type: bytes, body: bytes) -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
    return head % (media_type, len(body)) + body
