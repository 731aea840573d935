"""Hits as a person reads them, best first; pure."""

from collections.abc import Iterator

from citewell.apps.cli.lines import Line, line, parted
from citewell.apps.cli.show.outcomes import counted, outcome_lines
from citewell.model.values import Hit, SearchResponse

NOTHING = "Nothing was found for this."
REFUSED = "Nothing was found, and not everyone who was asked answered: see below."
FAILED = "The search failed: nobody who was asked answered. There may be something all the same."


def hit_lines(found: SearchResponse) -> Iterator[Line]:
    """The merged hits, then how each provider fared."""
    yield from parted(
        *(_hit(place, hit) for place, hit in enumerate(found.hits, start=1)),
        _remarks(found),
        outcome_lines(found.outcomes),
    )


def _hit(place: int, hit: Hit) -> Iterator[Line]:
    number, indent = f"{place}. ", len(f"{place}. ")
    published = f" · {hit.published:%Y-%m-%d}" if hit.published else ""
    yield line(
        (number, "cyan"), (hit.title or hit.url, "bold"), (f" · {hit.provider}{published}", "dim")
    )
    yield line(hit.url, indent=indent, style="dim")
    if hit.snippet:
        yield line(hit.snippet, indent=indent)


def _remarks(found: SearchResponse) -> Iterator[Line]:
    if not found.hits:
        looked = any(outcome.code is None for outcome in found.outcomes)
        told = REFUSED if looked else FAILED
        yield line(told if found.degraded else NOTHING, style="bold")
    if found.filtered:
        yield line(f"The filters dropped {counted(found.filtered, 'hit')}.", style="dim")
