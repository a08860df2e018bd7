"""The first turn of people who are new: a step at a time, each learned by doing it.

The steps are the game's (`Primer.first`); a line in the bar names the one that is next
for who is to act. Nothing waits for it: who plays on has skipped what was played, and a
tap on Mode skips the rest.
"""

from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.program_settings import Coaching
from cabinet.i18n import Words
from cabinet.screen.loop.key_repeat import DIRECTIONS
from cabinet.screen.match.table import Table
from cabinet.tabletop.api import Seat
from cabinet.tabletop.primer import FirstStep, Primer

# Who begins after so long without a match is taken for somebody new.
QUIET: Final = 300 * SECOND
# Nobody is guided any longer than so many actions of their own.
MOST: Final = 10


class Guide:
    """The steps of one match; `begin` it with a table, `tick` it once a frame."""

    def __init__(self, coaching: Coaching) -> None:
        self._wanted = coaching.first_game
        self._played_at: Nanos | None = None
        self._steps: tuple[FirstStep, ...] = ()
        self._done: dict[Seat, set[int]] = {}
        self._read = 0
        self._acted: dict[Seat, int] = {}

    def begin(self, table: Table, now: Nanos) -> None:
        """A match is on the table: guide it, if it is new and its people may be."""
        fresh = self._played_at is None or now - self._played_at >= QUIET
        self._done, self._acted, self._read = {}, {}, len(table.match.log)
        primer = table.game.primer
        if self._wanted and fresh and not table.match.log and primer is not None:
            self._steps = _steps(primer, table)
        else:
            self._steps = ()

    def skip(self) -> bool:
        """Enough of it; whether there was something to skip."""
        guided, self._steps = bool(self._steps), ()
        return guided

    def pressed(self, seat: Seat, button: str) -> None:
        """A person has moved, or pressed B."""
        does = "stick" if button in DIRECTIONS else button
        self._learn(seat, does)

    def tick(self, table: Table, now: Nanos) -> None:
        """What was played since, is learned."""
        self._played_at = now
        for move in table.match.log[self._read :]:
            self._acted[move.seat] = self._acted.get(move.seat, 0) + 1
            self._learn(move.seat, move.action)
        self._read = len(table.match.log)

    def step(self, table: Table, words: Words) -> tuple[str, str]:
        """The next step of who is to act, in words, and its number "2/3"; or ""."""
        seat = next(iter(table.at_stick), None)
        if not self._steps or seat is None or self._acted.get(seat, 0) >= MOST:
            return "", ""
        legal, done = table.legal(seat), self._done.get(seat, set())
        own = [i for i, each in enumerate(self._steps) if each.seat in (None, seat)]
        for number, index in enumerate(own, 1):
            each = self._steps[index]
            if index not in done and self._may(index, legal):
                sentence = each.sentence[words.language].format(
                    **table.keys(seat, words)
                )
                return sentence, f"{number}/{len(own)}"
        return "", ""

    def _may(self, index: int, legal: tuple[str, ...]) -> bool:
        """Whether a step can be done now; a gesture where what it is for can be."""
        actions = (each for each in self._steps[index:] if not each.is_gesture)
        step = next(actions, None)
        return step is None or any(step.is_done_by(action) for action in legal)

    def _learn(self, seat: Seat, did: str) -> None:
        """The step that this was, and with an action all gestures before it."""
        done = self._done.setdefault(seat, set())
        for index, each in enumerate(self._steps):
            if each.seat in (None, seat) and index not in done and each.is_done_by(did):
                done.add(index)
                if not each.is_gesture:
                    done.update(range(index))
                return


def _steps(primer: Primer, table: Table) -> tuple[FirstStep, ...]:
    defaults = {n: o.default for n, o in table.game.rules.options.items()}
    options = defaults | dict(table.card.options)
    return primer.first(options, len(table.card.seats))
