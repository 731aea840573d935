"""What the first bytes of a body tell, whatever the server calls it.

Method: WHATWG MIME Sniffing Standard, "binary data byte".
"""

import codecs

_TEXT_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BINARY_BYTES = bytes(byte for byte in range(0x20) if byte not in b"\t\n\f\r\x1b")
_SIGNATURES = (b"%PDF-", b"%!PS", b"PK\x03\x04", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"\x1f\x8b")
_MEDIA = ("image/", "audio/", "video/", "font/", "model/")


def is_binary(head: bytes) -> bool:
    """Whether these first bytes are no text in any encoding that the web uses."""
    if head.startswith(_TEXT_MARKS):
        return False
    return head.startswith(_SIGNATURES) or len(head.translate(None, _BINARY_BYTES)) < len(head)


def is_media(media_type: str) -> bool:
    """Whether the declared type is one that never holds text; SVG counts as a picture."""
    return media_type.startswith(_MEDIA)
