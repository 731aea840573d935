"""Where a request may go, seen from the page door and from a server that counts."""

import anyio
import pytest

from citewell.fetch.guard import looked_up
from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode, Unreachable
from citewell.model.values import Request
from tests.fetch.doorway import opened, page, refusal
from tests.loopback import PUBLIC, LoopbackWeb, html
from tests.promises import promise

BLOCKED = ErrorCode.BLOCKED_ADDRESS

ODD_SPELLINGS = [
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://127.1/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://017700000001/",
    "http://%31%32%37.0.0.1/",
    "http://①②⑦.0.0.1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[::127.0.0.1]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://localhost/",
    "http://localhost./",
    "http://LOCALHOST/",
    "http://127.0.0.1./",
    "http://192.0.0.192/",
    "http://0/",
    "http://0.0.0.0/",
    "http:127.0.0.1/",
    "http:\\\\127.0.0.1\\",
]


@promise("fetch.guard.an-odd-spelling-is-judged-by-where-it-leads")
@pytest.mark.parametrize("url", ODD_SPELLINGS)
async def test_an_odd_spelling_of_loopback_is_refused_without_a_connection(
    url: str, web: LoopbackWeb
) -> None:
    for address in ("127.0.0.1", "0.0.0.0", "::1", "192.0.0.192"):
        web.private(address)
    web.answers("localhost", ["127.0.0.1", "::1"])

    assert await refusal(web, url) == BLOCKED
    assert web.connections.total() == 0
    assert web.strays == []


@promise("fetch.guard.an-odd-spelling-is-judged-by-where-it-leads")
async def test_an_address_before_the_at_sign_is_never_contacted(web: LoopbackWeb) -> None:
    web.host("pub.example", html("public"))
    web.private("127.0.0.1")

    code = await refusal(web, "http://user@127.0.0.1:80@pub.example/")

    assert code == ErrorCode.CREDENTIALS_IN_URL
    assert web.connections.total() == 0


@promise("fetch.guard.one-private-answer-refuses-the-name")
@pytest.mark.parametrize("answers", [(PUBLIC, "10.0.0.5"), ("10.0.0.5", PUBLIC), ("::1", PUBLIC)])
async def test_a_name_with_one_private_answer_among_several_is_refused_without_a_connection(
    answers: tuple[str, ...], web: LoopbackWeb
) -> None:
    web.host("mixed.example", html("public"))
    web.private("10.0.0.5")
    web.private("::1")
    web.answers("mixed.example", answers)

    assert await refusal(web, "http://mixed.example/") == BLOCKED
    assert web.connections.total() == 0


@promise("fetch.guard.one-look-up-for-one-connection")
async def test_a_name_that_turns_private_on_its_second_look_up_was_only_asked_once(
    web: LoopbackWeb,
) -> None:
    web.host("turning.example", html("public"))
    web.private("127.0.0.1")
    web.answers("turning.example", [PUBLIC], ["127.0.0.1"])

    response = await page(web, "http://turning.example/")

    assert response.body == b"public"
    assert web.lookups["turning.example"] == 1
    assert web.connections == {PUBLIC: 1}


@promise("fetch.guard.one-look-up-for-one-connection")
async def test_a_name_that_turned_private_is_refused_at_its_next_connection(
    web: LoopbackWeb,
) -> None:
    web.host("turning.example", html("public"))
    web.private("127.0.0.1")
    web.answers("turning.example", [PUBLIC], ["127.0.0.1"])
    await page(web, "http://turning.example/")

    assert await refusal(web, "http://turning.example/") == BLOCKED
    assert web.connections == {PUBLIC: 1}


async def test_an_open_connection_is_used_again_whatever_the_name_says_by_then(
    web: LoopbackWeb,
) -> None:
    web.host("turning.example", html("public"))
    web.private("127.0.0.1")
    web.answers("turning.example", [PUBLIC], ["127.0.0.1"])
    request = Request(url="http://turning.example/")

    with anyio.fail_after(5):
        async with opened(web) as doors:
            await doors.page(request)
            again = await doors.page(request)

    assert again.body == b"public"
    assert web.connections == {PUBLIC: 1}


@promise("fetch.guard.a-name-without-an-address-is-dns-failed")
async def test_a_name_without_an_address_is_dns_failed(web: LoopbackWeb) -> None:
    web.answers("empty.example", [])

    assert await refusal(web, "http://empty.example/") == ErrorCode.DNS_FAILED
    assert await refusal(web, "http://unknown.example/") == ErrorCode.DNS_FAILED
    assert web.strays == []


@pytest.mark.parametrize("host", ["10.0.0.5,site.example", "*.site.example", "a!b.example"])
async def test_a_name_that_no_host_can_have_is_never_looked_up(host: str, web: LoopbackWeb) -> None:
    web.answers(host, [PUBLIC])

    assert await refusal(web, f"http://{host}/") == ErrorCode.DNS_FAILED
    assert web.lookups.total() == 0


async def test_a_name_that_no_resolver_can_be_asked_is_dns_failed() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        raise UnicodeError("label too long")

    with pytest.raises(Unreachable) as raised:
        await looked_up("a" * 64 + ".example", 80, resolve)

    assert raised.value.code == ErrorCode.DNS_FAILED


@promise("fetch.guard.only-allowed-ports")
async def test_a_port_that_is_not_allowed_is_refused_before_a_look_up(web: LoopbackWeb) -> None:
    web.host("site.example", html("cache"), port=6379)

    assert await refusal(web, "http://site.example:6379/") == ErrorCode.BLOCKED_PORT
    assert web.lookups.total() == 0


@promise("fetch.guard.only-allowed-ports")
async def test_a_port_that_was_allowed_is_open(web: LoopbackWeb) -> None:
    web.host("site.example", html("eighty eighty"), port=8080)

    response = await page(
        web, "http://site.example:8080/", FetchConfig(allowed_ports=(80, 443, 8080))
    )

    assert response.body == b"eighty eighty"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", ErrorCode.INVALID_URL),
        ("not a url", ErrorCode.INVALID_URL),
        ("http://", ErrorCode.INVALID_URL),
        ("ftp://site.example/a", ErrorCode.UNSUPPORTED_SCHEME),
        ("file:///etc/hosts", ErrorCode.UNSUPPORTED_SCHEME),
        ("http://user:word@site.example/", ErrorCode.CREDENTIALS_IN_URL),
    ],
)
async def test_what_is_no_plain_web_address_is_refused(
    url: str, code: ErrorCode, web: LoopbackWeb
) -> None:
    assert await refusal(web, url) == code
    assert web.lookups.total() == 0
