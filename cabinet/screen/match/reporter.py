"""What the counter hears of a match: actions, the end, and again what it missed.

Whatever the counter knows of the match came from here, so a snapshot whose log is
the beginning of ours is merely behind; what stays unheard for a while is told again.
"""

from collections.abc import Callable
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.protocol.codec import Action, Failed, Message, Result
from cabinet.protocol.dice import WantDice
from cabinet.screen.match.table import Table

TELL_AGAIN: Final = 1 * SECOND


class Reporter:
    """Tells of one match after the other."""

    def __init__(self, tell: Callable[[Message], None]) -> None:
        self._tell = tell
        self._told_at: Nanos = 0
        # The place that the dice tower was last asked for, and when.
        self._wanted: tuple[WantDice, Nanos] | None = None

    def rest(self, now: Nanos) -> None:
        """All there is has just been told, or came from the counter itself."""
        self._told_at = now

    def actions(self, table: Table, since: int) -> None:
        """What was played, from that number of the log on."""
        for turn, move in enumerate(table.log[since:], since):
            self._tell(Action(table.card.id, turn, move.seat, move.action))

    def result(self, table: Table) -> None:
        """The match is over."""
        outcome = table.outcome()
        told = Result(table.card.id, outcome.winners, outcome.scores, outcome.reason)
        self._tell(told)

    def failure(self, match: int, wrong: Exception) -> None:
        """The match cannot go on: the first line of why."""
        why, _, _ = f"{type(wrong).__name__}: {wrong}".partition("\n")
        self._tell(Failed(match, why[:200]))

    def dice(self, table: Table | None, now: Nanos) -> None:
        """Have the place of the dice that are due bound to a throw of the tower."""
        if table is None or not (table.asks_tower and table.dice.to_ask(table.match)):
            self._wanted = None
            return
        want = WantDice(table.card.id, len(table.match.log))
        before, at = self._wanted or (None, 0)
        if want != before or now - at >= TELL_AGAIN:
            self._wanted = want, now
            self._tell(want)

    def again(self, table: Table, now: Nanos) -> None:
        """What the last card of the counter lacks, if it has had time to hear it."""
        if now - self._told_at < TELL_AGAIN:
            return
        self._told_at = now
        self.actions(table, since=len(table.card.log))
        if table.match.over:
            self.result(table)
