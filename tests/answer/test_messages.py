"""What a model is sent."""

from itertools import pairwise
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from citewell.answer import answer_messages
from citewell.context import build_context
from citewell.model.values import Context, Message
from citewell.text.tokens import estimate
from tests.promises import promise
from tests.rank.pages import NOW, passage, ranked, source


def context(*texts: str) -> Context:
    return build_context(
        ranked(*(passage(text, "a") for text in texts)),
        [source("a")],
        queries=["q"],
        budget_tokens=900,
        count=estimate,
        token_method="estimated",
        searched_at=NOW,
    )


@promise("answer.messages.instruct-at-both-ends")
def test_the_instruction_stands_before_and_after_the_context() -> None:
    made = context("The fare is two euros.")

    first, last = answer_messages("What is the fare?", made, ())

    assert first.role == "system"
    assert "[1]" in first.text
    before, behind = last.text.split(made.text)
    assert before == ""
    assert "What is the fare?" in behind
    assert "cite" in behind


def test_without_evidence_the_model_is_told_to_say_so() -> None:
    *_, last = answer_messages("What is the fare?", context(), ())

    assert last.text.endswith("do not answer from memory.")


ROLES: st.SearchStrategy[Literal["user", "assistant"]] = st.sampled_from(["user", "assistant"])


@promise("answer.messages.roles-alternate")
@given(st.lists(ROLES, max_size=9))
def test_roles_alternate_whatever_the_history(roles: list[Literal["user", "assistant"]]) -> None:
    history = [Message(role=role, text=f"{n}" * 5_000) for n, role in enumerate(roles)]

    _, *turns = answer_messages("Q", context("x"), history)

    assert all(one.role != other.role for one, other in pairwise(turns))
    assert turns[0].role == turns[-1].role == "user"
    assert len(turns) <= 5
    assert all(len(turn.text) <= 1_000 for turn in turns[:-1])


def test_the_last_turns_go_along_in_order() -> None:
    history = [Message(role="user", text="One?"), Message(role="assistant", text="One.")] * 2

    _, *turns = answer_messages("Q", context("x"), history)

    assert [turn.text for turn in turns[:-1]] == ["One?", "One.", "One?", "One."]
