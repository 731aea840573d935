import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.model.errors import ErrorCode, WebError
from citewell.text.urls import (
    MAX_URL_CHARS,
    dedupe_key,
    identity_url,
    parse_url,
    site,
    source_id,
)
from tests.promises import promise

PARTS = st.text(alphabet="aZ09-._~%/?#&=:@ é図amp.html", max_size=30)


@promise("text.urls.one-canonical-form-names-a-source")
def test_case_default_port_and_fragment_do_not_change_the_source() -> None:
    odd, plain = "HTTP://Site.Test:80/a?b=1#frag", "http://site.test/a?b=1"

    assert identity_url(odd) == plain
    assert source_id(odd) == source_id(plain)
    assert source_id(odd).startswith("src_")
    assert len(source_id(odd)) == 28


@promise("text.urls.one-canonical-form-names-a-source")
def test_a_host_in_letters_is_named_in_idna() -> None:
    assert parse_url("http://bücher.test/").host == "xn--bcher-kva.test"


@promise("text.urls.one-canonical-form-names-a-source")
@given(PARTS)
def test_the_identity_of_an_identity_is_itself(rest: str) -> None:
    once = identity_url("http://site.test/" + rest)

    assert identity_url(once) == once


@promise("text.urls.odd-spellings-of-an-address-are-the-address")
@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f.1",
        "017700000001",
        "127.1",
        "%31%32%37.0.0.1",
        "\u2460\u2461\u2466.\u24ea.\u24ea.\u2460",
        "\uff11\uff12\uff17\u30020.0.1",
        "127.0.0.1.",
        "127\u200b.0.0.1",
    ],
)
def test_a_disguised_loopback_address_is_read_as_one(host: str) -> None:
    url = parse_url(f"http://{host}/")

    assert url.host == "127.0.0.1"
    assert url.is_ip_literal


@promise("text.urls.odd-spellings-of-an-address-are-the-address")
def test_the_trailing_dot_of_a_host_is_kept_out() -> None:
    assert parse_url("http://localhost./").href == "http://localhost/"
    assert parse_url("http://localhost%2e/").host == "localhost"


@promise("text.urls.odd-spellings-of-an-address-are-the-address")
def test_a_backslash_ends_the_host_as_in_a_browser() -> None:
    assert parse_url("http://10.0.0.5\\@public.test/").host == "10.0.0.5"


@promise("text.urls.only-http-and-https")
@pytest.mark.parametrize(
    "url",
    ["ftp://site.test/a", "file:///etc/hosts", "javascript:1", "data:text/html,x", "ws://a.test/"],
)
def test_another_scheme_is_unsupported(url: str) -> None:
    with pytest.raises(WebError) as raised:
        parse_url(url)

    assert raised.value.code is ErrorCode.UNSUPPORTED_SCHEME


@promise("text.urls.malformed-is-refused")
@pytest.mark.parametrize(
    "url",
    [
        "not a url",
        "",
        "http://",
        "http:///",
        "//site.test/",
        "http://999.1.1.1/",
        "http://4294967297/",
        "http://[::1/",
        "http://[fe80::1%25lo]/",
        "http://./",
        "http://1.2.3.4../",
        "http://a..test/",
        "http://site.test:65536/",
        "http://site.test\n/",
        "ht\ttp://site.test/",
        "http://site.test/\x00a",
        "http://site.test/\r\nHost: other.test",
        "http://site.test/\ud800",
        "http://site.test/" + "a" * MAX_URL_CHARS,
    ],
)
def test_what_is_no_url_is_invalid(url: str) -> None:
    with pytest.raises(WebError) as raised:
        parse_url(url)

    assert raised.value.code is ErrorCode.INVALID_URL


def test_blanks_at_the_ends_are_not_part_of_a_url() -> None:
    assert parse_url(" \n http://site.test/a\t").href == "http://site.test/a"


@promise("text.urls.no-credentials")
@pytest.mark.parametrize(
    "url",
    ["http://user:pw@site.test/", "http://user@127.0.0.1:80@site.test/", "http://:pw@a.test/"],
)
def test_a_url_with_credentials_is_refused(url: str) -> None:
    with pytest.raises(WebError) as raised:
        parse_url(url)

    assert raised.value.code is ErrorCode.CREDENTIALS_IN_URL


