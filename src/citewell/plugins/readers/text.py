"""Reader of plain text and Markdown.

Claims `text/…` and bytes that are text and nothing else; the work is in `read/plain.py`.
"""

from citewell.model.values import Document, Response
from citewell.read.plain import MARKDOWN_TYPES, read_text
from citewell.read.sniff import is_binary

PLAIN_TYPES = MARKDOWN_TYPES | {"text/plain"}


class TextReader:
    """Text, as it stands."""

    name = "text/1"

    def claim(self, media_type: str, head: bytes) -> float:
        """0 for anything binary; little for what others may know better."""
        if is_binary(head):
            return 0.0
        if media_type in PLAIN_TYPES:
            return 0.7
        if media_type.startswith("text/"):
            return 0.2
        return 0.1 if media_type == "" and head.strip() else 0.0

    def read(self, response: Response) -> Document:
        """Extract; raises as `read.plain.read_text`."""
        return read_text(response, reader=self.name)


READER = TextReader()
