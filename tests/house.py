"""The rules of the house as functions over a source tree: each returns what breaks it.

`tests/test_layout.py` runs them over the package and, to see them fail, over trees that break them.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TOP = frozenset(
    "__init__.py __main__.py py.typed engine.py session.py registry.py workers.py model text plan "
    "search fetch read rank context answer check plugins apps demo".split()
)
"""The names that may stand at the top of the package; docs/architecture.md draws them"""

VAGUE_MODULES = frozenset("utils util helpers helper common base core misc data info".split())
VAGUE_CLASSES = re.compile(r"(Manager|Handler|Helper|Service|Factory|Strategy|Util|Data|Info)$")
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 40
EDGES = ("apps/", "workers.py")
"""Where any exception may be caught; besides the one place in engine.py that calls a plug-in"""


def strays(package: Path) -> list[str]:
    """Entries at the top that the plan does not name."""
    entries = (path.name for path in package.iterdir() if path.name != "__pycache__")
    return sorted(f"{name}: not in the plan" for name in entries if name not in TOP)


def vague_names(package: Path) -> list[str]:
    """Modules and classes whose name says nothing."""
    found = [f"{path}: vague" for path in package.rglob("*.py") if path.stem in VAGUE_MODULES]
    for path, tree in _trees(package):
        found += [
            f"{path}:{node.lineno}: {node.name} is vague"
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and VAGUE_CLASSES.search(node.name)
        ]
    return found


def too_long(package: Path) -> list[str]:
    """Files and functions that want to be two."""
    found = []
    for path, tree in _trees(package):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > MAX_FILE_LINES:
            found.append(f"{path}: {lines} lines")
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                size = (node.end_lineno or node.lineno) - node.lineno + 1
                if size > MAX_FUNCTION_LINES:
                    found.append(f"{path}:{node.lineno}: {node.name} has {size} lines")
    return found


def silent_modules(package: Path) -> list[str]:
    """Modules that do not say what they hold."""
    return [
        f"{path}: no docstring" for path, tree in _trees(package) if not ast.get_docstring(tree)
    ]


def broad_excepts(package: Path) -> list[str]:
    """Handlers of any exception away from the edges; engine.py may have one."""
    found = []
    for path, tree in _trees(package):
        inside = path.relative_to(package).as_posix()
        handlers = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
        broad = [handler.lineno for handler in handlers if _is_broad(handler)]
        allowed = 1 if inside == "engine.py" else 0
        if not inside.startswith(EDGES) and len(broad) > allowed:
            found += [f"{inside}:{line}: catches everything" for line in broad[allowed:]]
    return found


def unmirrored(tests: Path, package: Path) -> list[str]:
    """Folders of tests that mirror nothing of the package."""
    own = {"golden", "properties", "live", "benchmarks", "docs", "__pycache__"}
    folders = (path for path in tests.rglob("*") if path.is_dir() and not own & set(path.parts))
    return [
        f"{path}: mirrors nothing"
        for path in folders
        if not (package / path.relative_to(tests)).exists()
        and not (package / path.relative_to(tests)).with_suffix(".py").exists()
    ]


def _is_broad(node: ast.ExceptHandler) -> bool:
    names = [] if node.type is None else list(ast.walk(node.type))
    caught = {part.id for part in names if isinstance(part, ast.Name)}
    return node.type is None or bool(caught & {"Exception", "BaseException"})


def _trees(package: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(package.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))
