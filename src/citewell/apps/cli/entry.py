"""From the shell's arguments to an exit code, whatever happens on the way.

Rule: a person never sees a traceback. What went wrong is one sentence on stderr, with what to do;
with `--json` the same is an object on stdout as well, so that a program can always parse it.
"""

import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import TextIO

import typer

from citewell.apps.cli.commands import APP
from citewell.apps.cli.failures import as_lines
from citewell.apps.cli.screen import Screen
from citewell.apps.wire import CLOSED_PIPE, WIRE_ERRORS, error_json
from citewell.model.errors import Caller, ErrorCode, WebError

TRACEBACK = "--traceback"
"""Shows where a fault of our own happened; for bug reports"""


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        args: without the program's name; the shell's when None.

    Returns:
        The exit code; `docs/cli.md` lists them.
    """
    _prepare_streams()
    arguments = list(sys.argv[1:] if args is None else args)
    if arguments in ([], ["config"]):  # says what there is
        arguments.append("--help")
    try:
        code = _called(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_stdout()
        return CLOSED_PIPE


def _called(arguments: list[str]) -> int:
    """The command's own code, or that of whatever it raised."""
    command = typer.main.get_command(APP)
    try:
        code = command.main(args=arguments, prog_name="citewell", standalone_mode=False)
        return int(code or 0)
    except typer.TyperException as error:
        return _failed(Caller(ErrorCode.INVALID_REQUEST, _usage(error)), arguments)
    except WebError as error:
        return _failed(error, arguments)
    except SystemExit:  # the only one that typer lets out: its own way to say that the pipe closed
        raise BrokenPipeError from None
    except BrokenPipeError:
        raise
    except Exception as error:
        if TRACEBACK in arguments:
            traceback.print_exc()
        message = f"citewell broke ({type(error).__name__}); run it with {TRACEBACK} and report it"
        return _failed(Caller(ErrorCode.INTERNAL, message), arguments)


def _failed(error: WebError, arguments: Sequence[str]) -> int:
    """Tell the failure; its exit code."""
    screen = Screen(as_json="--json" in arguments)
    if screen.as_json:
        screen.put_json(error_json(error))
    screen.tell(as_lines(error))
    return WIRE_ERRORS[error.code].exit_code


def _usage(error: typer.TyperException) -> str:
    """The sentence of a command line that does not fit, and where to read how it should."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "citewell"
    sentence = " ".join(error.format_message().split()).rstrip(".")
    return f"{sentence[:1].lower()}{sentence[1:]}; `{path} --help` says what fits"


def _prepare_streams() -> None:
    """Let no character and no missing stream stop the output."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, io.StringIO())
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _forget_stdout() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not fail at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
