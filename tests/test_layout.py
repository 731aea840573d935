"""The tree is as docs/architecture.md draws it, and each rule fails on a tree that breaks it."""

import re
from pathlib import Path

import pytest

from tests import house
from tests.promises import promise

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "citewell"


@promise("house.layout.the-tree-is-the-plan")
def test_nothing_stands_at_the_top_of_the_package_that_the_plan_does_not_name() -> None:
    assert house.strays(PACKAGE) == []


def test_the_plan_and_this_test_name_the_same_top() -> None:
    plan = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = plan.split("src/citewell/\n")[1].split("\ntests/")[0]
    words = set(re.findall(r"[\w.]+(?=/?\b)", drawn))

    assert {name for name in house.TOP if name not in words} == set()


@promise("house.layout.a-stray-module-breaks-the-build")
def test_a_stray_utils_module_is_found(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text('"""Things."""\n', encoding="utf-8")

    assert house.strays(tmp_path) == ["utils.py: not in the plan"]
    assert len(house.vague_names(tmp_path)) == 1


def test_no_module_and_no_class_has_a_name_that_says_nothing() -> None:
    assert house.vague_names(PACKAGE) == []


def test_every_module_says_what_it_holds() -> None:
    assert house.silent_modules(PACKAGE) == []


def test_no_file_and_no_function_is_longer_than_the_house_allows() -> None:
    assert house.too_long(PACKAGE) == []


@promise("house.errors.nothing-is-swallowed-away-from-the-edges")
def test_only_the_edges_catch_every_exception() -> None:
    assert house.broad_excepts(PACKAGE) == []


def test_folders_of_tests_mirror_the_package() -> None:
    assert house.unmirrored(ROOT / "tests", PACKAGE) == []


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("class RunManager:\n    '''Runs.'''\n", house.vague_names),
        ("x = 1\n", house.silent_modules),
        ("def f():\n" + "    x = 1\n" * 41, house.too_long),
        ("x = 1\n" * 401, house.too_long),
        ("try:\n    pass\nexcept Exception:\n    pass\n", house.broad_excepts),
        ("try:\n    pass\nexcept:\n    pass\n", house.broad_excepts),
        ("try:\n    pass\nexcept (OSError, BaseException):\n    pass\n", house.broad_excepts),
    ],
)
def test_each_rule_fails_on_a_tree_that_breaks_it(source: str, rule, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "plan.py").write_text(source, encoding="utf-8")

    assert rule(tmp_path)
