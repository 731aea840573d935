"""What is asked, and what is to be done about it: messages, filters, plans, queries."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

Effort = Literal["none", "search", "research"]
Freshness = Literal["live", "recent", "any"]
TimeRange = Literal["day", "week", "month", "year"]

MAX_DOMAINS = 20
"""Domains one filter list may hold: what the strictest metasearch query still carries"""

# A label of a host name in any script; a bare domain has at least two of them.
_LABEL = r"(?!-)[\w-]{1,63}(?<!-)"
_BARE_DOMAIN = re.compile(rf"(?:{_LABEL}\.)+{_LABEL}", re.UNICODE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One earlier turn of the conversation that the question belongs to."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a hit must satisfy; checked on our side, whatever a provider was told.

    Raises:
        TypeError: a list of domains is one bare string, or no sequence.
        ValueError: a domain is not bare (`a.example`), or a list holds more than 20;
            `after` is later than `before`.
    """

    allowed_domains: tuple[str, ...] = ()
    """A hit must lie in one of these domains or below it; empty admits all"""
    blocked_domains: tuple[str, ...] = ()
    """A hit must lie in none of these; wins over `allowed_domains`"""
    after: date | None = None
    """Earliest day of publication, inclusive; undated hits are dropped and counted"""
    before: date | None = None
    """Latest day of publication, inclusive"""
    time_range: TimeRange | None = None
    language: str | None = None
    """ISO 639-1; a hint to providers"""
    region: str | None = None
    """ISO 3166-1 alpha-2; a hint to providers"""
    safe_search: Literal[0, 1, 2] = 1

    def __post_init__(self) -> None:
        """Refuse what no hit could satisfy, and a string where a list belongs."""
        _check_domains("allowed_domains", self.allowed_domains)
        _check_domains("blocked_domains", self.blocked_domains)
        if self.after and self.before and self.after > self.before:
            raise ValueError("after must not be later than before")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One string for providers, with the hints that they may honour."""

    text: str
    kinds: tuple[str, ...] = ("web",)
    language: str | None = None
    region: str | None = None
    freshness: Freshness = "any"
    page: int = 1
    """1-based page of results"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to do about one question."""

    question: str
    effort: Effort
    freshness: Freshness = "any"
    queries: tuple[Query, ...] = ()
    """At most three, most important first; empty exactly when effort is none"""
    entities: tuple[str, ...] = ()
    language: str | None = None
    reason: str = ""
    by: Literal["prefilter", "model", "repaired", "heuristic"] = "heuristic"


def _check_domains(name: str, domains: tuple[str, ...]) -> None:
    if not isinstance(domains, tuple):
        raise TypeError(f"{name} must be a tuple of domains, not {type(domains).__name__}")
    if len(domains) > MAX_DOMAINS:
        raise ValueError(f"{name} holds {len(domains)} domains; at most {MAX_DOMAINS}")
    for domain in domains:
        if not isinstance(domain, str) or not _BARE_DOMAIN.fullmatch(domain):
            raise ValueError(f"{name}: {domain!r} is not a bare domain such as example.org")
