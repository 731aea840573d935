"""The three services that the demo's queries go to: an encyclopedia, a metasearch, a news feed.

Each answers in the shape of the real thing, from one lookup over the pages.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from urllib.parse import parse_qs, urlsplit

from demo.lookup import Entry, Lookup
from tests.loopback import RawReply, RawRequest

ENGINES = ("quarry", "lantern")
"""Whom the metasearch says to have asked; the third one asks for a captcha"""


def encyclopedia(lookup: Lookup, request: RawRequest) -> RawReply:
    """The MediaWiki API, as far as a search goes."""
    asked = _asked(urlsplit(request.target).query)
    found = lookup.find(asked["gsrsearch"], None)
    pages = [_article(number, entry) for number, entry in enumerate(found, start=1)]
    query = {"query": {"pages": pages}} if pages else {}
    return _json({"batchcomplete": True, **query})


def metasearch(lookup: Lookup, request: RawRequest) -> RawReply:
    """A SearXNG instance with one engine that is locked out."""
    asked = _asked(request.body.decode())
    language = None if asked["language"] in {"auto", "all"} else asked["language"]
    found = lookup.find(asked["q"], language, limit=12)
    return _json(
        {
            "query": asked["q"],
            "results": [_result(number, entry) for number, entry in enumerate(found)],
            "answers": [],
            "corrections": [],
            "infoboxes": [],
            "suggestions": [],
            # Beside results it degrades an answer; alone it would hide that nothing was found.
            "unresponsive_engines": [["beacon", "Suspended: CAPTCHA"]] if found else [],
        }
    )


def news(lookup: Lookup, request: RawRequest) -> RawReply:
    """A feed of articles, RSS 2.0."""
    asked = _asked(urlsplit(request.target).query)
    items = "\n".join(map(_item, lookup.find(asked["q"], None)))
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>\n'
        f"<title>{escape(asked['q'])}</title><link>https://news.example/</link>\n"
        f"<description>News</description>\n{items}\n</channel></rss>\n"
    )
    kind = (("content-type", "application/rss+xml; charset=utf-8"),)
    return RawReply(headers=kind, body=body.encode())


def _asked(encoded: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(encoded).items()}


def _json(answer: object) -> RawReply:
    body = json.dumps(answer, ensure_ascii=False).encode()
    return RawReply(headers=(("content-type", "application/json; charset=utf-8"),), body=body)


def _article(number: int, entry: Entry) -> dict[str, object]:
    title = escape(entry.title)
    return {
        "pageid": 1000 + number,
        "ns": 0,
        "title": entry.title,
        "index": number,
        "canonicalurl": entry.url,
        "fullurl": entry.url,
        "snippet": f'<span class="searchmatch">{title}</span> {escape(entry.snippet)}',
        "extract": entry.text.splitlines()[1],
    }


def _result(number: int, entry: Entry) -> dict[str, object]:
    engine = ENGINES[number % len(ENGINES)]
    return {
        "url": entry.url,
        "title": entry.title,
        "content": entry.snippet,
        "engine": engine,
        "engines": [engine],
        "category": "general",
        "publishedDate": f"{entry.published}T00:00:00" if entry.published else None,
    }


def _item(entry: Entry) -> str:
    at = format_datetime(datetime.fromisoformat(entry.published).replace(tzinfo=UTC))
    return (
        f"<item><title>{escape(entry.title)}</title><link>{escape(entry.url)}</link>"
        f"<pubDate>{at}</pubDate><description>{escape(entry.snippet)}</description></item>"
    )


def by_language(entries: Sequence[Entry], language: str) -> Lookup:
    """A lookup over what is in one language."""
    return Lookup(entry for entry in entries if entry.language == language)
