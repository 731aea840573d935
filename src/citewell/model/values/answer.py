"""What a model, or the sentences of the sources, answered; and what checking found."""

from dataclasses import dataclass
from typing import Literal

from citewell.model.values.research import Research


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """An `[n]` in an answer with the words that it rests on."""

    n: int
    quote: str
    """`document.text[start:end]` of the snapshot"""
    start: int
    end: int
    snapshot_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a check found wrong, or doubts."""

    check: str
    severity: Literal["error", "warning", "note"]
    message: str
    """One sentence that a model can act on"""
    start: int
    """Where in the answer it is, in code points"""
    end: int
    evidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All findings on one answer, in the order of the answer."""

    findings: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is an error."""
        return all(finding.severity != "error" for finding in self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer, its citations, its review, and the research under it."""

    text: str
    by: str
    """`extract` for quoted sentences, else the model's name"""
    citations: tuple[Citation, ...]
    review: Review
    research: Research
    as_recorded: bool | None = None
    """Of a replay: whether the text is that of the recorded run, to the byte; None otherwise"""
