"""URLs: the one WHATWG parse of the project, and the two keys made from it.

Rule: whoever needs a part of a URL takes it from `WebUrl`. Two parsers that disagree about the
host are how a guard is passed: the guard reads one name and the socket dials another.
`identity_url` names a source and folds only what cannot change the page; `dedupe_key` folds what
hardly ever does, and so only compares hits.
Method: WHATWG URL Standard (ada), Public Suffix List.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

import can_ada
from publicsuffixlist import PublicSuffixList

from citewell.model.errors import ErrorCode, Refused

MAX_URL_CHARS = 8_192
"""Characters; what common servers accept. Longer URLs carry payloads, not pages"""

DEFAULT_PORTS = {"http": 80, "https": 443}

FOLDED_LABELS = frozenset({"www", "m", "amp"})
"""Labels below the registrable domain that only pick a rendering of the same page"""

FOLDED_SEGMENTS = frozenset(
    {"", "amp"}
    | {
        f"index.{ending}"
        for ending in ("html", "htm", "shtml", "xhtml", "php", "asp", "aspx", "jsp")
    }
    | {f"default.{ending}" for ending in ("html", "htm", "asp", "aspx")}
)
"""Last path segments that name the page already named by the path before them"""

TRACKING_PARAMETERS = frozenset(
    """_branch_match_id _ga _gl _hsenc _hsmi _openstat amp at_campaign at_medium cmpid dclid
    epik fbclid gad_source gbraid gclid gclsrc guccounter guce_referrer guce_referrer_sig
    hsctatracking igsh igshid li_fat_id mc_cid mc_eid mkt_tok msclkid ns_campaign
    ns_linkname ns_mchannel ns_source oly_anon_id oly_enc_id rb_clickid ref_src ref_url
    s_cid srsltid ttclid twclid vero_id wbraid wickedid wt.mc_id wt_mc yclid ysclid""".split()
)
"""Query parameters, lower case, that say where the reader came from, never which page it is"""

TRACKING_PREFIXES = ("utm_", "pk_", "piwik_", "mtm_", "matomo_")

_ENDS = "".join(map(chr, range(0x21)))
_CONTROL = re.compile(r"[\x00-\x1f]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
# Not after a stray per cent sign: there a decoded digit would make a new escape.
_ESCAPE = re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~\-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class WebUrl:
    """An http or https URL in canonical form, without credentials and without fragment."""

    href: str
    scheme: str
    host: str
    """ASCII (punycode), lower case, no brackets, no trailing dot"""
    port: int
    """The effective port: the scheme's own where the URL names none"""
    path: str
    query: str
    """Without the question mark; "" when there is none"""

    @property
    def origin(self) -> str:
        """`scheme://host[:port]`, the default port left out."""
        return f"{self.scheme}://{self.host_header}"

    @property
    def host_header(self) -> str:
        """The Host header: IPv6 in brackets, the default port left out."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == DEFAULT_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def is_ip_literal(self) -> bool:
        """Whether the host is an address, in whichever spelling it was written."""
        return _is_address(self.host)

    @property
    def target(self) -> str:
        """Path and query, as the request line carries them."""
        return f"{self.path}?{self.query}" if self.query else self.path


def parse_url(url: str, *, base: str | None = None) -> WebUrl:
    """Read a URL as a browser would, and refuse what is no plain web address.

    Args:
        url: absolute, or relative to `base`; blanks and controls at the ends are ignored.
        base: the absolute URL that a relative one is resolved against.

    Raises:
        WebError: `invalid_url`, `unsupported_scheme`, `credentials_in_url`.
    """
    text = _vetted(url)
    parsed = _whatwg(text if base is None else _join(text, parse_url(base)))
    scheme = parsed.protocol.removesuffix(":")
    if scheme not in DEFAULT_PORTS:
        raise Refused(ErrorCode.UNSUPPORTED_SCHEME, f"Only http and https are read, not {scheme}.")
    if parsed.username or parsed.password:
        raise Refused(ErrorCode.CREDENTIALS_IN_URL, "The URL carries a user name or a password.")
    return _web_url(parsed, scheme)


def identity_url(url: str) -> str:
    """The canonical form that names a source: same page, same string; idempotent.

    Lower-case scheme, IDNA host, no default port, no fragment. Raises as `parse_url`.
    """
    return parse_url(url).href


def source_id(url: str) -> str:
    """`src_` and 24 hex digits of the SHA-256 of `identity_url`. Raises as `parse_url`."""
    return "src_" + hashlib.sha256(identity_url(url).encode()).hexdigest()[:24]


def dedupe_key(url: str) -> str:
    """The form under which two hits count as one page; for comparing, not for fetching; idempotent.

    Folds the scheme, `www.` `m.` `amp.`, index files, `/amp`, the trailing slash, tracking
    parameters and the spelling of percent escapes. Ordinary parameters stay, in order.
    Raises as `parse_url`.
    """
    parsed = parse_url(url)
    host = f"[{parsed.host}]" if ":" in parsed.host else _folded_host(parsed.host)
    port = "" if parsed.port in DEFAULT_PORTS.values() else f":{parsed.port}"
    query = _ordinary(parsed.query)
    return f"https://{host}{port}{_folded_path(parsed.path)}{'?' if query else ''}{query}"


def site(host: str) -> str:
    """The registrable domain of a host (`news.bbc.co.uk` → `bbc.co.uk`).

    An address and a bare public suffix are their own site.
    """
    name = host.lower().strip("[]").removesuffix(".")
    if _is_address(name):
        return name
    return _suffixes().privatesuffix(name) or name


def _vetted(url: str) -> str:
    text = url.strip(_ENDS)
    if len(text) > MAX_URL_CHARS:
        raise Refused(ErrorCode.INVALID_URL, f"The URL has over {MAX_URL_CHARS:,} characters.")
    # The standard drops tabs and newlines silently. Nobody writes them but those who want two
    # readers of one URL to see two hosts.
    if _CONTROL.search(text):
        raise Refused(ErrorCode.INVALID_URL, "The URL has control characters inside.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused(ErrorCode.INVALID_URL, "The URL is not valid Unicode.") from None
    return text


def _whatwg(text: str) -> can_ada.URL:
    try:
        return can_ada.parse(text)
    except ValueError:
        raise Refused(ErrorCode.INVALID_URL, "The URL is malformed.") from None


def _web_url(parsed: can_ada.URL, scheme: str) -> WebUrl:
    host = parsed.hostname.strip("[]").removesuffix(".")
    # "1.2.3.4.." is a name to the standard, and would be an address once its dots were taken off.
    if not host or host.startswith(".") or ".." in host or host.endswith("."):
        raise Refused(ErrorCode.INVALID_URL, "The host of the URL has an empty label.")
    url = WebUrl(
        href="",
        scheme=scheme,
        host=host,
        port=int(parsed.port) if parsed.port else DEFAULT_PORTS[scheme],
        path=parsed.pathname,
        query=parsed.search.removeprefix("?"),
    )
    return WebUrl(
        href=url.origin + url.target,
        scheme=url.scheme,
        host=url.host,
        port=url.port,
        path=url.path,
        query=url.query,
    )


def _join(text: str, base: WebUrl) -> str:
    """Make a relative URL absolute; dot segments are left to the parse that follows."""
    scheme = _SCHEME.match(text)
    if scheme:
        rest = text[scheme.end() :]
        # "http:page" under an http base is relative, says the standard: there is no host in it.
        if scheme[1].lower() != base.scheme or rest[:1] in ("/", "\\"):
            return text
        text = rest
    cut = min((at for at in (text.find("?"), text.find("#")) if at >= 0), default=len(text))
    path, tail = text[:cut].replace("\\", "/"), text[cut:]
    if path.startswith("//"):
        return f"{base.scheme}:{path}{tail}"
    if path.startswith("/"):
        return base.origin + path + tail
    if path:
        return base.origin + base.path[: base.path.rfind("/") + 1] + path + tail
    return (base.origin + base.path if tail.startswith("?") else base.href) + tail


def _is_address(host: str) -> bool:
    # The parse has made every numeric spelling a dotted quad, and refuses other numeric endings.
    return ":" in host or host.rpartition(".")[2].isdecimal()


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def _folded_host(host: str) -> str:
    domain = site(host)
    # Only left of the registrable domain: m.co.uk is somebody's own name.
    below = host.removesuffix(domain).removesuffix(".").split(".")
    kept = [label for label in below if label and label not in FOLDED_LABELS]
    return ".".join([*kept, domain])


def _folded_path(path: str) -> str:
    segments = [_escapes(segment) for segment in path.split("/")[1:]]
    while segments and segments[-1].lower() in FOLDED_SEGMENTS:
        segments.pop()
    first = next((n for n, name in enumerate(segments) if name.lower() != "amp"), len(segments))
    return "".join(f"/{segment}" for segment in segments[first:])


def _ordinary(query: str) -> str:
    pairs = [_escapes(pair) for pair in query.split("&") if pair]
    return "&".join(pair for pair in pairs if not _is_tracking(pair))


def _is_tracking(pair: str) -> bool:
    name = unquote(pair.partition("=")[0]).lower()
    return name in TRACKING_PARAMETERS or name.startswith(TRACKING_PREFIXES)


def _escapes(text: str) -> str:
    """Upper-case percent escapes, and none for characters that need none (RFC 3986, 6.2.2)."""
    return _ESCAPE.sub(lambda found: _unescaped(found[0]), text)


def _unescaped(escape: str) -> str:
    char = chr(int(escape[1:], 16))
    return char if _UNRESERVED.fullmatch(char) else escape.upper()
