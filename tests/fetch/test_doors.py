"""The two doors: what each admits, what each sends, and how long each waits."""

import re
from collections.abc import Sequence

import anyio
import pytest

from citewell.fetch.doors import open_doors, origin_matches
from citewell.fetch.network import Network
from citewell.model.clock import frozen_clock
from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Request, Response
from tests.fetch.doorway import AT, opened, page, refusal
from tests.loopback import LoopbackWeb, RawReply, RawRequest, html, redirect
from tests.promises import promise

SITE = "http://site.example/"
SEARX = "http://127.0.0.1:8888"
OTHER = "93.184.216.35"


async def ask(
    web: LoopbackWeb,
    request: str | Request,
    endpoints: Sequence[str],
    configured: Sequence[str] = (),
) -> Response:
    """Send one request through a provider's door."""
    asked = Request(url=request) if isinstance(request, str) else request
    with anyio.fail_after(5):
        async with opened(web) as doors:
            return await doors.api(endpoints, configured)(asked)


async def ask_refused(
    web: LoopbackWeb, url: str, endpoints: Sequence[str], configured: Sequence[str] = ()
) -> ErrorCode:
    """The code that a provider's request fails with."""
    with pytest.raises(WebError) as raised:
        await ask(web, url, endpoints, configured)
    return raised.value.code


@promise("fetch.manners.the-name-is-honest")
async def test_the_door_says_who_asks_and_what_is_welcome(web: LoopbackWeb) -> None:
    web.host("site.example", html("page"))

    await page(web, SITE, FetchConfig(contact="https://operator.example/bot"))

    [request] = web.requests
    agent = request.header("user-agent")
    assert re.fullmatch(r"citewell/\S+ \(\+https://operator\.example/bot\)", agent)
    assert "text/html" in request.header("accept")
    assert "text/markdown;q=" in request.header("accept")
    assert request.header("accept-language") == "*"
    assert [name for name, _ in request.headers] == [
        "host",
        "user-agent",
        "accept",
        "accept-language",
        "accept-encoding",
    ]


@promise("fetch.manners.the-name-is-honest")
@pytest.mark.parametrize("name", ["User-Agent", "cookie", "HOST", "Content-Length", "Range", "é"])
@pytest.mark.parametrize("field", ["headers", "secret_headers"])
async def test_a_request_cannot_set_what_is_the_door_s_own(
    name: str, field: str, web: LoopbackWeb
) -> None:
    web.host("site.example", html("page"))
    headers = ((name, "Mozilla/5.0"),)
    request = Request(url=SITE, **{field: headers})  # type: ignore[arg-type]

    assert await refusal(web, request) == ErrorCode.INVALID_REQUEST
    assert web.connections.total() == 0


async def test_a_header_that_would_smuggle_another_is_refused(web: LoopbackWeb) -> None:
    web.host("site.example", html("page"))
    request = Request(url=SITE, headers=(("x-key", "a\r\ncookie: b"),))

    assert await refusal(web, request) == ErrorCode.INVALID_REQUEST
    assert web.requests == []


async def test_a_request_may_say_what_it_accepts(web: LoopbackWeb) -> None:
    web.host("site.example", html("page"))

    await page(web, Request(url=SITE, headers=(("accept", "application/json"),)))

    assert web.requests[0].header("accept") == "application/json"
    assert [name for name, _ in web.requests[0].headers].count("accept") == 1


@promise("fetch.manners.no-cookies")
async def test_no_cookie_is_sent_back_to_the_host_that_set_it(web: LoopbackWeb) -> None:
    async def handler(request: RawRequest) -> RawReply:
        cookie = ("set-cookie", "id=1; Path=/")
        if request.target == "/":
            return RawReply(status=302, headers=(("location", "/page"), cookie))
        return RawReply(headers=(("content-type", "text/html"), cookie), body=b"page")

    web.host("site.example", handler)

    with anyio.fail_after(5):
        async with opened(web) as doors:
            await doors.page(Request(url=SITE))
            await doors.page(Request(url=SITE))

    assert len(web.requests) == 4
    assert [request.header("cookie") for request in web.requests] == [""] * 4


@promise("fetch.manners.one-host-is-asked-by-few-at-a-time")
async def test_one_host_is_asked_by_two_at_a_time_and_another_is_not_held_up(
    web: LoopbackWeb,
) -> None:
    inside, peak, open_up = 0, 0, anyio.Event()

    async def crowded(request: RawRequest) -> RawReply:
        nonlocal inside, peak
        inside += 1
        peak = max(peak, inside)
        await open_up.wait()
        inside -= 1
        return html("page")

    web.host("site.example", crowded)
    web.host("other.example", html("other"), address=OTHER)

    with anyio.fail_after(5):
        async with opened(web) as doors, anyio.create_task_group() as readers:
            for n in range(5):
                readers.start_soon(doors.page, Request(url=f"{SITE}{n}"))
            await doors.page(Request(url="http://other.example/"))
            open_up.set()

    assert peak == 2
    assert len(web.requests) == 6


