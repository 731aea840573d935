"""Wikipedia, in the edition of the query's language, by the search of the MediaWiki API.

Terms: text is CC BY-SA 4.0; Wikimedia asks for an honest User-Agent, gzip, one request at a time
and respect for Retry-After, all of which the door sees to.
One request brings the hits with their snippets and the introductions of the pages (at most 20).
Shape: https://www.mediawiki.org/wiki/API:Search and Extension:TextExtracts.
"""

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal
from urllib.parse import urlencode

from citewell.model.config import ProviderConfig
from citewell.model.errors import ErrorCode, Unavailable, WebError
from citewell.model.protocols import Fetch, Limits
from citewell.model.values import Hit, ProviderReply, Query, Request
from citewell.text.urls import parse_url

API_PATH = "/w/api.php"

HITS = 10
"""Hits of one page of results"""

LIMITS = Limits(concurrent=1)
"""https://www.mediawiki.org/wiki/API:Etiquette: requests in series, no figure"""

MAX_QUERY_CHARS = 300
"""What the search of Wikimedia's wikis takes; longer ones are refused"""

DEFAULT_EDITION = "en"
EDITIONS = {"nb": "no", "fil": "tl", "yue": "zh-yue", "nan": "zh-min-nan"}
"""Languages whose edition stands under another code"""

CODES: Mapping[str, ErrorCode] = {
    "maxlag": ErrorCode.RATE_LIMITED,
    "ratelimited": ErrorCode.RATE_LIMITED,
    "readapidenied": ErrorCode.HTTP_FORBIDDEN,
    "permissiondenied": ErrorCode.HTTP_FORBIDDEN,
    "blocked": ErrorCode.HTTP_FORBIDDEN,
    "autoblocked": ErrorCode.HTTP_FORBIDDEN,
}
"""What the API calls an error → our code; any other is `provider_unavailable`"""

_TAG = re.compile(r"<[^<>]*>")  # without `<` inside, so that a row of them takes linear time


@dataclass(frozen=True, slots=True, kw_only=True)
class Wikipedia:
    """Articles of one edition, best match first, disambiguation pages last."""

    name: str = "wikipedia"
    kinds: tuple[str, ...] = ("web",)
    endpoints: tuple[str, ...] = ("https://*.wikipedia.org",)
    needs_key: bool = False
    use: Literal["any", "personal"] = "any"
    terms: str = "CC BY-SA 4.0; name the client and its contact, ask one thing at a time"
    limits: Limits = LIMITS
    verified: date | None = None
    endpoint: str = "https://{edition}.wikipedia.org" + API_PATH
    """URL of the API; `{edition}` stands for the language's code"""

    def configured(self, settings: ProviderConfig) -> "Wikipedia":
        """The same with the operator's wiki: the URL of its API, or of its root.

        Raises:
            WebError: when `{edition}` stands in what is no web address.
        """
        given = settings.endpoint.rstrip("/")
        if not given:
            return self
        is_root = "/" not in given.partition("//")[2]
        endpoint = given + API_PATH if is_root else given
        # Editions on hosts of their own are many origins, declared as those of Wikipedia are.
        among = parse_url(endpoint.replace("{edition}", "*")).origin
        editions = (among,) if "*" in among else self.endpoints
        return replace(self, endpoint=endpoint, endpoints=editions)

    async def search(self, query: Query, fetch: Fetch) -> ProviderReply:
        """Ask the edition of the query's language once. Raises as `parse` and as the door."""
        api = self.endpoint.replace("{edition}", edition(query.language))
        response = await fetch(Request(url=f"{api}?{urlencode(parameters(query))}"))
        return parse(response.body, query)


def edition(language: str | None) -> str:
    """The code of a language's edition; English when the language is unknown or no code."""
    code = (language or DEFAULT_EDITION).lower()
    if code in EDITIONS:
        return EDITIONS[code]
    primary = code.partition("-")[0]
    return primary if re.fullmatch(r"[a-z]{2,3}", primary) else DEFAULT_EDITION


def parameters(query: Query) -> Mapping[str, str]:
    """What is asked of the API, in the order in which it is sent."""
    return {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "generator": "search",
        "gsrsearch": query.text[:MAX_QUERY_CHARS],
        "gsrlimit": str(HITS),
        "gsroffset": str((query.page - 1) * HITS),
        "gsrprop": "snippet",
        "prop": "extracts|info|pageprops",
        "exintro": "1",
        "explaintext": "1",
        "exlimit": "max",
        "inprop": "url",
        "ppprop": "disambiguation",
    }


def parse(body: bytes, query: Query) -> ProviderReply:
    """Read the API's answer.

    Raises:
        WebError: `rate_limited`, `http_forbidden`, or `provider_unavailable` for any other error
            and for what is not an answer of this API.
    """
    answer = _answer(body)
    if "error" in answer:
        raise _refusal(answer["error"])
    found = answer.get("query")
    # An answer without hits has no `query`, but says that it is whole.
    if found is None and "batchcomplete" in answer:
        return ProviderReply()
    pages = found.get("pages", []) if isinstance(found, dict) else None
    if not isinstance(pages, list) or not all(isinstance(page, dict) for page in pages):
        raise _nonsense("its answer has no list of pages")
    usable = [page for page in pages if _text(page, "title") and _address(page)]
    if pages and not usable:
        raise _nonsense("none of its pages has a title and an address")
    in_order = sorted(usable, key=_place)
    return ProviderReply(
        hits=tuple(_hit(page, query, rank) for rank, page in enumerate(in_order, start=1))
    )


def _answer(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):  # the latter for brackets nested without end
        raise _nonsense("its answer is not JSON") from None
    if not isinstance(answer, dict):
        raise _nonsense("its answer is not an object")
    return answer


def _refusal(error: object) -> WebError:
    name = _text(error, "code") if isinstance(error, dict) else ""
    code = CODES.get(name, ErrorCode.PROVIDER_UNAVAILABLE)
    is_passing = code == ErrorCode.RATE_LIMITED or name.startswith("internal_api_error")
    shown = name if re.fullmatch(r"[\w-]{1,60}", name) else "an error without a name"
    return WebError.of(code, f"Wikipedia answered with {shown}.", retryable=is_passing)


def _nonsense(why: str) -> WebError:
    return Unavailable(ErrorCode.PROVIDER_UNAVAILABLE, f"Wikipedia cannot be understood: {why}.")


def _place(page: Mapping[str, Any]) -> tuple[bool, int]:
    """Pages come in the order of their numbers; `index` has that of the search."""
    properties = page.get("pageprops")
    is_disambiguation = isinstance(properties, dict) and "disambiguation" in properties
    index = page.get("index")
    return is_disambiguation, index if isinstance(index, int) else HITS + 1


def _hit(page: Mapping[str, Any], query: Query, rank: int) -> Hit:
    return Hit(
        url=_address(page),
        title=_text(page, "title"),
        snippet=_plain(_text(page, "snippet")),
        text=_text(page, "extract").strip(),
        provider="wikipedia",
        query=query.text,
        rank=rank,
    )


def _address(page: Mapping[str, Any]) -> str:
    return _text(page, "canonicalurl") or _text(page, "fullurl")


def _text(holder: Mapping[str, Any], key: str) -> str:
    """The string under a key; empty when there is none."""
    value = holder.get(key)
    return value if isinstance(value, str) else ""


def _plain(snippet: str) -> str:
    """A snippet without its tags, on one line."""
    return " ".join(html.unescape(_TAG.sub("", snippet)).split())


PROVIDER = Wikipedia()
