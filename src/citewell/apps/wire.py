"""What other programs are sent: the one table from error codes to each door's own way of failing.

Rule: every code stands here exactly once. HTTP statuses follow RFC 9110; exit codes follow the
families, so that a script can tell "nobody answered" from "you asked wrongly".
"""

from collections.abc import Mapping
from dataclasses import dataclass

from citewell.model.errors import (
    Caller,
    ErrorCode,
    NoEvidence,
    NotFound,
    Refused,
    Unavailable,
    Unreachable,
    Unreadable,
    WebError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WireError:
    """One code as each door tells it."""

    http_status: int
    exit_code: int
    mcp_is_error: bool = True
    """False for what is a result rather than a failure of the tool"""


EXIT_CODES: Mapping[type[WebError], int] = {
    Caller: 2,
    NoEvidence: 3,
    Unreachable: 4,
    Refused: 5,
    Unreadable: 6,
    Unavailable: 7,
    NotFound: 8,
}
"""By family; 0 is success, 1 an error of ours, 130 an interrupt"""

_HTTP_OF_FAMILY: Mapping[type[WebError], int] = {
    Caller: 400,
    NoEvidence: 200,
    Unreachable: 502,
    Refused: 403,
    Unreadable: 422,
    Unavailable: 503,
    NotFound: 404,
}

_HTTP_OF_CODE: Mapping[ErrorCode, int] = {
    ErrorCode.INVALID_URL: 400,
    ErrorCode.UNSUPPORTED_SCHEME: 400,
    ErrorCode.CREDENTIALS_IN_URL: 400,
    ErrorCode.RATE_LIMITED: 503,
    ErrorCode.HOST_RESTING: 503,
    ErrorCode.BUDGET_SPENT: 503,
    ErrorCode.TIMEOUT: 504,
    ErrorCode.DEADLINE_EXCEEDED: 504,
    ErrorCode.REPLAY_MISSING: 404,
    ErrorCode.SNAPSHOT_EXPIRED: 410,
    ErrorCode.SOURCE_CHANGED: 409,
    ErrorCode.UNAUTHORIZED: 401,
    ErrorCode.OVERLOADED: 503,
    ErrorCode.CANCELLED: 499,
    ErrorCode.INTERNAL: 500,
    ErrorCode.BAD_CONFIG: 500,
}
"""Where a code differs from its family"""

_EXIT_OF_CODE: Mapping[ErrorCode, int] = {ErrorCode.INTERNAL: 1, ErrorCode.CANCELLED: 130}


def _row(family: type[WebError], code: ErrorCode) -> WireError:
    return WireError(
        http_status=_HTTP_OF_CODE.get(code, _HTTP_OF_FAMILY[family]),
        exit_code=_EXIT_OF_CODE.get(code, EXIT_CODES[family]),
        mcp_is_error=family is not NoEvidence,
    )


WIRE_ERRORS: Mapping[ErrorCode, WireError] = {
    code: _row(family, code) for family in EXIT_CODES for code in sorted(family.codes)
}
