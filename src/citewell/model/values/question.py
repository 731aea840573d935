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

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_REGION = re.compile(r"[A-Z]{2}")

# A label of a host name in any script; a bare domain has at least two of them.
_LABEL = r"(?!-)[\w-]{1,63}(?<!-)"
_BARE_DOMAIN = re.compile(rf"(?:{_LABEL}\.)+{_LABEL}", re.UNICODE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One earlier turn of the conversation that the question belongs to."""

    role: Literal["user", "assistant"]
    text: str

    def __post_init__(self) -> None:
        """Refuse another role, and anything but text."""
        _check_choice("role", self.role, ("user", "assistant"))
        _check_text("text", self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a hit must satisfy; checked on our side, whatever a provider was told.

    Raises:
        TypeError: a list of domains is one bare string, or no sequence.
            A day, a code or a range has the wrong type.
        ValueError: a domain is not bare (`a.example`), or a list holds more than 20;
            `after` is later than `before`; a choice or a code does not exist.
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
        _check_day("after", self.after)
        _check_day("before", self.before)
        _check_choice("time_range", self.time_range, (None, "day", "week", "month", "year"))
        _check_choice("safe_search", self.safe_search, (0, 1, 2))
        _check_code("language", self.language, _LANGUAGE)
        _check_code("region", self.region, _REGION)
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


def _check_choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    # By type as well: True is 1, and would be written down as something else.
    if not any(value == choice and type(value) is type(choice) for choice in choices):
        raise ValueError(f"{name} is one of {', '.join(map(repr, choices))}, not {value!r}")


def _check_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} is text, not {type(value).__name__}")


def _check_day(name: str, value: object) -> None:
    if value is not None and type(value) is not date:
        raise TypeError(f"{name} is a date, not {type(value).__name__}")


def _check_code(name: str, value: str | None, shape: re.Pattern[str]) -> None:
    if value is None:
        return
    _check_text(name, value)
    if not shape.fullmatch(value):
        raise ValueError(f"{name}: {value!r} is no code such as 'en' (language) or 'US' (region)")


def _check_domains(name: str, domains: tuple[str, ...]) -> None:
    if not isinstance(domains, tuple):
        raise TypeError(f"{name} must be a tuple of domains, not {type(domains).__name__}")
    if len(domains) > MAX_DOMAINS:
        raise ValueError(f"{name} holds {len(domains)} domains; at most {MAX_DOMAINS}")
    for domain in domains:
        if not isinstance(domain, str) or not _BARE_DOMAIN.fullmatch(domain):
            raise ValueError(f"{name}: {domain!r} is not a bare domain such as example.org")
