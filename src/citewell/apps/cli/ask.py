"""`citewell ask`: from a question to an answer that says where each word stands."""

from dataclasses import replace

from citewell.apps.cli import running
from citewell.apps.cli.lines import BLANK, line
from citewell.apps.cli.options import Given, checked_question
from citewell.apps.cli.screen import Screen
from citewell.apps.cli.settings import configured
from citewell.apps.cli.show.answer import answer_lines, passage_lines
from citewell.apps.cli.show.outcomes import ledger_lines, timing_lines
from citewell.apps.wire import WIRE_ERRORS, answer_json
from citewell.model.config import Config
from citewell.model.errors import ErrorCode
from citewell.model.values import Answer, Research

HINT = "`citewell doctor` says what a local SearXNG or a key adds to what was asked here."


def run(question: str, given: Given) -> int:
    """Ask, show, and say by the exit code whether there was evidence."""
    question, options = checked_question(question), given.run_options()
    config = _without_model(configured(given), given)
    screen = Screen(as_json=given.as_json)
    ran = running.run(
        running.Job(call=lambda engine: engine.ask(question, **options), config=config), screen
    )
    show(ran.result, given, screen)
    if given.record:
        screen.tell([line(f"recorded into {given.record}", style="dim")])
    return ran.exit_code(exit_code(ran.result.research))


def show(answer: Answer, given: Given, screen: Screen) -> None:
    """Write the answer in the form that was asked for."""
    research = answer.research
    if given.as_json:
        screen.put_json(answer_json(answer))
        return
    if given.context:
        screen.put_text(research.context.text)
    elif given.passages:
        screen.put(passage_lines(research, explain=given.explain))
    else:
        screen.put(answer_lines(answer))
    show_costs(research, given, screen)
    if exit_code(research):
        screen.tell([line(HINT, style="dim")])


def show_costs(research: Research, given: Given, screen: Screen) -> None:
    """Timings and ledger, where they were asked for; beside the context they go to stderr."""
    put = screen.tell if given.context else screen.put
    if given.timings:
        put([BLANK, *timing_lines(research.timings)])
    if given.ledger:
        put([BLANK, *ledger_lines(research.ledger)])


def exit_code(research: Research) -> int:
    """0 with evidence, or where none was needed; else that of `NoEvidence`."""
    if research.evidence in {"full", "snippets", "not_searched"}:
        return 0
    return WIRE_ERRORS[ErrorCode.NOTHING_FOUND].exit_code


def _without_model(config: Config, given: Given) -> Config:
    """No model is asked for words that are not shown."""
    if given.context or given.passages:
        return replace(config, llm=replace(config.llm, endpoint=""))
    return config
