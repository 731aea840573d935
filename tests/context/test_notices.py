"""What a reader of a context is told about how it came to be."""

from citewell.context import notices_of
from citewell.model.errors import ErrorCode
from citewell.model.values import Outcome
from tests.promises import promise


@promise("context.notices.partial-evidence-is-told")
def test_whoever_did_not_answer_and_what_was_left_out_is_told() -> None:
    outcomes = [
        Outcome(operation="search", target="a", query="1", code=ErrorCode.RATE_LIMITED),
        Outcome(operation="search", target="a", query="2", code=ErrorCode.RATE_LIMITED),
        Outcome(operation="search", target="b", count=3),
        Outcome(operation="read", target="https://x.example/", code=ErrorCode.TIMEOUT),
        Outcome(operation="read", target="https://y.example/", count=9),
    ]

    assert notices_of(outcomes, filtered=4) == (
        "Hits that the filters left out: 4.",
        "Not everybody who was asked answered: a (rate_limited).",
        "1 of 2 pages could not be read.",
    )


def test_whole_evidence_needs_no_notice() -> None:
    assert notices_of([Outcome(operation="search", target="b", count=3)]) == ()
