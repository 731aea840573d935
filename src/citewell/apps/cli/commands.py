"""Every command with its arguments and options; what each does stands in the module it imports."""

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from citewell.apps.cli.options import FILTERS, RUN, SHOWN, Given, takes

APP = typer.Typer(
    name="citewell",
    help="Look things up on the web, with proof for every word.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
CONFIG = typer.Typer(help="Show the configuration.")
APP.add_typer(CONFIG, name="config")

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="In quotes, in any language.")]
Query = Annotated[str, typer.Argument(metavar="QUERY", help="Sent as it stands.")]
Place = Annotated[str, typer.Argument(metavar="URL|FILE", help="https://…, or a path.")]
Wanted = Annotated[str, typer.Argument(metavar="TEXT", help="Taken literally; case is ignored.")]
Recording = Annotated[str, typer.Argument(metavar="FILE", help="Made with --record.")]
Run = Annotated[str, typer.Argument(metavar="[QUESTION]", help="A question, or its number.")]


@APP.callback()
def common(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=lambda on: _show_version(on)),
    ] = False,
    _traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where a fault of citewell's own happened.")
    ] = False,
) -> None:
    """Look things up on the web, with proof for every word."""


@APP.command()
@takes("passages", "context", "explain", "budget", *FILTERS, *RUN, *SHOWN)
def ask(question: Question, *, given: Given) -> int:
    """Answer a question from the web, with numbered sources."""
    from citewell.apps.cli import ask as command

    return command.run(question, given)


@APP.command()
@takes(*FILTERS, *RUN, "as_json")
def search(query: Query, *, given: Given) -> int:
    """Send one query to every provider and list the hits."""
    from citewell.apps.cli import search as command

    return command.run(query, given)


@APP.command()
@takes("main", *RUN, "as_json")
def read(place: Place, *, given: Given) -> int:
    """Read a page of the web, or a file, as clean text."""
    from citewell.apps.cli import read as command

    return command.run(place, given)


@APP.command()
@takes("limit", *RUN, "as_json")
def find(text: Wanted, place: Place, *, given: Given) -> int:
    """Find a text in a page of the web, or in a file."""
    from citewell.apps.cli import read as command

    return command.find(text, place, given)


@APP.command()
@takes("passages", "context", "explain", "main", *SHOWN)
def replay(file: Recording, question: Run = "", *, given: Given) -> int:
    """List the runs of a recording, or run one again without a network."""
    from citewell.apps.cli import replay as command

    return command.run(file, question, given)


@APP.command()
@takes("passages", "context", "explain", *SHOWN)
def demo(question: Run = "", *, given: Given) -> int:
    """Ask the demo web that comes with the package; needs no network."""
    from citewell.apps.cli import replay as command

    return command.demo(question, given)


@APP.command()
@takes("live", "as_json")
def doctor(*, given: Given) -> int:
    """Say what is set up, what is missing, and the one line that mends it."""
    from citewell.apps.cli import doctor as command

    return command.run(given)


@CONFIG.command()
@takes("as_json")
def show(*, given: Given) -> int:
    """List every setting with its value and where that came from."""
    from citewell.apps.cli import config as command

    return command.show(given)


def _show_version(on: bool) -> None:  # noqa: FBT001 -- typer calls it so
    if not on:
        return
    try:
        number = version("citewell")
    except PackageNotFoundError:
        number = "unknown"
    typer.echo(f"citewell {number}")
    raise typer.Exit
