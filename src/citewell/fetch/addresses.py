"""Which IP addresses are the public web.

Rule: pure; IPv4 is open but for the closed blocks, IPv6 is closed but for global unicast less its
holes. Not `ipaddress.is_global`: its answers changed between Python releases, and it calls
64:ff9b::7f00:1, the loopback behind NAT64, global. What cannot be read is not public.
Method: IANA special-purpose registries (RFC 6890 and successors), clouds' own documentation.
"""

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

CLOSED_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT; one cloud's metadata is 100.100.100.200
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's platform channel: public by number only
        "169.254.0.0/16",  # link-local; most clouds' metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; one cloud's metadata is 192.0.0.192
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112: whatever answers may be our own network
        "192.52.193.0/24",  # multicast tunnels (AMT)
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/3",  # multicast, reserved, broadcast
    )
)

OPEN_V6 = IPv6Network("2000::/3")
"""Global unicast. Loopback, compatible, translated, unique-local (a metadata address is
fd00:ec2::254), link-local, site-local, multicast and 5f00::/16 all lie outside it"""

CLOSED_V6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments: Teredo, ORCHID, benchmarking and their kin
        "2001:db8::/32",  # documentation
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)

MAPPED = IPv6Network("::ffff:0:0/96")
NAT64 = IPv6Network("64:ff9b::/96")
SIX_TO_FOUR = IPv6Network("2002::/16")
ISATAP_MARKS = (b"\x00\x00\x5e\xfe", b"\x02\x00\x5e\xfe")
"""Bytes 8 to 11 of an address that tunnels to an IPv4 one (RFC 5214)"""


def is_public(address: str) -> bool:
    """Say whether an IP literal is a public unicast host.

    Mapped, NAT64 and 6to4 forms are judged by the IPv4 address inside them.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return _open_v4(ip) if isinstance(ip, IPv4Address) else _open_v6(ip)


def _open_v4(ip: IPv4Address) -> bool:
    return not any(ip in block for block in CLOSED_V4)


def _open_v6(ip: IPv6Address) -> bool:
    # A zone names a link of the local host, whatever the address.
    if ip.scope_id is not None:
        return False
    inner = _inner_v4(ip)
    if inner is not None:
        return _open_v4(inner)
    if ip not in OPEN_V6 or ip.packed[8:12] in ISATAP_MARKS:
        return False
    return not any(ip in block for block in CLOSED_V6)


def _inner_v4(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that packets to this one end up at, or None."""
    if ip in MAPPED or ip in NAT64:
        return IPv4Address(ip.packed[12:])
    if ip in SIX_TO_FOUR:
        return IPv4Address(ip.packed[2:6])
    return None
