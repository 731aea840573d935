"""The parsed page as a plain tree; the only module that knows the HTML parser.

Rule: what the stage needs of a parser is here and no more: children, tag, attributes, text. To
take another parser, rewrite `parse`. Linear in the page, without recursion at any depth.
"""

from collections.abc import Iterator

import turbohtml

_RAW = frozenset({"script", "style"})
"""Elements whose inside is text and no markup"""
_OPAQUE = frozenset({"template", "iframe", "noembed", "noframes"})
"""Elements whose inside is no part of the page"""


_SVG = turbohtml.Namespace.SVG
_UNCOUNTED = frozenset({"noscript", "svg"})


class Node:
    """One element.

    `tag` is in lower case (`svg:…` inside a picture), `children` are elements and texts in order,
    `chars` counts the text inside (not that of script, style, noscript and svg), `link_chars` the
    part of it in links.
    """

    __slots__ = ("_element", "chars", "children", "link_chars", "tag")

    def __init__(self, element: turbohtml.Element) -> None:
        """Wrap an element of the parser; `parse` fills in the rest."""
        self._element = element
        self.tag = element.tag.lower()
        if element.namespace is _SVG and self.tag != "svg":
            self.tag = f"svg:{self.tag}"  # its title and links are none of the page's
        self.children: list[Node | str] = []
        self.chars = self.link_chars = 0

    def attribute(self, name: str) -> str | None:
        """Value of an attribute by its lower-case name; None when it is absent."""
        return self._element.attr(name)


def parse(markup: str) -> Node:
    """The `html` element of a page, its tree built as a browser does, without comments."""
    document = turbohtml.parse(markup, positions=False, allow_declarative_shadow_roots=False)
    root = Node(document.root or turbohtml.Element("html"))
    nodes, unread = [], [root]
    while unread:
        nodes.append(node := unread.pop())
        if node.tag in _RAW:
            node.children.append(node._element.text)
        elif node.tag not in _OPAQUE:
            for child in node._element.children:
                if isinstance(child, turbohtml.Element):
                    node.children.append(below := Node(child))
                    unread.append(below)
                elif isinstance(child, turbohtml.Text):
                    node.children.append(child.data)
    for node in reversed(nodes):  # children are counted before their parents
        _count(node)
    return root


def walk(root: Node) -> Iterator[Node]:
    """Every element of the tree in document order, the root first."""
    waiting: list[Node | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Node):
            yield node
            waiting.extend(reversed(node.children))


def text_of(root: Node) -> str:
    """All text inside an element, as it is."""
    pieces: list[str] = []
    waiting: list[Node | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Node):
            waiting.extend(reversed(node.children))
        else:
            pieces.append(node)
    return "".join(pieces)


def _count(node: Node) -> None:
    if node.tag in _RAW:
        return
    for child in node.children:
        if isinstance(child, Node):
            if child.tag in _UNCOUNTED:
                continue
            node.chars += child.chars
            node.link_chars += child.link_chars
        elif not child.isspace():
            node.chars += len(child)
    if node.tag == "a":
        node.link_chars = node.chars
