"""Runs somebody's code on one item: processor time, a time limit, and failures as values."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Generic, TypeVar

from citewell.model.errors import WebError

LIMIT_S = 20
"""Wall time of one item; some extractors never end on some pages"""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed(Generic[Value]):
    """What came back, how long it took, and why nothing did."""

    value: Value | None
    cpu_s: float
    failure: str = ""
    """Error code, exception name, or `timeout`"""


class _Late(BaseException):
    """Not an `Exception`, so that no measured library can swallow it."""


def timed(call: Callable[[], Value]) -> Timed[Value]:
    """Run once, on the main thread, for at most `LIMIT_S`."""
    before = signal.signal(signal.SIGALRM, _raise_late)
    signal.alarm(LIMIT_S)
    start = time.process_time()
    try:
        value = call()
        return Timed(value=value, cpu_s=time.process_time() - start)
    except _Late:
        return _failed("timeout", start)
    except WebError as error:
        return _failed(str(error.code), start)
    # Measured libraries raise anything on odd pages; a failure is a score, not the end of the run.
    except Exception as error:  # noqa: BLE001
        return _failed(type(error).__name__, start)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _failed(failure: str, start: float) -> Timed[Value]:
    return Timed(value=None, cpu_s=time.process_time() - start, failure=failure)


def _raise_late(signum: int, frame: FrameType | None) -> None:
    raise _Late
