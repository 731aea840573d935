"""Values: frozen, checked, and whole after being written down."""

import dataclasses
import json
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model import values
from citewell.model.errors import ErrorCode
from citewell.model.values import (
    Block,
    Document,
    Filters,
    Hit,
    Outcome,
    Plan,
    Query,
    SearchResponse,
    Span,
    Trace,
)
from citewell.model.values.plain import from_plain, known_part, to_plain
from tests.promises import promise

NOW = datetime(2026, 11, 1, 16, 23, tzinfo=UTC)


def document(text: str = "One.\n\nTwo.") -> Document:
    """A small document with a block that is furniture."""
    return Document(
        source_id="src_1",
        snapshot_id="doc_1",
        url="https://a.example/",
        final_url="https://a.example/",
        title="A",
        text=text,
        blocks=(
            Block(start=0, end=4, kind="paragraph"),
            Block(start=6, end=len(text), kind="paragraph", main=0.1),
        ),
        reader="html/1",
        body_sha256="0" * 64,
        fetched_at=NOW,
    )


@pytest.mark.parametrize("name", values.__all__)
def test_every_value_is_frozen_slotted_and_keyword_only(name: str) -> None:
    kind = getattr(values, name)

    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)
    assert all(field.kw_only for field in dataclasses.fields(kind))


def test_the_reading_view_leaves_furniture_out() -> None:
    assert document().main_text() == "One."


def test_markdown_writes_links_and_emphasis_round_the_same_words() -> None:
    text = "A big tower."
    spans = (
        Span(start=2, end=11, kind="link", url="https://a.example/x_(y)"),
        Span(start=2, end=5, kind="strong"),
        Span(start=6, end=11, kind="emphasis"),
        Span(start=3, end=3, kind="code"),
    )
    whole = dataclasses.replace(document(text), spans=spans)

    assert whole.markdown() == "A [**big** *tower*](<https://a.example/x_(y)>)."
    assert document(text).markdown() == text


@promise("model.filters.a-domain-is-bare")
@pytest.mark.parametrize(
    "domain", ["*.test", "http://a.test/", "localhost", "", "a..test", "-a.test"]
)
def test_a_domain_that_is_not_bare_is_refused(domain: str) -> None:
    with pytest.raises(ValueError, match="bare domain"):
        Filters(allowed_domains=(domain,))


def test_a_bare_string_where_domains_belong_is_refused() -> None:
    with pytest.raises(TypeError):
        Filters(blocked_domains="a.test")  # type: ignore[arg-type]


def test_twenty_domains_pass_and_twenty_one_do_not() -> None:
    domains = tuple(f"a{n}.test" for n in range(21))

    assert len(Filters(allowed_domains=domains[:20]).allowed_domains) == 20
    with pytest.raises(ValueError, match="at most 20"):
        Filters(allowed_domains=domains)


def test_a_domain_in_any_script_passes() -> None:
    assert Filters(allowed_domains=("bücher.example", "例え.example"))


def test_days_the_wrong_way_round_are_refused() -> None:
    with pytest.raises(ValueError, match="after"):
        Filters(after=date(2026, 2, 1), before=date(2026, 1, 1))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"time_range": "decade"}, ValueError),
        ({"safe_search": "x"}, ValueError),
        ({"safe_search": True}, ValueError),
        ({"language": "German"}, ValueError),
        ({"language": 7}, TypeError),
        ({"region": "de"}, ValueError),
        ({"after": "2026-01-01"}, TypeError),
        ({"after": NOW}, TypeError),
    ],
)
@promise("model.filters.each-has-its-type-and-range")
def test_a_filter_of_another_type_or_range_is_refused(
    options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        Filters(**options)  # type: ignore[arg-type]


def test_a_message_has_a_role_and_text() -> None:
    with pytest.raises(ValueError, match="role"):
        values.Message(role="system", text="hi")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        values.Message(role="user", text=b"hi")  # type: ignore[arg-type]


def test_an_outcome_is_ok_empty_or_its_code() -> None:
    found = Outcome(operation="search", target="wikipedia", count=3)
    empty = Outcome(operation="search", target="wikipedia")
    refused = Outcome(operation="search", target="wikipedia", code=ErrorCode.RATE_LIMITED)

    assert [found.status, empty.status, refused.status] == ["ok", "empty", "rate_limited"]


@promise("model.search.a-failure-makes-the-answer-degraded")
def test_an_answer_with_a_failed_provider_is_degraded() -> None:
    refused = Outcome(operation="search", target="a", code=ErrorCode.BOT_WALL)

    assert SearchResponse(hits=(), outcomes=(refused,)).degraded
    assert not SearchResponse(hits=(), outcomes=()).degraded


@pytest.mark.parametrize(
    "value",
    [
        document(),
        Hit(url="https://a.example/", title="A", provider="p", query="q", rank=1, published=NOW),
        Outcome(operation="read", target="https://a.example/", code=ErrorCode.TIMEOUT),
        Plan(question="q", effort="research", queries=(Query(text="q", language="de"),)),
        Trace(
            operation="research",
            run_id="1",
            question="q",
            filters=Filters(after=date(2026, 1, 1)),
            config="{}",
            versions=(("citewell", "0"),),
            started_at=NOW,
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_whole_after_being_written_as_json(value: object) -> None:
    for complete in (False, True):
        text = json.dumps(to_plain(value, complete=complete))

        assert from_plain(type(value), json.loads(text)) == value


@given(st.text())
def test_a_document_of_any_text_is_whole_after_being_written_as_json(text: str) -> None:
    whole = dataclasses.replace(document(), text=text)

    assert from_plain(Document, json.loads(json.dumps(to_plain(whole)))) == whole


@given(st.binary())
def test_any_bytes_are_whole_after_being_written_as_json(body: bytes) -> None:
    request = values.Request(url="https://a.example/", method="POST", body=body)

    assert from_plain(values.Request, json.loads(json.dumps(to_plain(request)))) == request


@pytest.mark.parametrize(
    "plain",
    [
        [],
        "text",
        {"unknown": 1},
        {"operation": "dance", "target": "a"},
        {"operation": "read", "target": 1},
        {"operation": "read", "target": "a", "code": "no_such_code"},
        {"operation": "read", "target": "a", "count": "3"},
        {"operation": "read"},
    ],
)
def test_data_of_another_shape_is_refused(plain: object) -> None:
    with pytest.raises(ValueError):
        from_plain(Outcome, plain)


def test_what_a_type_does_not_have_can_be_left_out() -> None:
    plain = {"operation": "read", "target": "a", "colour": "red"}

    assert known_part(Outcome, plain) == {"operation": "read", "target": "a"}
