"""A failure as a person is told it: what is wrong, and what to do about it."""

from collections.abc import Mapping

from citewell.apps.cli.lines import Line, line
from citewell.model.errors import ErrorCode, WebError

HINTS: Mapping[ErrorCode, str] = {
    ErrorCode.OFFLINE: "`citewell demo` needs none, `citewell doctor --live` looks for the reason",
    ErrorCode.DNS_FAILED: "check the address, and the network with `citewell doctor --live`",
    ErrorCode.CONNECTION_FAILED: "check the network with `citewell doctor --live`",
    ErrorCode.TIMEOUT: "try again, or give it longer with --deadline",
    ErrorCode.DEADLINE_EXCEEDED: "give it longer with --deadline",
    ErrorCode.UNSUPPORTED_SCHEME: "give a page as https://…, or a file by its path",
    ErrorCode.INVALID_URL: "give the whole address, such as https://example.org/page",
    ErrorCode.CREDENTIALS_IN_URL: "leave them out",
    ErrorCode.BLOCKED_ADDRESS: "save what is there into a file and read that",
    ErrorCode.REPLAY_MISSING: "`citewell replay FILE` lists what a recording holds",
    ErrorCode.BAD_RECORDING: "a recording is made with --record FILE",
    ErrorCode.NOT_A_DOCUMENT: "`citewell doctor` lists what can be read",
    ErrorCode.MODEL_UNAVAILABLE: "is the model's server running? `citewell config show` says where",
    ErrorCode.NOTHING_FOUND: "`citewell doctor` says what a local SearXNG or a key adds",
}
"""What a person can do; a code that is not here leaves nothing to do but what the message says"""


def as_lines(error: WebError) -> list[Line]:
    """One sentence, and the way out where there is one."""
    known = error.detail.get("remedy", "") or HINTS.get(error.code, "")
    sentence = error.message.rstrip(". ")
    if known and known not in sentence:
        sentence = f"{sentence} — {known}"
    end = "" if sentence.endswith(("?", "!", "…")) else "."
    return [line(("citewell: ", "bold red"), f"{sentence}{end}")]
