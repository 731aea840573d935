"""The sources that passages may come from: what was read, and hits seen only as snippets.

Rule: pure. Numbers are given when the context is built, in the order of first use; here `n` is the
place in the list.
"""

from collections.abc import Sequence

from citewell.model.values import Document, Hit, Source
from citewell.text.urls import parse_url, site, source_id


def sources_of(documents: Sequence[Document], hits: Sequence[Hit]) -> tuple[Source, ...]:
    """List every document, then every hit that no document stands for."""
    provider_of = {source_id(hit.url): hit.provider for hit in hits}
    snippet_of = {source_id(hit.url): hit.snippet for hit in hits}
    read = [
        Source(
            n=n,
            source_id=document.source_id,
            snapshot_id=document.snapshot_id,
            title=document.title,
            url=document.final_url,
            domain=site(parse_url(document.final_url).host),
            provider=provider_of.get(source_id(document.url), ""),
            snippet=snippet_of.get(source_id(document.url), ""),
            published=document.published,
            read=True,
            licence=document.licence,
        )
        for n, document in enumerate(documents, start=1)
    ]
    return (*read, *_seen(unread(documents, hits), len(read)))


def unread(documents: Sequence[Document], hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits whose page is not among the documents, each page once, best first."""
    known = {source_id(document.url) for document in documents}
    known |= {document.source_id for document in documents}
    first: dict[str, Hit] = {}
    for hit in hits:
        identifier = source_id(hit.url)
        if identifier not in known:
            first.setdefault(identifier, hit)
    return tuple(first.values())


def _seen(hits: Sequence[Hit], before: int) -> tuple[Source, ...]:
    """Sources of which only the snippet was seen."""
    return tuple(
        Source(
            n=before + n,
            source_id=source_id(hit.url),
            snapshot_id="",
            title=hit.title,
            url=hit.url,
            domain=site(parse_url(hit.url).host),
            provider=hit.provider,
            snippet=hit.snippet,
            published=hit.published,
        )
        for n, hit in enumerate(hits, start=1)
    )
