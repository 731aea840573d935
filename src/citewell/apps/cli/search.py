"""`citewell search`: one query, as it stands, to every provider."""

from citewell.apps.cli import running
from citewell.apps.cli.lines import line
from citewell.apps.cli.options import Given, checked_question
from citewell.apps.cli.screen import Screen
from citewell.apps.cli.settings import configured
from citewell.apps.cli.show.hits import hit_lines
from citewell.apps.wire import WIRE_ERRORS, search_json
from citewell.model.errors import ErrorCode
from citewell.model.values import SearchResponse


def run(query: str, given: Given) -> int:
    """Search and show the hits."""
    query, filters, deadline_s = checked_question(query), given.filters(), given.deadline_s()
    screen = Screen(as_json=given.as_json)
    job = running.Job(
        call=lambda engine: engine.search(query, filters=filters, deadline_s=deadline_s),
        config=configured(given),
    )
    ran = running.run(job, screen)
    show(ran.result, screen)
    if given.record:
        screen.tell([line(f"recorded into {given.record}", style="dim")])
    return ran.exit_code(exit_code(ran.result))


def show(found: SearchResponse, screen: Screen) -> None:
    """Write the hits in the form that was asked for."""
    if screen.as_json:
        screen.put_json(search_json(found))
    else:
        screen.put(hit_lines(found))


def exit_code(found: SearchResponse) -> int:
    """0 with hits, else that of `nothing_found`."""
    return 0 if found.hits else WIRE_ERRORS[ErrorCode.NOTHING_FOUND].exit_code
