"""From bytes to characters: which encoding, and a decoding that never fails.

Rule: byte-order mark, then the header, then the page's own `<meta>`, then UTF-8 if the bytes are
valid, then a guess by frequencies. A label that nobody knows is passed over. Labels mean what the
web means by them: `gb2312` is gb18030, `iso-8859-1` is windows-1252.
Method: WHATWG Encoding Standard, labels and BOM sniff; HTML Standard, prescan.
"""

import codecs
import re

from turbohtml.detect import detect

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PRESCAN_BYTES = 4096
"""How far a `<meta>` may stand: browsers look at 1,024 bytes, real pages are later than that"""
_GUESS_BYTES = 65_536
"""Enough for a guess by frequencies, and cheap"""
_META = re.compile(rb"<meta[^>]{0,512}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]{1,40})", re.I)
_XML = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_:.\-]{1,40})", re.I)
_FALLBACK = "cp1252"
_NO_PAGE_IS_IN = {"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape"}
"""Python's own and dangerous ones: `utf-7` hides markup in plain ASCII"""

_MEANT: dict[str, str] = {
    **dict.fromkeys(
        ("iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "ascii", "us-ascii", "windows-1252",
         "x-cp1252", "cp1252", "iso_8859-1", "cp819"), "cp1252"),
    **dict.fromkeys(("iso-8859-9", "iso8859-9", "latin5", "l5", "windows-1254"), "cp1254"),
    **dict.fromkeys(("iso-8859-11", "iso8859-11", "tis-620", "windows-874", "dos-874"), "cp874"),
    **dict.fromkeys(
        ("gb2312", "gbk", "gb18030", "x-gbk", "chinese", "csgb2312", "gb_2312-80", "cp936",
         "iso-ir-58", "gb_2312"), "gb18030"),
    **dict.fromkeys(
        ("shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "csshiftjis",
         "ms932", "cp932"), "cp932"),
    **dict.fromkeys(
        ("euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "korean",
         "windows-949", "cseuckr", "cp949"), "cp949"),
    **dict.fromkeys(("big5", "big5-hkscs", "cn-big5", "x-x-big5", "csbig5"), "big5hkscs"),
    **dict.fromkeys(("utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8"), "utf-8"),
    **dict.fromkeys(("utf-16", "utf-16le", "unicode", "ucs-2", "iso-10646-ucs-2"), "utf-16-le"),
    **dict.fromkeys(("x-mac-roman", "macintosh", "mac"), "mac-roman"),
    **dict.fromkeys(("x-mac-cyrillic", "x-mac-ukrainian"), "mac-cyrillic"),
    **dict.fromkeys(("x-euc-jp", "cseucpkdfmtjapanese"), "euc_jp"),
    **dict.fromkeys(("utf-16be", "unicodefffe"), "utf-16-be"),
}  # fmt: skip
"""Label → Python's name of the encoding that the web means by it, where the two differ"""


def codec_of(label: str | None) -> str | None:
    """Python's name of the encoding that a label means on the web; None for an unknown label."""
    folded = (label or "").strip(" \t\r\n\f\"'").lower()
    if folded in _MEANT:
        return _MEANT[folded]
    try:
        b"a".decode(folded)  # refuses what decodes bytes to bytes, such as `hex`
        name = codecs.lookup(folded).name
    except (LookupError, ValueError):
        return None
    return None if name in _NO_PAGE_IS_IN else name


def decode(body: bytes, charset: str | None, *, html: bool) -> str:
    """Decode a body; whatever does not fit becomes U+FFFD, nothing fails.

    Args:
        body: with or without a byte-order mark.
        charset: the label that the header declares, if any.
        html: whether a `<meta>` or XML declaration inside counts.
    """
    for mark, codec in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(codec, "replace")
    declared = codec_of(charset) or (_declared_inside(body) if html else None)
    return body.decode(declared or _guessed(body), "replace")


def _declared_inside(body: bytes) -> str | None:
    """What the page says of itself."""
    head = body[:_PRESCAN_BYTES]
    found = _XML.search(head) or _META.search(head)
    codec = codec_of(found[1].decode("ascii")) if found else None
    # A page whose declaration can be read as ASCII is not UTF-16, says the standard.
    return "utf-8" if codec and codec.startswith("utf-16") else codec


def _guessed(body: bytes) -> str:
    """UTF-8 if it is, else the likeliest by frequencies."""
    if _is_utf8(body):
        return "utf-8"
    guess = detect(body[:_GUESS_BYTES]).encoding
    return codec_of(guess) or _FALLBACK


def _is_utf8(body: bytes) -> bool:
    """Whether the bytes are UTF-8, but for stray ones."""
    text = body.decode("utf-8", "replace")
    stray = text.count("\ufffd")
    # Text in another encoding hits a valid sequence by chance only, one of its bytes in four.
    return not stray or _above_ascii(text) >= 3 * stray


def _above_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))
