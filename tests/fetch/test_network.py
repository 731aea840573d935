"""Connections: which address, which name, which certificate."""

import asyncio
import ssl
from pathlib import Path

import anyio
import httpcore2
import pytest

from citewell.fetch.doors import open_doors
from citewell.fetch.network import Network, system_tls
from citewell.model.clock import frozen_clock
from citewell.model.config import FetchConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Request
from tests.fetch.doorway import AT, page, refusal
from tests.loopback import PUBLIC, LoopbackWeb, html
from tests.promises import promise

V6 = "2606:2800:220:1:248:1893:25c8:1946"


@promise("fetch.connect.the-next-vetted-address-is-tried")
async def test_an_ipv6_address_that_does_not_answer_gives_way_to_the_ipv4_one(
    web: LoopbackWeb,
) -> None:
    web.host("dual.example", html("by v4"))
    web.answers("dual.example", [V6, PUBLIC])
    web.dead(V6)

    response = await page(web, "http://dual.example/")

    assert response.body == b"by v4"
    assert web.lookups["dual.example"] == 1


@promise("fetch.connect.the-next-vetted-address-is-tried")
async def test_a_host_of_which_no_address_answers_is_connection_failed(web: LoopbackWeb) -> None:
    web.answers("down.example", [V6, PUBLIC])
    web.dead(V6)
    web.dead(PUBLIC)

    assert await refusal(web, "http://down.example/") == ErrorCode.CONNECTION_FAILED


async def test_an_address_that_swallows_the_attempt_costs_its_own_limit_only(
    web: LoopbackWeb,
) -> None:
    web.host("dual.example", html("by v4"))
    web.answers("dual.example", [V6, PUBLIC])

    async def dial(address: str, port: int, timeout_s: float) -> httpcore2.AsyncNetworkStream:
        if address == V6:
            raise httpcore2.ConnectTimeout
        return await web.dial(address, port, timeout_s)

    network = Network(resolve=web.resolve, dial=dial, tls=web.tls)
    with anyio.fail_after(5):
        async with open_doors(FetchConfig(), clock=frozen_clock(AT), network=network) as doors:
            response = await doors.page(Request(url="http://dual.example/"))

    assert response.body == b"by v4"


@promise("fetch.connect.tls-and-host-speak-the-name")
async def test_tls_and_host_speak_the_name_while_the_connection_speaks_the_address(
    web: LoopbackWeb,
) -> None:
    web.host("site.example", html("over TLS"), tls=True)

    response = await page(web, "https://site.example:443/a?b=1#c")

    assert response.body == b"over TLS"
    assert web.server_names == ["site.example"]
    assert web.requests[0].header("host") == "site.example"
    assert web.requests[0].target == "/a?b=1"


@promise("fetch.connect.tls-and-host-speak-the-name")
@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://h.example:80/", "h.example"),
        ("http://h.example:8080/", "h.example:8080"),
        ("http://[2606:2800:220:1:248:1893:25c8:1946]/", f"[{V6}]"),
        ("http://[2606:2800:220:1:248:1893:25C8:1946]:8080/", f"[{V6}]:8080"),
        ("http://93.184.216.34/", PUBLIC),
    ],
)
async def test_the_host_header_has_brackets_for_ipv6_and_no_default_port(
    url: str, host: str, web: LoopbackWeb
) -> None:
    for port in (80, 8080):
        web.host("h.example", html("page"), address=V6 if "[" in url else PUBLIC, port=port)

    await page(web, url, FetchConfig(allowed_ports=(80, 8080)))

    assert web.requests[0].header("host") == host


async def test_a_name_in_another_script_is_sent_as_its_ascii_form(web: LoopbackWeb) -> None:
    web.host("xn--bcher-kva.example", html("Bücher"), tls=True)

    await page(web, "https://Bücher.example/")

    assert web.requests[0].header("host") == "xn--bcher-kva.example"
    assert web.server_names == ["xn--bcher-kva.example"]


@promise("fetch.connect.a-certificate-that-is-not-good-is-tls-failed")
async def test_a_certificate_for_another_name_is_tls_failed(web: LoopbackWeb) -> None:
    web.host("site.example", html("secret"), tls=True, certificate_for="other.example")

    assert await refusal(web, "https://site.example/") == ErrorCode.TLS_FAILED
    assert web.requests == []


@promise("fetch.connect.a-certificate-that-is-not-good-is-tls-failed")
async def test_a_certificate_of_an_authority_that_nobody_trusts_is_tls_failed(
    web: LoopbackWeb,
) -> None:
    web.host("site.example", html("secret"), tls=True)
    network = Network(resolve=web.resolve, dial=web.dial)

    with anyio.fail_after(5), pytest.raises(WebError) as raised:
        async with open_doors(FetchConfig(), clock=frozen_clock(AT), network=network) as doors:
            await doors.page(Request(url="https://site.example/"))

    assert raised.value.code == ErrorCode.TLS_FAILED


@promise("fetch.connect.a-certificate-that-is-not-good-is-tls-failed")
async def test_a_host_that_speaks_no_tls_is_tls_failed(web: LoopbackWeb) -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    web.stream_host("plain.example", plain, port=443)

    assert await refusal(web, "https://plain.example/") == ErrorCode.TLS_FAILED


@pytest.mark.parametrize(
    "config", [FetchConfig(connect_timeout_s=0.05), FetchConfig(page_deadline_s=0.05)]
)
async def test_a_handshake_that_never_ends_is_a_timeout_and_leaves_nothing_open(
    config: FetchConfig, web: LoopbackWeb
) -> None:
    closed = anyio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        closed.set()

    web.stream_host("silent.example", silent, port=443)

    assert await refusal(web, "https://silent.example/", config) == ErrorCode.TIMEOUT
    with anyio.fail_after(5):
        await closed.wait()


async def test_the_trust_store_named_by_the_environment_is_used(
    web: LoopbackWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.host("site.example", html("inside"), tls=True)
    web.authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    network = Network(resolve=web.resolve, dial=web.dial)

    with anyio.fail_after(5):
        async with open_doors(FetchConfig(), clock=frozen_clock(AT), network=network) as doors:
            response = await doors.page(Request(url="https://site.example/"))

    assert response.body == b"inside"


def test_the_system_s_trust_verifies_names() -> None:
    context = system_tls()

    assert context.verify_mode == ssl.CERT_REQUIRED
    assert context.check_hostname
