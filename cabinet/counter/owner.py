"""The owner's PIN: said once a visit, and not guessed.

A wrong one too many, and for a while no PIN is right.
"""

from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.owner_pin import fits
from cabinet.protocol.operator import Edit, Unlocked, for_staff

GUESSES: Final = 3
PAUSE: Final[Nanos] = 30 * SECOND


class Owner:
    """Whether whoever is in service has said the PIN."""

    def __init__(self) -> None:
        self._said = False
        self._wrong = 0
        self._deaf_until: Nanos = 0

    def leave(self) -> None:
        """Nobody is in service any more; guesses are remembered."""
        self._said = False

    def unlock(self, pin: str, wanted: str, at: Nanos) -> Unlocked:
        """Somebody says a PIN."""
        if at < self._deaf_until:
            return self._no(at)
        self._said = fits(pin, wanted)
        self._wrong = 0 if self._said else self._wrong + 1
        if self._wrong >= GUESSES:
            self._wrong, self._deaf_until = 0, at + PAUSE
        return Unlocked(right=True) if self._said else self._no(at)

    def is_here(self, wanted: str) -> bool:
        """Whether it is the owner who is in service; without a PIN everybody is."""
        return not wanted or self._said

    def may(self, edit: Edit, wanted: str) -> bool:
        """Whether the one in service may change that."""
        return self.is_here(wanted) or all(map(for_staff, edit.changes))

    def _no(self, at: Nanos) -> Unlocked:
        return Unlocked(right=False, wait_s=-(-max(0, self._deaf_until - at) // SECOND))
