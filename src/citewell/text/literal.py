"""Literal text inside a text, whatever its case, with exact offsets.

Rule: folding never shifts an offset. Some characters fold to several (ß to ss), so a match is made
on the folded text and told in the offsets of the original; one that would begin or end inside a
character is none.
"""

from collections.abc import Iterator


def occurrences(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Where `wanted` stands in `text`, in order, without overlaps.

    Args:
        text: looked through.
        wanted: taken as it is, not as a pattern; an empty one is found nowhere.

    Yields:
        (start, end) in code points of `text`.
    """
    folded, starts = _folded(text)
    needle = wanted.casefold()
    at = folded.find(needle) if needle else -1
    while at >= 0:
        end = at + len(needle)
        if starts is None:
            yield at, end
        elif starts[at] >= 0 and starts[end] >= 0:
            yield starts[at], starts[end]
        else:
            end = at + 1
        at = folded.find(needle, end)


def _folded(text: str) -> tuple[str, list[int] | None]:
    """The folded text and, for each of its offsets, the original one.

    Returns:
        None instead of offsets when no character folds to several; -1 for an offset inside one.
    """
    folded = text.casefold()
    if len(folded) == len(text) and all(len(char.casefold()) == 1 for char in set(text)):
        return folded, None
    starts: list[int] = []
    for index, char in enumerate(text):
        starts += [index, *[-1] * (len(char.casefold()) - 1)]
    return folded, [*starts, len(text)]
