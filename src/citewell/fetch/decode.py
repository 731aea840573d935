"""Undoes a content encoding piece by piece, and never holds more than it was allowed.

Rule: each decoder is asked for bounded pieces, so that a bomb costs one piece beyond the cap.
Method: RFC 9110 (gzip, deflate), RFC 7932 (br), RFC 8878 and RFC 9659 (zstd, 8 MB window).
"""

import sys
import zlib
from collections.abc import Iterator
from typing import Protocol

import brotli

from citewell.model.errors import ErrorCode, Unreadable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PIECE_BYTES = 1 << 15
"""Most that one call of a decoder gives: small beside any cap"""

ZSTD_WINDOW_LOG = 23
"""8 MB, the most that RFC 9659 lets a server use"""

MAX_MEMBERS = 4_096
"""Members or frames of one body: honest ones hold 64 KB each, empty ones only cost time"""

GZIP_MAGIC = b"\x1f\x8b"

OFFERED = ("gzip", "deflate", "br", "zstd")
"""What the Accept-Encoding header names; anything else was not asked for"""


class Decoder(Protocol):
    """Undoes one encoding."""

    complete: bool
    """Whether the stream may end here"""

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Decoded pieces, none empty, in order; each at most PIECE_BYTES.

        Raises:
            Unreadable: `decode_failed`.
        """
        ...


def decoder_for(content_encoding: str) -> Decoder:
    """Choose the decoder that a Content-Encoding header asks for.

    Raises:
        Unreadable: `decode_failed` for an encoding that was not offered, or several at once: no
            honest server stacks them, and each layer multiplies a bomb.
    """
    names = [name.strip().lower() for name in content_encoding.split(",")]
    named = [name.removeprefix("x-") for name in names if name not in {"", "identity"}]
    if not named:
        return Plain()
    if len(named) > 1 or named[0] not in _DECODERS:
        raise Unreadable(ErrorCode.DECODE_FAILED, "The content encoding was not offered.")
    return _DECODERS[named[0]]()


class Plain:
    """Nothing to undo."""

    def __init__(self) -> None:
        """Nothing is missing at any point."""
        self.complete = True

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """The data itself."""
        for start in range(0, len(data), PIECE_BYTES):
            yield data[start : start + PIECE_BYTES]


class Gzip:
    """gzip, also with several members; what follows the last one is left alone."""

    def __init__(self) -> None:
        """Begin before the first member."""
        self._member = zlib.decompressobj(31)
        self._members = 1
        self._between = b""
        self.complete = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Decode, going on into the next member where there is one."""
        while data:
            if self.complete:
                data = self._next_member(data)
                continue
            piece = _inflated(self._member, data)
            data = self._member.unconsumed_tail
            if self._member.eof:
                self.complete, data = True, self._member.unused_data
            if piece:
                yield piece

    def _next_member(self, data: bytes) -> bytes:
        """Open the next member; its data, or nothing when none has begun."""
        # The magic may be split over two reads, and zeros may pad to the end of a block.
        self._between = (self._between + data).lstrip(b"\0")
        if self._between.startswith(GZIP_MAGIC):
            self._members = _counted(self._members)
            self._member, self.complete = zlib.decompressobj(31), False
            data, self._between = self._between, b""
            return data
        self._between = self._between[:2]
        return b""


class Deflate:
    """deflate with its zlib wrapper, or, from servers of an old habit, without."""

    def __init__(self) -> None:
        """Begin; the first two bytes tell which of the two it is."""
        self._stream: zlib._Decompress | None = None
        self._head = b""
        self.complete = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Decode up to the end of the stream; what follows is left alone."""
        if self._stream is None:
            self._head += data
            if len(self._head) < 2:
                return
            data, self._stream = self._head, zlib.decompressobj(_window_bits(self._head))
        while data and not self._stream.eof:
            piece = _inflated(self._stream, data)
            data = self._stream.unconsumed_tail
            self.complete = self._stream.eof
            if piece:
                yield piece


class Brotli:
    """br."""

    def __init__(self) -> None:
        """Begin."""
        self._stream = brotli.Decompressor()
        self.complete = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Decode up to the end of the stream; what follows is left alone."""
        while not self.complete:
            piece = self._processed(data)
            data = b""
            self.complete = self._stream.is_finished()
            if piece:
                yield piece
            # It may accept more while output still waits inside: only an empty piece says that
            # all is out.
            elif self._stream.can_accept_more_data():
                return

    def _processed(self, data: bytes) -> bytes:
        try:
            # It stops at the first of its growing buffers that is over the limit, and the first
            # has 32 KB: asked for as much, it would fill the second too.
            return bytes(self._stream.process(data, output_buffer_limit=PIECE_BYTES // 2))
        except brotli.error:
            raise _broken() from None


class Zstd:
    """zstd with the window that the web allows; also several frames."""

    def __init__(self) -> None:
        """Begin before the first frame."""
        self._frame = _zstd_frame()
        self._frames = 1
        self.complete = False

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Decode, going on into the next frame where there is one."""
        while data or not (self.complete or self._frame.needs_input):
            if self.complete:
                self._frames = _counted(self._frames)
                self._frame, self.complete = _zstd_frame(), False
            piece = self._decompressed(data)
            self.complete = self._frame.eof
            data = self._frame.unused_data if self.complete else b""
            if piece:
                yield piece

    def _decompressed(self, data: bytes) -> bytes:
        try:
            return self._frame.decompress(data, PIECE_BYTES)
        except zstd.ZstdError:
            raise _broken() from None


_DECODERS: dict[str, type[Gzip | Deflate | Brotli | Zstd]] = {
    "gzip": Gzip,
    "deflate": Deflate,
    "br": Brotli,
    "zstd": Zstd,
}


def _inflated(stream: "zlib._Decompress", data: bytes) -> bytes:
    try:
        return stream.decompress(data, PIECE_BYTES)
    except zlib.error:
        raise _broken() from None


def _window_bits(head: bytes) -> int:
    """15 for a zlib header (RFC 1950: its 16 bits are a multiple of 31), -15 for raw deflate."""
    is_zlib = head[0] & 0x0F == 8 and int.from_bytes(head[:2], "big") % 31 == 0
    return 15 if is_zlib else -15


def _zstd_frame() -> "zstd.ZstdDecompressor":
    return zstd.ZstdDecompressor(
        options={zstd.DecompressionParameter.window_log_max: ZSTD_WINDOW_LOG}
    )


def _counted(members: int) -> int:
    """One more member of the same body."""
    if members >= MAX_MEMBERS:
        raise _broken()
    return members + 1


def _broken() -> Unreadable:
    return Unreadable(ErrorCode.DECODE_FAILED, "The content encoding is broken.")
