"""Every way to fail, as one code each, and the classes that carry them.

    WebError
    ├─ Refused      somebody said no, or we did: guard, robots, walls, limits, breakers
    ├─ Unreachable  nothing (usable) came back
    ├─ Unreadable   something came back that holds no text we can stand on
    ├─ Unavailable  a provider, model or extra cannot serve
    ├─ NotFound     what the caller points at is not, or no longer, here
    ├─ NoEvidence   the run ended without evidence
    └─ Caller       the request itself is wrong, or we are

Rule: a code is stable across releases; a message is for people and may change. `empty` is no error.
Raise the class that the code belongs to; `WebError.of` finds it.
"""

from collections.abc import Mapping
from enum import StrEnum


class ErrorCode(StrEnum):
    """What went wrong, machine-readable; `docs/errors.md` explains each."""

    INVALID_URL = "invalid_url"
    UNSUPPORTED_SCHEME = "unsupported_scheme"
    CREDENTIALS_IN_URL = "credentials_in_url"
    BLOCKED_ADDRESS = "blocked_address"
    BLOCKED_PORT = "blocked_port"
    INSECURE_REDIRECT = "insecure_redirect"
    ROBOTS_DISALLOWED = "robots_disallowed"
    BOT_WALL = "bot_wall"
    LOGIN_WALL = "login_wall"
    PAYWALL = "paywall"
    HTTP_FORBIDDEN = "http_forbidden"
    RATE_LIMITED = "rate_limited"
    HOST_RESTING = "host_resting"
    BUDGET_SPENT = "budget_spent"

    TIMEOUT = "timeout"
    DEADLINE_EXCEEDED = "deadline_exceeded"
    CONNECTION_FAILED = "connection_failed"
    TLS_FAILED = "tls_failed"
    DNS_FAILED = "dns_failed"
    OFFLINE = "offline"
    REDIRECT_LIMIT = "redirect_limit"
    HTTP_NOT_FOUND = "http_not_found"
    HTTP_ERROR = "http_error"
    REPLAY_MISSING = "replay_missing"

    NOT_A_DOCUMENT = "not_a_document"
    TOO_LARGE = "too_large"
    DECODE_FAILED = "decode_failed"
    PARSE_FAILED = "parse_failed"
    PARSER_KILLED = "parser_killed"
    NO_TEXT = "no_text"
    TOO_LITTLE_TEXT = "too_little_text"
    JS_REQUIRED = "js_required"
    CONSENT_WALL = "consent_wall"
    SOFT_404 = "soft_404"
    ENCRYPTED = "encrypted"

    PROVIDER_UNAVAILABLE = "provider_unavailable"
    PROVIDER_MISCONFIGURED = "provider_misconfigured"
    ENGINES_FAILED = "engines_failed"
    KEY_MISSING = "key_missing"
    EXTRA_MISSING = "extra_missing"
    RENDERER_UNAVAILABLE = "renderer_unavailable"
    MODEL_UNAVAILABLE = "model_unavailable"
    MODEL_UNUSABLE = "model_unusable"

    UNKNOWN_SOURCE = "unknown_source"
    SNAPSHOT_EXPIRED = "snapshot_expired"
    SOURCE_CHANGED = "source_changed"
    UNKNOWN_LINK = "unknown_link"
    NO_PAGE = "no_page"
    PAGE_OUT_OF_RANGE = "page_out_of_range"
    NOT_A_PDF = "not_a_pdf"
    UNKNOWN_IMAGE = "unknown_image"
    IMAGE_REGION = "image_region"
    IMAGE_FORMAT = "image_format"
    IMAGE_LIMIT = "image_limit"

    NOTHING_FOUND = "nothing_found"
    NOTHING_READABLE = "nothing_readable"

    INVALID_REQUEST = "invalid_request"
    BAD_CONFIG = "bad_config"
    BAD_RECORDING = "bad_recording"
    UNAUTHORIZED = "unauthorized"
    OVERLOADED = "overloaded"
    CANCELLED = "cancelled"
    INTERNAL = "internal"


class WebError(Exception):
    """A failure with a code, one sentence, and whether trying again may help."""

    codes: frozenset[ErrorCode] = frozenset(ErrorCode)

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        retryable: bool = False,
        detail: Mapping[str, str] | None = None,
    ) -> None:
        """Carry the failure.

        Args:
            code: one of this class's `codes`.
            message: one sentence for a person, without query, key or full URL.
            retryable: whether the same call may succeed later.
            detail: further facts by name, free of secrets.

        Raises:
            ValueError: the code belongs to another class.
        """
        if code not in self.codes:
            raise ValueError(f"{code} is no code of {type(self).__name__}")
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.detail = dict(detail or {})

    @staticmethod
    def of(code: ErrorCode, message: str, *, retryable: bool = False) -> "WebError":
        """Make the error of the class that the code belongs to."""
        return _CLASS_OF[code](code, message, retryable=retryable)


