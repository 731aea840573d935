"""Which hits the caller's filters admit.

Rule: pure. A blocked domain wins over an allowed one; days are inclusive, in UTC. `after` and
`before` are demands, so a hit without a date fails them. A time range is a hint, so such a hit
passes it; a date that contradicts it does not.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta

from citewell.model.errors import WebError
from citewell.model.values import Filters, Hit
from citewell.text.urls import WebUrl, parse_url

DAYS_OF_RANGE = {"day": 1, "week": 7, "month": 31, "year": 366}
"""How far back a time range reaches; the longest month and year, so that nothing in it is lost"""


def admission(filters: Filters, today: date) -> Callable[[Hit, WebUrl], bool]:
    """The test that a hit and its parsed address must pass.

    Args:
        filters: as the caller gave them.
        today: what `time_range` counts back from.
    """
    allowed = _hosts(filters.allowed_domains)
    blocked = _hosts(filters.blocked_domains)

    def admits(hit: Hit, url: WebUrl) -> bool:
        if _within(url.host, blocked):
            return False
        if filters.allowed_domains and not _within(url.host, allowed):
            return False
        return _is_in_time(hit.published, filters, today)

    return admits


def _hosts(domains: Iterable[str]) -> tuple[str, ...]:
    """Domains as hosts are written in parsed URLs: ASCII, lower case."""
    hosts = []
    for domain in domains:
        try:
            hosts.append(parse_url(f"https://{domain}/").host)
        except WebError:  # no host can bear such a name, so nothing lies below it
            continue
    return tuple(hosts)


def _within(host: str, domains: tuple[str, ...]) -> bool:
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)


def _is_in_time(published: datetime | None, filters: Filters, today: date) -> bool:
    if published is None:
        return filters.after is None and filters.before is None
    day = published.astimezone(UTC).date() if published.tzinfo else published.date()
    if filters.after and day < filters.after:
        return False
    if filters.before and day > filters.before:
        return False
    return filters.time_range is None or day >= today - timedelta(
        days=DAYS_OF_RANGE[filters.time_range]
    )
