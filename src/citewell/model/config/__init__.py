"""Every setting, with its unit, its reason and where the figure comes from.

`Config` holds one frozen section for each stage; `Config.from_env` reads `CITEWELL_…` variables.
"""

from citewell.model.config.secret import Secret
from citewell.model.config.settings import (
    Config,
    ContextConfig,
    FetchConfig,
    LLMConfig,
    ProviderConfig,
    RankConfig,
    RunConfig,
    SearchConfig,
    WorkersConfig,
)

__all__ = [
    "Config",
    "ContextConfig",
    "FetchConfig",
    "LLMConfig",
    "ProviderConfig",
    "RankConfig",
    "RunConfig",
    "SearchConfig",
    "Secret",
    "WorkersConfig",
]
