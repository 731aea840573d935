"""No network is not the same as nothing found."""

import pytest

from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Outcome
from citewell.search import raise_if_offline
from tests.promises import promise


def outcome(code: ErrorCode | None) -> Outcome:
    """One provider's end."""
    return Outcome(operation="search", target="p", code=code)


@promise("search.offline.is-told-as-such")
def test_when_nobody_could_be_reached_we_are_offline() -> None:
    with pytest.raises(WebError) as caught:
        raise_if_offline([outcome(ErrorCode.DNS_FAILED), outcome(ErrorCode.CONNECTION_FAILED)])

    assert caught.value.code is ErrorCode.OFFLINE
    assert caught.value.detail == {"p": "connection_failed"}


@pytest.mark.parametrize(
    "codes",
    [
        [],
        [None],
        [ErrorCode.DNS_FAILED, None],
        [ErrorCode.DNS_FAILED, ErrorCode.RATE_LIMITED],
        [ErrorCode.TIMEOUT],
        [ErrorCode.BOT_WALL],
    ],
)
def test_whoever_was_reached_proves_that_we_are_not(codes: list[ErrorCode | None]) -> None:
    raise_if_offline([outcome(code) for code in codes])
