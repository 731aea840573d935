"""An HTML page, from bytes to Document: decode, parse, walk, judge, lay out."""

from collections.abc import Callable, Sequence

from citewell.model.errors import ErrorCode, Unreadable
from citewell.model.values import Document, Figure, Response
from citewell.read.charset import decode
from citewell.read.html.blocks import Picture, Walk
from citewell.read.html.layout import Layout, laid_out
from citewell.read.html.likelihood import shares
from citewell.read.html.metadata import absolute, base_url, metadata
from citewell.read.html.tree import Node, parse
from citewell.read.html.visibility import reveal_noscript
from citewell.read.identity import body_sha256, snapshot_id
from citewell.text.language import language_of
from citewell.text.lines import one_line
from citewell.text.urls import source_id

MAX_FIGURES = 200
"""Of one page (oss-research-web)"""
_SOURCE_ATTRIBUTES = ("data-src", "data-original", "data-lazy-src", "src")
"""Lazy pages keep the true address beside a placeholder"""


def read_html(response: Response, *, reader: str) -> Document:
    """Extract a page.

    Args:
        response: its `final_url` is what relative addresses and the identity rest on.
        reader: name and version to sign the document with.

    Raises:
        Unreadable: `no_text` when nothing visible is in it.
        WebError: `invalid_url` and its kin when the response has no usable address.
    """
    root = parse(decode(response.body, response.charset, html=True))
    reveal_noscript(root)
    walk = Walk(root, _resolver(base_url(root, url=response.final_url))).run()
    if not walk.drafts:
        raise Unreadable(ErrorCode.NO_TEXT, "the page holds no visible text")
    layout = laid_out(walk.drafts, shares(walk.drafts))
    return _document(response, root, layout, figures=_figures(walk, layout), reader=reader)


def _document(
    response: Response, root: Node, layout: Layout, *, figures: Sequence[Figure], reader: str
) -> Document:
    told = metadata(root, url=response.final_url)
    digest = body_sha256(response.body)
    return Document(
        source_id=source_id(response.final_url),
        snapshot_id=snapshot_id(body_sha256=digest, text=layout.text, reader=reader),
        url=response.url,
        final_url=response.final_url,
        canonical_url=told.canonical_url,
        title=told.title or response.final_url,
        author=told.author,
        site=told.site,
        language=told.language or language_of(layout.text),
        published=told.published,
        modified=told.modified,
        date_origin=told.date_origin,
        description=told.description,
        licence=told.licence,
        is_free=told.is_free,
        text=layout.text,
        blocks=layout.blocks,
        spans=layout.spans,
        figures=tuple(figures),
        reader=reader,
        body_sha256=digest,
        fetched_at=response.fetched_at,
        truncated=response.truncated,
    )


def _resolver(base: str) -> Callable[[str], str]:
    """Absolute addresses, each worked out once."""
    known: dict[str, str] = {}

    def resolve(reference: str) -> str:
        if reference not in known:
            known[reference] = absolute(reference, base=base)
        return known[reference]

    return resolve


def _figures(walk: Walk, layout: Layout) -> list[Figure]:
    figures: list[Figure] = []
    for picture in walk.pictures:
        url = next(filter(None, map(walk.link, _addresses(picture))), "")
        if url and len(figures) < MAX_FIGURES:
            figures.append(_figure(picture, url, walk=walk, layout=layout))
    return figures


def _addresses(picture: Picture) -> list[str]:
    return [picture.node.attribute(name) or "" for name in _SOURCE_ATTRIBUTES]


def _figure(picture: Picture, url: str, *, walk: Walk, layout: Layout) -> Figure:
    return Figure(
        url=url,
        caption=walk.captions.get(picture.figure, ""),
        alt=one_line(picture.node.attribute("alt") or ""),
        width=_pixels(picture.node.attribute("width")),
        height=_pixels(picture.node.attribute("height")),
        start=layout.starts[picture.draft],
    )


def _pixels(declared: str | None) -> int | None:
    digits = (declared or "").strip().lower().removesuffix("px")
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 6 else None
