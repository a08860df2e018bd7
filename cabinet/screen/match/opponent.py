"""The house at the table: asks a thinker for its bots, and plays at a human pace.

One question at a time. An answer waits until people have had time to see the
action before it; a thinker that never answers is given up, because a match must
always go on.
"""

from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.screen.match.table import Table
from cabinet.screen.match.thinking import Thinker
from cabinet.tabletop.api import Seat

PAUSE: Final = 600 * MILLISECOND
PATIENCE: Final = 10 * SECOND
THINKING_MS: Final = {"easy": 300, "normal": 600, "hard": 1200}


class Opponent:
    """Plays every seat of the house in a match."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._asked: tuple[Seat, Nanos] | None = None
        self._answer: str | None = None
        # When each seat acted last: in real time it need not wait for the others.
        self._acted: dict[Seat, Nanos] = {}

    def choose(
        self, table: Table, now: Nanos, acted_at: Nanos
    ) -> tuple[Seat, str] | None:
        """What a bot plays now, if one is due and has made up its mind."""
        busy = table.realtime_queue.busy
        self._acted |= dict.fromkeys(busy, now)
        due = tuple(seat for seat in table.due("bot") if seat not in busy)
        if not due:
            return None
        if self._asked is None or self._asked[0] not in due:
            self.forget()
            self._ask(table, due[0])
            self._asked = (due[0], now)
        seat, asked_at = self._asked
        if self._answer is None:
            self._answer = self._thinker.answer()
        if self._answer is None and now - asked_at > PATIENCE:
            self._thinker.cancel()
            self._answer = table.match.legal(seat)[0]
        if self._answer is None or table.lingers:
            return None
        reaction = table.reaction(seat)
        if reaction is None:
            waited = now - acted_at >= PAUSE
        else:
            waited = now - self._acted.setdefault(seat, now) >= reaction * MILLISECOND
        if not waited:
            return None
        self._acted[seat] = now
        answer = self._answer
        self._asked = self._answer = None
        # The others may have acted meanwhile; then it is asked again.
        return (seat, answer) if answer in table.match.legal(seat) else None

    def forget(self) -> None:
        """Think no more about the last question."""
        if self._asked is not None:
            self._thinker.cancel()
        self._asked = self._answer = None

    def close(self) -> None:
        """Let go of the thinker."""
        self._thinker.close()

    def _ask(self, table: Table, seat: Seat) -> None:
        card = table.card
        level = card.seats[seat].level
        self._thinker.ask(
            card.game,
            table.match.document(),
            seat,
            level,
            card.seed * 1_000 + len(table.match.log),
            THINKING_MS.get(level, THINKING_MS["normal"]),
        )
