"""Records the demo: serves the demo web on loopback, asks every question, checks the answers.

`python -m demo.build [FILE]` writes `src/citewell/demo/demo.warc.gz`, and fails when an answer is
not where it should be or the file is too large. The clock stands still, so nothing in the file
depends on the day.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio

from citewell import Config, Engine
from citewell.model.clock import frozen_clock
from citewell.model.config import FetchConfig, ProviderConfig
from citewell.model.values import Answer
from demo.questions import QUESTIONS, Question
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


async def record(path: Path) -> dict[Question, Answer]:
    """Ask every question on the demo web, and write it all down."""
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
    answers = anyio.run(record, path)
    wrong = [fault for question, answer in answers.items() for fault in faults(question, answer)]
    size = path.stat().st_size
    if size >= MAX_BYTES:
        wrong.append(f"{path} has {size:,} bytes; at most {MAX_BYTES:,} are allowed")
    print("\n".join([f"{len(answers)} questions, {size:,} bytes", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
