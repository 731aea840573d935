"""`citewell replay` and `citewell demo`: recorded runs, again, without a network."""

import hashlib
from collections.abc import Sequence
from functools import partial

from citewell.apps.cli import ask, read, running, search
from citewell.apps.cli.lines import BLANK, Line, line
from citewell.apps.cli.options import Given
from citewell.apps.cli.screen import Screen
from citewell.apps.cli.settings import configured
from citewell.apps.cli.show.answer import passage_lines
from citewell.apps.cli.show.runs import question_lines, run_lines
from citewell.apps.wire import WIRE_ERRORS, listing_json, research_json
from citewell.demo import recording
from citewell.engine import Engine
from citewell.fetch.tape import read_tape
from citewell.model.config import Config
from citewell.model.errors import Caller, ErrorCode
from citewell.model.values import Answer, Document, Research, SearchResponse, Trace
from citewell.text.words import words

Result = Answer | Research | SearchResponse | Document

NOT_RECORDED = "citewell: the demo web does not know this question; it can be asked:"
LIVE = "the live web is asked with `citewell ask QUESTION`"


def run(path: str, chosen: str, given: Given) -> int:
    """Replay the chosen run, or the only one; else list them.

    Args:
        path: of the recording.
        chosen: a question, or a number of the list; empty for none.
        given: how to show it.
    """
    traces = _traces(path)
    screen = Screen(as_json=given.as_json)
    if not chosen and len(traces) > 1:
        _list(traces, path, screen)
        return 0
    trace = traces[0] if not chosen else _chosen(traces, chosen)
    if trace is None:
        message = f"the recording {path} holds no run of this; `citewell replay {path}` lists them"
        raise Caller(ErrorCode.INVALID_REQUEST, message)
    return _replay(trace, path, given, screen)


def demo(chosen: str, given: Given) -> int:
    """Answer a question from the demo web, and list what else can be asked."""
    path = str(recording())
    traces = [trace for trace in _traces(path) if trace.operation in {"ask", "research"}]
    screen = Screen(as_json=given.as_json)
    trace = _chosen(traces, chosen) if chosen.strip() else traces[0]
    questions = [each.question for each in traces]
    if trace is None:
        if given.as_json:
            screen.put_json(listing_json("questions", questions=questions))
        screen.tell([line(NOT_RECORDED), *question_lines(questions), line(LIVE, style="dim")])
        return WIRE_ERRORS[ErrorCode.REPLAY_MISSING].exit_code
    code = _replay(trace, path, given, screen)
    if not chosen.strip():
        screen.tell(_invitation(questions))
    return code


def _traces(path: str) -> Sequence[Trace]:
    """The runs of a recording, in the order in which they began.

    Raises:
        Caller: `bad_recording` when it is none, or holds none.
    """
    traces = sorted(read_tape(path).traces, key=lambda trace: trace.started_at)
    if not traces:
        raise Caller(ErrorCode.BAD_RECORDING, f"the recording {path} holds no run")
    return traces


def _chosen(traces: Sequence[Trace], wanted: str) -> Trace | None:
    """The run of that number or question; case and punctuation do not matter."""
    if wanted.strip().isdecimal() and 1 <= int(wanted) <= len(traces):
        return traces[int(wanted) - 1]
    exact = [trace for trace in traces if trace.question == wanted]
    alike = [trace for trace in traces if words(trace.question) == words(wanted)]
    return next(iter([*exact, *alike]), None)


def _list(traces: Sequence[Trace], path: str, screen: Screen) -> None:
    if screen.as_json:
        runs = [
            {
                "operation": trace.operation,
                "question": trace.question,
                "run_id": trace.run_id,
                "started_at": trace.started_at,
                "result_sha256": trace.result_sha256,
            }
            for trace in traces
        ]
        screen.put_json(listing_json("runs", runs=runs))
        return
    screen.put(run_lines(traces))
    screen.tell([line(f"`citewell replay {path} NUMBER` replays one", style="dim")])


def _replay(trace: Trace, path: str, given: Given, screen: Screen) -> int:
    """Run it again and show it; say whether it came out as recorded."""
    config = Config(replay=path, workers=configured(Given()).workers)
    job = running.Job(call=partial(_again, trace), config=config)
    ran = running.run(job, screen)
    code = _show(ran.result, given, screen)
    if trace.result_sha256 and _sha256(ran.result) != trace.result_sha256:
        screen.tell(_differs(trace))
    return ran.exit_code(code)


async def _again(trace: Trace, engine: Engine) -> Result:
    match trace.operation:
        case "ask":
            return await engine.ask(trace.question)
        case "research":
            return await engine.research(trace.question)
        case "search":
            return await engine.search(trace.question)
        case "read":
            return await engine.read(trace.question)


def _show(result: Result, given: Given, screen: Screen) -> int:
    """Write what came out, each kind in its form; its exit code."""
    match result:
        case Answer():
            ask.show(result, given, screen)
            return ask.exit_code(result.research)
        case SearchResponse():
            search.show(result, screen)
            return search.exit_code(result)
        case Document():
            read.show(result, given, screen)
            return 0
        case Research():
            _show_research(result, given, screen)
            return ask.exit_code(result)


def _show_research(research: Research, given: Given, screen: Screen) -> None:
    if given.as_json:
        screen.put_json(research_json(research))
    elif given.context:
        screen.put_text(research.context.text)
    else:
        screen.put(passage_lines(research, explain=given.explain))
    if not given.as_json:
        ask.show_costs(research, given, screen)


def _sha256(result: Result) -> str:
    """The hash that a trace keeps of a result."""
    text = _kept(result)
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


def _kept(result: Result) -> str:
    match result:
        case Answer() | Document():
            return result.text
        case Research():
            return result.context.text
        case SearchResponse():
            return "\n".join(hit.url for hit in result.hits)


def _differs(trace: Trace) -> list[Line]:
    made_with = ", ".join(f"{name} {version}" for name, version in trace.versions)
    message = f"citewell: this differs from what was recorded, with {made_with or 'unknown'}."
    return [line(message, style="yellow")]


def _invitation(questions: Sequence[str]) -> list[Line]:
    return [
        BLANK,
        line("This was the recorded demo web. It can also be asked, by number or in words:"),
        *question_lines(questions),
        line("`citewell demo 2` asks the second; " + LIVE, style="dim"),
    ]
