"""A `Look` at Space Aztecs read once: whose hand, whose turn, what it is all worth."""

from typing import Final

from cabinet.games.space_aztecs.rules import position
from cabinet.games.space_aztecs.rules.position import State
from cabinet.games.space_aztecs.view.hand import Hand
from cabinet.games.space_aztecs.view.texts import TEXTS
from cabinet.tabletop.api import GameEvent, Look, Seat

# A card is turned every so often, and all of them stay for a while.
CARD_FRAMES: Final = 24
READ_FRAMES: Final = 70
# The last look at a finished game is short, and the count must fit in.
LAST_REVEAL_FRAMES: Final = 40


def linger(lately: tuple[GameEvent, ...]) -> int:
    """How long the reveal of this news stays; it ends sooner for who presses."""
    told = [thing["event"] for thing in lately]
    turned = told.count("revealed")
    if not turned or "game_over" in told:
        return 0
    return CARD_FRAMES * turned + READ_FRAMES


class Shown:
    """Everything the parts of the picture ask of a `Look`."""

    def __init__(self, look: Look[State, Hand]) -> None:
        self.look = look
        self.seen = look.seen
        self.say = TEXTS[look.language]
        self.phase = look.seen.phase
        self.cities = look.seen.cities
        self.players = len(self.cities)
        self.times = look.seen.times()
        self.hand = look.hand if look.due and look.legal else None

    @property
    def at_stick(self) -> Seat:
        """Whose hand it is: who is at the stick, or holds an open pile, or is due."""
        if self.look.seat is not None:
            return self.look.seat
        for seat, pile in enumerate(self.seen.taken):
            if (
                pile != position.NO_PILE
                and position.UNKNOWN not in self.seen.piles[pile]
            ):
                return seat
        return self.look.due[0]

    def status(self, seat: Seat) -> str:
        """What a seat is doing, or the time it announced."""
        say = self.say
        if seat in self.look.due:
            doing = {position.TAKING: "takes", position.CHOOSING: "chooses"}
            return say(doing.get(self.phase, "answers"))
        if seat in self.times:
            return self.times[seat]
        return say("chosen") if self.seen.chosen[seat] != position.NO_CARD else ""

    def told(self, event: str) -> list[GameEvent]:
        """What the last action did, of one kind."""
        return [thing for thing in self.look.lately if thing["event"] == event]

    @property
    def reveals(self) -> bool:
        """Whether cards have just been turned over."""
        over = self.phase == position.OVER
        long = LAST_REVEAL_FRAMES if over else linger(self.look.lately)
        return self.look.age < long and bool(self.told("revealed"))

    @property
    def counting(self) -> int:
        """How many frames ago the final count began; plenty when it is old news."""
        began = LAST_REVEAL_FRAMES if self.told("revealed") else 0
        return self.look.age - began if self.told("game_over") else 1_000
