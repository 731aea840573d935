"""SearXNG, the metasearch that people run themselves, by its JSON answers.

Terms: those of the instance and of the engines behind it, which its operator chose. There is no
public default: an instance is asked only when it is configured, and must list `json` under
`search.formats`. The query is posted, so that it stands in no log of addresses.
Shape: https://docs.searxng.org/dev/search_api.html and searx/webutils.py (get_json_response). Of
its counter of results nothing is believed: it may be absent, or 0 beside results.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal
from urllib.parse import urlencode

from citewell.model.config import ProviderConfig
from citewell.model.errors import ErrorCode, Unavailable, WebError
from citewell.model.protocols import Fetch, Limits
from citewell.model.values import Hit, ProviderReply, Query, Request
from citewell.text.dates import parse_date

HITS = 20
"""Of one page of results: an instance joins the pages of many engines, and the tail is noise"""

CATEGORIES: Mapping[str, str] = {"web": "general", "news": "news", "images": "images"}
"""Our kinds → the categories of an instance"""

REASONS: tuple[tuple[str, ErrorCode], ...] = (
    ("captcha", ErrorCode.BOT_WALL),
    ("access denied", ErrorCode.BOT_WALL),
    ("too many requests", ErrorCode.RATE_LIMITED),
    ("timeout", ErrorCode.TIMEOUT),
    ("ssl", ErrorCode.TLS_FAILED),
    ("http connection error", ErrorCode.CONNECTION_FAILED),
    ("network error", ErrorCode.CONNECTION_FAILED),
    ("proxy error", ErrorCode.CONNECTION_FAILED),
    ("http error", ErrorCode.HTTP_ERROR),
    ("http protocol error", ErrorCode.HTTP_ERROR),
    ("parsing error", ErrorCode.PARSE_FAILED),
)
"""Words of the reason that an instance gives for an engine, lower case, in the order in which they
are looked for → our code; any other reason is `provider_unavailable`"""

NO_JSON = (
    "The SearXNG instance refuses JSON (403): its settings.yml must list json under search: formats"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearXNG:
    """What the engines of one instance found, in the instance's order."""

    name: str = "searxng"
    kinds: tuple[str, ...] = ("web", "news", "images")
    endpoints: tuple[str, ...] = ()
    needs_key: bool = False
    use: Literal["any", "personal"] = "any"
    terms: str = "those of the instance that is configured, and of the engines behind it"
    limits: Limits = Limits()
    verified: date | None = None
    endpoint: str = ""
    """URL of the search; empty until an instance is configured"""

    def configured(self, settings: ProviderConfig) -> "SearXNG":
        """The same, asking an instance: its base address, or the full URL of its search."""
        given = settings.endpoint.rstrip("/")
        if not given:
            return self
        return replace(self, endpoint=given if given.endswith("/search") else f"{given}/search")

    async def search(self, query: Query, fetch: Fetch) -> ProviderReply:
        """Ask the instance once.

        Raises:
            WebError: as `parse` and the door; `provider_misconfigured` when JSON is switched off.
        """
        request = Request(
            url=self.endpoint,
            method="POST",
            headers=(
                ("accept", "application/json"),
                ("content-type", "application/x-www-form-urlencoded"),
            ),
            body=urlencode(parameters(query)).encode(),
        )
        try:
            response = await fetch(request)
        except WebError as error:
            if error.code is ErrorCode.HTTP_FORBIDDEN:
                raise Unavailable(ErrorCode.PROVIDER_MISCONFIGURED, NO_JSON) from error
            raise
        return parse(response.body, query)


def parameters(query: Query) -> Mapping[str, str]:
    """What is posted, in the order in which it is sent."""
    categories = [CATEGORIES[kind] for kind in query.kinds if kind in CATEGORIES]
    return {
        "q": query.text,
        "format": "json",
        "categories": ",".join(categories) or CATEGORIES["web"],
        # An instance left to itself searches in its own language, mostly English.
        "language": query.language or "auto",
        "pageno": str(query.page),
        "safesearch": "1",
    }


def parse(body: bytes, query: Query) -> ProviderReply:
    """Read the instance's answer; engines that failed are carried along, each with its code.

    Raises:
        WebError: `provider_unavailable` for what is not an answer of this API.
    """
    answer = _answer(body)
    results = answer.get("results")
    if not isinstance(results, list):
        raise _nonsense("its answer has no list of results")
    usable = [row for row in results if isinstance(row, dict) and _text(row, "url")]
    titled = [row for row in usable if _text(row, "title")][:HITS]
    if results and not titled:
        raise _nonsense("none of its results has a title and an address")
    return ProviderReply(
        hits=tuple(_hit(row, query, rank) for rank, row in enumerate(titled, start=1)),
        failures=tuple(_failures(answer.get("unresponsive_engines"))),
    )


def _answer(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):  # the latter for brackets nested without end
        raise _nonsense("its answer is not JSON") from None
    if not isinstance(answer, dict):
        raise _nonsense("its answer is not an object")
    return answer


def _failures(engines: object) -> Iterator[tuple[str, ErrorCode]]:
    """Engine and code of each `[engine, reason]`, each engine once."""
    seen = set()
    for entry in engines if isinstance(engines, list) else ():
        parts = entry if isinstance(entry, list) else [entry]
        engine = parts[0] if parts and isinstance(parts[0], str) else "an engine without a name"
        if engine not in seen:
            seen.add(engine)
            yield engine, _code(str(parts[1]) if len(parts) > 1 else "")


def _code(reason: str) -> ErrorCode:
    lower = reason.lower()
    known = (code for words, code in REASONS if words in lower)
    return next(known, ErrorCode.PROVIDER_UNAVAILABLE)


def _hit(row: Mapping[str, Any], query: Query, rank: int) -> Hit:
    return Hit(
        url=_text(row, "url"),
        title=_text(row, "title"),
        snippet=_text(row, "content"),
        provider="searxng",
        query=query.text,
        rank=rank,
        published=parse_date(_text(row, "publishedDate")),
        image=_text(row, "img_src"),
    )


def _text(row: Mapping[str, Any], key: str) -> str:
    """The string under a key on one line; empty when there is none."""
    value = row.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _nonsense(why: str) -> WebError:
    return Unavailable(ErrorCode.PROVIDER_UNAVAILABLE, f"SearXNG cannot be understood: {why}.")


PROVIDER = SearXNG()
