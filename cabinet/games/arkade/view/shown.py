"""A `Look` at Arkade, read once: who is due, what is lit, what has just moved."""

from typing import Final, NamedTuple

from cabinet.games.arkade.rules.board import cells, place
from cabinet.games.arkade.rules.box import START
from cabinet.games.arkade.rules.position import BOTH, NOBODY, State
from cabinet.games.arkade.rules.turns import (
    NEAR_LINE,
    write_alien_dice,
    write_defender_dice,
)
from cabinet.games.arkade.view import hand as hands
from cabinet.games.arkade.view.hand import Hand
from cabinet.games.arkade.view.layout import dock, middle
from cabinet.games.arkade.view.texts import TEXTS
from cabinet.tabletop.api import GameEvent, Look

GLIDE_FRAMES: Final = 14
THROW_FRAMES: Final = 20


class Pointed(NamedTuple):
    """What one person points at, and every spot they could."""

    hand: Hand
    lit: dict[str, list[str]]
    legal: tuple[str, ...]

    @property
    def buttons(self) -> tuple[str, ...]:
        """The spots at the side."""
        return () if self.types else tuple(filter(hands.is_button, self.lit))

    @property
    def types(self) -> bool:
        """Whether this person tells how the real dice fell."""
        return hands.is_typing(self.legal)


class Shown:
    """What the parts of the picture ask of a look."""

    def __init__(self, look: Look[State, Hand]) -> None:
        self.look = look
        self.seen = look.seen
        self.say = TEXTS[look.language]
        self.live = look.seen.setup.arcade
        self.winner = look.seen.winner()
        self.people = {
            seat: Pointed(hand, hands.shown(look.seen, legal, hand.inside), legal)
            for seat, hand, legal in self._hands()
        }
        last = tuple((look.age, told) for told in look.lately)
        self._told = look.news if self.live and look.news else last

    def _hands(self) -> list[tuple[int, Hand, tuple[str, ...]]]:
        look = self.look
        if look.hands:
            return [(p.seat, p.hand, p.legal) for p in look.hands if p.legal]
        if look.hand is None or not look.legal:
            return []
        return [(hands.side(look.seen, look.legal), look.hand, look.legal)]

    def news(self, event: str, within: int) -> list[tuple[int, GameEvent]]:
        """What happened of that kind less than so many frames ago, and its age."""
        return [
            (age, told)
            for age, told in self._told
            if told["event"] == event and age < within
        ]

    def lately(self, event: str, within: int) -> list[tuple[int, GameEvent]]:
        """The same, also if something else was played since."""
        told = self.look.news or self._told
        return [
            (age, each) for age, each in told if each["event"] == event and age < within
        ]

    @property
    def near(self) -> list[tuple[int, int]]:
        """The saucers in the last lines: line and column; none once it is over."""
        if self.winner != NOBODY:
            return []
        places = [place(cell) for cell in cells(self.seen.standing())]
        return [(line, column) for line, column in places if line > NEAR_LINE]

    @property
    def asked(self) -> bool:
        """Whether a person has to answer what a tile asks."""
        pending = self.seen.pending
        return pending is not None and pending.seat in self.people

    @property
    def begins(self) -> bool:
        """Whether a person is to move the first saucer of the game."""
        fresh = self.seen.saucers == START[self.seen.setup.layout]
        return fresh and 0 in self.people and max(self.seen.alien_dice) >= 0

    def due(self, seat: int) -> bool:
        """Whether that side is to act, by its own choice or chance's for it."""
        if self.winner != NOBODY or self.look.landing:
            return False
        if pending := self.seen.pending:
            return pending.seat == seat
        return self.seen.mover in (BOTH, seat)

    def offset(self, at: list[int]) -> tuple[int, int]:
        """How far a saucer that arrives here still is from its cell."""
        for age, told in self.news("moved", GLIDE_FRAMES):
            if told["to"] == at:
                (x, y), (was_x, was_y) = middle(*at), middle(*told["from"])
                left = (GLIDE_FRAMES - age) / GLIDE_FRAMES
                return round((was_x - x) * left), round((was_y - y) * left)
        return 0, 0

    def drift(self) -> int:
        """How far the ship still is from its dock."""
        for age, told in self.news("ship", GLIDE_FRAMES):
            if told["to"] == self.seen.ship + 1:
                far = dock(told["from"])[0] - dock(told["to"])[0]
                return round(far * (GLIDE_FRAMES - age) / GLIDE_FRAMES)
        return 0

    def in_the_air(self, seat: int) -> list[bool]:
        """Which of a side's two dice tumble now."""
        if self.live:
            return [seat in self.look.busy] * 2
        if self.told_by(seat):
            return [False, False]
        pending = self.seen.pending
        dice = self.dice(seat)
        if pending and pending.ask == "dice" and pending.seat == seat:
            return [die is None for die in dice]
        told_now = (told for _, told in self.news("dice", THROW_FRAMES))
        thrown = [told for told in told_now if told["seat"] == seat]
        if len(thrown) < 2:
            return [False, False]
        first = thrown[0]["dice"]
        return [die is None for die in (first if seat == 0 else first.values())]

    def told_by(self, seat: int) -> list[str]:
        """The dice of this side as a person is telling them; none if nobody is."""
        pending = self.seen.pending
        if not pending or pending.seat != seat:
            return []
        typists = (pointed for pointed in self.people.values() if pointed.types)
        return [face for pointed in typists for face in pointed.hand.spot.split()[1:]]

    def dice(self, seat: int) -> list[str | int | None]:
        """A side's two dice: colours, or a space and a colour."""
        if told := self.told_by(seat):
            return [int(face) if face.isdigit() else face for face in told]
        if seat == 0:
            return [*write_alien_dice(self.seen)]
        return [*write_defender_dice(self.seen).values()]
