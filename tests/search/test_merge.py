"""One list of hits from many, and the pages to read of it."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.values import Filters, Hit, Outcome, ProviderReply, Query, SearchResponse
from citewell.search import Answered, Ask, merge, reading_list
from tests.promises import promise

TODAY = date(2026, 11, 30)


def hit(url: str, rank: int = 1, *, snippet: str = "", on: datetime | None = None) -> Hit:
    return Hit(
        url=url, title=url, snippet=snippet, provider="p", query="q", rank=rank, published=on
    )


def answered(*hits: Hit) -> Answered:
    """A provider's reply with these hits."""
    return Answered(
        ask=Ask(provider="p", query=Query(text="q")),
        reply=ProviderReply(hits=hits),
        outcome=Outcome(operation="search", target="p", query="q", count=len(hits)),
    )


def ranked(*urls: str) -> Answered:
    """A reply with these pages at ranks 1, 2, 3 …"""
    return answered(*(hit(url, rank) for rank, url in enumerate(urls, start=1)))


def merged(*replies: Answered, filters: Filters | None = None) -> SearchResponse:
    return merge(replies, filters or Filters(), today=TODAY)


def urls(hits: Sequence[Hit]) -> list[str]:
    return [one.url for one in hits]


@promise("search.merge.one-page-is-one-hit")
def test_the_same_page_under_three_addresses_is_one_hit_with_the_best_rank() -> None:
    replies = [
        answered(hit("http://www.a.example/amp?utm_source=x#t", 3, snippet="the longest of all")),
        answered(hit("https://a.example/index.html", 1, snippet="short")),
        answered(hit("https://m.a.example/", 2, snippet="")),
    ]

    response = merged(*replies)

    assert urls(response.hits) == ["https://a.example/index.html"]
    assert (response.hits[0].rank, response.hits[0].snippet) == (1, "the longest of all")


@promise("search.merge.ordinary-parameters-are-kept")
def test_pages_that_differ_by_an_ordinary_parameter_are_two_hits() -> None:
    response = merged(ranked("https://a.example/p?id=1", "https://a.example/p?id=2"))

    assert len(response.hits) == 2


def test_one_reply_with_a_page_twice_has_it_once() -> None:
    response = merged(
        ranked("https://a.example/", "https://a.example/", "https://a.example:443/#x")
    )

    assert urls(response.hits) == ["https://a.example/"]


@promise("search.merge.lists-are-interleaved")
def test_lists_are_interleaved_by_rank_in_the_order_of_the_plan() -> None:
    response = merged(
        ranked("https://a1.example/", "https://a2.example/"),
        ranked("https://b1.example/", "https://b2.example/"),
    )

    assert urls(response.hits) == [
        "https://a1.example/",
        "https://b1.example/",
        "https://a2.example/",
        "https://b2.example/",
    ]


@promise("search.merge.agreement-rises")
def test_a_page_that_two_lists_hold_rises_above_either_first() -> None:
    response = merged(
        ranked("https://a.example/", "https://both.example/"),
        ranked("https://b.example/", "https://both.example/"),
    )

    assert urls(response.hits)[0] == "https://both.example/"


@promise("search.merge.an-unusable-hit-costs-no-other")
@pytest.mark.parametrize("url", ["ftp://a.example/", "magnet:?xt=1", "http://", "", "https://a b/"])
def test_a_hit_without_a_web_address_is_skipped(url: str) -> None:
    response = merged(ranked(url, "https://a.example/"))

    assert urls(response.hits) == ["https://a.example/"]
    assert response.filtered == 0


@promise("search.filters.blocked-wins")
def test_a_domain_both_allowed_and_blocked_is_blocked_and_counted() -> None:
    filters = Filters(allowed_domains=("a.example",), blocked_domains=("a.example",))

    response = merged(ranked("https://a.example/", "https://www.a.example/1"), filters=filters)

    assert (response.hits, response.filtered) == ((), 2)


@promise("search.filters.subdomains-belong")
def test_an_allowed_domain_admits_what_lies_below_it_and_nothing_that_looks_like_it() -> None:
    filters = Filters(allowed_domains=("a.example", "bücher.example"))
    pages = [
        "https://a.example/",
        "https://deep.news.a.example/",
        "https://nota.example/",
        "https://a.example.evil.example/",
        "https://www.xn--bcher-kva.example/",
    ]

    response = merged(ranked(*pages), filters=filters)

    assert urls(response.hits) == [pages[0], pages[1], pages[4]]
    assert response.filtered == 2


@promise("search.filters.undated-is-dropped-and-counted")
def test_days_are_inclusive_and_undated_hits_are_dropped_and_counted() -> None:
    filters = Filters(after=date(2026, 4, 1), before=date(2026, 4, 2))
    east = timezone(timedelta(hours=9))
    reply = answered(
        hit("https://early.example/", 1, on=datetime(2026, 3, 31, 23, 59, tzinfo=UTC)),
        hit("https://first.example/", 2, on=datetime(2026, 4, 1, tzinfo=UTC)),
        hit("https://last.example/", 3, on=datetime(2026, 4, 2, 23, 59, tzinfo=UTC)),
        hit("https://still-last.example/", 4, on=datetime(2026, 4, 3, 8, tzinfo=east)),
        hit("https://late.example/", 5, on=datetime(2026, 4, 3, tzinfo=UTC)),
        hit("https://undated.example/", 6),
    )

    response = merged(reply, filters=filters)

    assert urls(response.hits) == [
        "https://first.example/",
        "https://last.example/",
        "https://still-last.example/",
    ]
    assert response.filtered == 3


@promise("search.filters.a-time-range-is-a-hint")
def test_a_time_range_drops_what_is_older_and_keeps_what_is_undated() -> None:
    reply = answered(
        hit("https://week.example/", 1, on=datetime(2026, 11, 23, tzinfo=UTC)),
        hit("https://older.example/", 2, on=datetime(2026, 11, 22, tzinfo=UTC)),
        hit("https://undated.example/", 3),
    )

    response = merged(reply, filters=Filters(time_range="week"))

    assert urls(response.hits) == ["https://week.example/", "https://undated.example/"]
    assert response.filtered == 1


def test_every_outcome_is_kept_in_order() -> None:
    replies = (ranked("https://a.example/"), ranked(), ranked("https://b.example/"))

    assert merged(*replies).outcomes == tuple(one.outcome for one in replies)


@promise("search.reading.each-site-before-any-twice")
def test_each_site_is_read_once_before_any_is_read_twice() -> None:
    pages = [
        *(f"https://www{n}.news.example/{n}" for n in range(1, 5)),
        "https://b.example/",
        *(f"https://news.example/{n}" for n in range(5, 7)),
        "https://c.example/",
    ]

    chosen = reading_list([hit(page) for page in pages], 5)

    assert urls(chosen) == [
        pages[0],
        "https://b.example/",
        "https://c.example/",
        pages[1],
        pages[2],
    ]


PAGES = st.sampled_from([f"https://{host}.example/{page}" for host in "abc" for page in "12"])
REPLIES = st.lists(st.lists(PAGES, max_size=6), max_size=4)


@given(replies=REPLIES)
def test_merging_holds_every_page_once_and_reading_loses_none(replies: list[list[str]]) -> None:
    response = merged(*(ranked(*pages) for pages in replies))

    assert sorted(urls(response.hits)) == sorted({page for pages in replies for page in pages})
    assert sorted(urls(reading_list(response.hits, 99))) == sorted(urls(response.hits))
