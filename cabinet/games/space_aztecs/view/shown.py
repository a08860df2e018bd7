"""A `Look` at Space Aztecs read once: whose hand, whose turn, what it is all worth."""

from typing import Final

from cabinet.games.space_aztecs.rules import position
from cabinet.games.space_aztecs.rules.position import State
from cabinet.games.space_aztecs.rules.score import Lines, count, so_far
from cabinet.games.space_aztecs.view.drama import beat_at, length
from cabinet.games.space_aztecs.view.hand import Hand
from cabinet.games.space_aztecs.view.texts import TEXTS
from cabinet.picture.shapes import Picture
from cabinet.tabletop.api import GameEvent, Look, Seat
from cabinet.tabletop.drawing import chip

# How long everything stays after the last beat of a round.
READ_FRAMES: Final = 20


def linger(lately: tuple[GameEvent, ...]) -> int:
    """How long this news is played out; it ends sooner for who presses."""
    told = [thing["event"] for thing in lately]
    frames = length(lately)
    return frames + READ_FRAMES if frames and "game_over" not in told else 0


class Shown:
    """Everything the parts of the picture ask of a `Look`."""

    def __init__(self, look: Look[State, Hand]) -> None:
        self.look = look
        self.seen = look.seen
        self.say = TEXTS[look.language]
        self.phase = look.seen.phase
        self.beat = beat_at(look.lately, look.seen.cities, look.age)
        self.cities = look.seen.cities
        if self.beat:
            self.cities = self.beat.cities(look.age)
        self.players = len(self.cities)
        # While a round is played out nobody is due, and it is still that round.
        self.due = () if self.beat or look.landing else look.due
        ended = [each["round"] for each in self.told("round_over")]
        self.round = ended[0] if self.beat and ended else look.seen.round
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

    def chip(self, seat: Seat, x: int, y: int) -> Picture:
        """The seat's coin around x, y."""
        figures = self.look.figures
        return chip(seat, x, y, figures[seat] if figures else "")

    def status(self, seat: Seat) -> str:
        """What a seat is doing, or the time it announced."""
        say = self.say
        if self.beat:
            return ""
        if seat in self.due:
            doing = {position.TAKING: "takes", position.CHOOSING: "chooses"}
            return say(doing.get(self.phase, "answers"))
        if seat in self.times:
            return self.times[seat]
        return say("chosen") if self.seen.chosen[seat] != position.NO_CARD else ""

    @property
    def saucers(self) -> int:
        """How many saucers have come, as far as it is shown."""
        still = sum(len(city.saucers) for city in self.cities)
        every = sum(len(city.saucers) for city in self.seen.cities)
        return self.seen.saucers_played - every + still

    def lines(self) -> tuple[Lines, ...]:
        """What every city is worth now; hunger comes with the end of the world."""
        state = self.seen._replace(cities=self.cities)
        over = self.phase == position.OVER and not self.beat
        return count(state) if over else so_far(state)

    def told(self, event: str) -> list[GameEvent]:
        """What the last action did, of one kind."""
        return [thing for thing in self.look.lately if thing["event"] == event]

    @property
    def counting(self) -> int:
        """How many frames ago the final count began; plenty when it is old news."""
        if not self.told("game_over"):
            return 1_000
        return self.look.age - length(self.look.lately)
