"""The flow: from a question to a numbered context, and from there to a checked answer.

Rule: stages meet here and nowhere else, and plug-ins are called here and nowhere else. A failure is
an outcome of the run; what is raised is `offline`, a recording that does not hold the run, and a
caller's mistake.
"""

import math
import time
import uuid
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Self, Unpack

import anyio
from anyio import to_thread

from citewell import registry
from citewell.answer import answer_messages, extract_answer
from citewell.check import citations, review
from citewell.context import build_context, notices_of, sources_of, unread
from citewell.fetch.ledger import CountedDoors
from citewell.fetch.network import Network
from citewell.fetch.runs import Runs
from citewell.fetch.web import Web, completed, open_web, window_of
from citewell.model.clock import Clock
from citewell.model.config import Config
from citewell.model.errors import Caller, ErrorCode, WebError
from citewell.model.events import (
    AnswerPayload,
    CheckPayload,
    ContextPayload,
    EventSink,
    FetchPayload,
    PlanPayload,
    RankPayload,
    ReadPayload,
    ResearchPayload,
    SearchPayload,
)
from citewell.model.protocols import LLM, Fetch, Provider
from citewell.model.run import Run, RunOptions, begin, check_asked
from citewell.model.values import (
    Answer,
    Citation,
    Context,
    Document,
    Filters,
    Hit,
    Plan,
    ProviderReply,
    Query,
    RankedPassage,
    Request,
    Research,
    Response,
    SearchResponse,
    Source,
)
from citewell.model.values.context import TokenMethod
from citewell.model.values.plain import from_plain
from citewell.model.values.research import absence_of, evidence_of
from citewell.model.values.trace import Operation
from citewell.plan import plan
from citewell.rank import rank_all
from citewell.read.dispatch import job_payload
from citewell.read.pages import distinct, read_pages
from citewell.search import Ask, ask_all, checked, merge, raise_if_offline, reading_list
from citewell.text.tokens import estimate
from citewell.workers import Workers

ESTIMATED: TokenMethod = "estimated"
"""How the tokens of a context are counted as long as no tokenizer is configured"""


