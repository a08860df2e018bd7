"""The host's side of a dice tower, without the wire: bytes in, throws and bytes out.

The law: nobody rolls twice by unplugging. A throw has a number that only grows. The
host asks for the next one by its number (`roll`); a tower that has made that throw
already tells it again with the same faces, whatever was unplugged or restarted in
between. A throw is told once (`Thrown`), by all the sessions that start from what was
written down; it is acknowledged only after the host said that it is (`taken`). What a
tower says of a throw nobody asked for, or differently the second time, counts for
nothing and is told as `ThrowRefused`.

`conversation` has the calls for whoever owns the wire.
"""

from collections.abc import Mapping
from typing import Final

from firmware_bridge.conversation import NOISE, Conversation
from firmware_bridge.events import (
    Event,
    Nanos,
    Thrown,
    ThrowRefused,
    ThrowSpoiled,
    TowerUnknown,
    WireNoisy,
)
from firmware_bridge.messages import Dice, Hello, Kind, Lie, Message, Roll, Taken

NOISY_FROM: Final = 5  # damaged frames without a good one between them


MOST_THROWS: Final = 2**32 - 1


class DiceSession(Conversation):
    """One conversation with a dice tower.

    `taken` is the last throw written down, for each tower that is in the books.
    """

    KIND = Kind.DICE_TOWER

    def __init__(self, taken: Mapping[int, int], nonce: int, now: Nanos) -> None:
        super().__init__(nonce, now)
        self._taken = dict(taken)
        self._tower: int | None = None
        self._rolling = False
        self._of: int | None = None
        self._told: Event | None = None

    # What the host says

    def roll(self, tower: int | None = None) -> None:
        """Want the next throw, of this tower only if one is named.

        Wanting it twice before it is taken is wanting one.
        """
        self._rolling, self._of = True, tower
        self._want_roll()

    def taken(self, tower: int, throw: int) -> None:
        """A `Thrown` is in the books for ever."""
        self._taken[tower] = max(throw, self._taken[tower])
        self._rolling = False
        self._told = None
        if self.up and tower == self._tower:
            self._commands.want(Taken(self._taken[tower]))

    def adopt(self, tower: int, throw: int) -> None:
        """A new tower's last throw is in the books as past: count from there."""
        self._taken[tower] = throw
        if not self.up:
            self._ask_again()

    # What the tower says

    def receive(self, octets: bytes, now: Nanos) -> list[Event]:
        """Hear bytes, in pieces of any size."""
        told = super().receive(octets, now)
        damaged = self._reader.damaged - self._damaged_before
        if damaged >= NOISY_FROM:
            self._alarm(told, NOISE, WireNoisy(damaged, now))
        return told

    def _meet(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        if self._tower != hello.board and not isinstance(self._told, Thrown):
            self._told = None
        self._tower, throws = hello.board, hello.totals[0]
        if hello.board in self._taken:
            self._welcome(hello, hello.base)
        else:
            self._alarm(told, hello.board, TowerUnknown(hello.board, throws, now))

    def _begin(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        self._want_roll()

    def _note(self, report: Message, now: Nanos, told: list[Event]) -> None:
        if isinstance(report, Dice) and self._tower is not None:
            self._look(self._tower, report, now, told)

    def _look(self, tower: int, dice: Dice, now: Nanos, told: list[Event]) -> None:
        """Tell a throw that is the next one, was asked for, and was not told yet."""
        taken = self._taken[tower]
        if dice.throw <= taken:
            self._commands.want(Taken(taken))
            return
        faces = tuple(face for face in dice.faces if face)
        if dice.throw == taken + 1 and not self._is_asked(tower):
            return  # made before a restart; it is told when it is wanted again
        news: Event
        if dice.throw == taken + 1 and dice.lie == Lie.FLAT and faces:
            news = Thrown(tower, dice.throw, faces, now)
        elif dice.throw == taken + 1:
            why = Lie.COCKED if dice.lie == Lie.COCKED else Lie.MISSING
            news = ThrowSpoiled(tower, dice.throw, why, now)
        else:
            news = ThrowRefused(tower, dice.throw, faces, now)
        self._tell_once(news, faces, now, told)

    def _tell_once(
        self,
        news: Thrown | ThrowSpoiled | ThrowRefused,
        faces: tuple[int, ...],
        now: Nanos,
        told: list[Event],
    ) -> None:
        before = self._told
        if isinstance(before, Thrown):
            if not (isinstance(news, Thrown) and news.faces == before.faces):
                refused = ThrowRefused(news.tower, news.throw, faces, now)
                self._alarm(told, (news.throw, faces), refused)
        elif isinstance(news, ThrowRefused):
            self._alarm(told, (news.throw, faces), news)
        elif not (
            isinstance(before, ThrowSpoiled)
            and isinstance(news, ThrowSpoiled)
            and before.why is news.why
        ):
            self._told = news
            told.append(news)

    def _is_asked(self, tower: int) -> bool:
        return self._rolling and self._of in (None, tower)

    def _want_roll(self) -> None:
        tower, made = self._tower, isinstance(self._told, Thrown)
        if self.up and not made and tower is not None and self._is_asked(tower):
            # One that says it threw more often than it can count is asked in vain.
            self._commands.want(Roll(min(self._taken[tower] + 1, MOST_THROWS)))
