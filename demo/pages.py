"""The pages of the demo web, as they lie under `hosts/`.

A `.page` file has header lines, an empty line, and then blocks: `# ` and `## ` are headings, `- `
begins an item of a list, `| ` a row of a table whose first row is its head, `![caption](address)`
is a figure, and any other line is a paragraph. Files of other kinds are served as they are.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

HOSTS = Path(__file__).parent / "hosts"

_FIGURE = re.compile(r"!\[(.+?)\]\((.+?)\)")
_KINDS = (("## ", "h2"), ("# ", "h1"), ("- ", "list"), ("| ", "table"), ("![", "figure"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page as it was written."""

    host: str
    path: str
    """Of its URL, percent-encoded"""
    language: str
    title: str
    description: str = ""
    published: str = ""
    """ISO 8601, as `modified`; empty when the page does not say"""
    modified: str = ""
    charset: str = "utf-8"
    is_news: bool = False
    blocks: tuple[tuple[str, tuple[str, ...]], ...]
    """(kind, lines without their marks) in order"""

    @property
    def text(self) -> str:
        """All words of it."""
        lines = (line for _, lines in self.blocks for line in lines)
        return "\n".join(_FIGURE.sub(r"\1", line).replace(" | ", " ").strip("| ") for line in lines)

    @property
    def lead(self) -> str:
        """Its first paragraph."""
        return next((lines[0] for kind, lines in self.blocks if kind == "p"), "")

    def body(self) -> str:
        """Its blocks as HTML."""
        return "\n".join(_markup(kind, lines) for kind, lines in self.blocks)


def pages() -> tuple[Page, ...]:
    """Every page there is, by host and path."""
    return tuple(_read(path) for path in sorted(HOSTS.rglob("*.page")))


def files() -> Iterator[tuple[str, str, Path]]:
    """Host, path without `.html`, and file of what is served as it is."""
    for path in sorted(HOSTS.rglob("*")):
        if path.is_file() and path.suffix != ".page":
            host, _, inside = path.relative_to(HOSTS).as_posix().partition("/")
            yield host, f"/{inside.removesuffix('.html')}", path


def _read(path: Path) -> Page:
    head, _, rest = path.read_text(encoding="utf-8").partition("\n\n")
    named = dict(line.split(": ", 1) for line in head.splitlines())
    host, _, inside = path.relative_to(HOSTS).as_posix().partition("/")
    return Page(
        host=host,
        path=quote(named.pop("path", f"/{inside.removesuffix('.page')}")),
        language=named.pop("lang"),
        is_news=named.pop("layout", "") == "article",
        blocks=tuple(_blocks(rest)),
        **_known(named),
    )


def _known(named: Mapping[str, str]) -> dict[str, str]:
    unknown = set(named) - {"title", "description", "published", "modified", "charset"}
    if unknown:
        raise ValueError(f"no such header: {', '.join(sorted(unknown))}")
    return dict(named)


def _blocks(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Neighbouring items and rows are one block; every other line is a block of its own."""
    lines = [(number, line) for number, line in enumerate(text.splitlines()) if line.strip()]
    for (kind, _), group in groupby(lines, key=_place):
        mark = next((mark for mark, of in _KINDS if of == kind and kind != "figure"), "")
        yield kind, tuple(line.removeprefix(mark) for _, line in group)


def _place(numbered: tuple[int, str]) -> tuple[str, int]:
    number, line = numbered
    kind = next((kind for mark, kind in _KINDS if line.startswith(mark)), "p")
    return kind, 0 if kind in {"list", "table"} else number


def _markup(kind: str, lines: tuple[str, ...]) -> str:
    if kind == "list":
        items = "".join(f"<li>{escape(line, quote=False)}</li>\n" for line in lines)
        return f"<ul>\n{items}</ul>"
    if kind == "table":
        return _table(lines)
    if kind == "figure":
        return _figure(lines[0])
    return f"<{kind}>{escape(lines[0], quote=False)}</{kind}>"


def _table(rows: tuple[str, ...]) -> str:
    cells = [[cell.strip() for cell in row.rstrip(" |").split(" | ")] for row in rows]
    marked = [
        "".join(f"<{tag}>{escape(cell, quote=False)}</{tag}>" for cell in row)
        for row, tag in zip(cells, ["th", *["td"] * len(cells)], strict=False)
    ]
    body = "".join(f"<tr>{row}</tr>\n" for row in marked[1:])
    return f"<table>\n<thead><tr>{marked[0]}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"


def _figure(line: str) -> str:
    found = _FIGURE.fullmatch(line.strip())
    if found is None:
        raise ValueError(f"not a figure: {line}")
    caption, address = (escape(part) for part in found.groups())
    return (
        f'<figure><img src="{address}" alt="{caption}" width="800" height="450">'
        f"<figcaption>{caption}</figcaption></figure>"
    )
