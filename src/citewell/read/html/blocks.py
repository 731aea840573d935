"""The walk over the tree: every visible block in page order, with its setting.

Rule: iterative and linear, whatever the depth. A block is made when the next begins or its element
ends; text beside blocks is a block of its own, as a browser lays it out.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from citewell.model.values.document import BlockKind
from citewell.read.html.furniture import Setting, judged
from citewell.read.html.runs import Inline, Runs, SpanKind
from citewell.read.html.tables import data_tables, rendered
from citewell.read.html.tree import Node
from citewell.read.html.visibility import is_unseen
from citewell.read.plain import visible_lines

BLOCK_TAGS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd",
        "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
        "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend",
        "li", "listing", "main", "menu", "nav", "ol", "p", "plaintext", "pre", "search", "section",
        "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "ul", "xmp",
    }
)  # fmt: skip
MARK_TAGS: Mapping[str, SpanKind] = {
    "a": "link", "b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis",
    "cite": "emphasis", "code": "code", "kbd": "code", "samp": "code", "tt": "code",
}  # fmt: skip
KINDS: Mapping[str, BlockKind] = {
    "blockquote": "quote", "figcaption": "caption", "caption": "caption", "dt": "definition",
    "dd": "definition", "li": "list",
}  # fmt: skip
PREFORMATTED_TAGS = frozenset({"pre", "listing", "xmp", "plaintext"})
LIST_TAGS = frozenset({"ul", "ol", "menu", "dir"})
_LEVELLED = frozenset({"heading", "list", "quote", "definition"})
_UNLED = frozenset({"code", "table", "caption"})
"""Kinds that stand at the left edge even inside a list: their spacing, or their own, matters"""
_MAX_INDENTS = 8
"""Levels that are indented or quoted; deeper ones stay there, or their marks outgrow the text"""
_CODE_LANGUAGE = re.compile(r"\b(?:lang(?:uage)?|highlight-source|brush)[-:]\s*([\w+#.-]{1,20})")
_BACKTICKS = re.compile("`{3,}")


@dataclass(frozen=True, slots=True)
class Draft:
    """A block before it has its place in the text."""

    kind: BlockKind
    level: int
    inline: Inline
    """With its block marks"""
    setting: Setting


@dataclass(frozen=True, slots=True)
class Picture:
    """An image, by the number of the draft before which it stands."""

    node: Node
    draft: int
    figure: int
    """Which `figure` element it is in; 0 outside all"""


@dataclass(slots=True)
class Listing:
    """An open list."""

    ordered: bool
    number: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where the walk is: what a block that begins here would be."""

    setting: Setting
    kind: BlockKind = "paragraph"
    level: int = 0
    lead: str = ""
    """What stands before every line: quote marks and indents"""
    indents: int = 0
    list_depth: int = 0
    listing: Listing | None = None
    figure: int = 0