@pytest.mark.parametrize(
    "request_", [Request(url=SITE, method="POST"), Request(url=SITE, body=b"x")]
)
async def test_a_page_is_only_ever_got(request_: Request, web: LoopbackWeb) -> None:
    web.host("site.example", html("page"))

    assert await refusal(web, request_) == ErrorCode.INVALID_REQUEST


@promise("fetch.deadline.covers-the-chain")
async def test_one_deadline_covers_all_redirects(web: LoopbackWeb) -> None:
    async def slow(request: RawRequest) -> RawReply:
        await anyio.sleep(0.15)
        return redirect("/again")

    web.host("site.example", slow)

    assert await refusal(web, SITE, FetchConfig(page_deadline_s=0.4)) == ErrorCode.TIMEOUT
    assert 1 < len(web.requests) < 5


@promise("fetch.deadline.covers-the-chain")
async def test_a_resolver_that_never_answers_is_a_timeout(web: LoopbackWeb) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        await anyio.sleep_forever()
        return []

    config, network = FetchConfig(page_deadline_s=0.1), Network(resolve=resolve, dial=web.dial)
    with anyio.fail_after(5), pytest.raises(WebError) as raised:
        async with open_doors(config, clock=frozen_clock(AT), network=network) as doors:
            await doors.page(Request(url=SITE))

    assert raised.value.code == ErrorCode.TIMEOUT


@promise("fetch.deadline.a-caller-who-gives-up-is-obeyed")
async def test_a_caller_who_gives_up_is_obeyed_and_the_host_is_free_again(
    web: LoopbackWeb,
) -> None:
    async def stuck(request: RawRequest) -> RawReply:
        if request.target == "/stuck":
            await anyio.sleep_forever()
        return html("page")

    web.host("site.example", stuck)

    with anyio.fail_after(5):
        async with opened(web, FetchConfig(connections_per_host=1)) as doors:
            with anyio.move_on_after(0.1) as gave_up:
                await doors.page(Request(url=f"{SITE}stuck"))
            response = await doors.page(Request(url=SITE))

    assert gave_up.cancelled_caught
    assert response.body == b"page"


@promise("fetch.api.reaches-declared-origins-only")
@pytest.mark.parametrize(
    ("origin", "pattern", "matches"),
    [
        ("https://en.wikipedia.org", "https://*.wikipedia.org", True),
        ("https://en.wikipedia.org", "https://en.wikipedia.org", True),
        ("https://en.m.wikipedia.org", "https://*.wikipedia.org", False),
        ("https://wikipedia.org", "https://*.wikipedia.org", False),
        ("https://evil.example", "https://*.wikipedia.org", False),
        ("https://en.wikipedia.org.evil.example", "https://*.wikipedia.org", False),
        ("https://enxwikipedia.org", "https://*.wikipedia.org", False),
        ("http://en.wikipedia.org", "https://*.wikipedia.org", False),
        ("https://en.wikipedia.org:8443", "https://*.wikipedia.org", False),
        ("https://en.wikipedia.org:8443", "https://*.wikipedia.org:8443", True),
    ],
)
def test_a_star_stands_for_one_label(origin: str, pattern: str, matches: bool) -> None:
    assert origin_matches(origin, pattern) == matches


@promise("fetch.api.reaches-declared-origins-only")
async def test_a_provider_reaches_the_origins_that_it_declares(web: LoopbackWeb) -> None:
    web.host("en.wiki.example", html("found"), tls=True)

    response = await ask(web, "https://en.wiki.example/w/api.php?q=a", ["https://*.wiki.example/"])

    assert response.body == b"found"


@promise("fetch.api.reaches-declared-origins-only")
@pytest.mark.parametrize(
    "url", [SITE, "https://en.wiki.example:444/", "http://en.wiki.example/", f"{SEARX}/"]
)
async def test_a_provider_reaches_no_other_origin(url: str, web: LoopbackWeb) -> None:
    web.host("site.example", html("page"))
    web.host("en.wiki.example", html("page"), port=444)
    web.private("127.0.0.1", port=8888)

    code = await ask_refused(web, url, ["https://*.wiki.example"])

    assert code == ErrorCode.BLOCKED_ADDRESS
    assert web.lookups.total() == web.connections.total() == 0


