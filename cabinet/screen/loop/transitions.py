"""Transitions: what is drawn over any scene, between controller and window.

Scenes follow each other through an iris, a wipe or a fade; a coin bursts into
sparks where the credits are; a victory has its fireworks. All of it is a function
of how many frames ago it began, and none of it can be in a player's way: a mode
that somebody must see at once is cut to, and buttons act while a transition runs.
"""

from typing import Final, Protocol

from cabinet.core.events import Nanos
from cabinet.picture.motion import (
    TRANSITION_FRAMES,
    Kind,
    burst,
    fireworks,
    pop_up,
    ring,
    transition,
)
from cabinet.picture.shapes import RAMPS, Picture
from cabinet.protocol.codec import BusMessage
from cabinet.protocol.snapshot import ResultCard, Snapshot
from cabinet.screen.render.sprites import coin

# How each scene comes in; one that is not here is there at once.
_ENTRANCES: Final[dict[str, Kind]] = {
    "playing": "iris",
    "select": "wipe",
    "join": "wipe",
    "attract": "fade",
    "result": "fade",
    "standby": "fade",
}
COIN_FRAMES: Final = 60
# Where the bar counts the credits.
_PURSE: Final = (64, 322)


class PictureSource(Protocol):
    """Who decides what is drawn: `cabinet.screen.loop.controller`, or a stand-in."""

    @property
    def scene(self) -> str:
        """What kind of scene is on, by name."""

    @property
    def language(self) -> str:
        """In which language people read now; "" while nothing is known."""

    def hear(self, message: BusMessage) -> None:
        """Take what the counter says."""

    def tick(self, now: Nanos) -> None:
        """One frame passes."""

    def picture(self) -> Picture:
        """What to show now."""

    def shown(self, now: Nanos) -> None:
        """The last picture is on the screen."""

    def say(self) -> list[BusMessage]:
        """What the counter should hear, once."""

    def close(self) -> None:
        """Let go of worker processes."""


class Transitions:
    """Wraps the screen controller and draws over its pictures."""

    def __init__(self, controller: PictureSource) -> None:
        self._controller = controller
        self._frame = 0
        self._scene = controller.scene
        self._since = -TRANSITION_FRAMES
        self._before: Picture = ()
        self._last: Picture = ()
        self._snapshot: Snapshot | None = None
        self._coin_at = -COIN_FRAMES
        self._gained = 0

    @property
    def scene(self) -> str:
        """See `ScreenController`."""
        return self._controller.scene

    @property
    def language(self) -> str:
        """See `ScreenController`."""
        return self._controller.language

    def hear(self, message: BusMessage) -> None:
        """Pass it on; a coin is noticed by the money there is more of."""
        if isinstance(message, Snapshot):
            before, self._snapshot = self._snapshot, message
            if before is not None and _paid_in(before, message):
                self._coin_at = self._frame
                self._gained = message.credits - before.credits
        self._controller.hear(message)

    def tick(self, now: Nanos) -> None:
        """One frame passes."""
        self._frame += 1
        self._controller.tick(now)

    def picture(self) -> Picture:
        """The controller's picture, and whatever is drawn over it."""
        picture = self._controller.picture()
        if self._controller.scene != self._scene:
            self._scene = self._controller.scene
            self._since, self._before = self._frame, self._last
        self._last = picture
        age = self._frame - self._since
        entrance = _ENTRANCES.get(self._scene)
        if entrance and self._before and age < TRANSITION_FRAMES:
            picture = transition(self._before, picture, age, entrance)
        return (*picture, *self._rockets(age), *self._coin())

    def shown(self, now: Nanos) -> None:
        """Pass it on."""
        self._controller.shown(now)

    def say(self) -> list[BusMessage]:
        """See `ScreenController`."""
        return self._controller.say()

    def close(self) -> None:
        """Close the screen controller."""
        self._controller.close()

    def _rockets(self, age: int) -> Picture:
        result = self._snapshot.result if self._snapshot else None
        if self._scene != "result" or result is None or result.stage != "verdict":
            return ()
        if not self._people_won(result):
            return ()
        return fireworks(age - TRANSITION_FRAMES, len(result.scores))

    def _people_won(self, result: ResultCard) -> bool:
        """There is no feast for the house."""
        seats = self._snapshot.seats if self._snapshot else ()
        return any(w >= len(seats) or seats[w].kind == "person" for w in result.winners)

    def _coin(self) -> Picture:
        age = self._frame - self._coin_at
        if age >= COIN_FRAMES:
            return ()
        x, y = _PURSE
        words = f"+{self._gained}" if self._gained > 0 else ""
        return (
            *ring(x, y, age, "gold", 54, 22),
            *burst(x, y, age, 5, RAMPS["gold"], count=56, reach=90, frames=44),
            *(coin(x, y - 18 - age, age * 4, 2) if age < 24 else ()),
            *(pop_up(x, y - 26, age - 8, words) if words else ()),
        )


def _paid_in(before: Snapshot, now: Snapshot) -> bool:
    """More money than before, that no refund explains."""
    gained = now.credits - before.credits
    if now.free_play or now.refunded or gained < 0:
        return False
    return gained > 0 or now.fraction > before.fraction
