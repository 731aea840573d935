"""Records the demo: serves the demo web on loopback, asks every question, checks the answers.

`python -m demo.build [FILE]` writes `src/citewell/demo/demo.warc.gz`, and fails when an answer is
not where it should be or the file is too large. The clock stands still and names are not drawn by
lot, so that the same sources give the same file.
"""

import argparse
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import anyio

from citewell import Config, Engine
from citewell.model.clock import frozen_clock
from citewell.model.config import FetchConfig, ProviderConfig
from citewell.model.values import Answer
from demo.questions import QUESTIONS, Question
from demo.tidy import tidied
from demo.web import serve
from tests.loopback import LoopbackWeb

RECORDING = Path(__file__).parents[1] / "src" / "citewell" / "demo" / "demo.warc.gz"
MAX_BYTES = 1_000_000
RECORDED_AT = datetime(2026, 12, 1, 9, tzinfo=UTC)

PAGE_DEADLINE_S = 3.0
"""The slow host costs so long, once; all others answer in milliseconds"""

FIRST = 2
"""Among so many passages the answer must be"""

PROVIDERS = {
    "wikipedia": ProviderConfig(endpoint="https://{edition}.encyclopedia.example/w/api.php"),
    "searxng": ProviderConfig(endpoint="https://search.example"),
    "news_feeds": ProviderConfig(endpoint="https://news.example/rss/search?q={query}"),
}


SEARCHED = ("Eiffel Tower",)
READ = (
    "https://towers.example/eiffel-tower-height-2022",
    "https://meadow.example/garden/bees-and-flowers",
    "http://ozera.example/rossiya/bajkal",
)
"""What is searched and read by itself, so that it can be tried on the demo too"""


@contextmanager
def numbered_names() -> Iterator[None]:
    """Let names that are drawn by lot follow from their number."""
    numbers = count(1)

    def name() -> uuid.UUID:
        return uuid.uuid5(uuid.NAMESPACE_URL, f"citewell demo {next(numbers)}")

    with mock.patch("uuid.uuid4", name):
        yield


async def record(path: Path) -> dict[Question, Answer]:
    """Ask every question on the demo web, search and read a little, and write it all down."""
    config = Config(
        fetch=FetchConfig(page_deadline_s=PAGE_DEADLINE_S),
        providers=PROVIDERS,
        record=str(path),
    )
    answers = {}
    async with LoopbackWeb() as web:
        serve(web)
        clock = frozen_clock(RECORDED_AT)
        async with Engine(config, clock=clock, network=web.network) as engine:
            for question in QUESTIONS:
                answers[question] = await engine.ask(question.text)
            for query in SEARCHED:
                await engine.search(query)
            for url in READ:
                await engine.read(url)
    return answers


def faults(question: Question, answer: Answer) -> list[str]:
    """What is wrong with an answer; empty when nothing is."""
    passages = answer.research.context.passages
    if not question.answers:
        found = answer.research.evidence
        return [] if found == "nothing_found" else [f"{question.text} found {found}"]
    first = [ranked.passage.text for ranked in passages[:FIRST]]
    if any(words in text for words in question.answers for text in first):
        return []
    return [f"{question.text} is not answered by the first {FIRST} of {len(passages)} passages"]


def main(arguments: list[str]) -> int:
    """Record, say what came of it, and return 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m demo.build", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=RECORDING)
    path = parser.parse_args(arguments).file
    with TemporaryDirectory() as folder, numbered_names():
        fresh = Path(folder) / path.name
        answers = anyio.run(record, fresh)
        path.write_bytes(tidied(fresh.read_bytes()))
    path.chmod(0o644)
    wrong = [fault for question, answer in answers.items() for fault in faults(question, answer)]
    size = path.stat().st_size
    if size >= MAX_BYTES:
        wrong.append(f"{path} has {size:,} bytes; at most {MAX_BYTES:,} are allowed")
    sys.stdout.write("\n".join([f"{len(answers)} questions, {size:,} bytes", *wrong, ""]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