@dataclass(slots=True)
class Walk:
    """The state of one walk; its result is `drafts`, `pictures`, `captions`."""

    root: Node
    link: Callable[[str], str]
    drafts: list[Draft] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    captions: dict[int, str] = field(default_factory=dict)
    """Figure → its caption"""
    _tables: frozenset[int] = frozenset()
    _runs: Runs = field(default_factory=Runs)
    _marker: str = ""
    """The list mark that the next block of its item starts with"""

    def run(self) -> "Walk":
        """Walk the whole tree once."""
        self._tables = data_tables(self.root)
        place = Place(Setting())
        stack: list[tuple[Node, Place, Iterator[Node | str]]] = []
        stack.append((self.root, place, iter(self.root.children)))
        while stack:
            node, place, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                self._leave(node, place)
            elif isinstance(child, str):
                self._runs.add(child)
            elif not is_unseen(child):
                inner = self._enter(child, place)
                if inner is not None:
                    stack.append((child, inner, iter(child.children)))
        return self

    def _enter(self, node: Node, place: Place) -> Place | None:
        """Begin an element; None when it is done and must not be walked into."""
        tag = node.tag
        if tag in BLOCK_TAGS:
            self._flush(place)
            return self._enter_block(node, self._inner_place(node, place))
        if tag == "br":
            self._break(place)
        elif tag == "img":
            self.pictures.append(Picture(node, len(self.drafts), place.figure))
        elif tag in MARK_TAGS:
            self._runs.open(MARK_TAGS[tag], self.link(node.attribute("href") or ""))
            return self._inner_place(node, place)
        else:
            if tag == "rt":
                self._runs.add(" (")
            return self._inner_place(node, place)
        return None

    def _enter_block(self, node: Node, place: Place) -> Place | None:
        if node.tag in PREFORMATTED_TAGS:
            self._add(self._code(node), place, kind="code")
            return None
        if id(node) in self._tables:
            self._table(node, place)
            return None
        if node.tag == "li":
            self._marker = _list_mark(place.listing)
        if node.tag == "dt":
            self._runs.open("strong")
        return place

    def _leave(self, node: Node, place: Place) -> None:
        tag = node.tag
        if tag in BLOCK_TAGS:
            self._flush(place)
            if tag == "li":
                self._marker = ""
            if tag == "dt":
                self._runs.close("strong")
        elif tag in MARK_TAGS:
            self._runs.close(MARK_TAGS[tag])
        elif tag == "rt":
            self._runs.add(") ")

    def _inner_place(self, node: Node, place: Place) -> Place:
        """The place inside an element; mostly the same object."""
        tag = node.tag
        setting = judged(place.setting, node, page_chars=self.root.chars)
        if setting is not place.setting:
            place = replace(place, setting=setting)
        if tag in LIST_TAGS:
            return replace(place, listing=_listing(node), list_depth=place.list_depth + 1)
        if tag == "li":
            return _indented(replace(place, kind="list", level=max(1, place.list_depth)))
        if tag == "blockquote":
            level = place.level + 1 if place.kind == "quote" else 1
            return _indented(replace(place, kind="quote", level=level), "> ")
        if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
            return replace(place, kind="heading", level=int(tag[1]))
        if tag == "figure":
            return replace(place, figure=id(node))
        if tag in KINDS:
            return replace(place, kind=KINDS[tag], level=int(tag == "dd"))
        return place

    def _break(self, place: Place) -> None:
        if place.kind not in {"paragraph", "quote"}:
            self._runs.gap()
        elif self._runs.ends_in_break:
            self._flush(place)
        else:
            self._runs.line_break()

    def _flush(self, place: Place) -> None:
        if not self._runs.is_empty:
            self._add(self._runs.take(), place, kind=place.kind)

    def _add(self, inline: Inline, place: Place, *, kind: BlockKind) -> None:
        """Make a block of an inline text, with its marks."""
        if not inline.text:
            return
        if kind == "caption" and place.figure:
            self.captions.setdefault(place.figure, inline.text)
        level = place.level if kind in _LEVELLED else 0
        first, rest = self._leads(place, kind)
        self.drafts.append(Draft(kind, level, inline.led(first, rest), place.setting))

    def _leads(self, place: Place, kind: BlockKind) -> tuple[str, str]:
        """What stands before the first line of a block, and before the others."""
        if kind == "heading":
            return "#" * place.level + " ", ""
        if kind in _UNLED:
            return "", ""
        marker, self._marker = self._marker, ""
        first = place.lead[:-2] + marker if marker and place.lead.endswith("  ") else place.lead
        return first, place.lead

    def _code(self, node: Node) -> Inline:
        """A fenced block; the fence is longer than any run of backticks inside."""
        text = visible_lines(_preformatted(node))
        if not text.strip():
            return Inline("")
        longest = max(map(len, _BACKTICKS.findall(text)), default=2)
        fence = "`" * (longest + 1)
        return Inline(f"{fence}{_code_language(node)}\n{text}\n{fence}")

    def _table(self, table: Node, place: Place) -> None:
        for child in table.children:
            if isinstance(child, Node) and child.tag == "caption" and not is_unseen(child):
                self._add(self._cell(child), place, kind="caption")
        self._add(rendered(table, self._cell), place, kind="table")

    def _cell(self, cell: Node) -> Inline:
        """The text of a cell in which blocks are no more than gaps."""
        runs = Runs()
        stack: list[tuple[Node, Iterator[Node | str]]] = [(cell, iter(cell.children))]
        while stack:
            node, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                if node.tag in MARK_TAGS:
                    runs.close(MARK_TAGS[node.tag])
                if node.tag in BLOCK_TAGS:
                    runs.gap()
            elif isinstance(child, str):
                runs.add(child)
            elif not is_unseen(child):
                if child.tag in BLOCK_TAGS or child.tag == "br":
                    runs.gap()
                if child.tag in MARK_TAGS:
                    runs.open(MARK_TAGS[child.tag], self.link(child.attribute("href") or ""))
                stack.append((child, iter(child.children)))
        return runs.take()


def _indented(place: Place, mark: str = "  ") -> Place:
    if place.indents >= _MAX_INDENTS:
        return place
    return replace(place, lead=place.lead + mark, indents=place.indents + 1)


def _listing(node: Node) -> Listing:
    start = node.attribute("start") or "1"
    return Listing(node.tag == "ol", int(start) if start.isdecimal() and len(start) < 7 else 1)


def _list_mark(listing: Listing | None) -> str:
    if listing is None or not listing.ordered:
        return "- "
    listing.number += 1
    return f"{listing.number - 1}. "


def _preformatted(root: Node) -> str:
    pieces: list[str] = []
    waiting: list[Node | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            pieces.append(node)
        elif node.tag == "br":
            pieces.append("\n")
        elif not is_unseen(node):
            waiting.extend(reversed(node.children))
    return "".join(pieces)


def _code_language(pre: Node) -> str:
    inner = [child for child in pre.children if isinstance(child, Node)]
    for node in (pre, *inner[:1]):
        found = _CODE_LANGUAGE.search((node.attribute("class") or "")[:200])
        if found:
            return found[1].lower()
    return ""
