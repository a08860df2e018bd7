"""Real dice at the table: what is waited for, and what to say meanwhile.

Without a tower a person tells with the stick how the dice fell. With one the tower
does, and a person only while it is out of reach and if they choose to.
"""

from typing import Final, NamedTuple

from cabinet.protocol.dice import TowerCard
from cabinet.tabletop.api import CHANCE, Seat
from cabinet.tabletop.match import Match, in_the_air
from cabinet.throws import open_throw

# For so many frames it is told that the tower is back, and what it saw.
BACK: Final = 120
SAW: Final = 100
# Where the tower is out of reach.
_GONE: Final = ("away", "other")


class TowerNote(NamedTuple):
    """What the screen says of the tower.

    `key` is what: wait, throw, cocked, missing, misfit, away, other or saw. `dice` are
    in the air, `sides` came up. `back`: it was away until just now.
    """

    key: str
    dice: int = 0
    sides: tuple[int, ...] = ()
    back: bool = False


def thrower(match: Match) -> Seat:
    """Whose dice are or were thrown last."""
    seats = (move.seat for move in reversed(match.log))
    return next((seat for seat in seats if seat != CHANCE), 0)


class RealDice:
    """The dice of one match, where they are real."""

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted
        self._tower: TowerCard | None = None
        self._by_hand = False
        self._back = self._saw = 0
        self._sides: tuple[int, ...] = ()
        self._misfit = False

    def hear(self, tower: TowerCard | None) -> None:
        """The tower as the counter sees it now; None if there is none."""
        before, self._tower = self._tower, tower
        self.wanted = self.wanted or tower is not None
        if before and tower and before.state == "away" != tower.state and before.why:
            self._back = BACK
        if tower and not self.is_gone:
            self._by_hand = False

    def tick(self) -> None:
        """One more frame has been shown."""
        self._back, self._saw = max(0, self._back - 1), max(0, self._saw - 1)

    @property
    def by_tower(self) -> bool:
        """Whether the tower throws the dice that are due, and no hand tells them."""
        return self._tower is not None and not self._by_hand

    @property
    def is_gone(self) -> bool:
        """Whether the tower is out of reach, so that a hand may tell the dice."""
        return self._tower is not None and self._tower.state in _GONE

    def take_in_hand(self) -> None:
        """A person chooses to tell the dice, for this throw."""
        self._by_hand = self.is_gone

    def settle(self, sides: tuple[int, ...] | None, *, told: bool) -> None:
        """An action was played: `sides` if a tower's dice, `told` if they fitted."""
        self._by_hand = False
        self._misfit = sides is not None and not told
        self._sides, self._saw = sides or (), SAW if sides and told else 0

    def to_ask(self, match: Match) -> bool:
        """Whether the tower is there and has not been asked for the dice yet."""
        there = self._tower is not None and not self.is_gone
        return there and open_throw(match.log) is None

    def note(self, match: Match, *, asked: bool) -> TowerNote | None:
        """What to say now; `asked` while the match waits for the tower."""
        tower = self._tower
        if tower is None:
            return None
        if not asked:
            return TowerNote("saw", sides=self._sides) if self._saw else None
        dice, back = in_the_air(match.dice), self._back > 0
        if self.is_gone:
            return TowerNote(tower.state, dice)
        if tower.state != "ready":
            return TowerNote(tower.state, dice, back=back)
        if open_throw(match.log) is None:
            return TowerNote("wait", dice)
        if self._misfit:
            return TowerNote("misfit", dice, self._sides)
        return TowerNote("throw", dice, back=back)
