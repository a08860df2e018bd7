"""What the service menu may do at the counter: edit, say the PIN, try, clear.

All of it in service only, and most of it by the owner only.
"""

from typing import Final, TypeAlias

from cabinet.core.events import Nanos
from cabinet.core.happenings import MeterTried, ScoresCleared
from cabinet.core.house import House
from cabinet.core.modes import Mode, Service
from cabinet.counter.actuators import Actuators
from cabinet.counter.owner import Owner
from cabinet.hallway import Message, Refused
from cabinet.hallway_desk import ClearScores, Edit, TryOutput, Unlock

Wish: TypeAlias = TryOutput | Unlock | ClearScores
ToBook: TypeAlias = MeterTried | ScoresCleared
STRANGER: Final = "this takes the owner's PIN"


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
        return "" if self._owner.may(edit, pin) else STRANGER

    def answer(
        self, wish: Wish, mode: Mode, house: House, at: Nanos
    ) -> Message | ToBook | None:
        """Do it, or say why not, or what the books have to remember of it."""
        if not isinstance(mode, Service):
            return Refused("this is for the service menu only")
        if isinstance(wish, Unlock):
            return self._owner.unlock(wish.pin, house.pin, at)
        if not self._owner.is_here(house.pin):
            return Refused(STRANGER)
        if isinstance(wish, ClearScores):
            return _cleared(wish.offer, house, at)
        if wish.line == "meter":
            return _tried(house, at) if wish.on else None
        self._actuators.attempt(wish.line, on=wish.on)
        return None


def _cleared(offer: int, house: House, at: Nanos) -> Message | ToBook:
    if not 0 <= offer < len(house.offers):
        return Refused("there is no such game on sale")
    return ScoresCleared(house.offers[offer].key, at)


def _tried(house: House, at: Nanos) -> Message | ToBook:
    return MeterTried(at) if house.meter else Refused("no meter is wired")
