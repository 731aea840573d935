"""What an HTTP status means for a reader.

Rule: pure. 2xx is read; everything else is a code of its own, and what only bot walls answer is
called one.
"""

from citewell.model.errors import ErrorCode, WebError

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_CODES = {
    202: ErrorCode.BOT_WALL,  # search services answer so while they show a challenge
    401: ErrorCode.HTTP_FORBIDDEN,
    402: ErrorCode.PAYWALL,
    403: ErrorCode.HTTP_FORBIDDEN,
    404: ErrorCode.HTTP_NOT_FOUND,
    407: ErrorCode.HTTP_FORBIDDEN,
    410: ErrorCode.HTTP_NOT_FOUND,
    429: ErrorCode.RATE_LIMITED,
    499: ErrorCode.BOT_WALL,
    999: ErrorCode.BOT_WALL,
}
_RETRYABLE = frozenset({429, 500, 502, 503, 504})


def error_of(status: int, *, retry_after: str = "") -> WebError | None:
    """The error that a final status stands for, or None when its body is to be read.

    Args:
        status: of the last response, after redirects.
        retry_after: the header's value, told on in the error's `detail` beside the status.
    """
    code = _CODES.get(status)
    if code is None and 200 <= status < 300:
        return None
    error = WebError.of(
        code or ErrorCode.HTTP_ERROR,
        f"The host answered with status {status}.",
        retryable=status in _RETRYABLE,
    )
    error.detail["status"] = str(status)
    if retry_after:
        error.detail["retry_after"] = retry_after
    return error
