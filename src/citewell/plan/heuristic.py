"""The plan made without a model: prefilter, subject, names, freshness.

Rule: pure; `now` is the day on which the question is asked. At most three queries; two do here,
the question as typed (metasearch engines read questions) and its subject (indexes match words).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial

from citewell.model.config import SearchConfig
from citewell.model.values import Filters, Message, Plan, Query
from citewell.model.values.question import Freshness
from citewell.plan.prefilter import reason_not_to_search
from citewell.plan.shells import LIVE_CUES, RECENT_CUES, WORD
from citewell.plan.subject import entities, points_back, subject
from citewell.text.language import language_of

KINDS: Mapping[Freshness, tuple[str, ...]] = {
    "any": ("web",),
    "recent": ("web", "news"),
    "live": ("web", "news"),
}
"""What kinds of providers are asked, by how fresh the answer must be"""

MAX_HISTORY = 4
"""Latest messages that a question may point back to (IMURUN)"""


def plan(
    question: str,
    history: Sequence[Message],
    filters: Filters,
    *,
    now: date,
    config: SearchConfig,
) -> Plan:
    """Decide whether to search and for what.

    Args:
        question: as typed.
        history: earlier messages, oldest first; only the last four count.
        filters: their language, region and time range go into the queries.
        now: the day on which it is asked.
        config: `max_queries` bounds the queries.

    Returns:
        By `prefilter`: effort none and no queries. By `heuristic`: effort research.
    """
    language = filters.language or language_of(question)
    about = subject(question, language)
    reason = reason_not_to_search(question, about)
    topic = _topic_before(history) if points_back(question) else ""
    # "Who is that?" asks nothing by itself, and something after a name was said.
    if reason and not (topic and not about):
        return _no_search(question, language, reason)
    fresh, texts = freshness(question, filters, now), _texts(question, about, topic)
    asked = partial(_query, fresh=fresh, language=language, region=filters.region)
    return Plan(
        question=question,
        effort="research",
        freshness=fresh,
        queries=tuple(asked(text) for text in texts[: config.max_queries]),
        entities=tuple(dict.fromkeys([*entities(question), *filter(None, [topic])])),
        language=language,
        reason="points back to what was said before" if topic else "a question",
        by="heuristic",
    )


def _query(text: str, *, fresh: Freshness, language: str | None, region: str | None) -> Query:
    return Query(text=text, kinds=KINDS[fresh], language=language, region=region, freshness=fresh)


def _no_search(question: str, language: str | None, reason: str) -> Plan:
    return Plan(question=question, effort="none", language=language, reason=reason, by="prefilter")


def freshness(question: str, filters: Filters, now: date) -> Freshness:
    """How fresh the answer must be, by the words of the question and the filters' time range."""
    words = {word.casefold() for word in WORD.findall(question)}
    if words & LIVE_CUES or filters.time_range == "day":
        return "live"
    years = {str(now.year), str(now.year - 1)}
    if words & (RECENT_CUES | years) or filters.time_range in {"week", "month"}:
        return "recent"
    return "any"


def _topic_before(history: Sequence[Message]) -> str:
    """The first name in the latest message of the person that has one; empty when none has."""
    for message in reversed(history[-MAX_HISTORY:]):
        names = entities(message.text) if message.role == "user" else ()
        if names:
            return names[0]
    return ""


def _texts(question: str, about: str, topic: str) -> list[str]:
    """Texts of queries, most important first, each once."""
    typed = " ".join(question.split())
    if topic:
        return list(dict.fromkeys([f"{topic} {about}".strip(), f"{topic} {typed}"]))
    return list(dict.fromkeys([typed, about]))
