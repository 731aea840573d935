"""What names a source and one extracted version of it.

Rule: a snapshot is named by the original bytes, the text and the reader's version, and by nothing
else: the same page fetched an hour later is the same snapshot.
"""

from hashlib import sha256


def body_sha256(body: bytes) -> str:
    """64 hex digits of the bytes as they came."""
    return sha256(body).hexdigest()


def snapshot_id(*, body_sha256: str, text: str, reader: str) -> str:
    """`doc_` and 32 hex digits that name one extracted version.

    Args:
        body_sha256: as `body_sha256` gives it.
        text: `Document.text`.
        reader: name and version of the reader, `html/1`.
    """
    # Separated, so that no end of one part can pass for the start of the next.
    parts = (body_sha256, reader, text)
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return "doc_" + sha256(joined).hexdigest()[:32]
