"""Every question of the demo, asked of the recording without any network."""

import hashlib
import re
from collections.abc import Mapping, Sequence

import anyio
import httpcore2
import pytest

from citewell import Answer, Config, Document, Engine, Network, read_bytes
from citewell.demo import recording
from citewell.fetch.calls import page_key
from citewell.fetch.tape import read_tape
from citewell.model.values import Request, Response
from demo.build import FIRST, READ, SEARCHED
from demo.questions import QUESTIONS, Question
from tests.promises import promise

ANSWERED = tuple(question for question in QUESTIONS if question.answers)
BY_WHAT_IT_SHOWS = {question.shows: question for question in QUESTIONS}
TOTAL_DEADLINE_S = 60


def cut_off() -> Network:
    """A network on which any look-up and any connection fails the test."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        pytest.fail("the demo asked the resolver")

    async def dial(address: str, port: int, timeout_s: float) -> httpcore2.AsyncNetworkStream:
        pytest.fail("the demo opened a connection")

    return Network(resolve=resolve, dial=dial)


@pytest.fixture(scope="module")
async def answers() -> Mapping[Question, Answer]:
    """What the recording answers; asked once for all tests."""
    with anyio.fail_after(TOTAL_DEADLINE_S):
        async with Engine(Config(replay=str(recording())), network=cut_off()) as engine:
            return {question: await engine.ask(question.text) for question in QUESTIONS}


def named(question: Question) -> str:
    return f"{question.language}-{question.shows or 'plain'}"


@pytest.mark.parametrize("question", ANSWERED, ids=named)
@promise("demo.questions.the-answer-is-first-or-second")
async def test_the_answering_passage_is_first_or_second(
    answers: Mapping[Question, Answer], question: Question
) -> None:
    passages = [one.passage.text for one in answers[question].research.context.passages[:FIRST]]

    assert any(words in text for words in question.answers for text in passages), passages


@pytest.mark.parametrize("question", ANSWERED, ids=named)
@promise("demo.questions.a-quote-stands-in-the-stored-bytes")
async def test_the_answering_words_stand_in_the_stored_bytes_at_their_offsets(
    answers: Mapping[Question, Answer], question: Question
) -> None:
    research = answers[question].research
    read = {document.url: document for document in research.documents}
    proved = 0
    for document in (read[url] for url in question.pages):
        words = next(words for words in question.answers if words in document.text)
        start = document.text.index(words)
        stored, again = read_once_more(document, research.run_id)

        assert words in stored.body.decode(stored.charset or declared(stored))
        assert again.text[start : start + len(words)] == words
        assert again.snapshot_id == document.snapshot_id
        assert hashlib.sha256(stored.body).hexdigest() == document.body_sha256
        proved += 1
    assert proved


@pytest.mark.parametrize("question", ANSWERED, ids=named)
@promise("demo.questions.a-quote-stands-in-the-stored-bytes")
async def test_every_quote_of_an_answer_is_read_again_at_its_offsets(
    answers: Mapping[Question, Answer], question: Question
) -> None:
    answer = answers[question]
    by_snapshot = {document.snapshot_id: document for document in answer.research.documents}

    assert answer.citations
    for citation in answer.citations:
        if citation.snapshot_id:  # else the words are those of a snippet, and are told as such
            _, again = read_once_more(by_snapshot[citation.snapshot_id], answer.research.run_id)
            assert again.text[citation.start : citation.end] == citation.quote


@promise("demo.questions.nothing-found-is-said")
async def test_a_question_that_nobody_can_answer_finds_nothing(
    answers: Mapping[Question, Answer],
) -> None:
    answer = answers[BY_WHAT_IT_SHOWS["nothing found"]]

    assert answer.research.evidence == "nothing_found"
    assert {outcome.status for outcome in answer.research.outcomes} == {"empty"}
    assert answer.citations == ()


@promise("demo.questions.a-conflict-shows-both-figures")
async def test_the_context_holds_both_figures_from_independent_sites(
    answers: Mapping[Question, Answer],
) -> None:
    context = answers[BY_WHAT_IT_SHOWS["conflict"]].research.context
    said = {
        figure: {
            one.passage.source_id
            for one in context.passages
            if f"{figure} metres tall" in one.passage.text
        }
        for figure in ("324", "330")
    }

    assert said["324"] - said["330"]
    assert said["330"] - said["324"]


@promise("demo.questions.hidden-instructions-stay-out")
async def test_what_a_page_hides_or_forges_opens_no_source(
    answers: Mapping[Question, Answer],
) -> None:
    context = answers[BY_WHAT_IT_SHOWS["hidden instructions"]].research.context
    opened = {int(n) for n in re.findall(r"^\[(\d+)\]", context.text, re.MULTILINE)}

    assert any(source.domain == "meadow.example" for source in context.sources)
    assert opened == {source.n for source in context.sources}
    assert "[7]" not in context.text
    for hidden in ("Ignore all previous", "disregard the sources", "hidden instructions"):
        assert hidden not in context.text


@promise("demo.questions.a-deep-answer-is-found")
async def test_the_answer_near_the_end_of_a_long_page_is_found(
    answers: Mapping[Question, Answer],
) -> None:
    question = BY_WHAT_IT_SHOWS["deep answer"]
    [first, *_] = answers[question].research.context.passages

    assert first.passage.start > 40_000
    assert question.answers[0] in first.passage.text


@promise("demo.web.has-the-nuisances")
async def test_what_cannot_be_read_is_told_by_its_code(answers: Mapping[Question, Answer]) -> None:
    research = answers[BY_WHAT_IT_SHOWS["pages that cannot be read"]].research
    reads = (outcome for outcome in research.outcomes if outcome.operation == "read")
    told = {outcome.target.split("/")[2]: outcome.status for outcome in reads}

    assert told["oldlinks.example"] == "http_not_found"
    assert told["sleepy.example"] == "timeout"
    assert told["guidelines.example"] in {"ok", "not_a_document"}  # ok with a reader of PDF
    assert told["portal.example"] in {"no_text", "js_required"}
    assert "Verify you are human" not in research.context.text


@promise("demo.web.has-the-nuisances")
async def test_one_text_is_read_on_two_hosts(answers: Mapping[Question, Answer]) -> None:
    documents = answers[BY_WHAT_IT_SHOWS["copy"]].research.documents
    wire, copy = (
        next(document for document in documents if host in document.url)
        for host in ("newswire.example", "dailyherald.example")
    )
    same = set(wire.text.splitlines()) & set(copy.text.splitlines())

    assert sum(map(len, same)) > 1_000


@promise("demo.web.has-the-nuisances")
async def test_furniture_is_read_and_is_known_for_what_it_is(
    answers: Mapping[Question, Answer],
) -> None:
    documents = [d for answer in answers.values() for d in answer.research.documents]

    for words in ("We use cookies", "Subscribe to our newsletter", "Read next"):
        mains = [
            block.main
            for document in documents
            for block in document.blocks
            if document.text[block.start : block.end].lstrip("# ").startswith(words)
        ]
        assert mains
        assert max(mains) < 0.5


async def test_a_question_for_what_is_new_is_answered_by_the_feed_too(
    answers: Mapping[Question, Answer],
) -> None:
    outcomes = answers[BY_WHAT_IT_SHOWS["news"]].research.outcomes

    assert "ok" in {outcome.status for outcome in outcomes if outcome.target == "news_feeds"}


async def test_the_recording_can_be_searched_and_its_pages_read() -> None:
    with anyio.fail_after(20):
        async with Engine(Config(replay=str(recording())), network=cut_off()) as engine:
            found = await engine.search(SEARCHED[0])
            documents = [await engine.read(url) for url in READ]

    assert len(found.hits) >= 3
    assert found.degraded
    assert all(document.title for document in documents)


def read_once_more(document: Document, run_id: str) -> tuple[Response, Document]:
    """The response as it is stored, and what is read of it now."""
    key = page_key("page", Request(url=document.url))
    exchange = read_tape(recording()).exchange(run_id, key, 0)
    assert exchange is not None
    stored = exchange.response
    return stored, read_bytes(
        stored.body, url=document.url, media_type=stored.media_type, charset=stored.charset
    )


def declared(stored: Response) -> str:
    """The charset that a page names itself; ours that say nothing are UTF-8."""
    found = re.search(rb"charset=([\w-]+)", stored.body)
    return found[1].decode() if found else "utf-8"
