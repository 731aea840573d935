"""What a page says of itself: title, dates, language, author, site, addresses, licence.

Rule: the first source in a fixed order wins; what cannot be read is left out, never guessed.
The order of dates is IMURUN's: meta, JSON-LD, `itemprop`, `<time>`, and a date of change only when
nothing says when the page appeared.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from citewell.model.errors import WebError
from citewell.read.html.tree import Node, text_of, walk
from citewell.text.dates import parse_date
from citewell.text.lines import one_line
from citewell.text.urls import parse_url

PUBLISHED_METAS = (
    "article:published_time", "article:published", "og:published_time", "datepublished",
    "date_published", "publication_date", "publish-date", "publishdate", "pubdate",
    "parsely-pub-date", "sailthru.date", "dc.date.issued", "dcterms.issued", "dcterms.created",
    "citation_publication_date", "citation_date", "dc.date", "dcterms.date", "date",
)  # fmt: skip
MODIFIED_METAS = (
    "article:modified_time", "og:updated_time", "datemodified", "dcterms.modified",
    "dc.date.modified", "last-modified", "lastmod", "revised",
)  # fmt: skip
TITLE_METAS = ("og:title", "twitter:title")
DESCRIPTION_METAS = ("description", "og:description", "twitter:description", "dc.description")
SITE_METAS = ("og:site_name", "application-name")
AUTHOR_METAS = ("author", "article:author", "parsely-author", "dc.creator", "citation_author")
_MAX_TITLE_CHARS = 500
_MAX_DESCRIPTION_CHARS = 1_000
_MAX_JSON_CHARS = 500_000
_MAX_JSON_ITEMS = 2_000


@dataclass(slots=True)
class Metadata:
    """What a page says of itself; empty where it says nothing."""

    title: str = ""
    author: str = ""
    site: str = ""
    language: str | None = None
    published: datetime | None = None
    modified: datetime | None = None
    date_origin: str = ""
    description: str = ""
    canonical_url: str = ""
    licence: str = ""
    is_free: bool | None = None


@dataclass(slots=True)
class _Found:
    """What one walk over the page collects."""

    metas: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    items: list[Mapping[str, Any]] = field(default_factory=list)
    itemprops: dict[str, str] = field(default_factory=dict)
    times: list[str] = field(default_factory=list)
    title: str = ""
    language: str = ""


def metadata(root: Node, *, url: str) -> Metadata:
    """Read what the page says.

    Args:
        root: the `html` element.
        url: where the page is; relative addresses are resolved against it.
    """
    found = _collected(root)
    published, origin = _published(found)
    modified = _first_date([_meta(found, MODIFIED_METAS), *_json_values(found, "dateModified")])
    if published is None and modified is not None:
        published, origin = modified, "modified"
    return Metadata(
        title=(_meta(found, TITLE_METAS) or found.title)[:_MAX_TITLE_CHARS],
        author=_author(found),
        site=_meta(found, SITE_METAS),
        language=_language(found),
        published=published,
        modified=modified,
        date_origin=origin,
        description=_meta(found, DESCRIPTION_METAS)[:_MAX_DESCRIPTION_CHARS],
        canonical_url=absolute(found.links.get("canonical", ""), base=url),
        licence=absolute(found.links.get("license", ""), base=url),
        is_free=_is_free(found),
    )


def base_url(root: Node, *, url: str) -> str:
    """What relative addresses of the page are resolved against: the first `<base href>` counts."""
    for node in walk(root):
        if node.tag == "base" and node.attribute("href"):
            return absolute(node.attribute("href") or "", base=url) or url
        if node.tag == "body":
            break
    return url


def absolute(reference: str, *, base: str) -> str:
    """The http or https address that a reference means; empty for any other kind."""
    reference = reference.strip()
    if not reference or reference.startswith("#"):
        return ""
    try:
        return parse_url(reference, base=base).href
    except WebError:
        return ""


def _collected(root: Node) -> _Found:
    found = _Found(language=root.attribute("lang") or root.attribute("xml:lang") or "")
    for node in walk(root):
        collect = _COLLECT.get(node.tag)
        if collect is not None:
            collect(found, node)
        itemprop = node.attribute("itemprop")
        if itemprop and itemprop not in found.itemprops:
            value = node.attribute("content") or node.attribute("datetime")
            if value:
                found.itemprops[itemprop] = value
    return found


def _collect_meta(found: _Found, node: Node) -> None:
    content = one_line(node.attribute("content") or "")
    for attribute in ("property", "name"):
        name = (node.attribute(attribute) or "").strip().lower()
        if name and content:
            found.metas.setdefault(name, content)
    if (node.attribute("http-equiv") or "").lower() == "content-language" and not found.language:
        found.language = content


def _collect_link(found: _Found, node: Node) -> None:
    for rel in (node.attribute("rel") or "").lower().split():
        found.links.setdefault(rel, node.attribute("href") or "")


def _collect_title(found: _Found, node: Node) -> None:
    if not found.title:
        found.title = one_line(text_of(node))


def _collect_time(found: _Found, node: Node) -> None:
    if node.attribute("datetime"):
        found.times.append(node.attribute("datetime") or "")


def _collect_script(found: _Found, node: Node) -> None:
    if (node.attribute("type") or "").strip().lower() != "application/ld+json":
        return
    text = text_of(node)
    if len(text) > _MAX_JSON_CHARS or len(found.items) > _MAX_JSON_ITEMS:
        return
    try:
        found.items.extend(_objects(json.loads(text, strict=False)))
    except (ValueError, RecursionError):
        return


_COLLECT: Mapping[str, Callable[[_Found, Node], None]] = {
    "meta": _collect_meta,
    "link": _collect_link,
    "a": _collect_link,
    "title": _collect_title,
    "time": _collect_time,
    "script": _collect_script,
}


def _objects(data: Any) -> Iterator[Mapping[str, Any]]:
    """Every object of a JSON-LD script, outer ones first, up to a bound."""
    waiting, left = deque([data]), _MAX_JSON_ITEMS
    while waiting and left:
        item, left = waiting.popleft(), left - 1
        if isinstance(item, dict):
            yield item
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


def _meta(found: _Found, names: Sequence[str]) -> str:
    return next((found.metas[name] for name in names if name in found.metas), "")


def _json_values(found: _Found, name: str) -> list[str]:
    return [item[name] for item in found.items if isinstance(item.get(name), str)]


def _published(found: _Found) -> tuple[datetime | None, str]:
    sources = (
        ("meta", [found.metas[name] for name in PUBLISHED_METAS if name in found.metas]),
        ("json-ld", _json_values(found, "datePublished")),
        ("itemprop", [found.itemprops.get("datePublished", "")]),
        ("time", found.times[:1]),
    )
    for origin, values in sources:
        date = _first_date(values)
        if date is not None:
            return date, origin
    return None, ""


def _first_date(values: Sequence[str]) -> datetime | None:
    return next((date for value in values if (date := parse_date(value)) is not None), None)


def _author(found: _Found) -> str:
    named = _meta(found, AUTHOR_METAS)
    if named and not named.lower().startswith(("http://", "https://", "@")):
        return named[:_MAX_TITLE_CHARS]
    for item in found.items:
        author = item.get("author")
        for one in author if isinstance(author, list) else [author]:
            name = one.get("name") if isinstance(one, dict) else one
            if isinstance(name, str) and name.strip():
                return one_line(name)[:_MAX_TITLE_CHARS]
    return ""


def _language(found: _Found) -> str | None:
    primary = found.language.strip().replace("_", "-").partition("-")[0].lower()
    return primary if 2 <= len(primary) <= 3 and primary.isascii() and primary.isalpha() else None


def _is_free(found: _Found) -> bool | None:
    """JSON-LD's own word; `"False"` as text is as common as the JSON value."""
    for item in found.items:
        told = str(item.get("isAccessibleForFree", "")).strip().lower()
        if told in {"true", "false"}:
            return told == "true"
    return None
