"""Redirects: vetted, counted, resolved, and stripped of what is not theirs."""

import pytest

from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode
from citewell.model.values import Request
from tests.fetch.doorway import page, refusal
from tests.loopback import LoopbackWeb, RawReply, RawRequest, html, redirect
from tests.promises import promise

METADATA = "http://169.254.169.254/latest/"
OTHER = "93.184.216.35"


@promise("fetch.redirect.every-hop-is-vetted")
@pytest.mark.parametrize(
    "location",
    [
        METADATA,
        "http://127.0.0.1/",
        "http://0x7f.1/",
        "//127.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
    ],
)
async def test_a_redirect_to_a_private_address_is_refused_without_a_connection(
    location: str, web: LoopbackWeb
) -> None:
    web.host("pub.example", redirect(location))
    for address in ("169.254.169.254", "127.0.0.1", "::1"):
        web.private(address)

    assert await refusal(web, "http://pub.example/a") == ErrorCode.BLOCKED_ADDRESS
    assert web.connections == {"93.184.216.34": 1}


@promise("fetch.redirect.every-hop-is-vetted")
async def test_a_chain_over_two_public_hosts_into_the_metadata_is_refused(
    web: LoopbackWeb,
) -> None:
    web.host("pub.example", redirect("http://two.example/"))
    web.host("two.example", redirect(METADATA), address=OTHER)
    web.private("169.254.169.254")

    assert await refusal(web, "http://pub.example/a") == ErrorCode.BLOCKED_ADDRESS
    assert [request.name for request in web.requests] == ["pub.example", "two.example"]
    assert web.connections["169.254.169.254"] == 0


@promise("fetch.redirect.every-hop-is-vetted")
async def test_a_redirect_to_a_name_that_resolves_privately_is_refused_after_one_request(
    web: LoopbackWeb,
) -> None:
    web.host("pub.example", redirect("http://inner.example/"))
    web.private("10.0.0.5")
    web.answers("inner.example", ["10.0.0.5"])

    assert await refusal(web, "http://pub.example/a") == ErrorCode.BLOCKED_ADDRESS
    assert len(web.requests) == 1
    assert web.connections["10.0.0.5"] == 0


@promise("fetch.redirect.every-hop-is-vetted")
async def test_a_redirect_back_to_a_name_that_has_turned_private_is_refused(
    web: LoopbackWeb,
) -> None:
    web.host("turning.example", redirect("http://turning.example/again"))
    web.private("127.0.0.1")
    web.answers("turning.example", ["93.184.216.34"], ["127.0.0.1"])

    # Every redirect closes its connection, so that each hop is looked up and vetted anew.
    assert await refusal(web, "http://turning.example/") == ErrorCode.BLOCKED_ADDRESS
    assert web.connections == {"93.184.216.34": 1}


@promise("fetch.redirect.every-hop-is-vetted")
@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("http://pub.example:22/", ErrorCode.BLOCKED_PORT),
        ("file:///etc/hosts", ErrorCode.UNSUPPORTED_SCHEME),
        ("javascript:alert(1)", ErrorCode.UNSUPPORTED_SCHEME),
        ("http://a:b@pub.example/", ErrorCode.CREDENTIALS_IN_URL),
        ("http://", ErrorCode.INVALID_URL),
    ],
)
async def test_a_redirect_to_what_no_page_may_be_is_refused(
    location: str, code: ErrorCode, web: LoopbackWeb
) -> None:
    web.host("pub.example", redirect(location))

    assert await refusal(web, "http://pub.example/") == code
    assert len(web.requests) == 1


