"""A `Look` at Arkade, read once: who is due, what is lit, what has just moved."""

from typing import Any, Final

from cabinet.games.arkade import hand as hands
from cabinet.games.arkade.hand import Hand
from cabinet.games.arkade.layout import middle
from cabinet.tabletop.api import Happening, Look

GLIDE_FRAMES: Final = 14
SHOT_FRAMES: Final = 22
THROW_FRAMES: Final = 20
BANNER_FRAMES: Final = 150
SEATS: Final = {"alien": 0, "defender": 1}


class Stage:
    """What the parts of the picture ask of a look."""

    def __init__(self, look: Look[Hand]) -> None:
        self.look = look
        self.seen = look.seen
        self.language = look.language
        self.hand = look.hand if look.legal else None
        self.seat = hands.side(look.seen, look.legal) if self.hand else -1
        inside = self.hand.inside if self.hand else ""
        self.lit = hands.shown(look.seen, look.legal, inside) if self.hand else {}
        self.buttons = tuple(filter(hands.is_button, self.lit))

    def news(self, event: str) -> list[Happening]:
        """What the last action did of that kind, in order."""
        return [told for told in self.look.lately if told["event"] == event]

    def due(self, seat: int) -> bool:
        """Whether that side is to act, by its own choice or chance's for it."""
        pending = self.seen["pending"]
        if self.seen["winner"]:
            return False
        if pending:
            return bool(pending["seat"] == seat)
        return self.seen["turn"] == "both" or SEATS[self.seen["turn"]] == seat

    def offset(self, at: list[int]) -> tuple[int, int]:
        """How far a saucer that arrives here still is from its cell."""
        age = self.look.age
        if age >= GLIDE_FRAMES:
            return 0, 0
        for told in self.news("moved"):
            if told["to"] == at:
                (x, y), (was_x, was_y) = middle(*at), middle(*told["from"])
                left = (GLIDE_FRAMES - age) / GLIDE_FRAMES
                return round((was_x - x) * left), round((was_y - y) * left)
        return 0, 0

    def in_the_air(self, seat: int) -> list[bool]:
        """Which of a side's two dice tumble now."""
        pending = self.seen["pending"]
        dice = self.dice(seat)
        if pending and pending["for"] == "dice" and pending["seat"] == seat:
            return [die is None for die in dice]
        thrown = [told for told in self.news("dice") if told["seat"] == seat]
        if len(thrown) < 2 or self.look.age >= THROW_FRAMES:
            return [False, False]
        first = thrown[0]["dice"]
        return [die is None for die in (first if seat == 0 else first.values())]

    def dice(self, seat: int) -> list[Any]:
        """A side's two dice: colours, or a space and a colour."""
        if seat == 0:
            return list(self.seen["alien_dice"])
        return [self.seen["defender_dice"]["move"], self.seen["defender_dice"]["fire"]]
