"""All providers at once, each with its own limit, and partial results at the deadline.

Rule: results stand in the order of the asks, never in that of arrival, so that a replay merges the
same list. A refusal is an outcome with its code; no outcome is left out. Calling a plug-in, and
turning what it throws into a `WebError`, is the engine's part.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import anyio

from citewell.model.clock import Clock
from citewell.model.errors import ErrorCode, Unreachable, WebError
from citewell.model.values import Outcome, ProviderReply, Query

NO_REPLY = ProviderReply()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One query for one provider."""

    provider: str
    """Its name, as in the configuration"""
    query: Query


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of an ask."""

    ask: Ask
    reply: ProviderReply
    """Without hits when the provider refused, failed or was too late"""
    outcome: Outcome


Call = Callable[[Ask], Awaitable[ProviderReply]]
"""Asks one provider once; raises WebError and nothing else"""


async def ask_all(
    asks: Sequence[Ask], call: Call, *, deadline_s: float, each_s: float, clock: Clock
) -> tuple[Answered, ...]:
    """Ask every provider at the same time.

    Args:
        asks: what to ask whom, most important first.
        call: asks one provider; see `Call`.
        deadline_s: for all together; whoever is not done by then is `deadline_exceeded`.
        each_s: for each; whoever needs longer is `timeout`.
        clock: measures how long each took.

    Returns:
        One for each ask, in the order of `asks`.
    """
    answered: dict[int, Answered] = {}
    started = clock.monotonic()

    async def one(index: int, ask: Ask) -> None:
        answered[index] = await _one(ask, call, each_s=each_s, clock=clock)

    with anyio.move_on_after(deadline_s):
        async with anyio.create_task_group() as group:
            for index, ask in enumerate(asks):
                group.start_soon(one, index, ask)
    late = Unreachable(ErrorCode.DEADLINE_EXCEEDED, f"no answer within {deadline_s:g} s for all")
    elapsed_s = clock.monotonic() - started
    return tuple(
        answered.get(index) or _failed(ask, late, elapsed_s) for index, ask in enumerate(asks)
    )


async def _one(ask: Ask, call: Call, *, each_s: float, clock: Clock) -> Answered:
    started = clock.monotonic()
    try:
        with anyio.move_on_after(each_s):
            reply = await call(ask)
            return _replied(ask, reply, clock.monotonic() - started)
    except WebError as error:
        return _failed(ask, error, clock.monotonic() - started)
    slow = Unreachable(ErrorCode.TIMEOUT, f"no answer within {each_s:g} s")
    return _failed(ask, slow, clock.monotonic() - started)


def _replied(ask: Ask, reply: ProviderReply, elapsed_s: float) -> Answered:
    """Nothing found while engines failed is a failure: it does not say that nothing is there."""
    engines_failed = bool(reply.failures) and not reply.hits
    outcome = Outcome(
        operation="search",
        target=ask.provider,
        query=ask.query.text,
        code=ErrorCode.ENGINES_FAILED if engines_failed else None,
        elapsed_s=elapsed_s,
        count=len(reply.hits),
        detail=", ".join(f"{engine}: {code}" for engine, code in reply.failures),
    )
    return Answered(ask=ask, reply=reply, outcome=outcome)


def _failed(ask: Ask, error: WebError, elapsed_s: float) -> Answered:
    outcome = Outcome(
        operation="search",
        target=ask.provider,
        query=ask.query.text,
        code=error.code,
        elapsed_s=elapsed_s,
        detail=error.message,
    )
    return Answered(ask=ask, reply=NO_REPLY, outcome=outcome)
