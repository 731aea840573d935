"""Every golden case still comes out as it is written; see `golden_cases` for their form."""

from pathlib import Path

import anyio
import pytest

from tests import golden_cases


@pytest.mark.parametrize(
    "path", golden_cases.paths(), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
async def test_a_golden_case_comes_out_as_written(
    path: Path, request: pytest.FixtureRequest
) -> None:
    case = golden_cases.load(path)

    with anyio.fail_after(20):
        output = await golden_cases.answer(case)

    if request.config.getoption("--update-golden"):
        golden_cases.update(case, output)
    else:
        assert output == case.output


def test_every_folder_of_golden_cases_is_a_stage_that_runs_them() -> None:
    folders = {folder.name for folder in golden_cases.FOLDER.iterdir() if folder.is_dir()}

    assert folders == set(golden_cases.STAGES)


async def test_a_request_that_is_not_in_the_case_fails(tmp_path: Path) -> None:
    path = tmp_path / "providers" / "wikipedia-other.case"
    path.parent.mkdir()
    path.write_text(
        "# shape: none\n# query: q\n# GET https://other.example/\n{}\n# output\nempty\n"
    )

    with pytest.raises(AssertionError):
        await golden_cases.answer(golden_cases.load(path))


async def test_an_update_writes_what_came_out_and_keeps_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "providers" / "wikipedia-other.case"
    path.parent.mkdir()
    given = "# shape: none\n# query: q\n# GET https://a.example/\n# raises timeout\n"
    path.write_text(f"{given}# output\nold\n")

    golden_cases.update(golden_cases.load(path), "new\n")

    assert path.read_text() == f"{given}# output\nnew\n"


def test_a_file_that_is_no_case_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "wikipedia-none.case"
    path.write_text('{"query": 1}\n')

    with pytest.raises(ValueError):
        golden_cases.load(path)
