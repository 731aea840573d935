"""The decorator by which a test says which promises it keeps.

The promises stand in `tests/requirements.py`; `tests/test_promises.py` fails when one has no test,
or a test names one that does not exist.
"""

from collections.abc import Callable
from typing import TypeVar

from tests.requirements import PROMISES

Test = TypeVar("Test", bound=Callable[..., object])


def promise(*ids: str) -> Callable[[Test], Test]:
    """Mark a test as keeping these promises.

    Raises:
        ValueError: an id is not listed; the whole test module then fails to load.
    """
    unknown = [identifier for identifier in ids if identifier not in PROMISES]
    if unknown or not ids:
        raise ValueError(f"no such promise: {', '.join(unknown) or '(none given)'}")

    def mark(test: Test) -> Test:
        return test

    return mark
