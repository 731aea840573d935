"""The web as runs see it: live, live and recorded, or answered by a recording.

Rule: a run asks for doors and for a model, and cannot tell which of the three it is given.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
