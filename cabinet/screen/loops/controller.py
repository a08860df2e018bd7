"""The loop controller: plays the loop game that the counter tells of.

It asks the game's process for as many updates as time has passed, with what was held
and pressed, and shows the picture it draws. While the cabinet asks a question nothing
is asked of the game, so it stands still. A game that raises, hangs or is gone is a
match that failed: its players get their credit back.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.modes.checkpoints import checkpoint_in, checkpoint_move
from cabinet.core.money.ledger import TIME_OVER
from cabinet.i18n import Words
from cabinet.loops.api import BUTTONS, LoopGame, Outcome
from cabinet.loops.recording import Update
from cabinet.loops.registry import AnySold
from cabinet.loops.run import LoopMatch
from cabinet.picture.shapes import Picture, Pixels
from cabinet.protocol.codec import Action, BusMessage, Failed, Panel, Result
from cabinet.protocol.snapshot import MatchCard, Snapshot
from cabinet.screen.loop.key_repeat import button_of
from cabinet.screen.loops.process import (
    Answer,
    LoopFailedError,
    RunningLoop,
    Start,
    reap,
)
from cabinet.screen.match.table import seat_names
from cabinet.screen.scenes.show import Play
from cabinet.screen.sound.cues import CueCollector

log = logging.getLogger("cabinet.screen")

# A frame waits so long for its picture; one that is later is shown in the next.
FRAME_WAIT_S: Final = 0.008
# A game that is further behind than this goes on from where it is.
MOST_AT_ONCE: Final = 6
# After this long without an answer a game hangs; to begin it may take longer.
HANGS: Final = 4 * SECOND
BEGINS: Final = 10 * SECOND
# A screen that was stopped itself cannot say that the game was: of the time between two
# frames no more than this counts.
MOST_WAITED: Final = SECOND // 4
TELL_AGAIN: Final = 1 * SECOND
# Where a game can go on from, it is noted this often; later in the match less often.
CHECKPOINT_EVERY: Final = 15 * SECOND
CHECKPOINT_LATER: Final = 60 * SECOND
SOON: Final = 20
MOST_CHECKPOINTS: Final = 60


class Hands:
    """What every seat holds, and what went down since it was last asked.

    A button that was down when the game began or a question was closed is nothing to
    the game until it is pressed again.
    """

    def __init__(self, wired: WiredButtons) -> None:
        self._wired = wired
        self._down: set[str] = set()
        self._stale: set[str] = set()
        self._pressed: set[str] = set()

    def touch(self, event: Panel) -> None:
        """A hand on the panel. Start is A of a stick that has none."""
        for line in self._lines(event.line):
            if event.what == "pressed":
                self._down.add(line)
                self._pressed.add(line)
            elif event.what == "released":
                self._down.discard(line)
                self._stale.discard(line)

    def take(self, seats: int) -> Update:
        """The next update; a press is in one update only."""
        held, pressed = self._down - self._stale, self._pressed
        self._pressed = set()
        return Update(_by_seat(held, seats), _by_seat(pressed, seats))

    @property
    def waiting(self) -> frozenset[str]:
        """What was pressed and no update has had yet."""
        return frozenset(self._pressed)

    def forget(self) -> None:
        """What is down now does not count."""
        self._stale |= self._down
        self._pressed = set()

    def _lines(self, line: str) -> list[str]:
        if line == "start":
            return [f"p{stick}.a" for stick in self._wired.without_a]
        return [line] if button_of(line) in BUTTONS else []


def _by_seat(lines: set[str], seats: int) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(name for name in BUTTONS if f"p{seat}.{name}" in lines)
        for seat in range(1, seats + 1)
    )


# A game whose players want more time runs at so much of its pace.
SLOWER: Final = 2, 3


class UpdatePace:
    """How many updates are due, so that there are exactly so many in a second."""

    def __init__(self, updates_per_second: int) -> None:
        self._rate = updates_per_second
        self._since: Nanos | None = None
        self._done = 0
        self.late = 0
        # All that were asked for, whatever rest there was between them.
        self.done = 0

    def rest(self) -> None:
        """Time that passes from here on does not count."""
        self._since = None

    def due(self, now: Nanos) -> int:
        """How many updates to do now; they count as done."""
        if self._since is None:
            # The first update is the one of this moment.
            self._since, self._done = now, 0
        # Halfway between two updates, so that no frame has none because it was early.
        passed = 2 * (now - self._since) * self._rate + SECOND
        due = max(0, passed // (2 * SECOND) + 1 - self._done)
        self._done += due
        if due > MOST_AT_ONCE:
            self.late += due - MOST_AT_ONCE
            due = MOST_AT_ONCE
        self.done += due
        return due


class LoopTable:
    """One paid game: its process, its clock, its hands."""

    def __init__(
        self, game: LoopGame, card: MatchCard, run: RunningLoop, now: Nanos
    ) -> None:
        self.game, self.card, self.run = game, card, run
        part, of = SLOWER if card.pace else (1, 1)
        self.pace = UpdatePace(game.pace * part // of)
        self.waited: Nanos = 0
        self.patience = BEGINS
        self.begun = False
        self.paused = False
        self.outcome: Outcome | None = None
        self.told_at: Nanos = 0
        self.kept_at = now
        self.score: tuple[int, ...] | None = None
        # When the picture that is shown was whole.
        self.drawn_at: Nanos = 0

    @property
    def people(self) -> int:
        """How many play."""
        return len(self.card.seats)

    def wants_checkpoint(self, now: Nanos) -> bool:
        """Whether it is time to note where the game could go on from."""
        noted = len(self.card.log)
        every = CHECKPOINT_EVERY if noted < SOON else CHECKPOINT_LATER
        return noted < MOST_CHECKPOINTS and now - self.kept_at >= every


class LoopController:
    """Plays one loop. `tick` once a frame, then `show`."""

    def __init__(
        self,
        games: Mapping[str, AnySold],
        start: Start,
        tell: Callable[[BusMessage], None],
        cue_collector: CueCollector,
        *,
        wired: WiredButtons,
        gentle: bool = False,
    ) -> None:
        self._games = games
        self._start = start
        self._tell = tell
        self._cue_collector = cue_collector
        self._gentle = gentle
        self.hands = Hands(wired)
        self._snapshot: Snapshot | None = None
        self._table: LoopTable | None = None
        self._failed: int | None = None
        self._language = ""
        self._now: Nanos = 0

    @property
    def table(self) -> LoopTable | None:
        """The game that is played, or has just ended."""
        return self._table

    @property
    def trouble(self) -> bool:
        """Whether the match that the counter tells of could not go on."""
        return self._failed is not None

    def plays(self, card: MatchCard | None) -> bool:
        """Whether a match is one of ours."""
        known = card is not None and card.game in self._games
        return known and isinstance(self._games[card.game], LoopGame)  # type: ignore[union-attr]

    # What the counter says

    def adopt(self, snapshot: Snapshot) -> None:
        """Play the game of the snapshot, if it is a loop."""
        self._snapshot, card = snapshot, snapshot.match
        if not _is_open(snapshot):
            self.hands.forget()
        if card is None or not self.plays(card):
            self._failed = None
            self._clear()
        elif self._table and self._table.card.id == card.id:
            self._table.card = card
        elif card.id != self._failed and snapshot.mode == "playing":
            self._begin(card, snapshot)

    def leave(self) -> None:
        """The counter is gone, and the match with it."""
        self._snapshot = None
        self._clear()

    def _begin(self, card: MatchCard, snapshot: Snapshot) -> None:
        self._clear()
        self._failed = None
        game = self._games[card.game]
        assert isinstance(game, LoopGame)
        self._language = snapshot.language
        match = LoopMatch(
            len(card.seats),
            card.options,
            card.seed,
            snapshot.language,
            self._gentle,
            _best(snapshot),
            card.pace == "one_button",
            checkpoint_in(card.log),
        )
        self.hands.forget()
        try:
            run = self._start(game, match)
        except Exception as wrong:  # noqa: BLE001 - nothing may end the screen
            self._fail(card.id, LoopFailedError(f"it does not start: {wrong}"))
            return
        self._table = LoopTable(game, card, run, self._now)

    def _clear(self) -> None:
        if self._table:
            self._table.run.close()
        self._table = None

    # Frames and hands

    def touch(self, event: Panel) -> None:
        """A hand on the panel, as it is wired."""
        self.hands.touch(event)

    def tick(self, now: Nanos, language: str = "") -> None:
        """A frame begins: ask for what is due, and wait a moment for the picture."""
        passed, self._now = min(now - self._now, MOST_WAITED), now
        reap()
        if (table := self._table) is None:
            return
        table.waited += passed
        try:
            self._hear(table, 0.0)
            self._watch_time(table, now)
            if not table.run.busy:
                self._go_on(table, now, language)
            self._hear(table, FRAME_WAIT_S)
            if table.run.busy and table.waited > table.patience:
                raise LoopFailedError("it hangs: it has not answered in time")
        except LoopFailedError as wrong:
            self._fail(table.card.id, wrong)
            return
        self._tell_again(table)

    def _go_on(self, table: LoopTable, now: Nanos, language: str) -> None:
        snapshot = self._snapshot
        if table.outcome or snapshot is None:
            return
        spoken, pause = "", None
        if language and language != self._language:
            spoken = self._language = language
        if not _is_open(snapshot):
            table.pace.rest()
            if not table.paused or spoken:
                pause, table.paused = True, True
                self._ask(table, [], now, pause=pause, language=spoken)
            return
        if table.paused:
            pause, table.paused = False, False
        due = table.pace.due(now)
        if due or spoken:
            updates = [self.hands.take(table.people) for _ in range(due)]
            self._ask(table, updates, now, pause=pause, language=spoken)

    def _ask(
        self,
        table: LoopTable,
        updates: list[Update],
        now: Nanos,
        *,
        pause: bool | None,
        language: str,
    ) -> None:
        keep = table.wants_checkpoint(now)
        if keep:
            table.kept_at = now
        table.run.ask(updates, checkpoint=keep, pause=pause, language=language)
        table.waited, table.patience = 0, HANGS

    def _hear(self, table: LoopTable, seconds: float) -> None:
        if not table.run.busy or (answer := table.run.answer(seconds)) is None:
            return
        if not table.begun:
            table.begun = True
            table.kept_at = self._now
        table.score, table.drawn_at = answer.score, answer.at
        own = table.game.sounds
        named = (f"{table.game.name}.{n}" if n in own else n for n in answer.sounds)
        self._cue_collector.at_once(tuple(named))
        self._note(table, answer)

    def _note(self, table: LoopTable, answer: Answer) -> None:
        if answer.checkpoint:
            turn, action = len(table.card.log), checkpoint_move(answer.checkpoint)
            self._tell(Action(table.card.id, turn, 0, action))
        if answer.outcome and table.outcome is None:
            table.outcome = answer.outcome
            self._tell_result(table)

    def _watch_time(self, table: LoopTable, now: Nanos) -> None:
        """Its minutes are over: the game ends with the points there are."""
        time = self._snapshot.time if self._snapshot else None
        if time is None or time.since is None or table.outcome or not table.begun:
            return
        if now >= time.since + time.left:
            scores = table.score or (0,) * table.people
            best = tuple(n for n, score in enumerate(scores) if score == max(scores))
            won = best if len(best) == 1 else ()
            table.outcome = Outcome(True, won, scores, TIME_OVER)  # noqa: FBT003
            self._tell_result(table)

    def _tell_result(self, table: LoopTable) -> None:
        table.told_at = self._now
        if (outcome := table.outcome) is not None:
            ended = (outcome.winners, outcome.scores, outcome.reason)
            self._tell(Result(table.card.id, *ended))

    def _tell_again(self, table: LoopTable) -> None:
        """What the counter has not heard, if it has had time to."""
        snapshot = self._snapshot
        if table.outcome is None or snapshot is None or snapshot.mode != "playing":
            return
        if self._now - table.told_at >= TELL_AGAIN:
            self._tell_result(table)

    def _fail(self, match: int, wrong: LoopFailedError) -> None:
        trace = f"\n{wrong.trace.rstrip()}" if wrong.trace else f": {wrong}"
        log.error("match %d is given up, its game failed%s", match, trace)
        self._clear()
        self._failed = match
        self._tell(Failed(match, str(wrong)[:200]))

    # What is shown

    def show(self, words: Words) -> Play | None:
        """What may be shown of the game."""
        if (table := self._table) is None:
            return None
        outcome = table.outcome
        people = tuple(range(table.people))
        return Play(
            picture=picture_of(table.game, table.run),
            help=_help(table, words),
            names=seat_names(table.card, words),
            persons=() if outcome else people,
            bots=(),
            over=outcome is not None,
            ending=self._ending(table, outcome, words) if outcome else "",
            scores=_counted(table.game, outcome.scores, words) if outcome else None,
            fills=table.game.size[1] * 640 == table.game.size[0] * 360,
        )

    def _ending(self, table: LoopTable, outcome: Outcome, words: Words) -> str:
        """What somebody who played alone made; for several, who won is said anyway."""
        if table.people > 1 or not outcome.scores:
            return ""
        counted = _counted(table.game, outcome.scores, words)
        points = counted[0] if counted else words("result.points", n=outcome.scores[0])
        best = _best(self._snapshot) if self._snapshot else 0
        beaten = table.game.scored and outcome.scores[0] > best > 0
        return words("result.record" if beaten else "result.alone", points=points)

    def close(self) -> None:
        """End the game."""
        self._clear()


def picture_of(game: LoopGame, run: RunningLoop, tall: int = 0) -> Picture:
    """The picture of a loop, on the whole screen or `tall` lines of it."""
    wide, high = game.size
    shown = tall or high * 640 // wide
    across = wide * shown // high
    place = ((640 - across) // 2, 0, across, shown)
    return (Pixels(*place, run.source, run.pictures),) if run.pictures else ()


def _help(table: LoopTable, words: Words) -> tuple[tuple[str, str], ...]:
    """What the buttons do; with one, what that does."""
    one = table.game.one_button.get(words.language)
    if one and table.card.pace == "one_button":
        return (("start", one),)
    return tuple(table.game.help.get(words.language, ()))


def _counted(
    game: LoopGame, scores: tuple[int, ...], words: Words
) -> tuple[str, ...] | None:
    forms = game.counts.get(words.language) if game.counts else None
    if forms is None:
        return None
    return tuple(f"{n} {forms[words.is_many(n)]}" for n in scores)


def _best(snapshot: Snapshot) -> int:
    """The score to beat: the first of the table of this mode."""
    offers, chosen = snapshot.offers, snapshot.offer
    scores = offers[chosen].high_scores if 0 <= chosen < len(offers) else ()
    return scores[0].score if scores else 0


def _is_open(snapshot: Snapshot) -> bool:
    return snapshot.mode == "playing" and not snapshot.question
