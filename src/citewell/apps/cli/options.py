"""The options of all commands, once each, and what a command is given of them.

Rule: one table. A command names the options that it takes; `docs/cli.md` explains every one. A
value that does not fit is one sentence that says what would.
"""

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, TypeVar

import typer

from citewell.model.errors import Caller, ErrorCode
from citewell.model.run import MAX_QUESTION_CHARS, RunOptions
from citewell.model.values.question import Filters

T = TypeVar("T")

TIME_RANGES = ("day", "week", "month", "year")
FILTERS = ("site", "block", "after", "before", "language", "time_range")
"""What every hit must satisfy"""
RUN = ("deadline", "record", "replay")
"""How a run goes"""
SHOWN = ("timings", "ledger", "as_json")
"""What is shown of it"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The options of one command line; those that the command does not take have their default.

    Numbers and days are text until they are asked for, so that a wrong one is told in our words.
    """

    passages: bool = False
    context: bool = False
    explain: bool = False
    main: bool = False
    live: bool = False
    timings: bool = False
    ledger: bool = False
    as_json: bool = False
    limit: str = "20"
    budget: str | None = None
    deadline: str | None = None
    site: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    after: str | None = None
    before: str | None = None
    language: str | None = None
    time_range: str | None = None
    record: str | None = None
    replay: str | None = None

    def filters(self) -> Filters | None:
        """The filters, or None when none was given.

        Raises:
            Caller: `invalid_request` says which option does not fit.
        """
        if not any(getattr(self, name) for name in FILTERS):
            return None
        if self.time_range not in {None, *TIME_RANGES}:
            raise _wrong(
                f"--time-range is one of {', '.join(TIME_RANGES)}, not {self.time_range!r}"
            )
        try:
            return Filters(
                allowed_domains=self.site,
                blocked_domains=self.block,
                after=_day("--after", self.after),
                before=_day("--before", self.before),
                time_range=self.time_range,  # type: ignore[arg-type]  # checked above
                language=_language(self.language),
            )
        except ValueError as error:
            raise _wrong(_as_options(str(error))) from None

    def run_options(self) -> RunOptions:
        """What `Engine.ask` takes besides the question. Raises as `filters`."""
        budget_tokens = None if self.budget is None else _whole("--budget", self.budget, least=0)
        return RunOptions(
            filters=self.filters(), budget_tokens=budget_tokens, deadline_s=self.deadline_s()
        )

    def deadline_s(self) -> float | None:
        """Seconds for the run; None for the configuration's.

        Raises:
            Caller: `invalid_request`.
        """
        if self.deadline is None:
            return None
        try:
            seconds = float(self.deadline)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            raise _wrong(f"--deadline is a number of seconds above 0, not {self.deadline!r}")
        return seconds

    def most(self) -> int:
        """How many to show. Raises as `deadline_s`."""
        return _whole("--limit", self.limit, least=1)


def checked_question(text: str) -> str:
    """The question or query as it can be sent.

    Raises:
        Caller: `invalid_request` when it is empty, too long, or no text.
    """
    if not text.strip():
        raise _wrong("the question is empty; write it in quotes after the command")
    if len(text) > MAX_QUESTION_CHARS:
        raise _wrong(f"the question is longer than {MAX_QUESTION_CHARS:,} characters; shorten it")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _wrong("the question holds bytes that are no text; write it in UTF-8") from None
    return text


def _flag(name: str, text: str) -> Any:
    return Annotated[bool, typer.Option(name, help=text, show_default=False)]


def _valued(kind: Any, name: str, metavar: str, text: str) -> Any:
    return Annotated[kind, typer.Option(name, metavar=metavar, help=text)]


OPTIONS: Mapping[str, Any] = {
    "passages": _flag("--passages", "Show the passages that were chosen instead of an answer."),
    "context": _flag(
        "--context", "Show exactly what a model would be given, instead of an answer."
    ),
    "explain": _flag("--explain", "With the passages, show what each one's score is made of."),
    "main": _flag("--main", "Leave out menus, notices and other furniture of the page."),
    "live": _flag("--live", "Ask every provider one tiny question, to see who can be reached."),
    "timings": _flag("--timings", "Show how long each stage took."),
    "ledger": _flag("--ledger", "Show which hosts were asked, how often, and how much came back."),
    "as_json": _flag("--json", "Write one JSON object to stdout and nothing else."),
    "limit": _valued(str, "--limit", "N", "Show so many at most."),
    "budget": _valued(str | None, "--budget", "TOKENS", "Size of the context, at most."),
    "deadline": _valued(str | None, "--deadline", "SECONDS", "Time for the whole run."),
    "site": _valued(list[str], "--site", "DOMAIN", "Only pages of this domain; may be repeated."),
    "block": _valued(list[str], "--block", "DOMAIN", "No page of this domain; may be repeated."),
    "after": _valued(str | None, "--after", "YYYY-MM-DD", "Published on this day or later."),
    "before": _valued(str | None, "--before", "YYYY-MM-DD", "Published on this day or earlier."),
    "language": _valued(str | None, "--language", "CODE", "Prefer this language, such as de."),
    "time_range": _valued(
        str | None, "--time-range", "|".join(TIME_RANGES), "Published so recently, where known."
    ),
    "record": _valued(str | None, "--record", "FILE", "Record the run into this new file."),
    "replay": _valued(str | None, "--replay", "FILE", "Answer from this recording, offline."),
}
"""Name of the field in `Given` → its option"""


def takes(*names: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Give a command these options, as one `Given`."""

    def with_options(command: Callable[..., int]) -> Callable[..., int]:
        signature = inspect.signature(command, eval_str=True)
        own = [each for each in signature.parameters.values() if each.name != "given"]
        options = [_parameter(name) for name in names]

        def called(**values: Any) -> int:
            chosen = {name: _frozen(values.pop(name)) for name in names}
            return command(**values, given=Given(**chosen))

        called.__name__, called.__doc__ = command.__name__, command.__doc__
        parameters = [*own, *options]
        called.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {each.name: each.annotation for each in parameters}
        return called

    return with_options


def _parameter(name: str) -> inspect.Parameter:
    default = getattr(Given(), name)
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=list(default) if isinstance(default, tuple) else default,
        annotation=OPTIONS[name],
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _whole(option: str, text: str, *, least: int) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < least:
        raise _wrong(f"{option} is a whole number from {least} on, not {text!r}")
    return int(text)


def _day(option: str, text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise _wrong(f"{option} is a day like 2026-01-31, not {text!r}") from None


def _language(code: str | None) -> str | None:
    if code is not None and not (len(code) == 2 and code.isascii() and code.isalpha()):
        raise _wrong(f"--language is a code of two letters like de, not {code!r}")
    return code.lower() if code else None


def _as_options(message: str) -> str:
    """What `Filters` says, in the words of the command line."""
    for field, option in (("allowed_domains", "--site"), ("blocked_domains", "--block")):
        message = message.replace(field, option)
    return message.replace("after must", "--after must").replace("than before", "than --before")


def _wrong(message: str) -> Caller:
    return Caller(ErrorCode.INVALID_REQUEST, message)
