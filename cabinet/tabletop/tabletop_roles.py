"""Games whose seats differ: what the view of one offers besides."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class HasRoles(Protocol):
    """What a view offers besides whose seats are different roles."""

    def roles(self, language: str) -> tuple[str, ...]:
        """What each seat is called, the first seat first."""
