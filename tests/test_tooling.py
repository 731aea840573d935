"""README, CI, lock and environment agree with each other and name no machine and no index."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.promises import promise

ROOT = Path(__file__).parents[1]
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def _find(version: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    """Ask for an interpreter where these folders come first on the PATH."""
    path = ":".join([*map(str, folders), "/usr/bin", "/bin"])
    return subprocess.run(
        ["bash", ROOT / "tools" / "environment", "find", version],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@promise("house.tooling.ci-runs-the-test-command-of-the-readme")
def test_ci_runs_the_test_command_that_the_readme_gives() -> None:
    commands = re.findall(r"^```sh\n(.*?)^```", _read("README.md"), re.M | re.S)

    assert commands == ["make demo\nmake test\n"]
    assert re.search(r"^tests .* make test$", _read(".ci/run"), re.M)


def test_every_target_of_the_makefile_is_in_its_help() -> None:
    targets = re.findall(r"^([a-z-]+):", _read("Makefile"), re.M)

    shown = subprocess.run(
        ["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )

    assert {line.split()[1] for line in shown.stdout.splitlines()} == set(targets)


def test_every_make_command_in_the_docs_is_a_target() -> None:
    targets = set(re.findall(r"^([a-z-]+):", _read("Makefile"), re.M))
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = {
        name for page in pages for name in re.findall(r"`make ([a-z-]+)", page.read_text("utf-8"))
    }

    assert named - targets == set()


@promise("house.tooling.the-lock-holds-versions-and-hashes-only")
def test_the_lock_names_versions_and_hashes_and_no_address() -> None:
    lines = [line for line in _read("requirements.lock").splitlines() if line[:1] != "#"]

    pins = [line for line in lines if not line.startswith("    --hash=sha256:")]

    assert [line for line in pins if not re.match(r"[a-z0-9.-]+==[0-9][\w.]*( ;| \\)", line)] == []
    assert [line for line in lines if "://" in line or "index" in line] == []


def test_the_lock_has_every_dependency_that_the_project_names() -> None:
    project = tomllib.loads(_read("pyproject.toml"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    locked = set(re.findall(r"^([a-z0-9-]+)==", _read("requirements.lock"), re.M))

    names = {re.split(r"[<>=; ]", requirement)[0] for requirement in wanted}

    assert {re.sub(r"[-_.]+", "-", name).lower() for name in names} - locked == set()


@promise("house.tooling.a-python-counts-only-if-it-runs")
def test_a_shim_that_fails_is_passed_over_for_a_python_that_runs(tmp_path: Path) -> None:
    shims, real = tmp_path / "shims", tmp_path / "real"
    for folder in (shims, real):
        folder.mkdir()
    _script(shims / f"python{VERSION}", "echo 'no such version' >&2; exit 127")
    _script(real / f"python{VERSION}", f'exec "{sys.executable}" "$@"')

    found = _find(VERSION, shims, real)

    assert found.stdout.strip() == os.path.realpath(sys.executable)


def test_a_version_that_pyenv_keeps_is_found_behind_its_shims(tmp_path: Path) -> None:
    kept = tmp_path / "root" / "versions" / "3.99.0" / "bin"
    kept.mkdir(parents=True)
    # Stands in for a Python 3.99: it says yes to whatever it is asked, and where it is.
    _script(kept / "python3", 'cat >/dev/null; echo "$0"')
    _script(tmp_path / "python3.99", "exit 127")
    _script(tmp_path / "pyenv", f'echo "{tmp_path / "root"}"')

    found = _find("3.99", tmp_path)

    assert found.stdout.strip() == str(kept / "python3")


def test_a_version_that_is_not_there_is_told_by_its_exit_code(tmp_path: Path) -> None:
    _script(tmp_path / "python3.99", "exit 127")

    found = _find("3.99", tmp_path)

    assert (found.returncode, found.stdout) == (3, "")