@promise("fetch.redirect.a-relative-location-is-resolved")
@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/next", "/next"),
        ("next", "/a/next"),
        ("../next?x=1#here", "/next?x=1"),
        ("?page=2", "/a/b?page=2"),
        ("//site.example/next", "/next"),
        ("/caf\u00e9", "/caf%C3%A9"),
    ],
)
async def test_a_relative_location_is_resolved_against_the_page_that_sent_it(
    location: str, target: str, web: LoopbackWeb
) -> None:
    async def handler(request: RawRequest) -> RawReply:
        return redirect(location) if request.target == "/a/b" else html("landed")

    web.host("site.example", handler)

    response = await page(web, "http://site.example/a/b")

    assert web.requests[1].target == target
    assert response.final_url == f"http://site.example{target}"
    assert response.url == "http://site.example/a/b"
    assert [(hop.url, hop.status) for hop in response.redirects] == [(response.url, 302)]
    assert dict(response.redirects[0].headers)["location"]


@promise("fetch.redirect.no-location-is-an-error")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_without_a_location_is_an_error(status: int, web: LoopbackWeb) -> None:
    web.host("site.example", redirect(None, status))

    assert await refusal(web, "http://site.example/") == ErrorCode.HTTP_ERROR


def _countdown(web: LoopbackWeb, hops: int) -> str:
    """A site whose page redirects so many times; its address."""

    async def handler(request: RawRequest) -> RawReply:
        left = int(request.target.strip("/"))
        return redirect(f"/{left - 1}") if left else html("landed")

    web.host("site.example", handler)
    return f"http://site.example/{hops}"


@promise("fetch.redirect.the-limit-is-exact")
@pytest.mark.parametrize("limit", [0, 1, 5])
async def test_as_many_redirects_as_are_allowed_are_followed(limit: int, web: LoopbackWeb) -> None:
    url = _countdown(web, limit)

    response = await page(web, url, FetchConfig(max_redirects=limit))

    assert response.body == b"landed"
    assert len(response.redirects) == limit


@promise("fetch.redirect.the-limit-is-exact")
@pytest.mark.parametrize("limit", [0, 1, 5])
async def test_one_redirect_more_is_the_limit(limit: int, web: LoopbackWeb) -> None:
    url = _countdown(web, limit + 1)

    code = await refusal(web, url, FetchConfig(max_redirects=limit))

    assert code == ErrorCode.REDIRECT_LIMIT
    assert len(web.requests) == limit + 1


@promise("fetch.redirect.the-limit-is-exact")
async def test_a_page_that_redirects_to_itself_ends_at_the_limit(web: LoopbackWeb) -> None:
    web.host("site.example", redirect("/loop"))

    assert await refusal(web, "http://site.example/loop") == ErrorCode.REDIRECT_LIMIT
    assert len(web.requests) == 6


@promise("fetch.redirect.never-from-https-to-http")
async def test_a_page_leads_from_https_to_http_only_when_a_person_named_it(
    web: LoopbackWeb,
) -> None:
    web.host("site.example", redirect("http://site.example/"), tls=True)
    web.host("site.example", html("plain"))

    code = await refusal(web, "https://site.example/")
    named = await page(web, Request(url="https://site.example/", named_by_user=True))

    assert code == ErrorCode.INSECURE_REDIRECT
    assert named.body == b"plain"


async def test_a_page_leads_from_http_to_https_freely(web: LoopbackWeb) -> None:
    web.host("site.example", redirect("https://site.example/", 301))
    web.host("site.example", html("over TLS"), tls=True)

    response = await page(web, "http://site.example/")

    assert response.final_url == "https://site.example/"


@promise("fetch.redirect.secrets-stay-with-their-origin")
async def test_secret_headers_stay_with_their_origin_and_do_not_come_back(
    web: LoopbackWeb,
) -> None:
    async def handler(request: RawRequest) -> RawReply:
        leads = {"/": redirect("/same"), "/same": redirect("http://other.example/")}
        return leads.get(request.target, html("home again"))

    web.host("site.example", handler)
    web.host("other.example", redirect("http://site.example/back"), address=OTHER)
    headers = (("Authorization", "Bearer token"),)

    await page(web, Request(url="http://site.example/", secret_headers=headers))

    sent = [(request.target, request.header("authorization")) for request in web.requests]
    assert sent == [
        ("/", "Bearer token"),
        ("/same", "Bearer token"),
        ("/", ""),
        ("/back", ""),
    ]
