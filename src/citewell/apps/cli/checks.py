"""What `citewell doctor` looks at, one function a subject.

Rule: nothing is changed and, but for `reached`, nothing is sent. Each check says how it stands and,
where something is missing, the one line that mends it.
"""

import os
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from citewell import registry
from citewell.apps.cli.settings import cache_folder, config_file, shown_address
from citewell.apps.wire import WIRE_ERRORS
from citewell.engine import system_clock
from citewell.model.config import Config, ProviderConfig, WorkersConfig
from citewell.model.config.environment import PREFIX
from citewell.model.errors import ErrorCode, WebError
from citewell.model.protocols import PLUGIN_OBJECTS, Provider
from citewell.model.values import Outcome
from citewell.workers import Workers

State = Literal["ok", "note", "problem"]

GENERAL = frozenset("searxng brave tavily exa serper langsearch linkup mojeek google_cse".split())
"""Providers that search the whole web; all others know one part of it"""

EXAMPLES = {"searxng": "http://127.0.0.1:8080"}
"""Endpoints as they mostly are"""

LIMITS_JOB = "citewell.apps.cli.checks:limits_of_this_process"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How one thing stands."""

    subject: str
    state: State
    text: str
    remedy: str = ""
    """The one line that mends it; empty when nothing has to be mended"""
    code: ErrorCode | None = None
    """What a run would fail with"""

    @property
    def exit_code(self) -> int:
        """0, or what a run that fails for this exits with."""
        return WIRE_ERRORS[self.code].exit_code if self.code else 0


def failed(subject: str, error: WebError) -> Check:
    """A check that ended with an error."""
    remedy = error.detail.get("remedy", "")
    return Check(
        subject=subject, state="problem", text=error.message, remedy=remedy, code=error.code
    )


def installed() -> Iterator[Check]:
    """Python, citewell, and every plug-in that lacks an extra."""
    try:
        own = version("citewell")
    except PackageNotFoundError:
        own = "of a source tree"
    text = f"citewell {own} on Python {platform.python_version()}, {sys.platform}"
    yield Check(subject="python", state="ok", text=text)
    for shelf in PLUGIN_OBJECTS:
        try:
            absent = registry.missing(shelf)
            there = ", ".join(registry.plugins(shelf))
        except WebError as error:
            yield failed(shelf, error)
            continue
        if there and shelf != "providers":
            yield Check(subject=shelf, state="ok", text=there)
        for lack in absent.values():
            remedy = lack.detail.get("remedy", "")
            yield Check(subject=shelf, state="note", text=lack.message, remedy=remedy)


def places() -> Iterator[Check]:
    """The configuration file, the variables and the cache folder."""
    path, folder = config_file(), cache_folder()
    there = "" if path.exists() else " (not there; defaults hold)"
    yield Check(subject="config", state="ok", text=f"{path}{there}")
    variables = sorted(name for name in os.environ if name.startswith(PREFIX))
    if variables:
        yield Check(subject="config", state="ok", text=f"set here: {', '.join(variables)}")
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    if os.access(nearest, os.W_OK):
        yield Check(subject="cache", state="ok", text=f"{folder}")
    else:
        yield Check(
            subject="cache",
            state="note",
            text=f"{folder} cannot be written: what providers allow is counted by process only",
            remedy=f"mkdir -p '{folder}' && chmod u+w '{folder}'",
        )


def providers(config: Config) -> Iterator[Check]:
    """Each provider: whether it is asked, and whether anybody has seen it work."""
    try:
        usable = registry.providers(config)
    except WebError as error:
        yield failed("providers", error)
        return
    known = registry.plugins("providers")
    for name, provider in known.items():
        settings = config.providers.get(name, ProviderConfig())
        yield _provider(provider, settings, is_usable=name in usable)
    yield _general(known, usable)


def model(config: Config) -> Check:
    """Whether a model is configured."""
    llm = config.llm
    if llm.endpoint:
        name = llm.model or "the server's own model"
        return Check(subject="model", state="ok", text=f"{name} at {shown_address(llm.endpoint)}")
    return Check(
        subject="model",
        state="note",
        text="none, and none is needed: answers are sentences quoted from the pages",
        remedy="export CITEWELL_LLM_ENDPOINT=http://127.0.0.1:11434/v1 CITEWELL_LLM_MODEL=NAME",
    )


async def workers(config: WorkersConfig) -> Check:
    """Start a worker, and look which limits the system holds it to."""
    try:
        async with Workers(config, clock=system_clock()) as pool:
            limits: Mapping[str, Any] = await pool.run(LIMITS_JOB)
    except WebError as error:
        return failed("workers", error)
    lacking = [name for name, value in limits.items() if value is None]
    if not lacking:
        text = f"pages are read in child processes, limited in {', '.join(limits)}"
        return Check(subject="workers", state="ok", text=text)
    return Check(
        subject="workers",
        state="note",
        text=f"this system sets no limit on {', '.join(lacking)} of a child process; "
        "its wall time is limited all the same",
    )


def limits_of_this_process(
    _plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes
) -> dict[str, int | None]:
    """The job of `workers`: what this process is held to; None where nothing holds it."""
    try:
        import resource
    except ImportError:
        return {"memory": None, "processor time": None, "files": None}
    kinds = {
        "memory": resource.RLIMIT_AS,
        "processor time": resource.RLIMIT_CPU,
        "files": resource.RLIMIT_NOFILE,
    }
    soft = {name: resource.getrlimit(kind)[0] for name, kind in kinds.items()}
    return {
        name: None if value == resource.RLIM_INFINITY else value for name, value in soft.items()
    }


def reached(outcomes: Sequence[Outcome]) -> Iterator[Check]:
    """What each provider answered to one request."""
    for outcome in outcomes:
        if outcome.code is None:
            text = f"{outcome.target} answered in {outcome.elapsed_s:.1f} s"
            yield Check(subject="network", state="ok", text=text)
        else:
            text = f"{outcome.target}: {outcome.status}, {outcome.detail}"
            yield Check(subject="network", state="problem", text=text)


def _provider(provider: Provider, settings: ProviderConfig, *, is_usable: bool) -> Check:
    variable = f"{PREFIX}PROVIDERS_{provider.name}".upper()
    seen = f"seen to work on {provider.verified}" if provider.verified else "never seen live"
    if is_usable:
        keyed = ", with a key" if settings.key else ""
        where = f", at {shown_address(settings.endpoint)}" if settings.endpoint else ""
        text = f"{provider.name} is asked{keyed}{where} ({seen})"
        return Check(subject="providers", state="ok", text=text)
    if not settings.enabled:
        text, remedy = f"{provider.name} is switched off", f"export {variable}_ENABLED=true"
    elif not settings.endpoint and not provider.endpoints:
        text = f"{provider.name} is asked where an endpoint is configured"
        remedy = f"export {variable}_ENDPOINT={EXAMPLES.get(provider.name, 'https://…')}"
    else:
        text, remedy = f"{provider.name} needs a key", f"export {variable}_KEY=…"
    return Check(subject="providers", state="note", text=text, remedy=remedy)


def _general(known: Mapping[str, Provider], usable: Mapping[str, Any]) -> Check:
    """Whether the whole web is searched, or only parts of it."""
    asked = sorted(GENERAL & usable.keys())
    if asked:
        return Check(subject="web search", state="ok", text=f"by {', '.join(asked)}")
    text = (
        "no general web search: only the providers above are asked; "
        "a local SearXNG, or a key for a search service, adds the rest of the web"
    )
    remedy = f"export {PREFIX}PROVIDERS_SEARXNG_ENDPOINT={EXAMPLES['searxng']}"
    if "searxng" not in known:
        remedy = "install a package that brings such a provider"
    return Check(subject="web search", state="note", text=text, remedy=remedy)
