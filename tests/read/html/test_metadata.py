"""What a page says of itself."""

import pytest

from tests.promises import promise
from tests.read.responses import URL, page

OG = "<meta property='og:title' content='Of the graph'>"
TWITTER = "<meta name='twitter:title' content='Of the bird'>"
TITLE = "<title> Of \n the page </title>"


@promise("read.metadata.title-order")
@pytest.mark.parametrize(
    ("head", "title"),
    [
        (TITLE + TWITTER + OG, "Of the graph"),
        (TITLE + TWITTER, "Of the bird"),
        (TITLE, "Of the page"),
        (TITLE + "<meta property='og:title' content='  '>", "Of the page"),
        ("<svg><title>Icon</title></svg>" + TITLE, "Of the page"),
        ("", URL),
    ],
)
def test_the_title_is_the_first_of_its_sources(head: str, title: str) -> None:
    assert page(f"{head}<p>words</p>").title == title


META = "<meta property='article:published_time' content='2026-03-01T10:00:00+02:00'>"
JSON_LD = '<script type="application/ld+json">{"@graph":[{"datePublished":"2026-03-02"}]}</script>'
TIME = "<time datetime='2026-03-03'>March 3</time>"
CHANGED = "<meta property='article:modified_time' content='2026-03-09'>"


@promise("read.metadata.date-order")
@pytest.mark.parametrize(
    ("head", "day", "origin"),
    [
        (CHANGED + TIME + JSON_LD + META, "2026-03-01", "meta"),
        (CHANGED + TIME + JSON_LD, "2026-03-02", "json-ld"),
        (CHANGED + "<i itemprop=datePublished content=2026-03-04></i>" + TIME, "2026-03-04",
         "itemprop"),
        (CHANGED + TIME, "2026-03-03", "time"),
        (CHANGED, "2026-03-09", "modified"),
        ("<meta name=date content='some day'>" + TIME, "2026-03-03", "time"),
    ],
)  # fmt: skip
def test_the_date_is_the_first_of_its_sources(head: str, day: str, origin: str) -> None:
    document = page(f"{head}<p>words</p>")

    assert document.published is not None
    assert document.published.date().isoformat() == day
    assert document.date_origin == origin


@promise("read.metadata.date-order")
def test_a_page_without_a_date_has_none() -> None:
    document = page("<p>In 1999 it rained.</p>")

    assert (document.published, document.modified, document.date_origin) == (None, None, "")


@promise("read.metadata.says-what-the-page-says")
def test_the_page_is_taken_at_its_word() -> None:
    document = page(
        "<html lang='de-AT'><meta property=og:site_name content='Das Tal'>"
        "<meta name=author content='A. Berger'><meta name=Description content='Vom  Fluss'>"
        "<link rel='canonical' href='/fluss'>"
        "<a rel='license nofollow' href='//cc.test/by/4.0/'>CC</a>"
        '<script type="application/ld+json">{"isAccessibleForFree":"False"}</script><p>Wort</p>'
    )

    assert document.language == "de"
    assert document.site == "Das Tal"
    assert document.author == "A. Berger"
    assert document.description == "Vom Fluss"
    assert document.canonical_url == "https://site.test/fluss"
    assert document.licence == "https://cc.test/by/4.0/"
    assert document.is_free is False


@promise("read.metadata.says-what-the-page-says")
def test_the_author_of_json_ld_counts_when_no_meta_names_one() -> None:
    document = page(
        "<meta property='article:author' content='https://site.test/berger'>"
        '<script type="application/ld+json">[{"author":[{"name":"B. Auer"}]}]</script><p>Wort</p>'
    )

    assert document.author == "B. Auer"


@promise("read.metadata.says-what-the-page-says")
def test_a_page_that_names_no_language_is_listened_to() -> None:
    words = "Der Fluss entspringt in den Bergen und fließt durch ein weites Tal bis zur Stadt. "

    assert page(f"<p>{words * 3}</p>").language == "de"


@promise("read.metadata.says-what-the-page-says")
@pytest.mark.parametrize(
    "script", ["{", "[1,2", '{"author": {"name": 5}}', "null", "\ud800", '{"author":[[]]}']
)
def test_broken_json_ld_does_no_harm(script: str) -> None:
    markup = f'<script type="application/ld+json">{script}</script><p>words</p>'

    assert page(markup.encode("utf-8", "replace").decode()).author == ""
