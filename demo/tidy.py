"""Makes a recording the same whenever it is made: order and names of records follow the runs.

Pages are fetched at the same time, so their records stand in the order in which they happened to
arrive, under names that were drawn by lot. Neither means anything to a replay.
"""

import json
import re
import uuid
import zlib
from collections.abc import Iterator
from itertools import count

GZIP = 31
"""zlib's window for a gzip member"""

_NAME = re.compile(rb"(?<=<urn:uuid:)[0-9a-f-]{36}(?=>)")
_END = b"\r\n\r\n"


def tidied(recording: bytes) -> bytes:
    """The same records, sorted by run and call, with new names in that order."""
    first, *groups = _groups(recording)
    runs: dict[str, int] = {}
    placed = [(_place(group[-1], runs), group) for group in groups]
    ordered = [first, *(group for _, group in sorted(placed, key=lambda pair: pair[0]))]
    names: dict[bytes, bytes] = {}
    numbers = count(1)

    def rename(found: re.Match[bytes]) -> bytes:
        if found[0] not in names:
            names[found[0]] = str(
                uuid.uuid5(uuid.NAMESPACE_URL, f"record {next(numbers)}")
            ).encode()
        return names[found[0]]

    records = (record for group in ordered for record in group)
    return b"".join(_pressed(_NAME.sub(rename, record)) for record in records)


def _groups(recording: bytes) -> Iterator[list[bytes]]:
    """Records that belong together: an exchange ends with its metadata."""
    group: list[bytes] = []
    for record in _members(recording):
        group.append(record)
        if b"WARC-Type: metadata" in record or b"WARC-Type: warcinfo" in record:
            yield group
            group = []


def _members(recording: bytes) -> Iterator[bytes]:
    while recording:
        unpack = zlib.decompressobj(GZIP)
        yield unpack.decompress(recording)
        recording = unpack.unused_data


def _place(metadata: bytes, runs: dict[str, int]) -> tuple[int, int, str, int]:
    """Run, then its beginning, its calls and its end; calls by key and ordinal.

    Args:
        metadata: a record.
        runs: those met so far, and how often a trace of each was written is not kept: a trace that
            stands before any call of its run begins it, any later one ends it.
    """
    plain = json.loads(metadata.partition(_END)[2].strip())
    if plain["kind"] == "trace":
        run = plain["trace"]["run_id"]
        begins = run not in runs
        return runs.setdefault(run, len(runs)), 0 if begins else 2, "", 0
    call = plain["exchange"]["call"]
    return runs[call["run_id"]], 1, f"{call['kind']} {call['key']}", call["ordinal"]


def _pressed(record: bytes) -> bytes:
    press = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    return press.compress(record) + press.flush()
