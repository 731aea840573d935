"""Golden cases: what came in and what a stage made of it, in one file that people can review.

A case is `tests/golden/<stage>/<subject>-<what>.case`: header lines, the exchanges, and what must
come out. The folder names the stage, the first word of the file name its subject:

    # shape: https://service.example/docs (read 2026-12-01)
    # query: solar eclipse
    # GET https://service.example/search?q=solar+eclipse
    {"results": []}
    # output
    empty

Further headers are the stage's own (`# language: de`, `# endpoint: https://…`). What is posted
stands behind the URL: `# POST https://service.example/search q=solar+eclipse`. An exchange whose
body is `# raises CODE` is one that the door refuses so. A new case takes no code, a new stage one
line in `STAGES`.
"""

import shlex
from collections.abc import Awaitable, Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio import to_thread

from citewell import registry
from citewell.apps.cli import main
from citewell.model.config import ProviderConfig
from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Hit, ProviderReply, Query, Request, Response
from tests.apps.cli.command import record

FOLDER = Path(__file__).parent / "golden"
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One file."""

    path: Path
    headers: Mapping[str, str]
    exchanges: Mapping[str, str]
    """`GET <url>` or `POST <url> <what is posted>` → what is answered"""
    given: str
    """The file up to its output"""
    output: str

    @property
    def stage(self) -> str:
        return self.path.parent.name

    @property
    def subject(self) -> str:
        return self.path.stem.partition("-")[0]


def paths() -> list[Path]:
    """Every case there is, sorted."""
    return sorted(FOLDER.glob("*/*.case"))


def load(path: Path) -> Case:
    """Read a case; ValueError when it is not written as one."""
    given, marker, output = path.read_text(encoding="utf-8").partition("# output\n")
    if not marker or not given.startswith("# shape: "):
        raise ValueError(f"{path.name} must begin with `# shape: ` and have an `# output`")
    headers: dict[str, str] = {}
    exchanges: dict[str, str] = {}
    asked = ""
    for line in given.splitlines(keepends=True):
        if line.startswith(("# GET ", "# POST ")):
            asked = line.removeprefix("# ").strip()
            exchanges[asked] = ""
        elif asked:
            exchanges[asked] += line
        else:
            name, _, value = line.removeprefix("# ").partition(":")
            headers[name] = value.strip()
    return Case(path=path, headers=headers, exchanges=exchanges, given=given, output=output)


async def answer(case: Case) -> str:
    """What the stage makes of the case now, in the form of `Case.output`."""
    return await STAGES[case.stage](case)


def update(case: Case, output: str) -> None:
    """Write the output into the file."""
    case.path.write_text(f"{case.given}# output\n{output}", encoding="utf-8")


class Recorded:
    """A door that answers the exchanges of a case, each once, and no other request."""

    def __init__(self, case: Case) -> None:
        self.left = dict(case.exchanges)

    async def __call__(self, request: Request) -> Response:
        asked = f"{request.method} {request.url} {request.body.decode()}".strip()
        if asked not in self.left:
            raise AssertionError(f"not in the case: # {asked}")
        body = self.left.pop(asked)
        if body.startswith("# raises "):
            raise WebError.of(ErrorCode(body.removeprefix("# raises ").strip()), "as recorded")
        return Response(
            url=request.url,
            final_url=request.url,
            status=200,
            headers=(),
            media_type="application/json",
            charset="utf-8",
            body=body.encode(),
            truncated=False,
            fetched_at=NOON,
        )


async def _search(case: Case) -> str:
    """A provider's answer: its hits, or its error."""
    settings = ProviderConfig(endpoint=case.headers.get("endpoint", ""))
    provider = registry.plugin("providers", case.subject).configured(settings)
    query = Query(
        text=case.headers["query"],
        kinds=tuple(case.headers.get("kinds", "web").split()),
        language=case.headers.get("language"),
        page=int(case.headers.get("page", "1")),
    )
    door = Recorded(case)
    try:
        reply = await provider.search(query, door)
    except WebError as error:
        return f"{error.code}\n"
    assert not door.left, f"never asked for: {', '.join(door.left)}"
    return _shown(reply)


def _shown(reply: ProviderReply) -> str:
    lines = [_line(hit) for hit in reply.hits]
    lines += [f"failed {engine} {code}" for engine, code in reply.failures]
    return "".join(f"{line}\n" for line in lines or ["empty"])


def _line(hit: Hit) -> str:
    place = f"{hit.provider} {hit.rank} {hit.url}"
    published = hit.published.isoformat() if hit.published else ""
    parts = [place, hit.title, hit.snippet, hit.text.replace("\n", "\\n"), published]
    return " | ".join(parts).rstrip(" |")


async def _cli(case: Case) -> str:
    """What a person reads on stdout; `RECORDING` is one of the small web's question."""
    broken = case.headers.get("broken", "")
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as out:
        path = Path(folder) / "run.warc.gz"
        if "RECORDING" in case.headers["command"]:
            await record(path, broken=_statuses(broken), operations=["ask"])
        command = shlex.split(case.headers["command"].replace("RECORDING", str(path)))
        with redirect_stderr(StringIO()):
            code = await to_thread.run_sync(main, command)
    return f"{out.getvalue()}(exit code {code})\n"


def _statuses(broken: str) -> dict[str, int]:
    """`paris 403, iron 500`: pages that answer with a status of their own."""
    pairs = (part.split() for part in broken.split(",") if part.strip())
    return {name: int(status) for name, status in pairs}


STAGES: Mapping[str, Callable[[Case], Awaitable[str]]] = {
    "cli": _cli,
    "providers": _search,
}
"""Folder under `golden` → what runs a case of it"""
