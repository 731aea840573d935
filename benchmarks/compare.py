"""How sure a difference between two subjects is: the paired bootstrap.

Method: Efron & Tibshirani 1993, ch. 13, percentile interval; items are drawn with replacement
inside their group, so that a macro mean keeps its groups. The seed is fixed: same scores, same
interval.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmarks.frame import OURS, SUMMARY, Report, Score, subjects, within

ROUNDS = 1000
"""Draws; the ends of a 95 % interval move by about a tenth of its width"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Our headline figure less a peer's, on the items that both were given."""

    subject: str
    """The peer"""
    mean: float
    low: float
    """2.5 % point of the bootstrapped means"""
    high: float
    """97.5 % point"""
    items: int

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


def differences(report: Report) -> tuple[Difference, ...]:
    """Compare citewell with every other subject on the headline figure of the summary."""
    return tuple(difference(report, subject) for subject in subjects(report) if subject != OURS)


def difference(report: Report, peer: str) -> Difference:
    """Compare citewell with one other subject, item by item."""
    theirs = {s.item: s for s in within(report, subject=peer, group=SUMMARY)}
    strata: dict[str, list[float]] = {}
    for score in within(report, subject=OURS, group=SUMMARY):
        other = theirs.get(score.item)
        stratum = _stratum(report, score)
        if other is None or stratum is None:
            continue
        ours, their = (one.figures.get(report.headline) for one in (score, other))
        if ours is not None and their is not None:
            strata.setdefault(stratum, []).append(ours - their)
    return paired_bootstrap(strata, subject=peer)


def paired_bootstrap(strata: Mapping[str, Sequence[float]], *, subject: str) -> Difference:
    """Draw the mean of the strata's mean gaps again and again.

    Args:
        strata: the gaps of each group, never empty lists; no group at all gives zeros.
        subject: the peer, for the name of the result.
    """
    if not strata:
        return Difference(subject=subject, mean=0.0, low=0.0, high=0.0, items=0)
    dice = random.Random(0)  # noqa: S311 -- figures, not secrets
    means = sorted(
        fmean(fmean(dice.choices(gaps, k=len(gaps))) for gaps in strata.values())
        for _ in range(ROUNDS)
    )
    return Difference(
        subject=subject,
        mean=fmean(fmean(gaps) for gaps in strata.values()),
        low=means[int(0.025 * ROUNDS)],
        high=means[int(0.975 * ROUNDS) - 1],
        items=sum(len(gaps) for gaps in strata.values()),
    )


def _stratum(report: Report, score: Score) -> str | None:
    if not report.macro:
        return SUMMARY
    return next((group for group in report.macro if group in score.groups), None)
