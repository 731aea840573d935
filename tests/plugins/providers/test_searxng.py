"""The provider `searxng`, beside its golden cases."""

import json
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.config import ProviderConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Query, Request, Response
from citewell.plugins.providers.searxng import PROVIDER, parse
from tests.promises import promise

QUERY = Query(text="my illness")
INSTANCE = PROVIDER.configured(ProviderConfig(endpoint="http://127.0.0.1:8888"))


class Refusing:
    """A door that notes what it is asked and refuses it."""

    def __init__(self, code: ErrorCode) -> None:
        self.asked: list[Request] = []
        self.code = code

    async def __call__(self, request: Request) -> Response:
        self.asked.append(request)
        raise WebError.of(self.code, "no")


@promise("plugins.searxng.the-query-is-posted")
async def test_the_query_stands_in_the_body_and_not_in_the_address() -> None:
    door = Refusing(ErrorCode.TIMEOUT)

    with pytest.raises(WebError):
        await INSTANCE.search(QUERY, door)

    [request] = door.asked
    assert (request.method, request.url) == ("POST", "http://127.0.0.1:8888/search")
    assert parse_qs(request.body.decode())["q"] == ["my illness"]


@promise("plugins.searxng.json-switched-off-is-misconfigured")
async def test_json_switched_off_says_which_setting_mends_it() -> None:
    with pytest.raises(WebError) as caught:
        await INSTANCE.search(QUERY, Refusing(ErrorCode.HTTP_FORBIDDEN))

    assert caught.value.code is ErrorCode.PROVIDER_MISCONFIGURED
    # The message is the remedy: without these two words nobody finds the setting.
    assert "formats" in caught.value.message
    assert "json" in caught.value.message


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("http://127.0.0.1:8888/", "http://127.0.0.1:8888/search"),
        ("https://find.example/searxng", "https://find.example/searxng/search"),
        ("https://find.example/search", "https://find.example/search"),
    ],
)
def test_an_instance_is_named_by_its_base_or_by_its_search(given: str, asked: str) -> None:
    assert PROVIDER.configured(ProviderConfig(endpoint=given)).endpoint == asked


@given(body=st.binary(max_size=200))
def test_any_bytes_are_hits_or_an_error_with_a_code(body: bytes) -> None:
    try:
        hits = parse(body, QUERY).hits
    except WebError:
        return
    assert all(hit.url and hit.title for hit in hits)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(results=JSON, engines=JSON)
def test_any_json_is_hits_or_an_error_with_a_code(results: object, engines: object) -> None:
    body = json.dumps({"results": results, "unresponsive_engines": engines}).encode()
    try:
        hits = parse(body, QUERY).hits
    except WebError:
        return
    assert all(hit.url and hit.title for hit in hits)
