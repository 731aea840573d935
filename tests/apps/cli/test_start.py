"""`citewell --help` is there at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.cli.command import citewell, environment
from tests.promises import promise


@promise("cli.start.help-imports-no-engine")
@pytest.mark.parametrize("args", [["--help"], ["ask", "--help"], ["config"], []])
def test_help_and_mistakes_import_neither_the_engine_nor_what_draws(
    args: list[str], home: Path
) -> None:
    program = f"""if True:
        import sys
        from citewell.apps.cli import main
        main({args!r})
        heavy = {{"citewell.engine", "httpcore2", "rich.console", "ssl", "asyncio"}}
        print(sorted(heavy & set(sys.modules)), file=sys.stderr)
    """

    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(home),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert ran.stderr.splitlines()[-1] == "[]"


def test_without_a_command_the_help_is_shown(home: Path) -> None:
    ran = citewell(home)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert "  ask " in ran.stdout


def test_the_version_is_told(home: Path) -> None:
    ran = citewell(home, "--version")

    assert ran.returncode == 0
    assert ran.stdout.startswith("citewell ")
