"""The web as runs see it: live, live and recorded, or answered by a recording.

Rule: a run asks for doors and for its model, and cannot tell which of the three it is given.
"""

import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

from citewell.fetch.doors import open_doors
from citewell.fetch.network import Network
from citewell.fetch.record import RecordingDoors, RecordingModel
from citewell.fetch.replay import ReplayDoors, ReplayModel
from citewell.fetch.tape import Tape, TapeWriter, read_tape
from citewell.model.clock import Clock
from citewell.model.config import Config
from citewell.model.errors import Caller, ErrorCode, Unreachable
from citewell.model.protocols import LLM, Doors
from citewell.model.run import Run
from citewell.model.values import Trace
from citewell.model.values.plain import from_plain, to_plain
from citewell.model.values.trace import Operation

SHAPING = ("citewell", "turbohtml", "can_ada", "publicsuffixlist", "fasttext-predict")
"""Distributions whose version can change a text, a passage or an address"""
