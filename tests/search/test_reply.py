"""What a provider hands back is looked at before it meets the others."""

from datetime import UTC, datetime
from typing import Any

import pytest

from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Hit, ProviderReply
from citewell.search import checked
from tests.promises import promise

HIT: dict[str, Any] = {
    "url": "https://a.example/",
    "title": "A",
    "provider": "p",
    "query": "q",
    "rank": 1,
}
GOOD = ProviderReply(
    hits=(Hit(**HIT, published=datetime(2026, 1, 1, tzinfo=UTC)),),
    failures=(("google", ErrorCode.BOT_WALL),),
)


def test_a_good_reply_passes_as_it_is() -> None:
    assert checked(GOOD, "p") == GOOD


def naive() -> datetime:
    """A date that says no zone."""
    return datetime(2026, 1, 1)  # noqa: DTZ001


@promise("engine.plugins.a-reply-of-the-wrong-shape-is-told")
@pytest.mark.parametrize(
    "reply",
    [
        None,
        "hits",
        ProviderReply(hits=None),  # type: ignore[arg-type]
        ProviderReply(hits=(5,)),  # type: ignore[arg-type]
        ProviderReply(hits=(Hit(**{**HIT, "url": None}),)),
        ProviderReply(hits=(Hit(**{**HIT, "rank": "1"}),)),
        ProviderReply(hits=(Hit(**HIT, snippet=None),)),  # type: ignore[arg-type]
        ProviderReply(hits=(Hit(**HIT, published="2026"),)),  # type: ignore[arg-type]
        ProviderReply(hits=(Hit(**HIT, published=naive()),)),
        ProviderReply(failures=(1,)),  # type: ignore[arg-type]
        ProviderReply(failures=(("google", "captcha"),)),  # type: ignore[arg-type]
    ],
    ids=[
        "nothing", "text", "no hits", "a number", "no url", "rank as text", "no snippet",
        "year as text", "no zone", "a bare failure", "a code of its own",
    ],
)  # fmt: skip
def test_a_reply_of_another_shape_is_the_providers_failure(reply: object) -> None:
    with pytest.raises(WebError) as caught:
        checked(reply, "p")

    assert caught.value.code is ErrorCode.PROVIDER_UNAVAILABLE