@promise("fetch.api.reaches-declared-origins-only")
@pytest.mark.parametrize("location", [SITE, f"{SEARX}/", "http://127.0.0.1/", "//127.0.0.1/"])
async def test_a_redirect_leads_a_provider_to_no_other_origin(
    location: str, web: LoopbackWeb
) -> None:
    web.host("api.example", redirect(location), address=OTHER)
    web.host("site.example", html("page"))
    web.private("127.0.0.1")
    web.private("127.0.0.1", port=8888)

    code = await ask_refused(web, "http://api.example/", ["http://api.example"], [SEARX])

    assert code == ErrorCode.BLOCKED_ADDRESS
    assert web.connections == {OTHER: 1}


@promise("fetch.api.reaches-declared-origins-only")
async def test_a_declared_name_that_resolves_privately_is_refused(web: LoopbackWeb) -> None:
    web.private("10.0.0.5")
    web.answers("api.example", ["10.0.0.5"])

    code = await ask_refused(web, "http://api.example/", ["http://api.example"])

    assert code == ErrorCode.BLOCKED_ADDRESS
    assert web.connections.total() == 0


@promise("fetch.api.reaches-declared-origins-only")
async def test_a_provider_reaches_a_private_origin_that_the_operator_named(
    web: LoopbackWeb,
) -> None:
    web.private("127.0.0.1", port=8888)
    web.host("searx.lan", redirect("/found"), address="10.0.0.5", port=8080)

    named = await ask(web, f"{SEARX}/search?q=a", [], [f"{SEARX}/"])
    code = await ask_refused(web, "http://searx.lan:8080/", [], ["http://searx.lan:8080"])

    assert named.body == b"secret"
    assert code == ErrorCode.REDIRECT_LIMIT
    assert web.connections["10.0.0.5"] > 0


@promise("fetch.page.never-reaches-a-configured-endpoint")
@pytest.mark.parametrize("allowed_ports", [(80, 443), (80, 443, 8888)])
async def test_no_page_reaches_an_endpoint_that_the_operator_configured(
    allowed_ports: tuple[int, ...], web: LoopbackWeb
) -> None:
    web.private("127.0.0.1", port=8888)
    web.host("pub.example", redirect(f"{SEARX}/search"), address=OTHER)

    with anyio.fail_after(5):
        async with opened(web, FetchConfig(allowed_ports=allowed_ports)) as doors:
            # The connection that the provider leaves open behind it must be of no use to a page.
            await doors.api([], [SEARX])(Request(url=f"{SEARX}/search"))
            for url in (f"{SEARX}/search", "http://pub.example/"):
                with pytest.raises(WebError) as raised:
                    await doors.page(Request(url=url))
                assert raised.value.code in {ErrorCode.BLOCKED_ADDRESS, ErrorCode.BLOCKED_PORT}

    assert [request.target for request in web.requests if request.name == "127.0.0.1"] == [
        "/search"
    ]


async def test_a_provider_posts_its_body_with_its_length(web: LoopbackWeb) -> None:
    web.host("api.example", html("done"))
    headers = (("content-type", "application/json"),)

    await ask(
        web,
        Request(url="http://api.example/", method="POST", body=b'{"q": 1}', headers=headers),
        ["http://api.example"],
    )

    [request] = web.requests
    assert (request.method, request.body) == ("POST", b'{"q": 1}')
    assert request.header("content-type") == "application/json"


@promise("fetch.redirect.a-post-becomes-a-get")
@pytest.mark.parametrize(
    ("status", "method", "body"),
    [
        (301, "GET", b""),
        (302, "GET", b""),
        (303, "GET", b""),
        (307, "POST", b"q=1"),
        (308, "POST", b"q=1"),
    ],
)
async def test_a_redirected_post_becomes_a_get_or_stays_whole(
    status: int, method: str, body: bytes, web: LoopbackWeb
) -> None:
    async def handler(request: RawRequest) -> RawReply:
        return redirect("/done", status) if request.target == "/" else html("done")

    web.host("api.example", handler)
    headers = (("content-type", "application/x-www-form-urlencoded"),)

    await ask(
        web,
        Request(url="http://api.example/", method="POST", body=b"q=1", headers=headers),
        ["http://api.example"],
    )

    second = web.requests[1]
    assert (second.method, second.body) == (method, body)
    assert bool(second.header("content-type")) == bool(body)
    assert bool(second.header("content-length")) == bool(body)


def test_an_endpoint_that_is_no_origin_is_refused_when_the_door_is_made() -> None:
    async def main() -> None:
        async with open_doors(FetchConfig(), clock=frozen_clock(AT)) as doors:
            with pytest.raises(WebError) as raised:
                doors.api(["wikipedia.org"])
            assert raised.value.code == ErrorCode.INVALID_URL

    anyio.run(main)
