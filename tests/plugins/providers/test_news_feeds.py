"""The provider `news_feeds`, beside its golden cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.errors import WebError
from citewell.model.values import Query
from citewell.plugins.providers.news_feeds import address, parse
from tests.promises import promise

QUERY = Query(text="cats & dogs", kinds=("news",), language="en")


@promise("plugins.news-feeds.declared-entities-are-not-expanded")
def test_a_feed_does_not_grow_in_the_reading() -> None:
    levels = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    bomb = (
        f'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">{levels}]>'
        '<rss version="2.0"><channel>'
        "<item><title>&l11;</title><link>https://a.example/</link></item></channel></rss>"
    )

    [hit] = parse(bomb.encode(), QUERY).hits

    assert len(hit.title) < 10


@pytest.mark.parametrize(
    ("charset", "declared"),
    [("windows-1251", ""), (None, ' encoding="windows-1251"'), ("windows-1251", ' encoding="x"')],
)
def test_the_header_names_the_charset_and_else_the_document_does(
    charset: str | None, declared: str
) -> None:
    body = (
        f'<?xml version="1.0"{declared}?><rss version="2.0"><channel><item><title>Озеро</title>'
        "<link>https://a.example/</link></item></channel></rss>"
    ).encode("windows-1251")

    [hit] = parse(body, QUERY, charset=charset).hits

    assert hit.title == "Озеро"


@pytest.mark.parametrize("charset", ["no-such-charset", "rot13", "hex"])
def test_a_charset_that_is_none_is_passed_over(charset: str) -> None:
    body = (
        b'<rss version="2.0"><channel><item><title>Lake</title>'
        b"<link>https://a.example/</link></item></channel></rss>"
    )

    assert parse(body, QUERY, charset=charset).hits[0].title == "Lake"


@pytest.mark.parametrize(
    ("api", "url"),
    [
        ("https://n.example/rss?q={query}", "https://n.example/rss?q=cats%20%26%20dogs"),
        ("https://n.example/{language}/rss", "https://n.example/en/rss?q=cats+%26+dogs"),
        ("https://n.example/rss?hl={language}&gl={region}&q={query}&x=1",
         "https://n.example/rss?hl=en&gl=&q=cats%20%26%20dogs&x=1"),
    ],
)  # fmt: skip
def test_the_query_goes_where_the_address_wants_it(api: str, url: str) -> None:
    assert address(api, QUERY) == url


def test_what_a_query_says_is_not_taken_for_a_placeholder() -> None:
    asked = Query(text="{language} {region}", kinds=("news",), language="de")

    url = address("https://n.example/rss?q={query}&hl={language}", asked)

    assert url == "https://n.example/rss?q=%7Blanguage%7D%20%7Bregion%7D&hl=de"


@given(body=st.binary(max_size=300), charset=st.none() | st.text(max_size=12))
def test_any_bytes_are_hits_or_an_error_with_a_code(body: bytes, charset: str | None) -> None:
    try:
        hits = parse(body, QUERY, charset=charset).hits
    except WebError:
        return
    assert all(hit.url and hit.title for hit in hits)
