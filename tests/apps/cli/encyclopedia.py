"""A provider on loopback for commands that run in processes of their own."""

import json
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Self

PRIVATE_PAGE = "http://10.0.0.5/page"
"""A page that no door leads to: the run ends with its snippet, and no resolver is asked"""


class Encyclopedia:
    """Answers every search with the same; `with Encyclopedia() as encyclopedia`."""

    def __init__(self) -> None:
        self.status = 200
        self.snippets: Sequence[str] = ()
        self.asked = Event()
        self.may_answer = Event()
        self.may_answer.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.may_answer.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def variables(self) -> dict[str, str]:
        """What tells a command to ask this one."""
        endpoint = f"http://127.0.0.1:{self._server.server_port}"
        return {"CITEWELL_PROVIDERS_WIKIPEDIA_ENDPOINT": endpoint}

    def body(self) -> bytes:
        """As the MediaWiki API writes it."""
        pages = [
            {
                "pageid": index,
                "title": f"Page {index}",
                "index": index,
                "canonicalurl": f"{PRIVATE_PAGE}{index}",
                "snippet": snippet,
                "extract": "",
            }
            for index, snippet in enumerate(self.snippets, start=1)
        ]
        found = {"query": {"pages": pages}} if pages else {}
        return json.dumps({"batchcomplete": True, **found}).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        encyclopedia = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                encyclopedia.asked.set()
                encyclopedia.may_answer.wait(20)
                body = encyclopedia.body()
                self.send_response(encyclopedia.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        return Handler
