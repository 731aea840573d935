"""Reads several pages at once until enough could be read.

Rule: the first `wanted` start together; each failure starts the next one. So which pages are tried
follows from how each fared, never from which was faster, and a replay tries the same ones.
"""

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import anyio
from anyio.abc import TaskGroup

from citewell.model.clock import Clock
from citewell.model.errors import Caller, ErrorCode, Unreachable, WebError
from citewell.model.values import Document, Outcome

ReadOne = Callable[[str], Awaitable[Document]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRead:
    """How one attempt ended: a document or an error, never both."""

    url: str
    document: Document | None = None
    error: WebError | None = None
    elapsed_s: float = 0.0

    def unwrap(self) -> Document:
        """The document, or raise the error."""
        if self.document is None:
            raise self.error or Caller(ErrorCode.INTERNAL, "a page ended without an end")
        return self.document

    def outcome(self) -> Outcome:
        """The same for the run's list."""
        return Outcome(
            operation="read",
            target=self.url,
            code=self.error.code if self.error else None,
            elapsed_s=self.elapsed_s,
            count=len(self.document.text) if self.document else 0,
            detail=self.error.message if self.error else "",
        )


def distinct(pages: Sequence[PageRead]) -> tuple[Document, ...]:
    """The documents, each source once: two hits may lead to the same page."""
    documents = (page.document for page in pages if page.document)
    return tuple({document.source_id: document for document in reversed([*documents])}.values())[
        ::-1
    ]


async def read_pages(
    urls: Sequence[str], read_one: ReadOne, *, wanted: int, deadline_s: float, clock: Clock
) -> tuple[PageRead, ...]:
    """Read until `wanted` documents are there, the URLs are used up or time is.

    Args:
        urls: candidates, best first.
        read_one: fetches and reads one; its WebError is that page's end.
        wanted: documents that are enough.
        deadline_s: seconds for all of them; `math.inf` for none.
        clock: measures each page.

    Returns:
        Every page that was tried, in the order of `urls`; one that time ended is
        `deadline_exceeded`.
    """
    batch = _Batch(urls=urls, read_one=read_one, clock=clock)
    with anyio.move_on_after(None if math.isinf(deadline_s) else max(deadline_s, 0.0)):
        async with anyio.create_task_group() as group:
            for _ in range(min(wanted, len(urls))):
                batch.start_next(group)
    return batch.ends()


class _Batch:
    """The pages that were started, and how each that ended did."""

    def __init__(self, *, urls: Sequence[str], read_one: ReadOne, clock: Clock) -> None:
        self._urls = urls
        self._read_one = read_one
        self._clock = clock
        self._started: list[float] = []
        self._ended: dict[int, PageRead] = {}

    def start_next(self, group: TaskGroup) -> None:
        """Start the best URL that was not tried yet, if there is one."""
        index = len(self._started)
        if index < len(self._urls):
            self._started.append(self._clock.monotonic())
            group.start_soon(self._attempt, group, index)

    def ends(self) -> tuple[PageRead, ...]:
        """Every started page, in order; those without an end ran out of time."""
        late = Unreachable(ErrorCode.DEADLINE_EXCEEDED, "the run's time was up before the page")
        return tuple(
            self._ended.get(index) or self._end(index, error=late)
            for index in range(len(self._started))
        )

    async def _attempt(self, group: TaskGroup, index: int) -> None:
        try:
            document = await self._read_one(self._urls[index])
        except WebError as error:
            self._ended[index] = self._end(index, error=error)
            # A page that time ended starts no other: nor would the next one have any.
            if error.code is not ErrorCode.DEADLINE_EXCEEDED:
                self.start_next(group)
        else:
            self._ended[index] = self._end(index, document=document)

    def _end(
        self, index: int, *, document: Document | None = None, error: WebError | None = None
    ) -> PageRead:
        elapsed_s = self._clock.monotonic() - self._started[index]
        return PageRead(url=self._urls[index], document=document, error=error, elapsed_s=elapsed_s)
