"""What every benchmark yields: scores of items, and the report that sums them up.

Rule: pure. A benchmark makes one `Score` for each subject (citewell, or a peer) and item; means,
macro means and speeds are computed here, so that no two benchmarks average differently.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import fmean

OURS = "citewell"
"""Name of our own subject in every report; its variants start with it"""

SUMMARY = "all"
"""Name of the group that sums up the others"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How one subject did on one item."""

    subject: str
    item: str
    groups: tuple[str, ...]
    """Every group that the item counts in, the summary not among them"""
    figures: Mapping[str, float]
    """Each 0-1; a figure that the item cannot give is left out"""
    cpu_s: float
    failure: str = ""
    """Error code or exception name when the subject gave nothing"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The means of one subject on one group."""

    subject: str
    group: str
    items: int
    figures: Mapping[str, float]
    """Means; a figure that no item gave is left out"""
    cpu_ms: float
    """Mean processor time for an item"""
    speed: float
    """Items per processor-second, relative to the report's reference on the same items"""
    failures: Mapping[str, int]
    """Error code or exception name → items that it cost"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One benchmark, run once."""

    benchmark: str
    headline: str
    """The figure that floors and comparisons rest on"""
    scores: tuple[Score, ...]
    macro: tuple[str, ...] = ()
    """Groups whose means are averaged for the summary; empty: all items weigh the same"""
    reference: str = OURS
    """The subject whose speed is 1"""
    data_sha256: str = ""
    sample: int = 0
    """Items taken of each group, at most; 0: all"""
    missing: tuple[str, ...] = ()
    """Peers that are not installed"""
    packages: tuple[str, ...] = ()
    """Distributions that took part besides citewell; a saved run names their versions"""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a run was asked for."""

    sample: int = 0
    peers: str = "auto"
    """auto: all that are installed · none · names with commas between"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """A benchmark as the gate and the command line see it."""

    name: str
    files: Callable[[Path], Sequence[Path]]
    """The files it reads below a data folder, sorted; empty when the folder holds none"""
    sha256: Callable[[Path], str]
    """Hash of those files, the same wherever the folder lies"""
    measure: Callable[[Path, Options], Report]
    gate_sample: int = 0
    """Sample that the gate takes, so that it ends within minutes"""
    held: tuple[str, ...] = ()
    """Figures of the summary that have a floor"""


def subjects(report: Report) -> tuple[str, ...]:
    """Everybody who was measured, in the order measured."""
    return tuple(dict.fromkeys(score.subject for score in report.scores))


def groups(report: Report) -> tuple[str, ...]:
    """The summary, then every group in order of its name."""
    names = {group for score in report.scores for group in score.groups}
    return (SUMMARY, *sorted(names))


def rows(report: Report) -> tuple[Row, ...]:
    """Sum up: for each group, each subject in the order measured."""
    return tuple(
        row(report, subject=subject, group=group)
        for group in groups(report)
        for subject in subjects(report)
    )


def row(report: Report, *, subject: str, group: str) -> Row:
    """Sum up one subject on one group."""
    scores = within(report, subject=subject, group=group)
    cpu_s = mean_cpu_s(scores)
    reference_s = mean_cpu_s(within(report, subject=report.reference, group=group))
    return Row(
        subject=subject,
        group=group,
        items=len(scores),
        figures=_figures(report, scores, group),
        cpu_ms=1000 * cpu_s,
        speed=reference_s / cpu_s if cpu_s else 0.0,
        failures=dict(Counter(score.failure for score in scores if score.failure)),
    )


def within(report: Report, *, subject: str, group: str) -> list[Score]:
    """The scores of one subject in one group, in the order measured."""
    return [
        score
        for score in report.scores
        if score.subject == subject and (group == SUMMARY or group in score.groups)
    ]


def mean_cpu_s(scores: Sequence[Score]) -> float:
    """Mean processor time of an item, 0.0 for none."""
    return fmean(score.cpu_s for score in scores) if scores else 0.0


def figures_of(scores: Iterable[Score]) -> dict[str, float]:
    """The mean of each figure over the items that gave it."""
    values: dict[str, list[float]] = {}
    for score in scores:
        for name, value in score.figures.items():
            values.setdefault(name, []).append(value)
    return {name: fmean(of_name) for name, of_name in values.items()}


def _figures(report: Report, scores: Sequence[Score], group: str) -> dict[str, float]:
    if group != SUMMARY or not report.macro:
        return figures_of(scores)
    means = [figures_of(s for s in scores if name in s.groups) for name in report.macro]
    names = dict.fromkeys(name for mean in means for name in mean)
    return {name: fmean(mean[name] for mean in means if name in mean) for name in names}


def sampled(ids: Iterable[str], count: int) -> list[str]:
    """Take the `count` ids whose hashes are lowest: the same ones on every machine; 0 takes all."""
    ordered = sorted(ids, key=lambda identifier: sha256(identifier.encode()).hexdigest())
    return ordered[:count] if count else ordered


def fingerprint(paths: Iterable[Path], root: Path) -> str:
    """Hash names below `root` and contents; the same data has the same hash anywhere."""
    digest = sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()
