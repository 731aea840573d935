"""The sections of the configuration and their defaults.

Rule: a name carries its unit (`_s`, `_bytes`, `share` 0-1); the line under a field says why it has
its value. A value out of its range is `bad_config` when the configuration is made.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, get_origin, get_type_hints

from citewell.model.config.environment import overridden
from citewell.model.config.secret import Secret
from citewell.model.errors import Caller, ErrorCode

MEBIBYTE = 1024 * 1024


def _check(section: object) -> None:
    """Refuse a value that has not the type of its field, or is out of range."""
    for name, kind in get_type_hints(type(section)).items():
        value = getattr(section, name)
        if not _fits(kind, value):
            # The value itself is not told: it may be a key that is no Secret.
            told = f"{type(value).__name__}, not {getattr(kind, '__name__', kind)}"
            raise Caller(ErrorCode.BAD_CONFIG, f"{name} does not fit: it is {told}")
        _check_range(name, value)
        if name == "endpoint":
            _check_endpoint(str(value))


def _check_endpoint(endpoint: str) -> None:
    """Refuse an address that carries a user or a password: it is shown and recorded."""
    if "@" in endpoint.partition("://")[2].partition("/")[0]:
        message = "endpoint: an address without user and password; a key has its own setting"
        raise Caller(ErrorCode.BAD_CONFIG, message)


def _fits(kind: Any, value: object) -> bool:
    """Whether a value has the type of a field; a whole number is a number, True is none."""
    if kind is float:
        return type(value) in {int, float}
    if kind == tuple[int, ...]:
        return isinstance(value, tuple) and all(type(each) is int for each in value)
    if kind == Secret | None:
        return value is None or isinstance(value, Secret)
    if get_origin(kind) is not None:
        return isinstance(value, Mapping)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _check_range(name: str, value: object) -> None:
    if name == "allowed_ports" and isinstance(value, tuple):
        good = all(0 < port < 65_536 for port in value)
    elif isinstance(value, int | float):
        # Written so that a value that is no number at all (nan) fails too.
        good = value >= 0 and not ("share" in name and value > 1)
    else:
        good = True
    if not good:
        raise Caller(ErrorCode.BAD_CONFIG, f"{name} is out of its range: {value}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """Settings of one stage: each of its type, no figure negative, a share in 0-1."""

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig(_Section):
    """The whole run."""

    deadline_s: float = 25.0
    """From question to context; tools that call us give up after 30 to 60 s"""
    finish_s: float = 0.5
    """Kept back from reading, for ranking and rendering what was read"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig(_Section):
    """Asking providers."""

    deadline_share: float = 0.5
    """Of the run's deadline, for all searches together: reading needs the rest"""
    provider_deadline_s: float = 6.0
    """One provider, one query; the slowest public ones answer in about 5 s (IMURUN)"""
    max_queries: int = 3
    """A plan's queries: more cost requests and find little (IMURUN)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchConfig(_Section):
    """The doors to the network."""

    page_deadline_s: float = 8.0
    """One page with all its redirects: slower pages cost more than they bring (IMURUN)"""
    connect_timeout_s: float = 5.0
    """One attempt at one address, so that a dead one leaves time for the next"""
    first_byte_s: float = 6.0
    """From request to the end of the response's headers"""
    max_redirects: int = 5
    """Hops that are followed: what oss-research-web found enough"""
    max_text_bytes: int = 2_000_000
    """Decoded bytes kept of text; more is cut and flagged (IMURUN: 2 MB)"""
    max_binary_bytes: int = 20_000_000
    """Decoded bytes of anything else; more is `too_large`"""
    max_wire_bytes: int = 24_000_000
    """Bytes taken from the connection for one body, whatever they decode to"""
    max_header_bytes: int = 65_536
    """All header lines together"""
    max_headers: int = 100
    connections_per_host: int = 2
    """At the same time: what a polite reader opens"""
    max_connections: int = 32
    allowed_ports: tuple[int, ...] = (80, 443)
    user_agent: str = ""
    """Empty: citewell's own honest name and version"""
    contact: str = ""
    """A URL or address that goes into the User-Agent, so that a host can complain"""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkersConfig(_Section):
    """The child processes that untrusted bytes are read in."""

    processes: int = 2
    """Warm children; a page is mostly read in some 10 ms, so two keep up with the network"""
    memory_bytes: int = 1024 * MEBIBYTE
    """Address space of one child"""
    job_cpu_s: float = 10.0
    """Processor time of one job (oss-research-web: 10 s)"""
    job_wall_s: float = 15.0
    """Wall time of one job, after which the child is killed (oss-research-web: 15 s)"""
    max_reply_bytes: int = 64 * MEBIBYTE
    """What a child may answer for one job"""
    jobs_per_child: int = 500
    """After so many a child is replaced, so that a leak in a parser stays small"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankConfig(_Section):
    """Ordering passages; their least, aimed-at and greatest lengths in this order."""

    passage_chars: int = 700
    """Aimed-at length of a passage (IMURUN)"""
    min_passage_chars: int = 180
    """A shorter block takes in the next one (MiniSearch)"""
    max_passage_chars: int = 1200
    """A longer block is split at sentences (MiniSearch)"""
    overlap_chars: int = 200
    """At most, inside one long block (MiniSearch)"""
    bm25_k1: float = 1.2
    """How fast a repeated term stops counting; as in Lucene"""
    bm25_b: float = 0.75
    """How far a long passage must say more to count the same, 0 to 1; as in Lucene"""
    snippet_share: float = 0.8
    """Of its score that a snippet keeps against the same words on a page (IMURUN)"""
    lead_share: float = 0.5
    """Of one term's weight that the first passage of a page is worth at most (MiniSearch)"""
    main_share: float = 0.3
    """Of its score that pure furniture loses: a prior, since the reader may be wrong"""
    duplicate_share: float = 0.6
    """Of a passage's 5-word shingles that an earlier one may hold before it is a repeat (IMURUN)"""
    per_source: int = 2
    """Passages of the aimed-at length that one source may put in a context, shorter ones by their
    length: two voices beat one page quoted four times (IMURUN)"""

    def __post_init__(self) -> None:
        _check(self)
        if not self.min_passage_chars <= self.passage_chars <= self.max_passage_chars:
            message = "min_passage_chars, passage_chars and max_passage_chars must rise"
            raise Caller(ErrorCode.BAD_CONFIG, message)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextConfig(_Section):
    """Filling the budget."""

    window_tokens: int = 4096
    """Window of a model that did not say: what local servers start with"""
    budget_share: float = 0.35
    """Of the window, for the context: the answer and the talk need the rest (MiniSearch)"""
    budget_tokens: int = 0
    """The whole context, at most; 0 takes `budget_share` of the window"""
    max_pages: int = 6
    """Pages read for one question"""
    max_attempts: int = 8
    """Pages tried until so many could be read"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LLMConfig(_Section):
    """A model behind an endpoint; without one, everything works and sentences are quoted."""

    plugin: str = "openai_compatible"
    endpoint: str = ""
    """Base URL such as `http://127.0.0.1:11434/v1`; empty: no model"""
    model: str = ""
    key: Secret | None = None
    timeout_s: float = 60.0
    """Small models on laptops think for long"""
    max_tokens: int = 512
    """Of one answer"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderConfig(_Section):
    """What one provider is told besides its own declaration."""

    enabled: bool = True
    endpoint: str = ""
    """Replaces the declared endpoint: a mirror, a local instance, a recorded web"""
    key: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings; frozen, so that a run can record exactly what it ran with.

    Raises:
        Caller: `bad_config` when a value is out of its range, or both `record` and `replay` are
            given.
    """

    run: RunConfig = RunConfig()
    search: SearchConfig = SearchConfig()
    fetch: FetchConfig = FetchConfig()
    workers: WorkersConfig = WorkersConfig()
    rank: RankConfig = RankConfig()
    context: ContextConfig = ContextConfig()
    llm: LLMConfig = LLMConfig()
    providers: Mapping[str, ProviderConfig] = field(default_factory=lambda: MappingProxyType({}))
    """By name; a provider that is not named runs as it declares itself"""
    record: str = ""
    """Path of the WARC file that every exchange and trace is written to; empty: none"""
    replay: str = ""
    """Path of a recording that answers instead of the network; empty: none"""

    def __post_init__(self) -> None:
        for name in ("record", "replay"):
            path = getattr(self, name)
            if isinstance(path, os.PathLike):
                object.__setattr__(self, name, os.fspath(path))
        _check(self)
        of_another_kind = [n for n, s in self.providers.items() if type(s) is not ProviderConfig]
        if of_another_kind:
            message = f"providers: {of_another_kind[0]} has no ProviderConfig"
            raise Caller(ErrorCode.BAD_CONFIG, message)
        if self.record and self.replay:
            raise Caller(ErrorCode.BAD_CONFIG, "record and replay exclude one another")

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Config":
        """Read `CITEWELL_<SECTION>_<FIELD>` variables over the defaults.

        Args:
            environ: the variables; the process's own when None.

        Raises:
            Caller: `bad_config` names the variable that is unknown or does not fit its type.
        """
        return overridden(cls(), environ)
