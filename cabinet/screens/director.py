"""The director: hears the counter, runs the match, decides what is shown.

The counter's mode is the truth; the director only plays the match it is told of.
Whatever the counter knows of the match came from here, so a snapshot whose log
is the beginning of ours is merely behind (and is told again if it stays so); any
other log is right and ours is wrong. A game that raises is a match that failed:
the players get their credit back and nobody sees a traceback.
"""

from collections.abc import Callable, Mapping
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.hallway import (
    Action,
    Failed,
    Goodbye,
    MatchCard,
    Message,
    Panel,
    Result,
    Signature,
    Snapshot,
)
from cabinet.i18n import LANGUAGES, words
from cabinet.picture import Picture
from cabinet.screens.fingers import BUTTONS, Fingers, button_of
from cabinet.screens.opponent import Opponent
from cabinet.screens.scenes import programme, wait
from cabinet.screens.scenes.show import Show, release
from cabinet.screens.servicing import Clerk, Wish
from cabinet.screens.signing import Signatory
from cabinet.screens.sound.ear import Ear
from cabinet.screens.table import Table
from cabinet.screens.theatre import Theatre
from cabinet.screens.thinking import Thinker
from cabinet.screens.thumb import Thumb
from cabinet.screens.visit import Visit
from cabinet.tabletop.api import AnyGame, RulesError, Seat
from cabinet.tabletop.match import Match

TELL_AGAIN: Final = 1 * SECOND
# The last look at a match cannot be pressed away before one has seen that it is over.
LEAST_LOOK: Final = 1 * SECOND