class Engine:
    """Looks things up; `async with Engine(config) as engine`.

    Owns the connections, the worker processes, the recording and the model for as long as it is
    open. Any number of runs may go on at once.
    """

    def __init__(
        self,
        config: Config | None = None,
        *,
        events: EventSink | None = None,
        clock: Clock | None = None,
        network: Network | None = None,
    ) -> None:
        """Keep the parts; nothing is opened yet.

        Args:
            config: the defaults when None.
            events: is told every event of every run.
            clock: the system's when None.
            network: how names are resolved and addresses dialled; the system's when None.
        """
        self._config = config or Config()
        self._events = events
        self._clock = clock or system_clock()
        self._network = network or Network()
        self._stack = AsyncExitStack()
        self._llm: LLM | None = None
        self._runs = Runs()

    async def __aenter__(self) -> Self:
        """Open the network or the recording, the workers, and the model if one is configured.

        Raises:
            Caller: `bad_recording`, `bad_config`.
            Unavailable: `extra_missing` for a plug-in that is configured by name.
        """
        async with AsyncExitStack() as stack:
            opening = open_web(self._config, clock=self._clock, network=self._network)
            self._web: Web = await stack.enter_async_context(opening)
            self._config = self._web.config
            workers = Workers(self._config.workers, clock=self._clock)
            self._workers = await stack.enter_async_context(workers)
            self._providers = registry.providers(self._config)
            self._turns = {
                name: anyio.CapacityLimiter(provider.limits.concurrent or math.inf)
                for name, (provider, _) in self._providers.items()
            }
            self._llm = await self._open_model(stack)
            self._stack = stack.pop_all()
            self._runs.admit()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """End what still runs, and close everything; no process and no connection outlives it."""
        await self._runs.end()
        await self._stack.aclose()

    # What a caller can ask for.

    async def research(self, question: str, **options: Unpack[RunOptions]) -> Research:
        """Search, read and rank until a numbered context fits the budget.

        Args:
            question: 1 to 100,000 characters.
            **options: history, filters, budget_tokens, deadline_s, turn_id; see `RunOptions`.

        Returns:
            Always, with `evidence` and every outcome, however little was found.

        Raises:
            Unreachable: `offline` when no provider could be reached at all; `replay_missing` when
                the recording holds no such run.
        """
        async with self._runs.one():
            run = self._begin("research", question, options)
            research = await self._research(run)
            return replace(research, as_recorded=self._web.keep(run, research.context.text))

    async def ask(self, question: str, **options: Unpack[RunOptions]) -> Answer:
        """Research, then answer: the configured model's words, or the best sentences quoted.

        Takes and raises what `research` does; a model that fails is `Unavailable`.
        """
        async with self._runs.one():
            run = self._begin("ask", question, options)
            answer = await self._answer(run, await self._research(run))
            return replace(answer, as_recorded=self._web.keep(run, answer.text))

    async def search(
        self, query: str, *, filters: Filters | None = None, deadline_s: float | None = None
    ) -> SearchResponse:
        """Send one query, as it stands, to every provider; read nothing.

        Raises:
            Unreachable: `offline`, `replay_missing`, as `research`.
        """
        async with self._runs.one():
            run = self._begin("search", query, {"filters": filters, "deadline_s": deadline_s})
            wanted = run.asked.filters
            only = Query(text=query, language=wanted.language, region=wanted.region)
            run.plan = Plan(question=query, effort="search", queries=(only,))
            found = await self._search(run, run.plan)
            self._web.keep(run, "\n".join(hit.url for hit in found.hits))
            return found

    async def read(self, url: str, *, deadline_s: float | None = None) -> Document:
        """Fetch and read one page that the caller named.

        Raises:
            WebError: any code of `Refused`, `Unreachable`, `Unreadable`.
        """
        async with self._runs.one():
            run = self._begin("read", url, {"deadline_s": deadline_s})
            [page] = await read_pages(
                [url],
                lambda named: self._read_page(run, Request(url=named, named_by_user=True)),
                wanted=1,
                deadline_s=run.remaining_s(),
                clock=run.clock,
            )
            run.outcomes.append(page.outcome())
            self._web.keep(run, page.document.text if page.document else "")
            return page.unwrap()

    # The flow.

    async def _research(self, run: Run) -> Research:
        """The picture in docs/architecture.md, from question to context."""
        with run.stage("research", ResearchPayload()) as ends:
            run.plan = self._plan(run)
            found = await self._search(run, run.plan)
            documents = await self._read_pages(run, run.plan, found.hits)
            ranked = await self._rank(run, run.plan, documents, found.hits)
            context = await self._context(run, run.plan, ranked, sources_of(documents, found.hits))
            evidence = evidence_of(context)
            ends.append(ResearchPayload.of(evidence, context))
        return Research(
            run_id=run.run_id,
            plan=run.plan,
            hits=found.hits,
            outcomes=tuple(run.outcomes),
            documents=documents,
            context=context,
            evidence=evidence,
            timings=tuple(run.timings),
            ledger=run.doors.entries(),
        )

    def _plan(self, run: Run) -> Plan:
        asked = run.asked
        with run.stage("plan", PlanPayload()) as ends:
            made = plan(
                asked.question,
                asked.history,
                asked.filters,
                now=run.started_at.date(),
                config=self._config.search,
            )
            ends.append(PlanPayload.of(made))
        return made

    async def _search(self, run: Run, made: Plan) -> SearchResponse:
        """Ask every fitting provider every query, all at once."""
        answered = await ask_all(
            [
                Ask(provider=name, query=query)
                for query in made.queries
                for name in run.as_recorded_for(query, registry.fitting(query, self._providers))
            ],
            partial(self._ask, run),
            deadline_s=run.remaining_s(self._config.search.deadline_share),
            each_s=self._config.search.provider_deadline_s,
            clock=run.clock,
        )
        found = merge(answered, run.asked.filters, today=run.started_at.date())
        run.note_search(found)
        raise_if_offline(found.outcomes)
        return found

    async def _ask(self, run: Run, ask: Ask) -> ProviderReply:
        """One provider, one query."""
        provider, origins = self._providers[ask.provider]
        fetch = run.doors.api(provider.endpoints, origins)
        with run.stage("search", SearchPayload(provider=ask.provider)) as ends:
            with run.as_recorded("search", ask.provider, ask.query.text):
                async with self._turns[ask.provider]:
                    reply = await self._reply(provider, ask.query, fetch)
            ends.append(SearchPayload.of(ask.provider, len(reply.hits)))
        return reply

    async def _reply(self, provider: Provider, query: Query, fetch: Fetch) -> ProviderReply:
        """What a plug-in answers, or why it did not; the only place where one of its shelf runs."""
        try:
            return checked(await provider.search(query, fetch), provider.name)
        except WebError:
            raise
        except Exception as error:
            message = f"the provider {provider.name} broke: {type(error).__name__}"
            raise Caller(ErrorCode.INTERNAL, message) from error

    async def _read_pages(self, run: Run, made: Plan, hits: Sequence[Hit]) -> tuple[Document, ...]:
        """Read the best pages, all at once; each attempt becomes an outcome."""
        if made.effort != "research":
            return ()
        settings = self._config.context
        pages = await read_pages(
            [hit.url for hit in reading_list(hits, settings.max_attempts)],
            lambda url: self._read_page(run, Request(url=url)),
            wanted=settings.max_pages,
            deadline_s=run.remaining_s() - self._config.run.finish_s,
            clock=run.clock,
        )
        run.outcomes.extend(page.outcome() for page in pages)
        return distinct(pages)

    async def _read_page(self, run: Run, request: Request) -> Document:
        """Fetch one page and read it in a worker."""
        target = run.target(request.url)
        with run.stage("fetch", FetchPayload(target=target)) as ends:
            with run.as_recorded("read", request.url):
                response = await run.doors.page(request)
            ends.append(FetchPayload(target=target, status="ok", bytes_in=len(response.body)))
        with run.stage("read", ReadPayload(target=target)) as reads:
            document = await self.read_response(response)
            characters = len(document.text)
            reads.append(ReadPayload(target=target, status="ok", characters=characters))
        return document

    async def read_response(self, response: Response) -> Document:
        """Make a document of untrusted bytes, in a child process only. Raises: `Unreadable`."""
        plain = await self._workers.run(
            "citewell.read.dispatch:read_job",
            plugins=registry.references("readers"),
            payload=job_payload(response),
            body=response.body,
        )
        return await to_thread.run_sync(from_plain, Document, plain, abandon_on_cancel=True)

    async def _rank(
        self, run: Run, made: Plan, documents: Sequence[Document], hits: Sequence[Hit]
    ) -> tuple[RankedPassage, ...]:
        """Order the passages of everything seen; in a thread, for it takes its time."""
        with run.stage("rank", RankPayload()) as ends:
            texts = [query.text for query in made.queries]
            seen_only = unread(documents, hits)
            ranked = await to_thread.run_sync(
                rank_all, texts, documents, seen_only, self._config.rank, abandon_on_cancel=True
            )
            ends.append(RankPayload(passages=len(ranked)))
        return ranked

    async def _context(
        self, run: Run, made: Plan, ranked: Sequence[RankedPassage], sources: Sequence[Source]
    ) -> Context:
        """Write the best passages into the budget."""
        with run.stage("context", ContextPayload()) as ends:
            window = await window_of(self._web.model(self._llm, run.run_id))
            build = partial(
                build_context,
                queries=[query.text for query in made.queries],
                budget_tokens=run.budget_tokens(self._config.context, window),
                count=estimate,
                token_method=ESTIMATED,
                searched_at=run.started_at,
                notices=notices_of(run.outcomes, filtered=run.filtered),
                absence=absence_of(made, run.outcomes, ranked, hits_found=bool(sources)),
            )
            context = await to_thread.run_sync(build, ranked, sources, abandon_on_cancel=True)
            ends.append(ContextPayload.of(context))
        return context

    async def _answer(self, run: Run, research: Research) -> Answer:
        """Let the model write, or quote; then hold it against the bytes."""
        with run.stage("answer", AnswerPayload()) as ends:
            text, by, cited = await self._written(run, research)
            ends.append(AnswerPayload(by=by, characters=len(text)))
        with run.stage("check", CheckPayload()) as checks:
            found = await to_thread.run_sync(review, text, research.context, research.documents)
            checks.append(CheckPayload(findings=len(found.findings), ok=found.ok))
        return Answer(text=text, by=by, citations=cited, review=found, research=research)

    async def _written(self, run: Run, research: Research) -> tuple[str, str, tuple[Citation, ...]]:
        """The answer, who wrote it, and the words that it rests on."""
        question, context = run.asked.question, research.context
        llm = self._web.model(self._llm, run.run_id)
        if llm and context.passages:
            messages = answer_messages(question, context, run.asked.history)
            text = await completed(llm, messages, self._config.llm)
            return text, self._config.llm.model, citations(text, context, research.documents)
        text, cited = extract_answer(question, context)
        return text, "extract", cited

    # What the flow stands on.

    def _begin(self, operation: Operation, question: str, options: RunOptions) -> Run:
        """Start the run, or the recorded one again, and note it in the recording."""
        run = begin(
            check_asked(operation, question, options, self._config.run),
            run_id=uuid.uuid4().hex,
            clock=self._clock,
            recorded=self._web.recorded(operation, question),
            sink=self._events,
        )
        run.doors = CountedDoors(self._web.doors(run.run_id))
        self._web.keep(run, "")
        return run

    async def _open_model(self, stack: AsyncExitStack) -> LLM | None:
        """The configured model behind its endpoint, or none."""
        settings = self._config.llm
        if not settings.endpoint or self._config.replay:
            return None
        plugin = registry.plugin("llms", settings.plugin)
        llm: LLM = await stack.enter_async_context(plugin(settings, self._clock))
        return llm


def system_clock() -> Clock:
    """The machine's own clock."""
    return Clock(now=lambda: datetime.now(UTC), monotonic=time.monotonic, sleep=anyio.sleep)
