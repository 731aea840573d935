"""Statuses: each that is not read has its code."""

import pytest

from citewell.fetch.status import error_of
from citewell.model.errors import ErrorCode
from tests.fetch.doorway import page, refusal
from tests.loopback import LoopbackWeb, RawReply
from tests.promises import promise

CODES = {
    ErrorCode.BOT_WALL: (202, 499, 999),
    ErrorCode.HTTP_FORBIDDEN: (401, 403, 407),
    ErrorCode.PAYWALL: (402,),
    ErrorCode.HTTP_NOT_FOUND: (404, 410),
    ErrorCode.RATE_LIMITED: (429,),
    ErrorCode.HTTP_ERROR: (
        *(300, 304, 305, 306, 400, 405, 406, 408, 418, 451, 500, 501, 502, 503, 504),
        *(520, 521, 522, 523, 524, 525, 526, 530, 600),
    ),
}
TABLE = [(status, code) for code, statuses in CODES.items() for status in statuses]


@promise("fetch.status.each-has-its-code")
@pytest.mark.parametrize(("status", "code"), TABLE)
def test_each_status_has_its_code(status: int, code: ErrorCode) -> None:
    error = error_of(status)

    assert error is not None
    assert error.code == code
    assert error.detail == {"status": str(status)}


@pytest.mark.parametrize("status", [200, 201, 203, 204, 205, 206, 226])
def test_what_is_read_is_no_error(status: int) -> None:
    assert error_of(status) is None


@pytest.mark.parametrize("status", [429, 503])
def test_a_host_that_asks_for_patience_may_be_asked_again(status: int) -> None:
    error = error_of(status, retry_after="120")

    assert error is not None
    assert error.retryable
    assert error.detail["retry_after"] == "120"


@promise("fetch.status.each-has-its-code")
@pytest.mark.parametrize(
    ("status", "code"),
    [(403, ErrorCode.HTTP_FORBIDDEN), (999, ErrorCode.BOT_WALL), (304, ErrorCode.HTTP_ERROR)],
)
async def test_a_status_comes_through_the_door_as_its_code(
    status: int, code: ErrorCode, web: LoopbackWeb
) -> None:
    web.host("site.example", RawReply(status=status, body=b"no"))

    assert await refusal(web, "http://site.example/") == code


async def test_a_part_that_nobody_asked_for_is_read_and_flagged(web: LoopbackWeb) -> None:
    web.host("site.example", RawReply(status=206, body=b"the first part"))

    response = await page(web, "http://site.example/")

    assert (response.body, response.truncated) == (b"the first part", True)


async def test_an_answer_without_content_is_an_empty_page(web: LoopbackWeb) -> None:
    web.host("site.example", RawReply(status=204, headers=()))

    response = await page(web, "http://site.example/")

    assert (response.body, response.truncated, response.media_type) == (b"", False, "")