class Director:
    """One screen's mind. `tick` once a frame, then `picture` and `say`."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        thinker: Thinker,
        language: str = "",
        thumb: Thumb | None = None,
        *,
        typed_dice: bool = False,
    ) -> None:
        self._typed_dice = typed_dice
        self.snapshot: Snapshot | None = None
        self.ear = Ear()
        self._games = games
        self._opponent = Opponent(thinker)
        self._language = language
        for spoken in LANGUAGES:
            words(spoken)  # read now, not in a frame
        self._visit = Visit()
        self._signatory = Signatory()
        self._clerk = Clerk()
        self._theatre = Theatre(games)
        # Seats whose hand is on a phone, and not at a stick.
        self.phones: set[Seat] = set()
        self._table: Table | None = None
        self._failed: int | None = None
        self._said: list[Message] = []
        self._told_at = 0
        self._acted_at = 0
        self._over_at: int | None = None
        self._fingers = Fingers()
        self._thumb = thumb or Thumb()
        # A press that began the match or closed a question is not also the
        # game's: it is deaf until the first frame after (None: not yet drawn).
        self._deaf_until: int | None = 0
        self._now = 0
        self._frame = 0

    @property
    def table(self) -> Table | None:
        """The match on the screen with its seats, if there is one."""
        return self._table

    @property
    def asked(self) -> bool:
        """Whether a question is open that only the cabinet's own buttons answer."""
        return self.snapshot is not None and bool(self.snapshot.question)

    @property
    def match(self) -> Match | None:
        """The match on the screen, if there is one."""
        return self._table.match if self._table else None

    @property
    def scene(self) -> str:
        """What is on: the counter's mode, or `wait`; a last look is still `playing`."""
        if self.snapshot is None:
            return "wait"
        return "playing" if self._looking() else self.snapshot.mode

    def hear(self, message: Message) -> None:
        """Take a message of the counter's; those not meant for a screen pass by."""
        self.ear.hear(message)
        match message:
            case Snapshot():
                self._adopt(message)
            case Panel():
                for event in self._thumb.hear(message):
                    self._touch(event)
            case Goodbye():
                self.snapshot = None
                self._clear_table()
                self._clerk.enter("")
            case _:
                self._clerk.hear(message)

    def tick(self, now: int) -> None:
        """A frame has passed: repeats, bots, and news the counter missed."""
        self._now = now
        self._frame += 1
        self._visit.beat += 1
        self._theatre.tick()
        if self._deaf_until is None:
            self._deaf_until = now
        self._sign(self._signatory.tick(now))
        self._clerk.tick(now)
        for event in self._thumb.tick(now):
            self._touch(event)
        if self._table is None:
            return
        self._table.tick()
        if self._live() is not None:
            self._attempt(self._catch_up)
        if self._live() is not None:
            self._attempt(self._repeat)
        if self._live() is not None:
            self._attempt(self._let_bots_play)
        self._tell_again()

    def play(self, seat: Seat, action: str) -> None:
        """Play as if the person at `seat` had; `RulesError` if it is refused."""
        table = self._live()
        if table is None:
            raise RulesError("no match is being played")
        self._play(table, seat, action)

    def say(self) -> list[Message]:
        """What the counter must hear, each once."""
        said, self._said = self._said, []
        return said

    def picture(self) -> Picture:
        """The whole screen at this frame."""
        snapshot = self.snapshot
        if snapshot is None:
            language = self._language or LANGUAGES[0]
            return wait.picture(self._frame, words(language))
        show = self._show(snapshot)
        if self._looking():
            return programme.last_look(show)
        return programme.picture(show)

    def close(self) -> None:
        """Let go of the thinker."""
        self._opponent.close()

    def _show(self, snapshot: Snapshot) -> Show:
        language = self._visit.language or snapshot.language
        speech = words(language if language in LANGUAGES else LANGUAGES[0])
        play = None
        if (table := self._table) is not None:
            try:
                play = table.show(speech)
            except Exception as wrong:  # noqa: BLE001 - a stranger's view may raise
                self._fail(table.card.id, wrong)
        return Show(
            snapshot=snapshot,
            now=self._now,
            frame=self._frame,
            words=speech,
            play=play,
            down=frozenset(self._fingers.down),
            version=release(),
            trouble=self._failed is not None,
            beat=self._visit.beat,
            theatre=self._theatre,
            page=self._visit.page,
            phones=frozenset(self.phones),
            pen=self._signatory.pen,
            one_button=self._thumb.single,
            desk=self._clerk.desk,
        )

    def _looking(self) -> bool:
        """Whether the final position is still to be seen: nobody pressed it away."""
        table, over_at = self._table, self._over_at
        if table is None or over_at is None:
            return False
        return self._now - over_at < table.game.last_look * SECOND

    # Snapshots

    def _adopt(self, snapshot: Snapshot) -> None:
        before, self.snapshot = self.snapshot, snapshot
        if before is None or before.mode != snapshot.mode:
            self._visit.enter(snapshot.mode)
        self._theatre.open(offer.game for offer in snapshot.offers)
        self._signatory.hear(snapshot)
        self._serve(self._clerk.enter(snapshot.mode))
        if _is_open(snapshot) and not (before and _is_open(before)):
            self._deaf_until = None
        if not _is_open(snapshot):
            self._fingers.still()
            if self._table:
                self._table.rush.forget()
        card = snapshot.match
        if card is None:
            self._failed = None
            self._clear_table()
        elif card.id != self._failed and not (self._table and self._table.knows(card)):
            self._lay_out(card)

    def _lay_out(self, card: MatchCard) -> None:
        self._clear_table()
        self._failed = None
        game = self._games.get(card.game)
        if game is None:
            self._fail(card.id, LookupError(f"no game {card.game!r} is installed"))
            return
        try:
            self._table = Table(
                game, card, self.ear, self.phones, typed_dice=self._typed_dice
            )
        except Exception as wrong:  # noqa: BLE001 - a stranger's rules may raise
            self._fail(card.id, wrong)
            return
        self._acted_at = self._told_at = self._now
        if self._table.match.over and self.snapshot and self.snapshot.mode == "playing":
            self._said.append(_result(self._table))

    def _clear_table(self) -> None:
        self._table = None
        self._over_at = None
        self._fingers.still()
        self._opponent.forget()

    def _live(self) -> Table | None:
        """The table, while people and bots may act on it."""
        table, snapshot = self._table, self.snapshot
        if table is None or snapshot is None or not _is_open(snapshot):
            return None
        return None if table.match.over else table

    # Hands

    def _touch(self, event: Panel) -> None:
        if event.what == "released":
            held = self._fingers.release(event.line, event.at)
            if held and (table := self._live()) is not None:
                table.let_go(_stick(event.line), button_of(event.line))
        if not self._looking():
            self._sign(self._signatory.touch(event))
        self._serve(self._clerk.touch(event))
        if event.what != "pressed":
            return
        self._fingers.down.add(event.line)
        if self.snapshot is not None and self._table is None:
            show, mode = self._show(self.snapshot), self.snapshot.mode
            self._visit.touch(mode, event.line, show.language, show.lessons)
        if self._over_at is not None and event.at - self._over_at >= LEAST_LOOK:
            self._over_at = None
        if self._deaf_until is None or event.at <= self._deaf_until:
            return
        if (table := self._live()) is None or button_of(event.line) not in BUTTONS:
            return
        self._fingers.hold(event.line, event.at)
        if table.live:
            table.rush.press(event.at, table.seat_of(_stick(event.line)), event.line)
        else:
            self._attempt(lambda: self._press(event.line, event.at))

    def _press(self, line: str, at: int) -> None:
        if (table := self._live()) is None:
            return
        played = table.press(_stick(line), button_of(line))
        if played is not None:
            self._act(table, *played, at)

    def _catch_up(self) -> None:
        """What happened in a game of real time since the last frame, in order."""
        while table := self._live():
            if (event := table.rush.next(self._now)) is None:
                return
            if not event.action:
                self._press(event.line, event.at)
            elif event.seat in table.match.actors:
                self._play(table, event.seat, event.action)
            else:  # a question comes first
                table.rush.begin(event.seat, event.action, self._now + 1)

    def _repeat(self) -> None:
        for line in self._fingers.repeated(self._now):
            self._press(line, self._now)

    def _let_bots_play(self) -> None:
        if (table := self._live()) is None:
            return
        played = self._opponent.choose(table, self._now, self._acted_at)
        if played is not None:
            self._act(table, *played, self._now)

    def _serve(self, wish: Wish) -> None:
        """What the operator wants: of the counter, or a sound to hear."""
        if isinstance(wish, str):
            self.ear.story((wish,), your_turn=False)
        elif wish is not None:
            self._said.append(wish)

    def _sign(self, signed: Signature | None) -> None:
        if signed is not None:
            self._said.append(signed)

    # The match

    def _act(self, table: Table, seat: Seat, action: str, at: int) -> None:
        """Play, now or when the time that the action takes is over."""
        if takes := table.takes(action):
            table.rush.begin(seat, action, at + takes * MILLISECOND)
        else:
            self._play(table, seat, action)

    def _play(self, table: Table, seat: Seat, action: str) -> None:
        turn = len(table.match.log)
        written = table.play(seat, action)
        self._acted_at = self._told_at = self._now
        if not table.live:
            self._fingers.still()
        self._said.append(Action(table.card.id, turn, table.log[-1].seat, written))
        if table.match.over:
            self._over_at = self._now
            self._said.append(_result(table))

    def _tell_again(self) -> None:
        table, snapshot = self._table, self.snapshot
        if table is None or snapshot is None or snapshot.mode != "playing":
            return
        if self._now - self._told_at < TELL_AGAIN:
            return
        self._told_at = self._now
        known = len(table.card.log)
        for turn, move in enumerate(table.log[known:], known):
            self._said.append(Action(table.card.id, turn, move.seat, move.action))
        if table.match.over:
            self._said.append(_result(table))

    def _attempt(self, step: Callable[[], None]) -> None:
        table = self._table
        try:
            step()
        except Exception as wrong:  # noqa: BLE001 - a stranger's game may raise
            if table is not None:
                self._fail(table.card.id, wrong)

    def _fail(self, match: int, wrong: Exception) -> None:
        self._clear_table()
        self._failed = match
        why, _, _ = f"{type(wrong).__name__}: {wrong}".partition("\n")
        self._said.append(Failed(match, why[:200]))


def _result(table: Table) -> Result:
    outcome = table.outcome()
    return Result(table.card.id, outcome.winners, outcome.scores, outcome.reason)


def _stick(line: str) -> int:
    """2 of `p2.left`."""
    return int(line[1 : line.index(".")])


def _is_open(snapshot: Snapshot) -> bool:
    return snapshot.mode == "playing" and not snapshot.question
