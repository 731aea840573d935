"""Who may import whom: the contracts hold, and each is seen to break on a tree that breaks it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.promises import promise

ROOT = Path(__file__).parents[1]
LINT = Path(sys.executable).with_name("lint-imports")


def _lint(root: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts over the tree below `root`."""
    return subprocess.run(  # noqa: S603
        [LINT, "--no-cache", "--config", root / ".importlinter"],
        cwd=root,
        env={"PYTHONPATH": str(root / "src"), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package and its contracts, to break."""
    ignored = shutil.ignore_patterns("__pycache__", "*.ftz")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    shutil.copy(ROOT / ".importlinter", tmp_path / ".importlinter")
    return tmp_path


@promise("house.contracts.data-flows-down")
def test_the_contracts_hold() -> None:
    ran = _lint(ROOT)

    assert ran.returncode == 0, ran.stdout + ran.stderr


BREAKS = {
    "a stray utils.py": ("utils.py", '"""Things."""\n'),
    "a provider importing a socket library": (
        "plugins/providers/leaky.py",
        '"""Leaky."""\n\nimport socket\n',
    ),
    "a provider importing an HTTP library": (
        "plugins/providers/leaky.py",
        '"""Leaky."""\n\nimport httpcore2\n',
    ),
    "a provider importing another": (
        "plugins/providers/nosy.py",
        '"""Nosy."""\n\nfrom citewell.plugins.providers import wikipedia\n',
    ),
    "a reader importing a provider": (
        "plugins/readers/nosy.py",
        '"""Nosy."""\n\nfrom citewell.plugins.providers import wikipedia\n',
    ),
    "a stage importing another": (
        "rank/nosy.py",
        '"""Nosy."""\n\nfrom citewell.context import build_context\n',
    ),
    "ranking reading the clock": ("rank/late.py", '"""Late."""\n\nimport time\n'),
    "a check drawing lots": ("check/lots.py", '"""Lots."""\n\nimport random\n'),
    "text importing a stage": ("text/nosy.py", '"""Nosy."""\n\nimport citewell.rank\n'),
    "a stage importing the engine": ("plan/up.py", '"""Up."""\n\nimport citewell.engine\n'),
    "reading over a socket": ("read/leaky.py", '"""Leaky."""\n\nimport ssl\n'),
}


@promise("house.contracts.a-wrong-import-breaks-the-build")
@pytest.mark.parametrize(("place", "source"), BREAKS.values(), ids=BREAKS.keys())
def test_a_wrong_import_breaks_a_contract(place: str, source: str, copy: Path) -> None:
    (copy / "src" / "citewell" / place).write_text(source, encoding="utf-8")

    ran = _lint(copy)

    assert ran.returncode == 1
    assert "BROKEN" in ran.stdout or "not listed" in ran.stdout + ran.stderr
