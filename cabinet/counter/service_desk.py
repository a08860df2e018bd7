"""What the service menu may do at the counter: edit, say the PIN, try outputs.

All of it in service only. The owner's PIN is said once a visit, and not guessed: a
wrong one too many, and for a while no PIN is right.
"""

from hmac import compare_digest
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.modes import Mode, Service
from cabinet.counter.actuators import Actuators
from cabinet.hallway import Message, Refused
from cabinet.hallway_desk import Edit, TryOutput, Unlock, Unlocked, for_staff

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
        self._said = compare_digest(pin.encode(), wanted.encode())
        self._wrong = 0 if self._said else self._wrong + 1
        if self._wrong >= GUESSES:
            self._wrong, self._deaf_until = 0, at + PAUSE
        return Unlocked(right=True) if self._said else self._no(at)

    def may(self, edit: Edit, wanted: str) -> bool:
        """Whether the one in service may change that; without a PIN everybody may."""
        return not wanted or self._said or all(map(for_staff, edit.changes))

    def _no(self, at: Nanos) -> Unlocked:
        return Unlocked(right=False, wait_s=-(-max(0, self._deaf_until - at) // SECOND))


class ServiceDesk:
    """The counter's side of the menu on the screen."""

    def __init__(self, actuators: Actuators) -> None:
        self._actuators = actuators
        self._owner = Owner()

    def see(self, mode: Mode) -> None:
        """Who leaves service is a stranger again."""
        if not isinstance(mode, Service):
            self._owner.leave()

    def refusal(self, edit: Edit, mode: Mode, pin: str) -> str:
        """Why the one at the cabinet may not change that; "" when they may."""
        if not isinstance(mode, Service):
            return "settings are changed on the cabinet in service only"
        return "" if self._owner.may(edit, pin) else "this takes the owner's PIN"

    def answer(
        self, wish: TryOutput | Unlock, mode: Mode, pin: str, at: Nanos
    ) -> Message | None:
        """Do it, or say why not."""
        if not isinstance(mode, Service):
            return Refused("this is for the service menu only")
        if isinstance(wish, Unlock):
            return self._owner.unlock(wish.pin, pin, at)
        if wish.line == "meter":
            return Refused("the meter counts, so it is not tried")
        self._actuators.attempt(wish.line, on=wish.on)
        return None