@promise("text.urls.host-header-is-exact")
def test_the_host_header_has_brackets_and_no_default_port() -> None:
    assert parse_url("https://[2001:4860::1]/").host_header == "[2001:4860::1]"
    assert parse_url("http://h.test:80/").host_header == "h.test"
    assert parse_url("http://[2001:4860::1]:8080/").host_header == "[2001:4860::1]:8080"
    assert parse_url("https://h.test:80/").origin == "https://h.test:80"


def test_the_request_target_is_path_and_query_alone() -> None:
    url = parse_url("https://h.test/a b?q=é#part")

    assert url.target == "/a%20b?q=%C3%A9"
    assert url.port == 443
    assert parse_url("https://h.test/?").target == "/"


@pytest.mark.parametrize(
    ("relative", "absolute"),
    [
        ("c", "http://h.test/a/c"),
        ("../c?x=1#f", "http://h.test/c?x=1"),
        ("/c", "http://h.test/c"),
        ("?y=2", "http://h.test/a/b?y=2"),
        ("#f", "http://h.test/a/b?q=1"),
        ("//other.test/c", "http://other.test/c"),
        ("\\\\other.test\\c", "http://other.test/c"),
        ("http:c", "http://h.test/a/c"),
        ("https:c.test/", "https://c.test/"),
        ("https://other.test/c", "https://other.test/c"),
        ("c?to=http://x.test/../d", "http://h.test/a/c?to=http://x.test/../d"),
        ("", "http://h.test/a/b?q=1"),
    ],
)
def test_a_relative_url_is_resolved_against_its_base(relative: str, absolute: str) -> None:
    assert parse_url(relative, base="http://h.test/a/b?q=1#x").href == absolute


def test_a_relative_url_cannot_smuggle_another_scheme() -> None:
    with pytest.raises(WebError) as raised:
        parse_url("javascript:alert(1)", base="http://h.test/")

    assert raised.value.code is ErrorCode.UNSUPPORTED_SCHEME


@promise("text.urls.renderings-of-a-page-are-one-hit")
@pytest.mark.parametrize(
    "url",
    [
        "http://www.a.test/amp?utm_source=x#t",
        "https://m.a.test/",
        "https://a.test/index.html",
        "http://a.test:80/amp/index.php?fbclid=1&gclid=2",
        "https://www.m.a.test//",
    ],
)
def test_renderings_of_a_home_page_share_one_key(url: str) -> None:
    assert dedupe_key(url) == "https://a.test"


@promise("text.urls.renderings-of-a-page-are-one-hit")
def test_a_mobile_label_inside_the_host_is_folded() -> None:
    assert dedupe_key("https://en.m.wikipedia.org/wiki/X") == "https://en.wikipedia.org/wiki/X"


def test_a_registered_name_that_looks_like_a_label_is_kept() -> None:
    assert dedupe_key("http://m.co.uk/") == "https://m.co.uk"


@promise("text.urls.ordinary-parameters-tell-pages-apart")
def test_ordinary_parameters_stay_in_order() -> None:
    assert dedupe_key("https://a.test/p?id=1") != dedupe_key("https://a.test/p?id=2")
    assert dedupe_key("https://a.test/p?b=1&utm_x=2&a=3") == "https://a.test/p?b=1&a=3"


@promise("text.urls.renderings-of-a-page-are-one-hit")
@given(PARTS)
def test_the_key_of_a_key_is_itself(rest: str) -> None:
    once = dedupe_key("http://www.site.test/" + rest)

    assert dedupe_key(once) == once


def test_the_spelling_of_escapes_is_folded_without_making_new_ones() -> None:
    assert dedupe_key("https://a.test/%7euser/%c3%a9") == "https://a.test/~user/%C3%A9"
    assert dedupe_key("https://a.test/%%34%31") == dedupe_key("https://a.test/%%341")
    assert dedupe_key("https://a.test/%%341") == "https://a.test/%%341"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("news.bbc.co.uk", "bbc.co.uk"),
        ("A.B.Example.ORG.", "example.org"),
        ("co.uk", "co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "::1"),
        ("localhost", "localhost"),
    ],
)
def test_a_site_is_the_registrable_domain(host: str, expected: str) -> None:
    assert site(host) == expected
