"""A search for news that answers with a feed: RSS 2.0, RSS 1.0 or Atom.

Terms: most publishers and aggregators offer such feeds for personal use only, so nobody else is
served from them; and there is no default, since each has terms of its own to be read first.
An address like `https://news.example/rss/search?q={query}&hl={language}` is configured.
Shape: https://www.rssboard.org/rss-specification and RFC 4287. Entities that a document declares
for itself are never expanded, so that no feed can grow in the reading.
"""

import codecs
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal
from urllib.parse import quote, urlencode

from turbohtml.extract import Entry, feed

from citewell.model.config import ProviderConfig
from citewell.model.errors import ErrorCode, Unavailable, WebError
from citewell.model.protocols import Fetch, Limits
from citewell.model.values import Hit, ProviderReply, Query, Request
from citewell.text.dates import parse_date

HITS = 20
"""Entries of one feed that are taken: the first ones are the best or the newest"""

MAX_SNIPPET_CHARS = 1_000
"""Some feeds carry whole articles"""

_TAG = re.compile(r"<[^<>]*>")  # without `<` inside, so that a row of them takes linear time
_DECLARED = re.compile(rb"""\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']""")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsFeeds:
    """Entries of one feed that is made for a query, in the feed's order."""

    name: str = "news_feeds"
    kinds: tuple[str, ...] = ("news",)
    endpoints: tuple[str, ...] = ()
    needs_key: bool = False
    use: Literal["any", "personal"] = "personal"
    terms: str = "those of the feed that is configured; mostly personal use only"
    limits: Limits = Limits()
    verified: date | None = None
    endpoint: str = ""
    """URL of the feed, in which `{query}`, `{language}` and `{region}` may stand; empty until one
    is configured"""

    def configured(self, settings: ProviderConfig) -> "NewsFeeds":
        """The same with a feed; without `{query}` in its URL, the query is its parameter `q`."""
        return replace(self, endpoint=settings.endpoint)

    async def search(self, query: Query, fetch: Fetch) -> ProviderReply:
        """Ask for the feed once; a feed has no second page. Raises as `parse` and as the door."""
        if query.page > 1:
            return ProviderReply()
        response = await fetch(Request(url=address(self.endpoint, query)))
        return parse(response.body, query, charset=response.charset)


def address(endpoint: str, query: Query) -> str:
    """The URL of the feed for a query."""
    values: Mapping[str, str] = {
        "query": query.text,
        "language": query.language or "",
        "region": query.region or "",
    }
    filled = endpoint
    for name, value in values.items():
        filled = filled.replace(f"{{{name}}}", quote(value, safe=""))
    if "{query}" in endpoint:
        return filled
    return f"{filled}{'&' if '?' in filled else '?'}{urlencode({'q': query.text})}"


def parse(body: bytes, query: Query, *, charset: str | None = None) -> ProviderReply:
    """Read the feed.

    Args:
        body: as it came.
        query: what it answers.
        charset: as the header declares it; else the document's own word counts, else UTF-8.

    Raises:
        WebError: `provider_unavailable` for what is no feed.
    """
    found = feed(_decoded(body, charset))
    if found is None:
        raise _nonsense("its answer is no feed")
    usable = [entry for entry in found.entries if entry.link and _plain(entry.title)]
    if found.entries and not usable:
        raise _nonsense("none of its entries has a title and a link")
    return ProviderReply(
        hits=tuple(_hit(entry, query, rank) for rank, entry in enumerate(usable[:HITS], start=1))
    )


def _decoded(body: bytes, charset: str | None) -> str:
    declared = _DECLARED.match(body)
    named = charset or (declared[1].decode("ascii") if declared else "utf-8")
    try:
        is_utf_8 = codecs.lookup(named).name == "utf-8"
        return body.decode("utf-8-sig" if is_utf_8 else named, "replace")
    # An unknown name; a codec of Python that is no charset of text; a name with a NUL.
    except (LookupError, ValueError):
        return body.decode("utf-8-sig", "replace")


def _hit(entry: Entry, query: Query, rank: int) -> Hit:
    return Hit(
        url=(entry.link or "").strip(),
        title=_plain(entry.title),
        snippet=_plain(entry.summary)[:MAX_SNIPPET_CHARS],
        provider="news_feeds",
        query=query.text,
        rank=rank,
        published=parse_date((entry.published or entry.updated or "").strip()),
    )


def _plain(markup: str | None) -> str:
    """Text without tags, on one line; feeds put HTML into their text, escaped once."""
    return " ".join(html.unescape(_TAG.sub(" ", markup or "")).split())


def _nonsense(why: str) -> WebError:
    return Unavailable(ErrorCode.PROVIDER_UNAVAILABLE, f"The feed cannot be understood: {why}.")


PROVIDER = NewsFeeds()
