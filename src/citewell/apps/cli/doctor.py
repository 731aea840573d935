"""`citewell doctor`: what is set up, what can be reached, what is missing and what mends it."""

from collections.abc import Iterator, Sequence

import anyio

from citewell.apps.cli import checks, running
from citewell.apps.cli.checks import Check
from citewell.apps.cli.lines import Line, line
from citewell.apps.cli.options import Given
from citewell.apps.cli.screen import Screen
from citewell.apps.cli.settings import configured
from citewell.apps.wire import listing_json
from citewell.model.config import Config
from citewell.model.errors import WebError

TINY = "Earth"
"""What every provider is asked with --live"""

MARKS = {"ok": ("ok", "green"), "note": ("--", "yellow"), "problem": ("!!", "bold red")}


def run(given: Given) -> int:
    """Look at everything; 0, or what a run would fail with."""
    screen = Screen(as_json=given.as_json)
    found = list(_checks(given, screen))
    if given.as_json:
        screen.put_json(listing_json("checks", checks=found))
    else:
        screen.put(_lines(found))
    return next((each.exit_code for each in found if each.exit_code), 0)


def _checks(given: Given, screen: Screen) -> Iterator[Check]:
    yield from checks.installed()
    yield from checks.places()
    config = Config()
    try:
        config = configured(given)
    except WebError as error:
        yield checks.failed("config", error)
    yield from checks.providers(config)
    yield checks.model(config)
    yield anyio.run(checks.workers, config.workers)
    if given.live:
        yield from _reached(config, screen)
    else:
        text = "not tried; `citewell doctor --live` asks every provider one tiny question"
        yield Check(subject="network", state="note", text=text)


def _reached(config: Config, screen: Screen) -> Iterator[Check]:
    try:
        job = running.Job(call=lambda engine: engine.search(TINY), config=config)
        found = running.run(job, screen).result
    except WebError as error:
        yield checks.failed("network", error)
        return
    yield from checks.reached(found.outcomes)


def _lines(found: Sequence[Check]) -> Iterator[Line]:
    last = ""
    for each in found:
        subject = "" if each.subject == last else each.subject
        last = each.subject
        yield line(MARKS[each.state], f"  {subject:<11} ", each.text)
        if each.remedy:
            yield line(("-> ", "dim"), (each.remedy, "bold"), indent=16)
