"""What the tests let worker processes do: obey, misbehave, and tell about themselves."""

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from citewell.model.errors import ErrorCode, Refused

MARK = "the plug-in itself"


def echo(plugins: Sequence[Any], payload: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    """Give back what came in."""
    return {"plugins": list(plugins), "payload": dict(payload), "bytes": len(body)}


def about(_plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes) -> dict[str, Any]:
    """Tell about this process."""
    return {"pid": os.getpid(), "variables": sorted(os.environ), "modules": sorted(sys.modules)}


def refuse(_plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes) -> None:
    """Raise an error with a code."""
    raise Refused(ErrorCode.LOGIN_WALL, "please log in", retryable=True, detail={"form": "yes"})


def stumble(_plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes) -> None:
    """Raise something else."""
    raise KeyError("nobody expected this")


def unwritable(_plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes) -> object:
    """Return what JSON cannot say."""
    return object()


def die(_plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes) -> None:
    """Crash as a parser in C does."""
    os.kill(os.getpid(), signal.SIGKILL)


def hang(_plugins: Sequence[Any], payload: Mapping[str, Any], _body: bytes) -> None:
    """Say that it has begun, if it is told where, and never return."""
    if payload:
        os.kill(payload["parent"], signal.SIGUSR1)
    signal.pause()


def spin(_plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes) -> None:
    """Burn processor time without end."""
    while True:
        pass


def swell(_plugins: Sequence[Any], payload: Mapping[str, Any], _body: bytes) -> int:
    """Ask for much memory."""
    return len(bytearray(payload["bytes"]))


def long_reply(_plugins: Sequence[Any], payload: Mapping[str, Any], _body: bytes) -> str:
    """Answer at length."""
    chars: int = payload["chars"]
    return "x" * chars


def chatter(_plugins: Sequence[Any], _payload: Mapping[str, Any], _body: bytes) -> str:
    """Print as some libraries do, from Python and straight to the descriptor."""
    sys.stdout.write("hello from a library\n")
    sys.stdout.flush()
    os.write(1, b"and from its C part\n")
    return "quiet"


def lie(_plugins: Sequence[Any], payload: Mapping[str, Any], _body: bytes) -> None:
    """Write a frame of its own to every pipe, as a captured parser could, and go on."""
    for descriptor in range(3, 16):
        try:
            os.write(descriptor, payload["frame"].encode("latin-1"))
        except OSError:
            continue


def write_a_file(_plugins: Sequence[Any], payload: Mapping[str, Any], _body: bytes) -> int:
    """Try to leave bytes on the disk."""
    with open(payload["path"], "wb", buffering=0) as file:
        return file.write(b"left behind")
