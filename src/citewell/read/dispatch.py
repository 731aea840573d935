"""Which reader reads a response, and the job that a worker process runs.

Rule: media type and bytes decide together; servers lie about the one, formats resemble one another
in the other. Nobody's bytes are `not_a_document`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from citewell.model.errors import ErrorCode, Unreadable
from citewell.model.protocols import Reader
from citewell.model.values import Document, Response
from citewell.model.values.plain import from_plain, to_plain
from citewell.read.charset import codec_of

HEAD_BYTES = 1024
"""Of the body that a reader sees to claim it"""


def choose(readers: Sequence[Reader], response: Response) -> Reader:
    """The reader that is surest of a response.

    A tie goes to the one that knows these bytes whatever they are called, then to the first.

    Raises:
        Unreadable: `not_a_document` when no reader claims it.
    """
    head = _head(response)
    sure = [(reader.claim(response.media_type, head), reader) for reader in readers]
    best = max((claim for claim, _ in sure), default=0.0)
    if best <= 0:
        named = response.media_type or "bytes of no declared type"
        raise Unreadable(ErrorCode.NOT_A_DOCUMENT, f"no reader for {named}")
    tied = [reader for claim, reader in sure if claim == best]
    return max(tied, key=lambda reader: reader.claim("", head))


def _head(response: Response) -> bytes:
    """The first bytes as a reader looks at them: of UTF-16, every other one would be NUL."""
    codec = codec_of(response.charset) or ""
    if not codec.startswith("utf-16"):
        return response.body[:HEAD_BYTES]
    return response.body[: 2 * HEAD_BYTES].decode(codec, "replace").encode()[:HEAD_BYTES]


def read(readers: Sequence[Reader], response: Response) -> Document:
    """Make a document of a response.

    Raises:
        Unreadable: `not_a_document`, `no_text`, or what the reader says.
    """
    document = choose(readers, response).read(response)
    if not document.text.strip():
        raise Unreadable(ErrorCode.NO_TEXT, "the document holds no text")
    return document


def job_payload(response: Response) -> dict[str, Any]:
    """What `read_job` is sent of a response, beside its body."""
    payload: dict[str, Any] = to_plain(replace(response, body=b""))
    return payload


def read_job(plugins: Sequence[Any], payload: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    """`read` as the job of a worker process.

    Args:
        plugins: the readers.
        payload: as `job_payload` makes it.
        body: the response's body.

    Returns:
        The document as `model.values.plain` writes it.
    """
    response = replace(from_plain(Response, payload), body=body)
    plain: dict[str, Any] = to_plain(read(plugins, response))
    return plain
