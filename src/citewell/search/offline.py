"""Tells a machine without network from a web that has nothing to say.

Rule: pure. Offline is when every provider that was asked could not be reached at all; one that
refused, or that looked and found nothing, was reached.
"""

from collections.abc import Sequence

from citewell.model.errors import ErrorCode, Unreachable
from citewell.model.values import Outcome

UNREACHED = frozenset({ErrorCode.CONNECTION_FAILED, ErrorCode.DNS_FAILED, ErrorCode.OFFLINE})


def raise_if_offline(outcomes: Sequence[Outcome]) -> None:
    """Refuse to go on when nobody could be reached.

    Raises:
        Unreachable: `offline`.
    """
    if outcomes and all(outcome.code in UNREACHED for outcome in outcomes):
        message = "no provider could be reached: is there a network?"
        detail = {outcome.target: outcome.status for outcome in outcomes}
        raise Unreachable(ErrorCode.OFFLINE, message, retryable=True, detail=detail)