class Refused(WebError):
    """The guard, the host or our own manners said no."""

    codes = frozenset(
        {
            ErrorCode.INVALID_URL,
            ErrorCode.UNSUPPORTED_SCHEME,
            ErrorCode.CREDENTIALS_IN_URL,
            ErrorCode.BLOCKED_ADDRESS,
            ErrorCode.BLOCKED_PORT,
            ErrorCode.INSECURE_REDIRECT,
            ErrorCode.ROBOTS_DISALLOWED,
            ErrorCode.BOT_WALL,
            ErrorCode.LOGIN_WALL,
            ErrorCode.PAYWALL,
            ErrorCode.HTTP_FORBIDDEN,
            ErrorCode.RATE_LIMITED,
            ErrorCode.HOST_RESTING,
            ErrorCode.BUDGET_SPENT,
        }
    )


class Unreachable(WebError):
    """Nothing usable came back."""

    codes = frozenset(
        {
            ErrorCode.TIMEOUT,
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.CONNECTION_FAILED,
            ErrorCode.TLS_FAILED,
            ErrorCode.DNS_FAILED,
            ErrorCode.OFFLINE,
            ErrorCode.REDIRECT_LIMIT,
            ErrorCode.HTTP_NOT_FOUND,
            ErrorCode.HTTP_ERROR,
            ErrorCode.REPLAY_MISSING,
        }
    )


class Unreadable(WebError):
    """Bytes came back that hold no text we can stand on."""

    codes = frozenset(
        {
            ErrorCode.NOT_A_DOCUMENT,
            ErrorCode.TOO_LARGE,
            ErrorCode.DECODE_FAILED,
            ErrorCode.PARSE_FAILED,
            ErrorCode.PARSER_KILLED,
            ErrorCode.NO_TEXT,
            ErrorCode.TOO_LITTLE_TEXT,
            ErrorCode.JS_REQUIRED,
            ErrorCode.CONSENT_WALL,
            ErrorCode.SOFT_404,
            ErrorCode.ENCRYPTED,
        }
    )


class Unavailable(WebError):
    """A provider, model or optional part cannot serve."""

    codes = frozenset(
        {
            ErrorCode.PROVIDER_UNAVAILABLE,
            ErrorCode.PROVIDER_MISCONFIGURED,
            ErrorCode.ENGINES_FAILED,
            ErrorCode.KEY_MISSING,
            ErrorCode.EXTRA_MISSING,
            ErrorCode.RENDERER_UNAVAILABLE,
            ErrorCode.MODEL_UNAVAILABLE,
            ErrorCode.MODEL_UNUSABLE,
        }
    )


class NotFound(WebError):
    """What the caller points at is not, or no longer, here."""

    codes = frozenset(
        {
            ErrorCode.UNKNOWN_SOURCE,
            ErrorCode.SNAPSHOT_EXPIRED,
            ErrorCode.SOURCE_CHANGED,
            ErrorCode.UNKNOWN_LINK,
            ErrorCode.NO_PAGE,
            ErrorCode.PAGE_OUT_OF_RANGE,
            ErrorCode.NOT_A_PDF,
            ErrorCode.UNKNOWN_IMAGE,
            ErrorCode.IMAGE_REGION,
            ErrorCode.IMAGE_FORMAT,
            ErrorCode.IMAGE_LIMIT,
        }
    )


class NoEvidence(WebError):
    """The run ended without evidence; `detail` carries every outcome."""

    codes = frozenset({ErrorCode.NOTHING_FOUND, ErrorCode.NOTHING_READABLE})


class Caller(WebError):
    """The request, the configuration or the recording is wrong; or we are (`internal`)."""

    codes = frozenset(
        {
            ErrorCode.INVALID_REQUEST,
            ErrorCode.BAD_CONFIG,
            ErrorCode.BAD_RECORDING,
            ErrorCode.UNAUTHORIZED,
            ErrorCode.OVERLOADED,
            ErrorCode.CANCELLED,
            ErrorCode.INTERNAL,
        }
    )


FAMILIES: tuple[type[WebError], ...] = (
    Refused,
    Unreachable,
    Unreadable,
    Unavailable,
    NotFound,
    NoEvidence,
    Caller,
)
_CLASS_OF = {code: family for family in FAMILIES for code in family.codes}
