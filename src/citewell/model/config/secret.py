"""A string that does not show itself."""

REDACTED = "redacted"


class Secret:
    """A key or token; shows as `redacted` wherever it is printed, logged or recorded."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        """Keep the value."""
        self._value = value

    def reveal(self) -> str:
        """The value itself, for the one place that sends it."""
        return self._value

    def __repr__(self) -> str:
        return f"Secret({REDACTED})"

    def __str__(self) -> str:
        return REDACTED

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> str:
        raise TypeError("a secret cannot be pickled")
