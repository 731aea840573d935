"""Reader of HTML and XHTML pages.

Claims by the declared type and by the bytes; the work is in `read/html/`.
"""

import re

from citewell.model.values import Document, Response
from citewell.read.html import read_html
from citewell.read.sniff import is_binary, is_media

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
MAYBE_TYPES = frozenset({"", "application/octet-stream", "application/xml", "text/xml"})
"""Types that servers give pages when they do not know better"""
_OPENING = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,400}?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]",
    re.IGNORECASE | re.DOTALL,
)


class HtmlReader:
    """HTML, as browsers read it."""

    name = "html/1"

    def claim(self, media_type: str, head: bytes) -> float:
        """1 for what is called and looks like a page, 0 for anything binary."""
        looks = _OPENING.match(head.removeprefix(b"\xef\xbb\xbf")) is not None
        # A page that opens as one may hold stray control bytes; browsers do not mind either.
        if is_media(media_type) or (is_binary(head) and not looks):
            return 0.0
        if media_type in HTML_TYPES:
            return 1.0 if looks else 0.8
        if media_type in MAYBE_TYPES:
            return 0.9 if looks else 0.0
        # A page that is served as text/plain is meant to be seen as its source.
        return 0.3 if looks else 0.0

    def read(self, response: Response) -> Document:
        """Extract; raises as `read.html.read_html`."""
        return read_html(response, reader=self.name)


READER = HtmlReader()
