"""Secrets: found in every spelling, taken out of everything, and nothing else is."""

import html
import json
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.fetch.redact import MIN_SECRET_CHARS, Redactor
from citewell.model.errors import ErrorCode, Refused
from citewell.model.values import Filters, Hop, Outcome, Request
from tests.fetch.recording import response, trace
from tests.promises import promise

SECRET = 'k3y/+="字& \\x'


@pytest.mark.parametrize(
    "spell",
    [str, str.upper, quote, quote_plus, lambda text: quote(text, safe=""), html.escape, json.dumps],
    ids=["plain", "upper", "quoted", "form", "all quoted", "html", "json"],
)
@promise("record.secrets.never-reach-the-file")
def test_a_secret_is_found_in_every_spelling(spell: Any) -> None:
    redactor = Redactor([SECRET])

    spelled = spell(SECRET).strip('"') if spell is json.dumps else spell(SECRET)

    assert redactor.text(f"a {spelled} b") == "a redacted b"
    assert redactor.body(f"a {spelled} b".encode()) == b"a redacted b"


@given(st.text(min_size=MIN_SECRET_CHARS, max_size=60), st.text(max_size=60))
@promise("record.secrets.never-reach-the-file")
def test_any_secret_is_taken_out_of_any_text(secret: str, around: str) -> None:
    secret = secret.strip()
    redactor = Redactor([secret])

    hidden = redactor.text(around + secret + around)

    assert len(secret) < MIN_SECRET_CHARS or secret.lower() in "redacted" or secret not in hidden


def test_a_short_secret_hides_in_its_header_only() -> None:
    redactor = Redactor()

    sent = redactor.request(Request(url="https://a.example/", secret_headers=(("X-Key", "1234"),)))

    assert sent.secret_headers == (("X-Key", "redacted"),)
    assert redactor.text("1234 people") == "1234 people"


@pytest.mark.parametrize(
    ("name", "value", "parts"),
    [
        ("Authorization", "Bearer tok-123456", ["tok-123456"]),
        ("Authorization", "Basic bWU6aHVudGVyMg==", ["me:hunter2", "hunter2", "bWU6aHVudGVyMg=="]),
        ("Cookie", "theme=darkmode; sid=0123456789abcdef", ["0123456789abcdef"]),
        ("X-Subscription-Token", "abcdef", ["abcdef"]),
        ("Ocp-Apim-Subscription-Key", "abcdef", ["abcdef"]),
    ],
)
@promise("record.secrets.never-reach-the-file")
def test_what_a_secret_header_carries_is_a_secret_everywhere(
    name: str, value: str, parts: list[str]
) -> None:
    redactor = Redactor()

    sent = redactor.request(Request(url="https://a.example/", headers=((name, value),)))

    assert sent.headers == ((name, "redacted"),)
    assert [redactor.text(part) for part in parts] == ["redacted"] * len(parts)
    assert redactor.text("Bearer of the darkmode theme") == "Bearer of the darkmode theme"


@promise("record.secrets.never-reach-the-file")
def test_a_response_loses_its_cookies_and_every_secret() -> None:
    redactor = Redactor(["topsecret"])
    headers = (("set-cookie", "sid=1"), ("location", "/?key=topsecret"))
    hop = Hop(url="https://a.example/topsecret", status=302, headers=headers)

    hidden = redactor.response(
        response("https://me:you@a.example/", body=b"<topsecret>", redirects=(hop,))
    )

    clean = (("set-cookie", "redacted"), ("location", "/?key=redacted"))
    assert hidden.url == "https://redacted@a.example/"
    assert hidden.body == b"<redacted>"
    assert hidden.redirects == (Hop(url="https://a.example/redacted", status=302, headers=clean),)


@promise("record.secrets.never-reach-the-file")
def test_an_error_loses_every_secret_before_it_is_raised_again() -> None:
    error = Refused(
        ErrorCode.RATE_LIMITED, "no more for topsecret", detail={"url": "https://a:b@c.example"}
    )

    Redactor(["topsecret"]).error(error)

    assert error.message == str(error) == "no more for redacted"
    assert error.detail == {"url": "https://redacted@c.example"}


def test_words_that_a_trace_is_made_of_are_no_secrets() -> None:
    hidden = Redactor(["research", "timeout"]).trace(
        trace(
            question="research timeout",
            filters=Filters(time_range="week"),
            outcomes=(Outcome(operation="read", target="timeout", code=ErrorCode.TIMEOUT),),
        )
    )

    assert (hidden.operation, hidden.question) == ("research", "redacted redacted")
    assert (hidden.outcomes[0].target, hidden.outcomes[0].code) == ("redacted", ErrorCode.TIMEOUT)
