"""A body, counted while it streams: on the wire, and decoded.

Rule: text is cut at its cap and flagged; anything else over its cap is `too_large`. A body whose
connection broke is flagged too: what came is still the beginning of a page.
"""

from collections.abc import AsyncIterable
from dataclasses import dataclass

import httpcore2

from citewell.fetch.decode import Decoder
from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode, Unreadable

TEXT_TYPES = ("text/", "application/json", "application/xml", "application/xhtml+xml")
TEXT_SUFFIXES = ("+json", "+xml", "javascript", "ndjson", "jsonl")
UNTOLD_TYPES = frozenset({"", "application/octet-stream", "binary/octet-stream"})

HEAD_BYTES = 1_024
"""Looked at to tell text from anything else"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What was kept of a body."""

    content: bytes
    truncated: bool


def is_text(media_type: str, head: bytes) -> bool:
    """Whether a body may be cut: its beginning is of use without its end.

    Args:
        media_type: as declared; a PDF is told by its bytes, whatever is declared.
        head: the first bytes, for a type that says nothing.
    """
    if head.startswith(b"%PDF-"):
        return False
    if media_type in UNTOLD_TYPES:
        return b"\0" not in head
    return media_type.startswith(TEXT_TYPES) or media_type.endswith(TEXT_SUFFIXES)


async def read_body(
    stream: AsyncIterable[bytes], decoder: Decoder, media_type: str, config: FetchConfig
) -> Body:
    """Take a body in, decoded, at most one piece over its cap.

    Args:
        stream: the body as it is on the wire.
        decoder: undoes its content encoding.
        media_type: decides the cap.
        config: the caps.

    Raises:
        Unreadable: `too_large`, `decode_failed`.
    """
    content, wire_bytes = bytearray(), 0
    try:
        async for chunk in stream:
            wire_bytes += len(chunk)
            for piece in decoder.pieces(chunk):
                content += piece
                if len(content) > _cap(content, media_type, config):
                    return _cut(content, media_type, config)
            if wire_bytes > config.max_wire_bytes:
                return _cut(content, media_type, config)
    except (httpcore2.NetworkError, httpcore2.ProtocolError):
        if not content:
            raise
        return Body(content=bytes(content), truncated=True)
    return Body(content=bytes(content), truncated=bool(wire_bytes) and not decoder.complete)


def _cap(content: bytearray, media_type: str, config: FetchConfig) -> int:
    text = is_text(media_type, bytes(content[:HEAD_BYTES]))
    return config.max_text_bytes if text else config.max_binary_bytes


def _cut(content: bytearray, media_type: str, config: FetchConfig) -> Body:
    """The beginning of a text that is over a cap."""
    if not is_text(media_type, bytes(content[:HEAD_BYTES])):
        raise Unreadable(ErrorCode.TOO_LARGE, f"The body is over its cap for {media_type or 'it'}.")
    return Body(content=bytes(content[: config.max_text_bytes]), truncated=True)
