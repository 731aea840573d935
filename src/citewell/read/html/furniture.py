"""What the elements round a block say of it: content of the page, or furniture.

Rule: tables of words and tags, judged once an element on the way down; what an outer element said
is inherited. Weak words count only where nothing says article (`article-share-story` is a story).
"""

import re
from dataclasses import dataclass, replace

from citewell.read.html.tree import Node

FURNITURE_TAGS = frozenset(
    {"nav", "aside", "menu", "dialog", "button", "textarea", "label", "legend", "fieldset"}
)
EDGE_TAGS = frozenset({"header", "footer"})
"""Furniture of the page, but part of an article inside one"""
CONTENT_TAGS = frozenset({"article", "main"})
FURNITURE_ROLES = frozenset(
    {
        "navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alert",
        "alertdialog", "menu", "menubar", "toolbar", "tooltip",
    }
)  # fmt: skip
CONTENT_ROLES = frozenset({"main", "article"})
FURNITURE_WORDS = frozenset(
    """
    ads advert advertisement advertising banner banners breadcrumb breadcrumbs cookie cookies
    consent gdpr copyright footer header masthead menu menus modal nav navbar navigation newsletter
    outbrain pager pagination paywall popup popups promo promos promotion recommended recommendation
    recommendations related share sharing sharebar sidebar sidenav signup login social sponsor
    sponsored sponsors subscribe subscription taboola toolbar topbar offcanvas megamenu disclaimer
    addthis sharethis sitemap colophon
    """.split()
)
CONTENT_WORDS = frozenset(
    """
    article body content entry main post text story answer question message thread prose
    """.split()
)

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PROTECTED_SHARE = 0.3
"""Of the page's text: what holds so much of it is no furniture, whatever its class says"""
_MENU_LINK_SHARE = 0.6
"""Of an element's text in links, from which much text protects nothing: it is a large menu"""
_MAX_ATTRIBUTE_CHARS = 400
"""Read of one `class` or `id`"""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of a place from the elements round it."""

    is_furniture: bool = False
    in_content: bool = False
    """Inside an element that says it is the page's content"""
    article: int = 0
    """Which such element, the innermost; 0 outside all"""


def judged(setting: Setting, node: Node, *, page_chars: int) -> Setting:
    """The setting inside an element.

    Args:
        setting: of the element's own place.
        node: the element.
        page_chars: characters of text in the whole page.
    """
    if setting.is_furniture:
        return setting
    tag, role = node.tag, (node.attribute("role") or "").strip().lower()
    if tag in CONTENT_TAGS or role in CONTENT_ROLES:
        return replace(setting, in_content=True, article=id(node))
    if _is_protected(node, page_chars):
        return setting
    if tag in FURNITURE_TAGS or role in FURNITURE_ROLES:
        return replace(setting, is_furniture=True)
    if tag in EDGE_TAGS and not setting.in_content:
        return replace(setting, is_furniture=True)
    if _says_furniture(node):
        return replace(setting, is_furniture=True)
    return setting


def _is_protected(node: Node, page_chars: int) -> bool:
    return (
        node.chars > _PROTECTED_SHARE * page_chars
        and node.link_chars < _MENU_LINK_SHARE * node.chars
    )


def _says_furniture(node: Node) -> bool:
    names = f"{node.attribute('class') or ''} {node.attribute('id') or ''}"
    if names == " ":
        return False
    words = {word.lower() for word in _WORD.findall(names[:_MAX_ATTRIBUTE_CHARS])}
    return not words.isdisjoint(FURNITURE_WORDS) and words.isdisjoint(CONTENT_WORDS)
