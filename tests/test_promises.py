"""Every promise has a test, every test names promises that exist, and each has its origin."""

import ast
import re
from pathlib import Path

import pytest

from tests.promises import promise
from tests.requirements import AREAS, PROMISES

ROOT = Path(__file__).parents[1]
SHAPE = re.compile(r"[a-z_]+\.[a-z0-9-]+\.[a-z0-9-]+")


def _kept() -> set[str]:
    """Ids that a test or a golden case names."""
    named: set[str] = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "promise":
                named |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    for path in (ROOT / "tests" / "golden").rglob("*.case"):
        named |= set(re.findall(r"^# promise: (\S+)", path.read_text(encoding="utf-8"), re.M))
    return named


def _origins() -> dict[str, str]:
    """Id to origin, as docs/origins.md tables them."""
    text = (ROOT / "docs" / "origins.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (.+?) \|$", text, re.M)
    assert len(rows) == len(dict(rows)), "an id stands twice in docs/origins.md"
    return dict(rows)


@promise("house.promises.each-has-a-test-and-an-origin")
def test_every_promise_is_kept_by_a_test() -> None:
    assert set(PROMISES) - _kept() == set()


def test_every_promise_has_an_origin_and_every_origin_a_promise() -> None:
    assert set(_origins()) == set(PROMISES)


def test_no_origin_is_left_open() -> None:
    assert [identifier for identifier, origin in _origins().items() if not origin.strip()] == []


def test_an_id_has_three_parts_and_stands_in_one_area() -> None:
    assert [identifier for identifier in PROMISES if not SHAPE.fullmatch(identifier)] == []
    assert sum(len(area) for area in AREAS) == len(PROMISES)


def test_a_test_that_names_a_promise_nobody_made_does_not_load() -> None:
    with pytest.raises(ValueError, match="no such promise"):
        promise("fetch.nothing.of-this-kind")


def test_a_test_that_names_no_promise_does_not_load() -> None:
    with pytest.raises(ValueError, match="none given"):
        promise()
