"""Content encodings: right in any pieces, bounded in any bomb."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable

import brotli
import pytest
from backports import zstd

from citewell.fetch.decode import MAX_MEMBERS, PIECE_BYTES, decoder_for
from citewell.model.errors import ErrorCode, Unreadable
from tests.promises import promise

TEXT = "".join(f"Line {n}: the eclipse of 1919, и затмение, 日食. " for n in range(2_000)).encode()


def raw_deflate(data: bytes) -> bytes:
    """deflate without its zlib wrapper."""
    squeezer = zlib.compressobj(wbits=-15)
    return squeezer.compress(data) + squeezer.flush()


def two_members(data: bytes) -> bytes:
    """gzip in two members, padded and followed by garbage."""
    half = len(data) // 2
    return gzip.compress(data[:half]) + b"\0\0" + gzip.compress(data[half:]) + b"\0\0tail"


def two_frames(data: bytes) -> bytes:
    """zstd in two frames with a skippable one between them."""
    skippable = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"skip"
    half = len(data) // 2
    return zstd.compress(data[:half]) + skippable + zstd.compress(data[half:])


ENCODED: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("", bytes),
    ("identity", bytes),
    ("gzip", gzip.compress),
    ("x-gzip", gzip.compress),
    ("GZIP", gzip.compress),
    ("gzip", two_members),
    ("deflate", zlib.compress),
    ("deflate", raw_deflate),
    ("br", brotli.compress),
    ("zstd", zstd.compress),
    ("zstd", two_frames),
]


def decoded(encoding: str, wire: bytes, size: int) -> tuple[bytes, bool]:
    """Decode in chunks of `size` bytes: what came out, and whether the stream may end there."""
    decoder = decoder_for(encoding)
    chunks = [wire[start : start + size] for start in range(0, len(wire), size)]
    return b"".join(piece for chunk in chunks for piece in decoder.pieces(chunk)), decoder.complete


@promise("fetch.decode.every-offered-encoding-in-any-pieces")
@pytest.mark.parametrize(("encoding", "encode"), ENCODED)
@pytest.mark.parametrize("body", [b"", b"x", TEXT], ids=["empty", "one byte", "long"])
@pytest.mark.parametrize("size", [1, 2, 7, 4_096, 1 << 20])
def test_every_encoding_decodes_however_it_is_cut_up(
    encoding: str, encode: Callable[[bytes], bytes], body: bytes, size: int
) -> None:
    assert decoded(encoding, encode(body), size) == (body, True)


@pytest.mark.parametrize(("encoding", "encode"), ENCODED[2:])
def test_a_stream_that_stops_early_is_not_complete(
    encoding: str, encode: Callable[[bytes], bytes]
) -> None:
    wire = encode(TEXT)

    content, complete = decoded(encoding, wire[: len(wire) // 3], 1_000)

    assert TEXT.startswith(content)
    assert not complete


BOMB_BYTES = 200_000_000


def _bomb(encoding: str) -> bytes:
    """200 MB of zeros, made in little memory."""
    zeros = bytes(1_000_000)
    rounds = range(BOMB_BYTES // len(zeros))
    if encoding == "br":
        squeezer = brotli.Compressor(quality=1)
        return b"".join([*(squeezer.process(zeros) for _ in rounds), squeezer.finish()])
    if encoding == "zstd":
        frame = zstd.ZstdCompressor()
        return b"".join(frame.compress(zeros) for _ in rounds) + frame.flush()
    deflating = zlib.compressobj(1, wbits={"gzip": 31, "deflate": 15, "raw": -15}[encoding])
    return b"".join(deflating.compress(zeros) for _ in rounds) + deflating.flush()


@promise("fetch.decode.a-bomb-stops-at-the-cap")
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "raw", "br", "zstd"])
def test_a_bomb_comes_out_in_small_pieces_and_can_be_left_at_any(encoding: str) -> None:
    wire = _bomb(encoding)
    decoder = decoder_for("deflate" if encoding == "raw" else encoding)
    taken, cap = 0, 2_000_000

    tracemalloc.start()
    for piece in decoder.pieces(wire):
        assert 0 < len(piece) <= PIECE_BYTES
        taken += len(piece)
        if taken > cap:
            break
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert cap < taken <= cap + PIECE_BYTES
    # The window of zstd alone may have 8 MB; the whole would have 200.
    assert peak < 10_000_000


@promise("fetch.decode.a-bomb-stops-at-the-cap")
@pytest.mark.parametrize(
    ("encoding", "empty"), [("gzip", gzip.compress(b"")), ("zstd", zstd.compress(b""))]
)
def test_a_body_of_nothing_but_empty_members_is_refused(encoding: str, empty: bytes) -> None:
    with pytest.raises(Unreadable) as raised:
        decoded(encoding, empty * (MAX_MEMBERS + 1), 1 << 16)

    assert raised.value.code == ErrorCode.DECODE_FAILED


@promise("fetch.decode.what-was-not-offered-is-refused")
@pytest.mark.parametrize(
    "encoding",
    ["gzip, gzip", "gzip,br", "deflate, identity, gzip", "x-secret", "compress", "gzip;"],
)
def test_stacked_and_unoffered_encodings_are_refused(encoding: str) -> None:
    with pytest.raises(Unreadable) as raised:
        decoder_for(encoding)

    assert raised.value.code == ErrorCode.DECODE_FAILED


@promise("fetch.decode.what-was-not-offered-is-refused")
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_what_is_not_in_the_declared_encoding_is_decode_failed(encoding: str) -> None:
    with pytest.raises(Unreadable) as raised:
        decoded(encoding, b"<!doctype html><p>plain, whatever the header says" * 50, 64)

    assert raised.value.code == ErrorCode.DECODE_FAILED


def test_a_zstd_window_beyond_that_of_the_web_is_refused() -> None:
    options: dict[int, int] = {zstd.CompressionParameter.window_log: 25}
    frame = zstd.ZstdCompressor(options=options)
    wire = frame.compress(bytes(1 << 20)) + frame.flush()

    with pytest.raises(Unreadable) as raised:
        decoded("zstd", wire, 1 << 16)

    assert raised.value.code == ErrorCode.DECODE_FAILED
