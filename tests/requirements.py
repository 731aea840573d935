"""What we owe: every promise by its id, `area.subject.what-holds`, as one sentence.

Rule: a promise is listed under its area, has a row in `docs/origins.md` that says where it comes
from, and at least one test that names it (`@promise("…")`).
"""

from collections.abc import Mapping

MODEL: Mapping[str, str] = {}

TEXT: Mapping[str, str] = {}

FETCH: Mapping[str, str] = {}

RECORD: Mapping[str, str] = {}

WORKERS: Mapping[str, str] = {}

READ: Mapping[str, str] = {}

PLAN: Mapping[str, str] = {}

SEARCH: Mapping[str, str] = {}

RANK: Mapping[str, str] = {}

CONTEXT: Mapping[str, str] = {}

ANSWER: Mapping[str, str] = {}

CHECK: Mapping[str, str] = {}

PLUGINS: Mapping[str, str] = {}

STORES: Mapping[str, str] = {}

ENGINE: Mapping[str, str] = {}

HOUSE: Mapping[str, str] = {}

AREAS: tuple[Mapping[str, str], ...] = (
    MODEL,
    TEXT,
    FETCH,
    RECORD,
    WORKERS,
    READ,
    PLAN,
    SEARCH,
    RANK,
    CONTEXT,
    ANSWER,
    CHECK,
    PLUGINS,
    STORES,
    ENGINE,
    HOUSE,
)

PROMISES: Mapping[str, str] = {
    identifier: sentence for area in AREAS for identifier, sentence in area.items()
}
