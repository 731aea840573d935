"""Reads sets of saved web pages: `<set>/gold.jsonl` and `<set>/<id>.html`, each also as `.gz`."""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATED_ONLY = ("htmldate",)
"""Sets that carry no text to compare with"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page as its publisher sent it, with what people marked on it."""

    set: str
    id: str
    path: Path
    url: str
    """A web address always: a page without one is given one under example.org"""
    gold: Mapping[str, Any]
    """The line of `gold.jsonl`: type, gold, with, without, …"""

    @property
    def name(self) -> str:
        """Unique over all sets, `wcxb/d0001`."""
        return f"{self.set}/{self.id}"

    def body(self) -> bytes:
        """The page's bytes."""
        return read_bytes(self.path)


def folder(root: Path, name: str) -> Path:
    """`root/name` where there is such a folder, else `root` itself."""
    return root / name if (root / name).is_dir() else root


def page_files(sets: Path) -> list[Path]:
    """Every gold file and page below a folder of sets, sorted; empty when it holds no set."""
    gold = sorted(sets.glob("*/gold.jsonl*"))
    pages = [
        path
        for file in gold
        for path in file.parent.iterdir()
        if path.name.endswith((".html", ".html.gz"))
    ]
    return sorted([*gold, *pages])


def load(sets: Path) -> dict[str, Page]:
    """All pages of all sets by name; a page whose file is missing is left out."""
    return {
        page.name: page
        for gold in sorted(sets.glob("*/gold.jsonl*"))
        if gold.parent.name not in DATED_ONLY
        for page in _pages(gold)
    }


def _pages(gold: Path) -> Iterator[Page]:
    for row in read_lines(gold):
        path = gold.parent / f"{row['id']}.html"
        path = path if path.exists() else path.with_name(path.name + ".gz")
        if path.exists():
            name = f"{gold.parent.name}/{row['id']}"
            yield Page(set=gold.parent.name, id=row["id"], path=path, url=_url(row, name), gold=row)


def _url(row: Mapping[str, Any], name: str) -> str:
    """The page's address, or one under example.org for none and for what is no web address."""
    url = str(row.get("url") or "")
    return url if url.startswith(("http://", "https://")) else f"https://example.org/{name}"


def read_lines(path: Path) -> list[Any]:
    """The values of a file of JSON lines, gzipped or not."""
    return [json.loads(line) for line in read_bytes(path).decode().split("\n") if line.strip()]


def read_bytes(path: Path) -> bytes:
    """A file's bytes, unpacked when its name ends in `.gz`."""
    body = path.read_bytes()
    return gzip.decompress(body) if path.suffix == ".gz" else body
