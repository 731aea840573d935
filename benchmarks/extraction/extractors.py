"""Who extracts main content: ours, and the peers that are installed.

Every peer runs with its documented defaults, without comments and with tables where it can choose.
All are handed the same page; those that take text get it decoded by one rule.
"""

import logging
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks import stages
from benchmarks.peers import Peer

Extract = Callable[[bytes, str], str]
"""(body, url) → plain text, empty when nothing was found"""

_DECLARED = re.compile(rb"<meta[^>]+charset=[\"']?\s*([\w-]+)", re.IGNORECASE)
_LANGUAGE = re.compile(r"<html[^>]+\blang=[\"']?([a-zA-Z]{2})")
_TAG = re.compile(r"<[^>]+>")


def ours(body: bytes, url: str) -> str:
    """The reading view: blocks that are more likely content than not."""
    return stages.read(body, url).main_text()


def decoded(body: bytes) -> str:
    """UTF-8 where it is, else the charset that the page declares, else UTF-8 with replacements."""
    declared = _DECLARED.search(body[:4096])
    for charset in ("utf-8-sig", declared.group(1).decode() if declared else ""):
        try:
            return body.decode(charset) if charset else body.decode("utf-8", "replace")
        except (UnicodeDecodeError, LookupError):
            continue
    return body.decode("utf-8", "replace")


def trafilatura(**settings: object) -> Extract:
    """Its `extract` on decoded text."""
    library: Any = import_module("trafilatura")

    def extract(body: bytes, url: str) -> str:
        return library.extract(decoded(body), url=url, include_comments=False, **settings) or ""

    return extract


def resiliparse() -> Extract:
    """Its `extract_plain_text` of main content."""
    library: Any = import_module("resiliparse.extract.html2text")

    def extract(body: bytes, url: str) -> str:
        found = library.extract_plain_text(
            decoded(body), main_content=True, alt_texts=False, links=False, list_bullets=False
        )
        return str(found)

    return extract


def readability() -> Extract:
    """readability-lxml's summary, its tags taken out by lxml."""
    library: Any = import_module("readability")
    html: Any = import_module("lxml.html")

    def extract(body: bytes, url: str) -> str:
        summary = library.Document(decoded(body)).summary(html_partial=True)
        # A space at each tag: text_content() would glue the words of neighbouring blocks.
        spaced = summary.replace("<", " <")
        return str(html.fromstring(spaced).text_content()) if _TAG.search(spaced) else spaced

    return extract


def newspaper() -> Extract:
    """newspaper4k's article text, without a download, in the language that the page declares."""
    library: Any = import_module("newspaper")
    known = {code for code, _ in library.valid_languages()}

    def extract(body: bytes, url: str) -> str:
        html = decoded(body)
        declared = _LANGUAGE.search(html[:4096])
        language = declared.group(1).lower() if declared else "en"
        if language not in known:
            language = "en"
        try:
            article = library.article(url, language, input_html=html, fetch_images=False)
        except ImportError:
            # Some languages need a word splitter of their own, which its extras install.
            article = library.article(url, "en", input_html=html, fetch_images=False)
        return str(article.text)

    return extract


def justext() -> Extract:
    """Its paragraphs that are no boilerplate, stop words of all languages together."""
    library: Any = import_module("justext")
    lists = (library.get_stoplist(language) for language in library.get_stoplists())
    stop_words = frozenset().union(*lists)

    def extract(body: bytes, url: str) -> str:
        paragraphs = library.justext(decoded(body), stop_words)
        return "\n".join(one.text for one in paragraphs if not one.is_boilerplate)

    return extract


def goose() -> Extract:
    """goose3's cleaned text."""
    library: Any = import_module("goose3")
    reader = library.Goose({"enable_image_fetching": False})

    def extract(body: bytes, url: str) -> str:
        return str(reader.extract(raw_html=decoded(body)).cleaned_text)

    return extract


def boilerpy() -> Extract:
    """boilerpy3's article extractor."""
    library: Any = import_module("boilerpy3.extractors")
    reader = library.ArticleExtractor()
    # It logs a stack trace for each tag that does not close.
    logging.getLogger("boilerpy3").setLevel(logging.CRITICAL)

    def extract(body: bytes, url: str) -> str:
        return str(reader.get_content(decoded(body)))

    return extract


PEERS: tuple[Peer[Extract], ...] = (
    Peer(name="trafilatura", packages=("trafilatura",), load=trafilatura),
    Peer(
        name="trafilatura recall",
        packages=("trafilatura",),
        load=lambda: trafilatura(favor_recall=True),
    ),
    Peer(name="resiliparse", packages=("Resiliparse",), load=resiliparse),
    Peer(name="readability-lxml", packages=("readability-lxml",), load=readability),
    Peer(name="newspaper4k", packages=("newspaper4k",), load=newspaper),
    Peer(name="justext", packages=("jusText",), load=justext),
    Peer(name="goose3", packages=("goose3",), load=goose),
    Peer(name="boilerpy3", packages=("boilerpy3",), load=boilerpy),
)
