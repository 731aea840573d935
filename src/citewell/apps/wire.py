"""What other programs are sent: values as JSON, and each door's own way of failing by error code.

Rule: every code stands here exactly once, and no other module makes JSON for the outside. HTTP
statuses follow RFC 9110; exit codes follow the families, so that a script can tell "nobody
answered" from "you asked wrongly".
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from citewell.model.errors import (
    Caller,
    ErrorCode,
    NoEvidence,
    NotFound,
    Refused,
    Unavailable,
    Unreachable,
    Unreadable,
    WebError,
)
from citewell.model.values import (
    Answer,
    Document,
    Outcome,
    RankedPassage,
    Research,
    SearchResponse,
)
from citewell.model.values.plain import to_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class WireError:
    """One code as each door tells it."""

    http_status: int
    exit_code: int
    mcp_is_error: bool = True
    """False for what is a result rather than a failure of the tool"""


EXIT_CODES: Mapping[type[WebError], int] = {
    Caller: 2,
    NoEvidence: 3,
    Unreachable: 4,
    Refused: 5,
    Unreadable: 6,
    Unavailable: 7,
    NotFound: 8,
}
"""By family; 0 is success, 1 an error of ours, 130 an interrupt"""

CLOSED_PIPE = 141
"""Whoever read the output left early: what a shell says of a program that SIGPIPE ended"""

_HTTP_OF_FAMILY: Mapping[type[WebError], int] = {
    Caller: 400,
    NoEvidence: 200,
    Unreachable: 502,
    Refused: 403,
    Unreadable: 422,
    Unavailable: 503,
    NotFound: 404,
}

_HTTP_OF_CODE: Mapping[ErrorCode, int] = {
    ErrorCode.INVALID_URL: 400,
    ErrorCode.UNSUPPORTED_SCHEME: 400,
    ErrorCode.CREDENTIALS_IN_URL: 400,
    ErrorCode.RATE_LIMITED: 503,
    ErrorCode.HOST_RESTING: 503,
    ErrorCode.BUDGET_SPENT: 503,
    ErrorCode.TIMEOUT: 504,
    ErrorCode.DEADLINE_EXCEEDED: 504,
    ErrorCode.REPLAY_MISSING: 404,
    ErrorCode.SNAPSHOT_EXPIRED: 410,
    ErrorCode.SOURCE_CHANGED: 409,
    ErrorCode.UNAUTHORIZED: 401,
    ErrorCode.OVERLOADED: 503,
    ErrorCode.CANCELLED: 499,
    ErrorCode.INTERNAL: 500,
    ErrorCode.BAD_CONFIG: 500,
}
"""Where a code differs from its family"""

_EXIT_OF_CODE: Mapping[ErrorCode, int] = {ErrorCode.INTERNAL: 1, ErrorCode.CANCELLED: 130}


def _row(family: type[WebError], code: ErrorCode) -> WireError:
    return WireError(
        http_status=_HTTP_OF_CODE.get(code, _HTTP_OF_FAMILY[family]),
        exit_code=_EXIT_OF_CODE.get(code, EXIT_CODES[family]),
        mcp_is_error=family is not NoEvidence,
    )


WIRE_ERRORS: Mapping[ErrorCode, WireError] = {
    code: _row(family, code) for family in EXIT_CODES for code in sorted(family.codes)
}

# Values as JSON. `docs/json.md` explains every key.

FORMAT = 1
"""Raised when a program that reads the JSON has to change; new keys do not raise it"""


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer with the research under it, JSON-ready."""
    plain = to_plain(answer, complete=True)
    review = {"ok": answer.review.ok, **plain["review"]}
    return {
        **_head("answer"),
        **plain,
        "review": review,
        "research": _research(answer.research),
    }


def research_json(research: Research) -> dict[str, Any]:
    """A run from question to context, JSON-ready; documents without their text."""
    return {**_head("research"), **_research(research)}


def search_json(found: SearchResponse) -> dict[str, Any]:
    """Hits and outcomes, JSON-ready."""
    plain = to_plain(found, complete=True)
    outcomes = [_outcome(outcome) for outcome in found.outcomes]
    return {**_head("search"), **plain, "outcomes": outcomes, "degraded": found.degraded}


def document_json(document: Document, *, with_main_text: bool = False) -> dict[str, Any]:
    """A document with all of its text, JSON-ready.

    Args:
        document: what was read.
        with_main_text: add the reading view, else null; the offsets are those of `text`.
    """
    main_text = document.main_text() if with_main_text else None
    return {**_head("document"), **to_plain(document, complete=True), "main_text": main_text}


def error_json(error: WebError) -> dict[str, Any]:
    """A failure, JSON-ready."""
    told = {name: getattr(error, name) for name in ("code", "message", "retryable", "detail")}
    exit_code = WIRE_ERRORS[error.code].exit_code
    return {**_head("error"), **told, "code": str(error.code), "exit_code": exit_code}


def listing_json(kind: str, **items: object) -> dict[str, Any]:
    """What a command lists besides: `found`, `runs`, `checks`, `settings`, JSON-ready.

    Args:
        kind: which listing it is.
        **items: plain data, or values made of it.
    """
    return {**_head(kind), **{name: to_plain(item, complete=True) for name, item in items.items()}}


def _head(kind: str) -> dict[str, Any]:
    return {"kind": kind, "format": FORMAT}


def _research(research: Research) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(replace(research, documents=()), complete=True)
    numbers = {source.source_id: source.n for source in research.context.sources}
    plain["outcomes"] = [_outcome(outcome) for outcome in research.outcomes]
    plain["documents"] = [_described(document) for document in research.documents]
    plain["context"]["passages"] = [_passage(each, numbers) for each in research.context.passages]
    return plain


def _outcome(outcome: Outcome) -> dict[str, Any]:
    """With the one word that says how it ended; its code is that word or nothing more."""
    plain: dict[str, Any] = to_plain(outcome, complete=True)
    del plain["code"]
    return {**plain, "status": outcome.status}


def _passage(ranked: RankedPassage, numbers: Mapping[str, int]) -> dict[str, Any]:
    """The number it is cited by, the passage, and why it stands where it does."""
    return {
        "n": numbers.get(ranked.passage.source_id),
        **to_plain(ranked.passage, complete=True),
        "score": ranked.score,
        "features": dict(ranked.features),
    }


def _described(document: Document) -> dict[str, Any]:
    """What is known of a document, without its text and the map of it."""
    map_of_text = {"text", "blocks", "spans", "figures", "page_starts"}
    plain: dict[str, Any] = to_plain(
        replace(document, text="", blocks=(), spans=(), figures=()), complete=True
    )
    described = {name: value for name, value in plain.items() if name not in map_of_text}
    return {**described, "characters": len(document.text)}
