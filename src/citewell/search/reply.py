"""Whether what a provider handed back is a reply: plug-ins are other people's code.

Rule: pure. A hit of the wrong shape is the provider's failure, told with its name; it never reaches
the merge, where it would break the hits of all the others.
"""

from citewell.model.errors import ErrorCode, Unavailable
from citewell.model.values import ProviderReply
from citewell.model.values.plain import from_plain, to_plain


def checked(reply: object, provider: str) -> ProviderReply:
    """The reply, if all its fields have their types.

    Raises:
        Unavailable: `provider_unavailable` names the provider and what is wrong.
    """
    if not isinstance(reply, ProviderReply):
        kind = type(reply).__name__
        raise Unavailable(ErrorCode.PROVIDER_UNAVAILABLE, f"{provider} gave a {kind}, no reply")
    try:
        rebuilt = from_plain(ProviderReply, to_plain(reply))
        if any(hit.published and hit.published.tzinfo is None for hit in rebuilt.hits):
            raise ValueError("a date without a time zone")
        return rebuilt
    except ValueError as error:
        message = f"{provider} gave a reply of the wrong shape: {error}"
        raise Unavailable(ErrorCode.PROVIDER_UNAVAILABLE, message) from None
