"""Tables: which of them hold data, and their rows as Markdown.

Rule: a table that holds other blocks, or one long cell and little else, is a page layout of old;
its cells are read as ordinary text. Cells stay apart whatever happens.
"""

from collections.abc import Callable, Iterator

from citewell.read.html.runs import Inline, Mark
from citewell.read.html.tree import Node, walk
from citewell.read.html.visibility import is_unseen

_LAYOUT_TAGS = frozenset(
    {"table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "form", "article", "section", "nav",
     "blockquote", "header", "footer", "aside", "main"}
)  # fmt: skip
_LAYOUT_ROLES = frozenset({"presentation", "none"})
_LONG_CELL_CHARS = 300
_LONG_CELL_SHARE = 0.5
"""Of the table's text in one cell, from which it is a layout"""


def data_tables(root: Node) -> frozenset[int]:
    """The `id()` of every table node that holds data."""
    nodes = list(walk(root))
    outer: dict[int, Node] = {}
    layouts: set[int] = set()
    # Document order: a parent is met before its children, so each knows its innermost table.
    for node in nodes:
        inside = outer.get(id(node))
        if inside is not None and node.tag in _LAYOUT_TAGS:
            layouts.add(id(inside))
        for child in node.children:
            if isinstance(child, Node):
                holder = node if node.tag == "table" else inside
                if holder is not None:
                    outer[id(child)] = holder
    return frozenset(
        id(node)
        for node in nodes
        if node.tag == "table" and id(node) not in layouts and _has_data(node)
    )


def _has_data(table: Node) -> bool:
    if (table.attribute("role") or "").strip().lower() in _LAYOUT_ROLES:
        return False
    rows = [[cell.chars for cell in cells_of(row)] for row in rows_of(table)]
    if max(map(len, rows), default=0) < 2:
        return False
    longest = max((chars for row in rows for chars in row), default=0)
    return longest < _LONG_CELL_CHARS or longest < _LONG_CELL_SHARE * table.chars


def rows_of(table: Node) -> Iterator[Node]:
    """The visible rows of a table that nests no other."""
    for group in table.children:
        if not isinstance(group, Node) or is_unseen(group):
            continue
        if group.tag == "tr":
            yield group
        for row in group.children if group.tag in {"thead", "tbody", "tfoot"} else ():
            if isinstance(row, Node) and row.tag == "tr" and not is_unseen(row):
                yield row


def cells_of(row: Node) -> list[Node]:
    """The visible cells of a row."""
    return [
        cell
        for cell in row.children
        if isinstance(cell, Node) and cell.tag in {"td", "th"} and not is_unseen(cell)
    ]


def rendered(table: Node, inline: Callable[[Node], Inline]) -> Inline:
    """A table as Markdown rows; empty when no cell holds text."""
    rows = [[inline(cell) for cell in cells_of(row)] for row in rows_of(table)]
    rows = [row for row in rows if any(cell.text for cell in row)]
    pieces: list[str] = []
    marks: list[Mark] = []
    at = 0
    for number, row in enumerate(rows):
        line, found = _row(row, at)
        if number == 0:
            line += "\n|" + " --- |" * len(row)
        pieces.append(line)
        marks.extend(found)
        at += len(line) + 1
    return Inline("\n".join(pieces), tuple(marks))


def _row(cells: list[Inline], at: int) -> tuple[str, list[Mark]]:
    """One row as a line that starts at an offset, and its marks by offsets of the table."""
    line, marks = "|", []
    for cell in cells:
        escaped = Inline(cell.text.replace("\n", " "), cell.marks).with_escaped("|")
        start = at + len(line) + 1
        marks += [
            Mark(start + mark.start, start + mark.end, mark.kind, mark.url)
            for mark in escaped.marks
        ]
        line += f" {escaped.text} |" if escaped.text else " |"
    return line, marks
