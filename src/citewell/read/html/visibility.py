"""What a reader of the page cannot see, and so never enters the text.

Rule: by the markup alone (tags, attributes, inline styles); style sheets are not read.
"""

import re

from citewell.read.html.tree import Node, walk

UNSEEN_TAGS = frozenset(
    {
        "head", "title", "meta", "link", "base", "script", "style", "noscript", "template",
        "iframe", "object", "embed", "canvas", "audio", "video", "source", "track", "param",
        "map", "area", "datalist", "select", "option", "optgroup", "input", "progress", "meter",
        "noembed", "noframes", "frameset", "frame", "svg", "rp", "annotation", "annotation-xml",
    }
)  # fmt: skip
"""Tags whose inside is not shown, is no text, or is the choice of a form"""

MIN_NOSCRIPT_CHARS = 500
"""Of text, from which a `noscript` may be the page itself; a plea for scripts is shorter"""

_HIDING_STYLE = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|opacity\s*:\s*0*\.?0+%?\s*(?:!|;|$)|font-size\s*:\s*0*\.?0+[a-z%]*\s*(?:!|;|$)"
    r"|content-visibility\s*:\s*hidden)",
    re.IGNORECASE,
)


def is_unseen(node: Node) -> bool:
    """Whether nothing inside this element is visible, by what it says itself."""
    tag = node.tag
    if tag in UNSEEN_TAGS:
        return True
    if tag in {"html", "body"}:
        # Many pages hide themselves until a script has run; they mean to be read all the same.
        return False
    if node.attribute("hidden") is not None or _says(node, "aria-hidden", "true"):
        return True
    if tag == "dialog" and node.attribute("open") is None:
        return True
    style = node.attribute("style")
    return bool(style) and _HIDING_STYLE.search(style or "") is not None


def reveal_noscript(root: Node) -> None:
    """Take a `noscript` that holds more text than the page shows otherwise for what it stands for.

    Forums and shops that are built by scripts put the whole page there for readers without them.
    """
    for node in list(walk(root)):
        if node.tag == "noscript" and node.chars >= max(MIN_NOSCRIPT_CHARS, root.chars):
            node.tag = "div"
            root.chars += node.chars


def _says(node: Node, name: str, value: str) -> bool:
    return (node.attribute(name) or "").strip().lower() == value
