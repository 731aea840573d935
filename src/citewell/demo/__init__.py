"""The demo: a small recorded web that a first question can be asked of, without any network.

55 pages on 50 hosts under `.example`, in ten languages, with three search services and the
nuisances of the real web. It is a recording like any other: `Config(replay=str(recording()))`
answers the questions that were asked when it was made. Its sources are in `demo/` of the
repository.
"""

import atexit
from contextlib import ExitStack
from functools import cache
from importlib import resources
from pathlib import Path

NAME = "demo.warc.gz"


@cache
def recording() -> Path:
    """Path of the recording; it stays there until the process ends."""
    # A package that is imported from an archive has no file of its own: one is unpacked for it.
    kept = ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(resources.as_file(resources.files(__name__) / NAME))
