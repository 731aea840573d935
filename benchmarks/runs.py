"""Dated runs: `benchmarks/runs/<YYYY-MM-DD>-<name>/`, JSON for machines and a table for people.

Rule: a run names the processor, the Python, the versions and the hash of the data; never a path,
a host or a user of the machine it ran on.
"""

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from pathlib import Path

import citewell
from benchmarks.compare import differences
from benchmarks.frame import Report, fingerprint, rows
from benchmarks.peers import installed_version
from benchmarks.table import render

RUNS = Path(__file__).parent / "runs"

CORE_PACKAGES = ("turbohtml", "httpcore2", "can_ada", "publicsuffixlist", "fasttext-predict")
"""What citewell's own figures depend on"""

Plain = dict[str, object]


def environment(packages: Iterable[str] = ()) -> Plain:
    """Where a run was measured, as far as its figures depend on it."""
    names = sorted({*CORE_PACKAGES, *packages})
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "citewell": installed_version("citewell") or "source tree",
        "citewell_source_sha256": source_sha256(),
        "packages": {name: installed_version(name) for name in names},
    }


def processor() -> str:
    """The processor's name as its maker gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def source_sha256() -> str:
    """Hash of the package's modules: says which code was measured, committed or not."""
    folder = Path(str(citewell.__file__)).parent
    return fingerprint(folder.rglob("*.py"), folder)


def to_plain(report: Report) -> Plain:
    """A report without its single scores, ready for JSON."""
    return {
        "benchmark": report.benchmark,
        "headline": report.headline,
        "macro": list(report.macro),
        "reference": report.reference,
        "data_sha256": report.data_sha256,
        "sample": report.sample,
        "missing": list(report.missing),
        "notes": list(report.notes),
        "rows": [_rounded(asdict(row)) for row in rows(report)],
        "differences": [_rounded(asdict(one)) for one in differences(report)],
        "environment": environment(report.packages),
    }


def save(reports: Iterable[Report], *, name: str, day: date, root: Path = RUNS) -> Path:
    """Write `<benchmark>.json` and `<benchmark>.md` for each report; returns the folder."""
    folder = run_folder(name, day, root)
    for report in reports:
        write_json(folder / f"{report.benchmark}.json", to_plain(report))
        (folder / f"{report.benchmark}.md").write_text(render(report), encoding="utf-8")
    return folder


def run_folder(name: str, day: date, root: Path) -> Path:
    """Make and return `<root>/<YYYY-MM-DD>-<name>`."""
    folder = root / f"{day.isoformat()}-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_json(path: Path, value: object) -> None:
    """Write JSON as it is committed: sorted, indented, ending with a line feed."""
    text = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def _rounded(value: object) -> object:
    # Digits past the fourth are noise, and would make every run's diff unreadable.
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value
