"""A saved run says what its figures depend on, and nothing of whose machine it was."""

import getpass
import json
import platform
from datetime import date
from pathlib import Path

from benchmarks.frame import OURS, Report, Score
from benchmarks.runs import RUNS, save
from tests.promises import promise

REPORT = Report(
    benchmark="ranking",
    headline="mrr@10",
    scores=(
        Score(subject=OURS, item="1", groups=("en",), figures={"mrr@10": 1 / 3}, cpu_s=0.01),
        Score(subject="peer", item="1", groups=("en",), figures={}, cpu_s=0.01, failure="timeout"),
    ),
    data_sha256="ab" * 32,
    packages=("anyio",),
)


def test_a_run_is_a_dated_folder_with_json_and_a_table(tmp_path: Path) -> None:
    folder = save([REPORT], name="first", day=date(2026, 11, 30), root=tmp_path)

    assert folder == tmp_path / "2026-11-30-first"
    kept = json.loads((folder / "ranking.json").read_text())
    assert kept["rows"][0]["figures"] == {"mrr@10": 0.3333}
    assert kept["rows"][1]["failures"] == {"timeout": 1}
    assert kept["data_sha256"] == "ab" * 32
    assert kept["environment"]["packages"]["anyio"]
    assert kept["environment"]["python"] == platform.python_version()
    assert kept["environment"]["processor"]
    assert OURS in (folder / "ranking.md").read_text()


@promise("house.runs.name-no-machine")
def test_a_run_names_no_path_host_or_user_of_the_machine(tmp_path: Path) -> None:
    folder = save([REPORT], name="first", day=date(2026, 11, 30), root=tmp_path)

    assert_names_no_machine(folder)


@promise("house.runs.name-no-machine")
def test_no_run_that_is_kept_names_a_machine() -> None:
    for folder in RUNS.glob("*-*"):
        assert_names_no_machine(folder)


def assert_names_no_machine(folder: Path) -> None:
    own = {platform.node(), str(Path.home()), str(Path.cwd()), str(Path(__file__).parents[2])}
    for path in folder.iterdir():
        text = path.read_text()
        assert not [word for word in own if len(word) > 3 and word in text]
        assert "/home/" not in text
        assert getpass.getuser() == "root" or getpass.getuser() not in text
