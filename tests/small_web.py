"""A small recorded-looking web for tests of the whole flow: an encyclopedia and seven pages.

The facts are true and plain; the addresses are public-looking and lead to loopback.
"""

import json
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, urlsplit

from tests.loopback import LoopbackWeb, RawReply, RawRequest, html

QUESTION = "How tall is the Eiffel Tower?"
ANSWER = "The Eiffel Tower is 330 metres tall"

PAGES: Mapping[str, str] = {
    "towers": f"{ANSWER}, about as high as a building of 81 storeys.",
    "paris": "Paris is the capital of France. The Eiffel Tower stands there on the Champ de Mars.",
    "iron": "The Eiffel Tower is made of puddled iron. In 2022 it was painted once more.",
    "history": "The Eiffel Tower was finished in March 1889 for the world fair of that year.",
    "height": "With its antennas the Eiffel Tower reaches 330 metres; it grew by six in 2022.",
    "lifts": "Lifts carry visitors of the Eiffel Tower to three levels above the ground.",
    "moon": "The Moon is about 384,400 kilometres away from the Earth.",
}


def url(name: str) -> str:
    """Where a page lies."""
    return f"http://{name}.example/page"


def page(title: str, text: str) -> str:
    """A page as the web writes them: furniture round a few paragraphs."""
    filler = (
        f"This page about {title} was written for people who like to read at their leisure, "
        "and it says nothing else that anybody could look for. "
    )
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>{title.title()}</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<main><h1>All about {title}</h1><p>{text}</p><p>{filler * 3}</p></main>
<div class="cookie-consent">We use cookies to improve your visit.</div>
<footer>All rights reserved</footer></body></html>"""


def encyclopedia(names: Sequence[str]) -> RawReply:
    """What the MediaWiki API answers when a search finds these pages."""
    pages = [
        {
            "pageid": index,
            "title": name.title(),
            "index": index,
            "canonicalurl": url(name),
            "snippet": f"about {name} and the Eiffel Tower",
            "extract": "",
        }
        for index, name in enumerate(names, start=1)
    ]
    body = {"batchcomplete": True, "query": {"pages": pages}} if pages else {"batchcomplete": True}
    return RawReply(headers=(("content-type", "application/json"),), body=json.dumps(body).encode())


def serve(web: LoopbackWeb, names: Sequence[str] = tuple(PAGES)) -> None:
    """Put the encyclopedia, which finds the pages of these names, and all pages on the web."""

    async def api(request: RawRequest) -> RawReply:
        assert parse_qs(urlsplit(request.target).query)["gsrsearch"]
        return encyclopedia(names)

    web.host("en.wikipedia.org", api, address="198.35.26.96", tls=True)
    for number, (name, text) in enumerate(PAGES.items(), start=1):
        web.host(f"{name}.example", html(page(name, text)), address=f"93.184.216.{number}")
