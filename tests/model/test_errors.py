"""Codes and the classes that carry them."""

import pytest

from citewell.apps.wire import WIRE_ERRORS
from citewell.model.errors import FAMILIES, Caller, ErrorCode, Refused, WebError
from tests.promises import promise


@promise("model.errors.each-code-has-one-family")
@pytest.mark.parametrize("code", ErrorCode)
def test_a_code_belongs_to_exactly_one_family(code: ErrorCode) -> None:
    assert sum(code in family.codes for family in FAMILIES) == 1


@pytest.mark.parametrize("code", ErrorCode)
def test_an_error_made_of_its_code_is_of_its_family(code: ErrorCode) -> None:
    error = WebError.of(code, "it went wrong", retryable=True)

    assert error.code is code
    assert code in type(error).codes
    assert (str(error), error.message, error.retryable) == ("it went wrong", "it went wrong", True)


def test_a_code_cannot_be_raised_as_another_family() -> None:
    with pytest.raises(ValueError, match="no code of Refused"):
        Refused(ErrorCode.TIMEOUT, "slow")


def test_every_code_has_a_status_and_an_exit_code_that_say_failure() -> None:
    assert set(WIRE_ERRORS) == set(ErrorCode)
    assert all(row.exit_code > 0 for row in WIRE_ERRORS.values())
    assert all(200 <= row.http_status < 600 for row in WIRE_ERRORS.values())


def test_details_are_copied() -> None:
    detail = {"host": "a.example"}
    error = Caller(ErrorCode.BAD_CONFIG, "wrong", detail=detail)

    detail["host"] = "b.example"

    assert error.detail == {"host": "a.example"}
