"""The provider `wikipedia`, beside its golden cases."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.config import ProviderConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Query, Request, Response
from citewell.plugins.providers.wikipedia import PROVIDER, edition, parameters, parse
from tests.promises import promise

QUERY = Query(text="solar eclipse")


class Refusing:
    """A door that notes what it is asked and refuses it."""

    def __init__(self) -> None:
        self.urls: list[str] = []

    async def __call__(self, request: Request) -> Response:
        self.urls.append(request.url)
        raise WebError.of(ErrorCode.TIMEOUT, "too slow")


@promise("plugins.wikipedia.edition-is-the-querys-language")
@pytest.mark.parametrize(
    ("language", "code"),
    [(None, "en"), ("de", "de"), ("pt-BR", "pt"), ("nb", "no"), ("JA", "ja"), ("", "en")],
)
def test_a_language_has_its_edition(language: str | None, code: str) -> None:
    assert edition(language) == code


@promise("plugins.wikipedia.edition-is-the-querys-language")
@given(language=st.text(max_size=8))
def test_no_language_leads_to_another_host(language: str) -> None:
    assert edition(language).replace("-", "").isalpha()
    assert edition(language).isascii()


@promise("plugins.wikipedia.an-error-is-never-empty")
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("maxlag", ErrorCode.RATE_LIMITED),
        ("ratelimited", ErrorCode.RATE_LIMITED),
        ("readapidenied", ErrorCode.HTTP_FORBIDDEN),
        ("badvalue", ErrorCode.PROVIDER_UNAVAILABLE),
    ],
)
def test_an_error_in_the_body_is_raised_and_says_whether_to_try_again(
    name: str, code: ErrorCode
) -> None:
    body = json.dumps({"error": {"code": name, "info": "because"}}).encode()

    with pytest.raises(WebError) as raised:
        parse(body, QUERY)

    assert raised.value.code == code
    assert raised.value.retryable == (code == ErrorCode.RATE_LIMITED)


def test_brackets_without_end_are_no_answer() -> None:
    with pytest.raises(WebError) as raised:
        parse(b"[" * 200_000, QUERY)

    assert raised.value.code == ErrorCode.PROVIDER_UNAVAILABLE


@promise("plugins.wikipedia.snippets-are-plain-text")
def test_a_snippet_loses_its_tags_and_line_breaks_and_keeps_its_marks() -> None:
    snippet = 'a <span class="searchmatch">solar</span>\n &lt;b&gt; &amp; <br/>more'
    page = {"title": "T", "canonicalurl": "https://en.wikipedia.org/wiki/T", "snippet": snippet}
    body = json.dumps({"query": {"pages": [page]}}).encode()

    (hit,) = parse(body, QUERY).hits

    assert hit.snippet == "a solar <b> & more"


def test_a_long_query_is_cut_to_what_the_service_takes() -> None:
    asked = parameters(Query(text="x" * 301, page=3))

    assert (len(asked["gsrsearch"]), asked["gsroffset"]) == (300, "20")


@promise("plugins.wikipedia.an-operators-wiki-is-asked-instead")
@pytest.mark.parametrize(
    ("endpoint", "asked"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/w/api.php"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/w/api.php"),
        ("https://wiki.example/api.php", "https://wiki.example/api.php"),
        ("https://wiki.example/{edition}/api.php", "https://wiki.example/de/api.php"),
    ],
)
async def test_an_operators_wiki_is_asked_instead(endpoint: str, asked: str) -> None:
    mirror = PROVIDER.configured(ProviderConfig(endpoint=endpoint))
    door = Refusing()

    with pytest.raises(WebError):
        await mirror.search(Query(text="tram", language="de"), door)

    assert [url.partition("?")[0] for url in door.urls] == [asked]


@pytest.mark.parametrize(
    ("endpoint", "declared"),
    [
        ("https://{edition}.wiki.example", "https://*.wiki.example"),
        ("https://wiki.example/{edition}/w/api.php", "https://*.wikipedia.org"),
    ],
)
def test_editions_on_hosts_of_their_own_are_declared(endpoint: str, declared: str) -> None:
    mirror = PROVIDER.configured(ProviderConfig(endpoint=endpoint))

    assert mirror.endpoints == (declared,)


def test_without_an_endpoint_the_provider_stays_as_it_is() -> None:
    assert PROVIDER.configured(ProviderConfig()) is PROVIDER


KEYS = st.sampled_from(
    "error code query pages title canonicalurl fullurl snippet extract index pageprops "
    "batchcomplete".split()
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@promise("plugins.wikipedia.an-error-is-never-empty")
@given(answer=JSON)
def test_any_json_is_hits_or_an_error_with_a_code(answer: Any) -> None:
    try:
        hits = parse(json.dumps(answer).encode(), QUERY).hits
    except WebError:
        return
    assert all(hit.url and hit.title for hit in hits)


def test_a_snippet_that_is_a_row_of_brackets_takes_linear_time() -> None:
    page = {
        "title": "T",
        "canonicalurl": "https://en.wikipedia.org/wiki/T",
        "snippet": "<" * 500_000,
    }
    body = json.dumps({"batchcomplete": True, "query": {"pages": [page]}}).encode()

    [hit] = parse(body, Query(text="t")).hits

    assert hit.title == "T"
