"""What the reader of a context must know about how it came to be.

Rule: pure; ours alone, written from names of providers and codes, never from the web.
"""

from collections.abc import Iterator, Sequence

from citewell.model.values import Outcome


def notices_of(outcomes: Sequence[Outcome], *, filtered: int = 0) -> tuple[str, ...]:
    """One sentence for each way in which the evidence is partial; none when it is whole.

    Args:
        outcomes: of every provider asked and every page tried.
        filtered: hits that the filters dropped.
    """
    return tuple(_notices(outcomes, filtered))


def _notices(outcomes: Sequence[Outcome], filtered: int) -> Iterator[str]:
    if filtered:
        yield f"Hits that the filters left out: {filtered}."
    failed = [each for each in outcomes if each.operation == "search" and each.code]
    if failed:
        told = dict.fromkeys(f"{each.target} ({each.status})" for each in failed)
        yield f"Not everybody who was asked answered: {', '.join(told)}."
    unread = sum(each.operation == "read" and each.code is not None for each in outcomes)
    tried = sum(each.operation == "read" for each in outcomes)
    if unread:
        yield f"{unread} of {tried} pages could not be read."
