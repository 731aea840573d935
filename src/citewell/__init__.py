"""citewell: look things up on the web, with proof for every word.

Everything a program needs is here; each name is loaded when it is first used, so that importing
the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citewell.apps.sync import ask_sync, read_bytes, research_sync
    from citewell.engine import Engine
    from citewell.fetch.network import Network
    from citewell.model.clock import Clock
    from citewell.model.config import (
        Config,
        ContextConfig,
        FetchConfig,
        LLMConfig,
        ProviderConfig,
        RankConfig,
        RunConfig,
        SearchConfig,
        Secret,
        WorkersConfig,
    )
    from citewell.model.errors import ErrorCode, WebError
    from citewell.model.events import Counters, Event
    from citewell.model.values import (
        Answer,
        Context,
        Document,
        Filters,
        Hit,
        Message,
        Outcome,
        Research,
        SearchResponse,
    )

_HOME = {
    "Answer": "model.values",
    "Clock": "model.clock",
    "Config": "model.config",
    "Context": "model.values",
    "ContextConfig": "model.config",
    "Counters": "model.events",
    "Document": "model.values",
    "Engine": "engine",
    "ErrorCode": "model.errors",
    "Event": "model.events",
    "FetchConfig": "model.config",
    "Filters": "model.values",
    "Hit": "model.values",
    "LLMConfig": "model.config",
    "Message": "model.values",
    "Network": "fetch.network",
    "Outcome": "model.values",
    "ProviderConfig": "model.config",
    "RankConfig": "model.config",
    "Research": "model.values",
    "RunConfig": "model.config",
    "SearchConfig": "model.config",
    "SearchResponse": "model.values",
    "Secret": "model.config",
    "WebError": "model.errors",
    "WorkersConfig": "model.config",
    "ask_sync": "apps.sync",
    "read_bytes": "apps.sync",
    "research_sync": "apps.sync",
}

__all__ = [
    "Answer",
    "Clock",
    "Config",
    "Context",
    "ContextConfig",
    "Counters",
    "Document",
    "Engine",
    "ErrorCode",
    "Event",
    "FetchConfig",
    "Filters",
    "Hit",
    "LLMConfig",
    "Message",
    "Network",
    "Outcome",
    "ProviderConfig",
    "RankConfig",
    "Research",
    "RunConfig",
    "SearchConfig",
    "SearchResponse",
    "Secret",
    "WebError",
    "WorkersConfig",
    "ask_sync",
    "read_bytes",
    "research_sync",
]


def __getattr__(name: str) -> object:
    """Load a public name from its home."""
    if name == "__version__":
        return import_module("importlib.metadata").version(__name__)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
