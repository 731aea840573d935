"""The flow: from a question to a numbered context, and from there to a checked answer.

Rule: stages meet here and nowhere else, plug-ins are called here and nowhere else, and here alone
the clock is read. A failure is an outcome of the run; what is raised is `offline`, a recording that
does not hold the run, and a caller's mistake.
"""

import hashlib
import json
import math
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

import anyio
import anyio.to_thread

from citewell import registry
from citewell.answer import answer_messages, extract_answer
from citewell.check import review
from citewell.context import build_context
from citewell.fetch.doors import Doors, open_doors
from citewell.fetch.record import RecordingDoors, recording_model
from citewell.fetch.replay import ReplayDoors, ReplayModel
from citewell.fetch.tape import Tape, TapeWriter, read_tape
from citewell.model.clock import Clock, frozen_clock
from citewell.model.config import Config, ProviderConfig
from citewell.model.errors import Caller, ErrorCode, Unreachable, WebError
from citewell.model.events import (
    AnswerPayload,
    CheckPayload,
    ContextPayload,
    Emitter,
    EventSink,
    FetchPayload,
    PlanPayload,
    RankPayload,
    ReadPayload,
    ResearchPayload,
    SearchPayload,
)
from citewell.model.protocols import LLM, Provider
from citewell.model.values import (
    Answer,
    Context,
    Document,
    Filters,
    Hit,
    Message,
    Outcome,
    Plan,
    ProviderReply,
    Query,
    RankedPassage,
    Request,
    Research,
    Response,
    SearchResponse,
    Source,
    Timing,
    Trace,
)
from citewell.model.values.plain import from_plain, to_plain
from citewell.plan import plan as make_plan
from citewell.rank import rank, select, snippet_passages, split
from citewell.read.dispatch import read as read_with
from citewell.read.pages import PageRead, read_pages
from citewell.search import Ask, ask_all, merge, reading_list
from citewell.text.tokens import estimate
from citewell.text.urls import parse_url, site
from citewell.workers import Workers
