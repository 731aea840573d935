"""Start-up: how long `import citewell` takes, what it imports, and how fast a recorded run replays.

Times are medians on the machine at hand and compared with targets, never with earlier runs: they
fail only beyond three times a target.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

RUNS = 7
"""Fresh interpreters a measurement: enough for a median on a noisy machine"""

TARGETS_MS: Mapping[str, float] = {"import": 300.0, "import of the face": 300.0, "replay": 1000.0}
"""Milliseconds, medians"""

TOLERANCE = 3.0
"""Times a target that a measurement may take before it fails: other work shares the machine"""

HEAVY = frozenset(
    "fastapi mcp numpy onnxruntime pandas playwright pydantic scipy starlette tokenizers torch "
    "transformers uvicorn".split()
)
"""Top-level packages that importing citewell must not import"""

IMPORTS: Mapping[str, str] = {
    "import": "import citewell",
    "import of the face": "from citewell import Config, Engine, Filters, WebError, read_bytes",
}
"""The package is loaded lazily, so the first costs little; the second is what a program writes"""

_CHILD = """
import json, sys, time
before = set(sys.modules)
start = time.perf_counter()
{statement}
elapsed = time.perf_counter() - start
print(json.dumps({{"ms": 1000 * elapsed, "modules": sorted(set(sys.modules) - before)}}))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """One thing that was started several times."""

    name: str
    median_ms: float
    modules: int = 0
    """Modules that it imported besides the interpreter's own"""
    heavy: tuple[str, ...] = field(default=())
    """Of those, packages in `HEAVY`"""

    @property
    def target_ms(self) -> float:
        """What it should take."""
        return TARGETS_MS[self.name]

    @property
    def is_too_slow(self) -> bool:
        """Whether it took more than three times its target."""
        return self.median_ms > TOLERANCE * self.target_ms


def measure_imports() -> list[Start]:
    """Import in fresh interpreters, with this one's paths.

    Raises:
        subprocess.CalledProcessError: the import itself fails.
    """
    return [measure_import(name, statement) for name, statement in IMPORTS.items()]


def measure_import(name: str, statement: str) -> Start:
    """Run one import statement in `RUNS` fresh interpreters."""
    replies = [_child(statement) for _ in range(RUNS)]
    modules = replies[-1]["modules"]
    assert isinstance(modules, list)
    packages = {module.partition(".")[0] for module in modules}
    return Start(
        name=name,
        median_ms=median(float(str(reply["ms"])) for reply in replies),
        modules=len(modules),
        heavy=tuple(sorted(packages & HEAVY)),
    )


def _child(statement: str) -> dict[str, object]:
    code = _CHILD.format(statement=statement)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    reply: dict[str, object] = json.loads(done.stdout)
    return reply
