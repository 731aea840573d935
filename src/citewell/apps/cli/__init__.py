"""The command: `citewell ask`, `search`, `read`, `find`, `replay`, `demo`, `doctor`, `config`.

Rule: what a person or a program asked for goes to stdout, everything else to stderr. The engine is
imported by the command that runs it, so that `citewell --help` is there at once.
"""

from citewell.apps.cli.entry import main

__all__ = ["main"]
