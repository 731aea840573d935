"""What must not be written: the secrets of a run, taken out of everything that is recorded.

Rule: a secret is found whole and in any case, also where its signs are escaped as a URL, JSON or
HTML would. What was hidden stays hidden to the run itself, so that a run and its replay see the
same bytes.
"""

import base64
import binascii
import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from citewell.model.config.secret import REDACTED
from citewell.model.errors import WebError
from citewell.model.values import Hop, Request, Response, Trace

T = TypeVar("T")
Headers = tuple[tuple[str, str], ...]

MIN_SECRET_CHARS = 6
"""Shorter ones are hidden in their own header only: anywhere else they would be found in words"""

MIN_PART_CHARS = 12
"""Of a value inside a cookie: shorter ones are settings such as `darkmode`"""

SECRET_HEADER = re.compile(
    r"authori[sz]ation|cookie|token|secret|api-?key|(?:^|-)key$|passw|session|signature|credential",
    re.IGNORECASE,
)
"""Names of headers, in whole or in part, whose values are never written"""

_SCHEME = re.compile(r"(bearer|basic|token|key|apikey|digest|negotiate)\s+(\S.*)", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z0-9]+")
_USER_AND_PASSWORD = re.compile(r"(https?:[/\\]{2})[^/?#\\\s]*@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One secret: what finds it, and a part of it that is quick to look for first."""

    core: str
    """Its longest run of letters and digits, lower case: no spelling escapes those"""
    text: re.Pattern[str]
    body: re.Pattern[bytes]


class Redactor:
    """Knows the secrets of a recording and takes them out of values; made by the tape."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Begin with the secrets of the configuration."""
        self._known: set[str] = set()
        self._patterns: tuple[_Pattern, ...] = ()
        self.hide(secrets)

    def hide(self, secrets: Iterable[str]) -> None:
        """Learn further secrets; from now on they are taken out."""
        new = {part for secret in secrets for part in _parts(secret)} - self._known
        if not new:
            return
        self._known |= new
        # The longest first: a token may be a part of another.
        ordered = sorted(self._known, key=len, reverse=True)
        self._patterns = tuple(_pattern(secret) for secret in ordered)

    def text(self, text: str) -> str:
        """The text without the secrets."""
        folded = text.lower() if self._patterns else ""
        for pattern in self._patterns:
            if pattern.core in folded:
                text = pattern.text.sub(REDACTED, text)
        return text

    def url(self, text: str) -> str:
        """A URL, or a sentence that may hold one, also without user names and passwords."""
        return self.text(_USER_AND_PASSWORD.sub(rf"\1{REDACTED}@", text))

    def body(self, body: bytes) -> bytes:
        """The bytes without the secrets."""
        folded = body.lower() if self._patterns else b""
        for pattern in self._patterns:
            # A search for plain bytes first: an expression takes 15 ms for each megabyte.
            if pattern.core.encode() in folded:
                body = pattern.body.sub(REDACTED.encode(), body)
        return body

    def request(self, request: Request) -> Request:
        """Learn the secrets that a request carries, and take them out of it."""
        carried = [value for name, value in request.headers if SECRET_HEADER.search(name)]
        self.hide([*carried, *(value for _, value in request.secret_headers)])
        return replace(
            request,
            url=self.url(request.url),
            headers=self.headers(request.headers),
            body=self.body(request.body),
            secret_headers=tuple((name, REDACTED) for name, _ in request.secret_headers),
        )

    def response(self, response: Response) -> Response:
        """A response as it may be written."""
        return replace(
            response,
            url=self.url(response.url),
            final_url=self.url(response.final_url),
            headers=self.headers(response.headers),
            media_type=self.text(response.media_type),
            charset=None if response.charset is None else self.text(response.charset),
            body=self.body(response.body),
            redirects=tuple(self._hop(hop) for hop in response.redirects),
        )

    def headers(self, headers: Headers) -> Headers:
        """Headers as they may be written: order and number stay."""
        return tuple(
            (name, REDACTED if SECRET_HEADER.search(name) else self.url(value))
            for name, value in headers
        )

    def error(self, error: WebError) -> None:
        """Take the secrets out of an error that is about to be raised again."""
        error.message = self.url(error.message)
        error.detail = {name: self.url(value) for name, value in error.detail.items()}
        error.args = (error.message,)

    def trace(self, trace: Trace) -> Trace:
        """A trace as it may be written; it keeps its shape."""
        hidden = self.value(trace)
        return replace(hidden, question=self.url(hidden.question))

    def value(self, value: T) -> T:
        """Any value or plain data, without the secrets; fixed words of a type stay."""
        hidden: Any = value
        if isinstance(value, str) and not isinstance(value, Enum):
            hidden = self.text(value)
        elif isinstance(value, tuple | list):
            hidden = type(value)(self.value(item) for item in value)
        elif isinstance(value, Mapping):
            hidden = {name: self.value(item) for name, item in value.items()}
        elif is_dataclass(value) and not isinstance(value, type):
            free = _free_fields(type(value))
            hidden = replace(value, **{name: self.value(getattr(value, name)) for name in free})
        return hidden  # type: ignore[no-any-return]

    def _hop(self, hop: Hop) -> Hop:
        return replace(hop, url=self.url(hop.url), headers=self.headers(hop.headers))


def _parts(secret: str) -> list[str]:
    """A secret, and what else would give it away: the token after its scheme, cookies' values."""
    found = [secret.strip()]
    if scheme := _SCHEME.fullmatch(found[0]):
        found.append(scheme[2])
        found += _basic(scheme[2]) if scheme[1].lower() == "basic" else []
    values = [part.partition("=")[2].strip(' "') for part in secret.split(";")]
    found += [value for value in values if len(value) >= MIN_PART_CHARS]
    return [part for part in found if len(part) >= MIN_SECRET_CHARS and part.lower() != REDACTED]


def _basic(encoded: str) -> list[str]:
    """User and password together, and the password."""
    try:
        decoded = base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return []
    return [decoded, decoded.partition(":")[2]]


def _pattern(secret: str) -> _Pattern:
    """What finds the secret, plain or with any of its signs escaped."""
    spelled = "".join(sign if _PLAIN.fullmatch(sign) else _sign(sign) for sign in secret)
    return _Pattern(
        core=max(_PLAIN.findall(secret), key=len, default="").lower(),
        text=re.compile(spelled, re.IGNORECASE),
        body=re.compile(spelled.encode("utf-8", "surrogatepass"), re.IGNORECASE),
    )


def _sign(sign: str) -> str:
    utf_8 = sign.encode("utf-8", "surrogatepass")
    utf_16 = sign.encode("utf-16-be", "surrogatepass").hex()
    spellings = {
        re.escape(sign),
        "".join(f"%{byte:02x}" for byte in utf_8),
        "".join(rf"\\u{utf_16[at : at + 4]}" for at in range(0, len(utf_16), 4)),
        re.escape(html.escape(sign)),
        rf"&\#0*{ord(sign)};",
        rf"&\#x0*{ord(sign):x};",
        rf"\\{re.escape(sign)}" if sign in '"\\/' else "",
        r"\+" if sign == " " else "",
    }
    return f"(?:{'|'.join(sorted(spellings - {''}))})"


@cache
def _free_fields(kind: type) -> tuple[str, ...]:
    """Fields that hold any text, or values that do; not those with a fixed choice of words."""
    hints = get_type_hints(kind)
    names = [setting.name for setting in fields(kind)]
    return tuple(name for name in names if not _is_choice(hints[name]))


def _is_choice(hint: Any) -> bool:
    return get_origin(hint) is Literal or any(
        get_origin(part) is Literal for part in get_args(hint)
    )
