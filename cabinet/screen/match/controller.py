"""The match controller: runs the counter's match from its card to its end.

The counter is the truth: only the match it tells of is played. A snapshot
whose log is the beginning of ours is merely behind; any other log is right and ours
is wrong. A game that raises is a match that failed: the players get their credit
back, and the traceback goes to the log and not to the screen.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.guests import PROGRAM
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.i18n import Words
from cabinet.loops.api import LoopGame
from cabinet.loops.registry import AnySold
from cabinet.protocol.codec import Action, BusMessage, Failed, Panel, Result
from cabinet.protocol.dice import WantDice
from cabinet.protocol.snapshot import MatchCard, Snapshot
from cabinet.screen.loop.key_repeat import BUTTONS, HELD, KeyRepeat, button_of
from cabinet.screen.loop.scanning import Choice
from cabinet.screen.match.adviser import Adviser
from cabinet.screen.match.table import Table
from cabinet.screen.match.thinking import Opponent
from cabinet.screen.scenes.show import Play
from cabinet.screen.sound.cues import CueCollector
from cabinet.tabletop.api import RulesError, Seat
from cabinet.tabletop.personas import Persona

log = logging.getLogger("cabinet.screen")

TELL_AGAIN: Final = 1 * SECOND


class Reporter:
    """Tells the counter of a match: actions, the end, and again what it missed.

    All that the counter knows of the match came from here. What its snapshots lack for
    a while is told again.
    """

    def __init__(self, tell: Callable[[BusMessage], None]) -> None:
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


class MatchController:
    """One table, its people and its bots. `tick`, then `go_on`, once a frame."""

    def __init__(
        self,
        games: Mapping[str, AnySold],
        opponent: Opponent,
        reporter: Reporter,
        cue_collector: CueCollector,
        phones: set[Seat],
        personas: Mapping[Seat, Persona],
        *,
        wired: WiredButtons,
        real_dice: bool,
        hurried: Callable[[], bool] = lambda: True,
        adviser: Adviser | None = None,
    ) -> None:
        self._games = games
        self._adviser = adviser
        self._opponent = opponent
        self._reporter = reporter
        self._cue_collector = cue_collector
        self._phones = phones
        self._personas = personas
        self._wired = wired
        self._real_dice = real_dice
        # Whether nobody is still listening to what has happened.
        self._hurried = hurried
        self._snapshot: Snapshot | None = None
        self._table: Table | None = None
        self._failed: int | None = None
        self._acted_at: Nanos = 0
        self._key_repeat = KeyRepeat()
        # Lines that went down while effects were played out, and when.
        self._hurrying: dict[str, Nanos] = {}
        # A press that began the match or closed a question is not also the
        # game's: it is deaf until the first frame after (None: not yet drawn).
        self._deaf_until: Nanos | None = 0
        self._now: Nanos = 0

    @property
    def table(self) -> Table | None:
        """The match with its seats, if there is one."""
        return self._table

    @property
    def trouble(self) -> bool:
        """Whether the match that the counter tells of could not go on."""
        return self._failed is not None

    # What the counter says

    def adopt(self, snapshot: Snapshot) -> None:
        """Play the match of the snapshot, if there is one."""
        before, self._snapshot = self._snapshot, snapshot
        if _is_open(snapshot) and not (before and _is_open(before)):
            self._deaf_until = None
            if self._table:
                self._table.count_in()
        if not _is_open(snapshot):
            self._key_repeat.still()
            if self._table:
                self._table.realtime_queue.forget()
        card = snapshot.match
        if card is None or self._is_loop(card):
            self._failed = None
            self._clear_table()
        elif card.id != self._failed and not self._knows(card, snapshot):
            self._lay_out(card, snapshot)

    def leave(self) -> None:
        """The counter is gone, and the match with it."""
        self._snapshot = None
        self._clear_table()

    def _is_loop(self, card: MatchCard) -> bool:
        """Whether the loop controller plays it, or that of guests."""
        return card.game == PROGRAM or isinstance(self._games.get(card.game), LoopGame)

    def _knows(self, card: MatchCard, snapshot: Snapshot) -> bool:
        """Whether the table is that of the card; it learns what a dice tower did."""
        if (table := self._table) is None:
            return False
        table.dice.hear(snapshot.tower)
        before = len(table.match.log)
        try:
            known = table.knows(card)
        except RulesError:  # dice that are not due here: the log says what is right
            return False
        if known and len(table.match.log) > before:
            self._note_news(table)
        return known

    def _lay_out(self, card: MatchCard, snapshot: Snapshot) -> None:
        self._clear_table()
        self._failed = None
        game = self._games.get(card.game)
        if game is None or isinstance(game, LoopGame):
            self._fail(card.id, LookupError(f"no game {card.game!r} is installed"))
            return
        try:
            table = Table(
                game,
                card,
                self._cue_collector,
                self._phones,
                self._personas,
                real_dice=self._real_dice,
                tower=snapshot.tower,
                wired=self._wired,
            )
        except Exception as wrong:  # noqa: BLE001 - a stranger's rules may raise
            self._fail(card.id, wrong)
            return
        self._table = table
        table.count_in()
        self._acted_at = self._now
        self._reporter.rest(self._now)
        if table.match.over and snapshot.mode == "playing":
            self._reporter.result(table)

    def _clear_table(self) -> None:
        self._table = None
        self._hurrying = {}
        self._key_repeat.still()
        self._opponent.forget()
        self._cue_collector.endangered(since=None)

    # Frames and hands

    def tick(self, now: Nanos) -> None:
        """A frame begins: what is heard from here on happens now."""
        self._now = now
        if self._deaf_until is None:
            self._deaf_until = now

    def go_on(self) -> None:
        """What a frame brings: repeats, bots, and news the counter missed."""
        if self._table is None:
            return
        if self._snapshot is not None:
            self._table.slowness = min(2, self._snapshot.preferences.slowness)
        self._table.tick(quick=bool(self._hurrying), stays=not self._hurried())
        if (table := self._live()) is not None:
            table.count(self._now)
        for step in (self._catch_up, self._repeat, self._let_bots_play):
            if (table := self._live()) is not None and not table.counts_in:
                self._attempt(table, step)
        self._advise()
        self._reporter.dice(self._live(), self._now)
        if self._table and self._snapshot and self._snapshot.mode == "playing":
            self._reporter.again(self._table, self._now)

    def _advise(self) -> None:
        """What the house tells, while people may act."""
        if self._adviser is None or (table := self._live()) is None:
            return
        adviser, before = self._adviser, self._adviser.tension
        try:
            adviser.tick(table, self._now)
        except Exception:
            log.exception("no hint for %s", table.card.game)
            adviser.forget()
        after = adviser.tension
        if after.own and not before.own:
            self._cue_collector.played(("chance",), your_turn=False)
        self._cue_collector.endangered(since=after.since if after.rivals else None)

    def touch(self, event: Panel) -> None:
        """A hand on the panel."""
        if self._adviser is not None:
            self._adviser.touch(event.line, event.what, event.at)
        if event.what == "released" and event.line in self._hurrying:
            self._let_pass(event)
        elif event.what == "released":
            held = self._key_repeat.release(event.line, event.at)
            if held and self._table is not None:
                self._table.let_go(button_of(event.line))
        if event.what != "pressed":
            return
        if self._deaf_until is None or event.at <= self._deaf_until:
            return
        if (table := self._live()) is None or button_of(event.line) not in BUTTONS:
            return
        if table.counts_in:
            return
        if table.hurries:
            self._hurrying[event.line] = event.at
            return
        self._key_repeat.hold(event.line, event.at)
        if table.live:
            table.realtime_queue.press(
                event.at, table.seat_of(_stick(event.line)), event.line
            )
        else:
            self._attempt(table, lambda: self._press(event.line, event.at))

    def _let_pass(self, event: Panel) -> None:
        """A button that hurried comes up; a tap ends what is shown."""
        tapped = event.at - self._hurrying.pop(event.line) < HELD
        if tapped and (table := self._live()) is not None and table.lingers:
            table.skip()

    def play(self, seat: Seat, action: str) -> None:
        """Play as if the person at `seat` had; `RulesError` if it is refused."""
        table = self._live()
        if table is None:
            raise RulesError("no match is being played")
        self._play(table, seat, action)

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """What one button can take in the match now."""
        table = self._live()
        if table is None or self._deaf_until is None:
            return ()
        found: list[Choice] = []
        self._attempt(table, lambda: found.extend(table.choices(words)))
        seat = next(iter(table.at_stick), None)
        if found and seat is not None and self.hints_left(seat):
            found.append(Choice("hint", words("playing.hints"), button="hint"))
        return tuple(found)

    def point(self, hand: Any) -> None:  # noqa: ANN401 - the game's own type
        """A choice is lit: the hand goes there."""
        if (table := self._live()) is not None:
            table.light(hand)

    def take(self, choice: Choice) -> None:
        """One button took what is lit."""
        if (table := self._live()) is None:
            return
        if choice.button == "hint" and self._adviser is not None:
            line = f"p{table.at_stick[0] + 1}.mode"  # as on a phone: a tap will do
            self._adviser.touch(line, "pressed", self._now)
        else:
            self._attempt(table, lambda: self._take(table, choice))

    def _take(self, table: Table, choice: Choice) -> None:
        if (played := table.take(choice)) is not None:
            self._act(table, *played, self._now)

    def show(self, words: Words) -> Play | None:
        """What may be shown of the match; a view that raises has failed it."""
        if (table := self._table) is None:
            return None
        try:
            return self._told(table, table.show(words), words)
        except Exception as wrong:  # noqa: BLE001 - a stranger's view may raise
            self._fail(table.card.id, wrong)
            return None

    def hints_left(self, seat: Seat) -> int:
        """How often that seat may still ask what the house would play."""
        if self._adviser is None or (table := self._live()) is None:
            return 0
        return self._adviser.left(table, seat) if seat in table.due("person") else 0

    def _told(self, table: Table, play: Play, words: Words) -> Play:
        """The same with what the house tells."""
        if self._adviser is None:
            return play
        return replace(play, told=self._adviser.told(table, words, self._now))

    def close(self) -> None:
        """Let go of the thinkers."""
        self._opponent.close()
        if self._adviser is not None:
            self._adviser.close()

    def _live(self) -> Table | None:
        """The table, while people and bots may act on it."""
        table, snapshot = self._table, self._snapshot
        if table is None or snapshot is None or not _is_open(snapshot):
            return None
        return None if table.match.over else table

    def _press(self, line: str, at: Nanos) -> None:
        if (table := self._live()) is None:
            return
        if self._adviser is not None:
            seat = table.seat_of(_stick(line))
            self._adviser.guide.pressed(seat, button_of(line))
        played = table.press(_stick(line), button_of(line))
        if played is not None:
            self._act(table, *played, at)

    def _catch_up(self) -> None:
        """What happened in a game of real time since the last frame, in order."""
        while table := self._live():
            if (event := table.realtime_queue.next(self._now)) is None:
                return
            if not event.action:
                self._press(event.line, event.at)
            elif event.seat in table.match.actors:
                self._play(table, event.seat, event.action)
            else:  # a question comes first
                table.realtime_queue.begin(event.seat, event.action, self._now + 1)

    def _repeat(self) -> None:
        for line in self._key_repeat.repeated(self._now):
            self._press(line, self._now)

    def _let_bots_play(self) -> None:
        if (table := self._live()) is None:
            return
        if not self._hurried():
            self._acted_at = self._now
            return
        looks = table.slowness
        played = self._opponent.choose(table, self._now, self._acted_at, looks)
        if played is not None:
            self._act(table, *played, self._now)

    # The match

    def _act(self, table: Table, seat: Seat, action: str, at: Nanos) -> None:
        """Play, now or when the time that the action takes is over."""
        if takes := table.takes(action):
            table.realtime_queue.begin(seat, action, at + takes * MILLISECOND)
        else:
            self._play(table, seat, action)

    def _play(self, table: Table, seat: Seat, action: str) -> None:
        turn = len(table.match.log)
        table.play(seat, action)
        self._reporter.actions(table, since=turn)
        self._note_news(table)

    def _note_news(self, table: Table) -> None:
        """Something was played: by a seat, or by the dice tower."""
        self._acted_at = self._now
        self._reporter.rest(self._now)
        if not table.live:
            self._key_repeat.still()
        if table.match.over:
            self._reporter.result(table)

    def _attempt(self, table: Table, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception as wrong:  # noqa: BLE001 - a stranger's game may raise
            self._fail(table.card.id, wrong)

    def _fail(self, match: int, wrong: Exception) -> None:
        log.error("match %d is given up, its game failed", match, exc_info=wrong)
        self._clear_table()
        self._failed = match
        self._reporter.failure(match, wrong)


def _stick(line: str) -> int:
    """2 of `p2.left`."""
    return int(line[1 : line.index(".")])


def _is_open(snapshot: Snapshot) -> bool:
    return snapshot.mode == "playing" and not snapshot.question
