"""Who may import whom: the tree keeps every contract, and each contract is seen to fail."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.promises import promise

ROOT = Path(__file__).parents[1]

# One file each that breaks the house, and the line by which the contracts must tell of it.
STRAYS = {
    "utils.py": ("", "citewell.utils"),
    "search/stray.py": ("import citewell.read", "citewell.search.stray -> citewell.read"),
    "read/stray.py": ("import citewell.engine", "citewell.read.stray -> citewell.engine"),
    "model/stray.py": ("import citewell.text", "citewell.model.stray -> citewell.text"),
    "rank/stray.py": ("import time", "citewell.rank.stray -> time"),
    "context/stray.py": ("import random", "citewell.context.stray -> random"),
    "plan/stray.py": ("import socket", "citewell.plan.stray -> socket"),
    "answer/stray.py": ("import httpcore2", "citewell.answer.stray -> httpcore2"),
    "plugins/providers/stray.py": ("import ssl", "citewell.plugins.providers.stray -> ssl"),
    "plugins/providers/second.py": (
        "import citewell.plugins.providers.stray",
        "citewell.plugins.providers.second -> citewell.plugins.providers.stray",
    ),
    "plugins/providers/third.py": (
        "import citewell.fetch",
        "citewell.plugins.providers.third -> citewell.fetch",
    ),
    "plugins/readers/stray.py": (
        "import citewell.plugins.stores",
        "citewell.plugins.readers.stray -> citewell.plugins.stores",
    ),
    "plugins/readers/second.py": (
        "import citewell.search",
        "citewell.plugins.readers.second -> citewell.search",
    ),
    "text/stray.py": ("import citewell.text.second", "allowed in citewell.text."),
    "text/second.py": ("import citewell.text.stray", ".stray -> .second (1 import)"),
}


def _lint(root: Path) -> subprocess.CompletedProcess[str]:
    """Judge the package under `root`, which may break the rules, by the project's own contracts."""
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src"), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture(scope="module")
def verdict(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the contracts say of a copy of the tree with every stray in it."""
    root = tmp_path_factory.mktemp("tree")
    package = shutil.copytree(ROOT / "src" / "citewell", root / "src" / "citewell")
    shutil.copy(ROOT / ".importlinter", root)
    for path, (line, _) in STRAYS.items():
        (package / path).write_text(f"{line}\n", encoding="utf-8")

    result = _lint(root)

    assert result.returncode == 1
    return result.stdout


@promise("house.contracts.data-flows-down")
def test_the_package_keeps_every_contract() -> None:
    result = _lint(ROOT)

    assert result.returncode == 0, result.stdout


@promise("house.contracts.a-wrong-import-breaks-the-build")
@pytest.mark.parametrize("path", STRAYS)
def test_a_file_that_knows_what_it_must_not_breaks_the_build(path: str, verdict: str) -> None:
    assert f"{STRAYS[path][1]} " in verdict.replace("\n", " ")


def test_no_contract_holds_while_every_rule_is_broken(verdict: str) -> None:
    assert [line for line in verdict.splitlines() if line.endswith("KEPT")] == []
