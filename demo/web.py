"""The demo web as a whole: which hosts there are, what each answers, and what does not answer.

Everything is https but for the hosts of the old days. A path that nobody wrote is a 404.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from urllib.parse import urlsplit

import anyio

from demo.furniture import dressed
from demo.lookup import Entry, Lookup
from demo.pages import Page, files, pages
from demo.services import by_language, encyclopedia, metasearch, news
from tests.loopback import LoopbackWeb, RawReply, RawRequest

Service = Callable[[Lookup, RawRequest], RawReply]

PLAIN_HTTP = frozenset({"ozera.example", "yamanobori.example", "www.steelandsky.example"})
SLOW = "sleepy.example"
"""Takes the request and never answers"""

MEDIA_TYPES: Mapping[str, str] = {".html": "text/html; charset=utf-8", ".pdf": "application/pdf"}

HEADER_SAYS_NO_CHARSET = frozenset({"yamanobori.example"})
"""There, only the page itself names its charset"""

ABOUT_VACCINES = "at what temperature should vaccines be stored"

LISTED = (
    Entry(
        url="https://guidelines.example/files/vaccine-storage-guideline.pdf",
        title="Guideline: storage of vaccines",
        snippet="Vaccines shall be stored between +2 °C and +8 °C unless the leaflet of the "
        "product says otherwise.",
        language="en",
        text=ABOUT_VACCINES,
    ),
    Entry(
        url="https://checkpoint.example/vaccines/temperature",
        title="Vaccines and temperature",
        snippet="The right temperature for your vaccines, explained in one minute.",
        language="en",
        text=ABOUT_VACCINES,
    ),
    Entry(
        url="https://portal.example/app/vaccines",
        title="Health portal",
        snippet="Topics, calendar and advice.",
        language="en",
        text=ABOUT_VACCINES,
    ),
    Entry(
        url="https://oldlinks.example/vaccines/storage-temperature.htm",
        title="Leaflet 12: the refrigerator",
        snippet="How to look after the refrigerator in which vaccines are kept.",
        language="en",
        text=ABOUT_VACCINES,
    ),
    Entry(
        url=f"https://{SLOW}/health/vaccine-refrigerator",
        title="Choosing a vaccine refrigerator",
        snippet="Glass doors are handsome and let the warmth in.",
        language="en",
        text=ABOUT_VACCINES,
    ),
    Entry(
        url="https://meadow.example/garden/bees-and-flowers",
        title="Bees and flowers: what the dance is for",
        snippet="Why a colony sends most of its workers to the best flowers, and what to plant.",
        language="en",
        text="honey bees tell each other where food is dance",
    ),
)
"""What the metasearch lists besides the pages: things that are no page, or that hold a trap"""


@dataclass(slots=True)
class _Host:
    """What one host answers, by path."""

    replies: dict[str, RawReply] = field(default_factory=dict)
    services: dict[str, tuple[Service, Lookup]] = field(default_factory=dict)

    async def __call__(self, request: RawRequest) -> RawReply:
        path = urlsplit(request.target).path
        if path in self.services:
            service, lookup = self.services[path]
            return service(lookup, request)
        return self.replies.get(path, _missing())


def serve(web: LoopbackWeb) -> None:
    """Put the whole demo web on the loopback web."""
    for number, (name, handler) in enumerate(sorted(_hosts().items())):
        address = f"93.184.{216 + number // 200}.{number % 200 + 1}"
        web.host(name, handler, address=address, tls=name not in PLAIN_HTTP)


def bodies() -> Mapping[str, bytes]:
    """What every page and file answers, by URL."""
    return {
        f"{_scheme(name)}://{name}{path}": reply.body
        for name, host in _hosts().items()
        if isinstance(host, _Host)
        for path, reply in host.replies.items()
    }


def url_of(page: Page) -> str:
    """Where a page lies."""
    return f"{_scheme(page.host)}://{page.host}{page.path}"


def _scheme(host: str) -> str:
    return "http" if host in PLAIN_HTTP else "https"


def _hosts() -> Mapping[str, Callable[[RawRequest], Awaitable[RawReply]]]:
    written = pages()
    hosts = {page.host: _Host() for page in written}
    for page in written:
        hosts[page.host].replies[page.path] = _reply(page, written)
    for host, path, file in files():
        kind = (("content-type", MEDIA_TYPES[file.suffix]),)
        reply = RawReply(headers=kind, body=file.read_bytes())
        hosts.setdefault(host, _Host()).replies[path] = reply
    _add_services(hosts, written)
    hosts["oldlinks.example"] = _Host()
    return {**hosts, SLOW: _silent}


def _add_services(hosts: dict[str, _Host], written: tuple[Page, ...]) -> None:
    entries = [_entry(page) for page in written]
    articles = [one for one in entries if ".encyclopedia." in one.url]
    for host, place in hosts.items():
        if ".encyclopedia." in host:
            edition = by_language(articles, host.partition(".")[0])
            place.services["/w/api.php"] = (encyclopedia, edition)
    reports = [_entry(page) for page in written if page.is_news]
    hosts["news.example"].services["/rss/search"] = (news, Lookup(reports))
    hosts["search.example"] = _Host(services={"/search": (metasearch, Lookup([*entries, *LISTED]))})


def _reply(page: Page, written: tuple[Page, ...]) -> RawReply:
    """The page, pointing to others in its language."""
    others = [one for one in written if one.language == page.language and one.host != page.host]
    related = [(url_of(one), one.title) for one in others[:4]]
    charset = "" if page.host in HEADER_SAYS_NO_CHARSET else f"; charset={page.charset}"
    return RawReply(
        headers=(("content-type", f"text/html{charset}"),),
        body=dressed(page, url_of(page), related).encode(page.charset),
    )


def _entry(page: Page) -> Entry:
    return Entry(
        url=url_of(page),
        title=page.title,
        snippet=page.description or page.lead[:160],
        language=page.language,
        text=page.text,
        published=page.published,
    )


def _missing() -> RawReply:
    return RawReply(status=404, body=b"<!doctype html><title>Not found</title><h1>Not found</h1>")


async def _silent(request: RawRequest) -> RawReply:
    await anyio.sleep(inf)
    return _missing()
