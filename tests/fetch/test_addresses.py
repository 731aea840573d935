"""Which addresses are the public web."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.fetch.addresses import CLOSED_V4, is_public
from tests.promises import promise

PUBLIC = """1.1.1.1 8.8.8.8 93.184.216.34 9.255.255.255 11.0.0.0 100.63.255.254 100.128.0.1
126.255.255.254 128.0.0.1 169.253.1.1 169.255.0.1 172.15.0.1 172.32.0.1 192.0.1.1 192.169.1.1
198.17.255.254 198.20.0.1 223.255.255.1 168.63.129.15 168.63.129.17
2606:2800:220:1:248:1893:25c8:1946 2a00:1450:4001:82b::200e 2001:4860::1 2001:200::1 3ffe::1
::ffff:9.9.9.9 64:ff9b::808:808 2002:808:808::1""".split()

NOT_PUBLIC = """0.0.0.0 0.1.2.3 10.0.0.5 100.64.0.1 100.100.100.200 100.127.255.254 127.0.0.1
127.255.255.254 168.63.129.16 169.254.169.254 172.16.0.1 172.20.0.1 172.31.255.255 192.0.0.8
192.0.0.192 192.0.2.1 192.88.99.1 192.168.255.1 198.18.0.1 198.19.255.254 198.51.100.7
203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::10.0.0.1 ::8.8.8.8 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::a00:1
64:ff9b::7f00:1 64:ff9b:1::808:808 100::1 2001::1 2001:0:1::1 2001:2::1 2001:10::1 2001:20::1
2001:db8::1 2002:a00:1:: 2002:7f00:1::1 3fff::1 4000::1 5f00::1 fc00::1 fd00::5 fd00:ec2::254
fe80::5 fec0::5 feff::1 ff02::1 ff0e::1 2606:4700::5efe:8.8.8.8 2606:4700::200:5efe:808:808
fe80::1%eth0 2606:4700::1%1""".split()

NO_ADDRESSES = ["", "abc", "999.1.1.1", "1.2.3", "0x7f.1", "010.0.0.1", "8.8.8.8 ", "8.8.8.8/32"]


@promise("fetch.address.only-public-unicast-is-public")
@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_passes(address: str) -> None:
    assert is_public(address)


@promise("fetch.address.only-public-unicast-is-public")
@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_off_the_public_web_does_not_pass(address: str) -> None:
    assert not is_public(address)


@promise("fetch.address.what-cannot-be-read-is-not-public")
@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_what_is_no_address_does_not_pass(text: str) -> None:
    assert not is_public(text)


@given(st.ip_addresses(v=4))
def test_a_form_that_carries_an_address_is_judged_as_that_address(
    inner: ipaddress.IPv4Address,
) -> None:
    number = int(inner)
    forms = [
        f"::ffff:{inner}",
        f"64:ff9b::{inner}",
        f"2002:{number >> 16:x}:{number & 0xFFFF:x}::1",
    ]

    assert {is_public(form) for form in forms} == {is_public(str(inner))}


@given(st.ip_addresses())
def test_what_the_standard_library_calls_private_is_never_public(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    # One way only: the library lets through what we refuse, never the other way round, but for
    # 6to4 and NAT64 forms, which are the address inside them.
    if is_public(str(address)):
        carries = isinstance(address, ipaddress.IPv6Address) and (
            address.ipv4_mapped
            or address.sixtofour
            or address in ipaddress.ip_network("64:ff9b::/96")
        )
        assert carries or address.is_global


def test_no_closed_block_hides_inside_another() -> None:
    pairs = [(a, b) for a in CLOSED_V4 for b in CLOSED_V4 if a is not b and a.subnet_of(b)]

    assert pairs == []
