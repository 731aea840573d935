"""Floors hold, only rise, and are never compared with figures on other data."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmarks import gate, startup
from benchmarks.frame import OURS, Benchmark, Options, Report, Score, fingerprint
from benchmarks.startup import Start
from tests.promises import promise

Measured = Callable[[float], None]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Measured:
    """Make the gate see one quick benchmark that measures the figure given; starts are quick."""

    def set_figure(f1: float) -> None:
        monkeypatch.setattr(gate, "BENCHMARKS", (benchmark(f1),))

    quick = Start(name="import", median_ms=1.0)
    monkeypatch.setattr(startup, "measure_imports", lambda: [quick])
    monkeypatch.setattr(gate, "measure_replay", lambda: Start(name="replay", median_ms=1.0))
    return set_figure


def benchmark(f1: float) -> Benchmark:
    def files(data: Path) -> Sequence[Path]:
        return sorted(data.rglob("*.jsonl"))

    def sha256(data: Path) -> str:
        return fingerprint(files(data), data)

    def measure(data: Path, options: Options) -> Report:
        score = Score(subject=OURS, item="1", groups=("g",), figures={"f1": f1}, cpu_s=0.1)
        return Report(
            benchmark="extraction",
            headline="f1",
            scores=(score,),
        )

    return Benchmark(name="extraction", files=files, sha256=sha256, measure=measure, held=("f1",))


def floors_file(folder: Path, *, shipped: float | None = None) -> Path:
    path = folder / "floors.json"
    held = {} if shipped is None else {"extraction": {"floors": {"f1": shipped}}}
    path.write_text(json.dumps({"shipped": held, "data": {}}))
    return path


def data_folder(folder: Path, text: str) -> Path:
    made = folder / "sets"
    made.mkdir(exist_ok=True)
    (made / "gold.jsonl").write_text(text)
    return made


def run(floors: Path, *more: str) -> int:
    return gate.main(["--floors", str(floors), *more])


@promise("house.floors.a-lower-figure-fails")
def test_a_figure_under_its_floor_fails_the_gate(measured: Measured, tmp_path: Path) -> None:
    floors = floors_file(tmp_path, shipped=0.9)

    measured(0.91)
    assert run(floors) == 0
    measured(0.89)
    assert run(floors) == 1


@promise("house.floors.only-rise")
def test_raising_writes_a_higher_floor_and_keeps_one_that_is_as_high(
    measured: Measured, tmp_path: Path
) -> None:
    floors = floors_file(tmp_path, shipped=0.9)

    measured(0.95)
    assert run(floors, "--raise") == 0
    assert json.loads(floors.read_text())["shipped"]["extraction"]["floors"]["f1"] == 0.948
    measured(0.949)
    assert run(floors, "--raise") == 0
    assert json.loads(floors.read_text())["shipped"]["extraction"]["floors"]["f1"] == 0.948


@promise("house.floors.only-rise")
def test_raising_refuses_when_a_figure_is_lower(measured: Measured, tmp_path: Path) -> None:
    floors = floors_file(tmp_path, shipped=0.9)
    before = floors.read_text()

    measured(0.5)

    assert run(floors, "--raise") == 1
    assert floors.read_text() == before


@promise("house.floors.other-data-is-not-compared")
def test_floors_set_on_one_data_are_not_compared_with_another(
    measured: Measured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floors = floors_file(tmp_path)
    measured(0.9)
    assert run(floors, "--data", str(data_folder(tmp_path, "{}")), "--raise") == 0
    set_on_data = json.loads(floors.read_text())["data"]
    floors.write_text(json.dumps({"shipped": {}, "data": set_on_data}))

    measured(0.5)
    same = run(floors, "--data", str(data_folder(tmp_path, "{}")))
    capsys.readouterr()
    other = run(floors, "--data", str(data_folder(tmp_path, '{"more": 1}')))

    assert same == 1
    assert other == 0
    assert "skipped" in capsys.readouterr().out


def test_without_data_the_gate_says_so_in_a_line_and_passes(
    measured: Measured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(0.9)

    assert run(floors_file(tmp_path, shipped=0.1)) == 0
    assert capsys.readouterr().out.startswith("The large sets are skipped")


def test_a_folder_without_sets_is_said_and_skipped(
    measured: Measured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(0.9)
    empty = tmp_path / "empty"
    empty.mkdir()

    assert run(floors_file(tmp_path, shipped=0.1), "--data", str(empty)) == 0
    assert "skipped" in capsys.readouterr().out


@promise("house.start.times-fail-only-far-beyond-their-target")
@pytest.mark.parametrize(("median_ms", "code"), [(300.0, 0), (890.0, 0), (910.0, 1)])
def test_a_start_fails_only_beyond_three_times_its_target(
    measured: Measured,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    median_ms: float,
    code: int,
) -> None:
    measured(0.9)
    slow = Start(name="import", median_ms=median_ms)
    monkeypatch.setattr(startup, "measure_imports", lambda: [slow])

    assert run(floors_file(tmp_path, shipped=0.1)) == code


def test_a_heavy_package_imported_with_citewell_fails_the_gate(
    measured: Measured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured(0.9)
    heavy = Start(name="import", median_ms=1.0, modules=900, heavy=("numpy",))
    monkeypatch.setattr(startup, "measure_imports", lambda: [heavy])

    assert run(floors_file(tmp_path, shipped=0.1)) == 1
