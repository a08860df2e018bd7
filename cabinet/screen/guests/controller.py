"""The guest controller: plays the program that the counter tells of.

It has the display given to it, starts it under its guard, and passes on what the panel
does. While the cabinet asks a question the program is frozen. One that is missing, dies
at once, never shows a window or ends as it should not is a match that failed: whoever
paid gets the credit back, and an alarm says why.
"""

import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.guests import PROGRAM, Guest
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.money.ledger import TIME_OVER
from cabinet.i18n import Words
from cabinet.i18n.message import Message, Verbatim, message
from cabinet.protocol.codec import BusMessage, Failed, Panel, Result
from cabinet.protocol.snapshot import MatchCard, Snapshot
from cabinet.screen.guests.hands import GuestHands
from cabinet.screen.guests.process import (
    Ended,
    GuestFailedError,
    GuestProcess,
    RunningGuest,
    StartGuest,
)
from cabinet.screen.guests.stage import SILENCE, NoStage, Stage
from cabinet.screen.loops.process import reap
from cabinet.screen.match.table import seat_names
from cabinet.screen.scenes import guest as scene
from cabinet.screen.scenes.show import Play

log = logging.getLogger("cabinet.screen")

# A guard that has not answered so long after it was told to end its program hangs.
END_PATIENCE: Final = 4 * SECOND
# A display that is not to be had again after this is a screen that cannot draw.
TAKE_PATIENCE: Final = 8 * SECOND
TELL_AGAIN: Final = 1 * SECOND
# How often we look whether it shows something.
LOOK_EVERY: Final = SECOND // 10


class GuestTable:
    """One paid program: its process, its hands, its clock."""

    def __init__(
        self, guest: Guest, card: MatchCard, run: RunningGuest, hands: GuestHands
    ) -> None:
        self.guest, self.card, self.run, self.hands = guest, card, run, hands
        self.began: Nanos | None = None
        self.looked: Nanos = 0
        self.shown_at: Nanos | None = None
        self.frozen_at: Nanos | None = None
        self.ending: Nanos | None = None
        self.time_over = False
        self.result: Result | None = None
        self.told_at: Nanos = 0
        self.credits = card.credits

    @property
    def people(self) -> int:
        """How many play."""
        return len(self.card.seats)


class GuestController:
    """Plays one program. `tick` once a frame."""

    def __init__(
        self,
        tell: Callable[[BusMessage], None],
        *,
        wired: WiredButtons,
        start: StartGuest = GuestProcess,
    ) -> None:
        # Where it plays; the window says, once there is one.
        self.stage: Stage = NoStage()
        self._tell = tell
        self._start = start
        self._wired = wired
        self._snapshot: Snapshot | None = None
        self._table: GuestTable | None = None
        self._failed: int | None = None
        # What was hung up on and may still have the display, and since when.
        self._leaving: RunningGuest | None = None
        self._given = False
        self._left_at: Nanos = 0
        self._now: Nanos = 0

    @property
    def table(self) -> GuestTable | None:
        """The program that is played, or has just ended."""
        return self._table

    @property
    def trouble(self) -> bool:
        """Whether the match that the counter tells of could not go on."""
        return self._failed is not None

    # What the counter says

    def adopt(self, snapshot: Snapshot) -> None:
        """Play the program of the snapshot, if it has one."""
        self._snapshot, card = snapshot, snapshot.match
        ours = card is not None and card.game == PROGRAM
        if snapshot.mode == "out_of_order" and not self.stage.card:
            return  # it stands still behind our window
        if card is None or not ours or snapshot.mode != "playing":
            self._failed = self._failed if ours else None
            self._clear()
        elif self._table and self._table.card.id == card.id:
            self._pay(self._table, card)
            self._table.card = card
        elif card.id != self._failed and snapshot.mode == "playing":
            self._clear()
            self._begin(card, snapshot)

    def leave(self) -> None:
        """The counter is gone, and the match with it."""
        self._snapshot = None
        self._clear()

    def _begin(self, card: MatchCard, snapshot: Snapshot) -> None:
        if self._leaving is not None or snapshot.question:
            return  # tick() begins, once the display is ours or the question answered
        self._failed = None
        if (guest := snapshot.guest) is None:
            name = str(card.options.get("name", ""))
            self._fail(card.id, message("guest_unknown", name=Verbatim(name)))
            return
        try:
            hands = GuestHands(guest, self.stage.hands(guest), self._wired)
        except OSError as wrong:
            why = Verbatim(wrong.strerror or str(wrong))
            self._fail(card.id, message("guest_no_hands", why=why))
            return
        self._given = True
        self.stage.give()
        try:
            run = self._start(guest, self.stage.card)
        except GuestFailedError as wrong:
            hands.close()
            self._fail(card.id, wrong.why)
            return
        self._table = GuestTable(guest, card, run, hands)

    def _pay(self, table: GuestTable, card: MatchCard) -> None:
        """Somebody paid for more of it."""
        more, table.credits = card.credits - table.credits, card.credits
        if more > 0 and table.shown_at is not None:
            table.hands.coins(1, self._now)

    def _clear(self) -> None:
        if self._table:
            self._table.hands.close()
            self._table.run.close()
            self._leaving, self._left_at = self._table.run, self._now
        self._table = None

    # Frames and hands

    def touch(self, event: Panel) -> None:
        """A hand on the panel, as it is wired."""
        if (table := self._table) is not None:
            is_open = table.shown_at is not None and table.frozen_at is None
            table.hands.touch(event, open_=is_open and table.ending is None)

    def tick(self, now: Nanos) -> None:
        """A frame begins: hear how it is, and let it go on or stand."""
        self._now = now
        reap()
        self._take_back(now)
        if (table := self._table) is None:
            self._begin_late()
            return
        self.stage.listen()
        table.began = now if table.began is None else table.began
        try:
            if table.result is None:
                self._go_on(table, now)
        except GuestFailedError as wrong:
            self._fail(table.card.id, wrong.why)
            return
        if table.result and now - table.told_at >= TELL_AGAIN:
            self._tell_result(table)

    def _take_back(self, now: Nanos) -> None:
        """The display is ours again as soon as nothing is left of the guest."""
        if self._table is not None:
            return
        if self._leaving is not None and not self._leaving.gone:
            if now - self._left_at < TAKE_PATIENCE:
                return
            log.error("a guard does not end; the display is taken from its program")
        self._leaving = None
        if self._given and self.stage.take():
            self._given = False

    def _begin_late(self) -> None:
        snapshot = self._snapshot
        if snapshot is None or self._leaving is not None or snapshot.match is None:
            return
        card = snapshot.match
        new = card.game == PROGRAM and card.id != self._failed
        if new and snapshot.mode == "playing":
            self._begin(card, snapshot)

    def _go_on(self, table: GuestTable, now: Nanos) -> None:
        if (ended := table.run.hear()) is not None:
            self._end(table, ended)
            return
        if table.ending is not None:
            if now - table.ending >= END_PATIENCE:
                raise GuestFailedError(message("guest_hangs"))
            return
        self._watch_time(table, now)
        self._look(table, now)
        if table.ending is None:
            self._freeze(table, now)
        if table.shown_at is not None and table.frozen_at is None:
            if not self.stage.answers(now):
                silent = SILENCE // SECOND
                raise GuestFailedError(message("guest_silent", n=silent))
            table.hands.tick(now)

    def _look(self, table: GuestTable, now: Nanos) -> None:
        """Whether it shows something at last."""
        assert table.began is not None
        if table.shown_at is not None or now - table.looked < LOOK_EVERY:
            return
        table.looked = now
        if table.run.shows or self.stage.shows() is not False:
            table.shown_at = now
            self.stage.front(ours=False)
            after = now + table.guest.coin_after_ms * MILLISECOND
            table.hands.coins(self._coins_paid(), after)
        elif now - table.began >= table.guest.window_s * SECOND:
            seconds = table.guest.window_s
            raise GuestFailedError(message("guest_no_window", n=seconds))

    def _coins_paid(self) -> int:
        """A coin for each person who paid, or one for all."""
        snapshot = self._snapshot
        assert snapshot is not None
        assert snapshot.match is not None
        shared = not any(
            offer.per_player for offer in snapshot.offers[snapshot.offer :][:1]
        )
        return 1 if shared else len(snapshot.match.seats)

    def _freeze(self, table: GuestTable, now: Nanos) -> None:
        """It stands still while the cabinet asks something, or is at fault."""
        snapshot = self._snapshot
        stands = snapshot is None or snapshot.mode != "playing" or snapshot.question
        if stands and table.frozen_at is None:
            table.frozen_at = now
            table.hands.release()
            table.run.freeze(on=True)
            self.stage.front(ours=True)
        elif not stands and table.frozen_at is not None:
            table.hands.rest(now, table.frozen_at)
            if table.shown_at is None and table.began is not None:
                table.began += now - table.frozen_at
            table.frozen_at = None
            table.run.freeze(on=False)
            self.stage.front(ours=False)

    def _watch_time(self, table: GuestTable, now: Nanos) -> None:
        """Its minutes are over: it is ended with the score there is."""
        time = self._snapshot.time if self._snapshot else None
        if time is None or time.since is None:
            return
        if now >= time.since + time.left:
            table.time_over = True
            table.ending = now
            table.hands.release()
            table.run.end()

    def _end(self, table: GuestTable, ended: Ended) -> None:
        """It has ended: as it should, or not."""
        if ended.code is not None and not table.time_over:
            if table.shown_at is None:
                raise GuestFailedError(self._why_so_soon(ended))
            if ended.code < 0:
                name = Verbatim(_signal_name(-ended.code))
                raise GuestFailedError(message("guest_killed", signal=name))
            if ended.code not in table.guest.exit_codes:
                said = Verbatim(ended.said)
                raise GuestFailedError(
                    message("guest_failed", status=ended.code, said=said)
                )
        scores = _scores(table, ended)
        best = tuple(n for n, score in enumerate(scores) if score == max(scores))
        won = best if len(best) == 1 and scores[best[0]] else ()
        reason = TIME_OVER if table.time_over else ""
        table.result = Result(table.card.id, won, scores, reason)
        self._tell_result(table)

    def _why_so_soon(self, ended: Ended) -> Message:
        code, said = ended.code, Verbatim(ended.said)
        seconds = Verbatim(f"{ended.seconds:.1f}")
        return message("guest_died", status=code or 0, seconds=seconds, said=said)

    def _tell_result(self, table: GuestTable) -> None:
        table.told_at = self._now
        if table.result is not None:
            self._tell(table.result)

    def _fail(self, match: int, why: Message) -> None:
        log.error("match %d is given up, its program failed: %s", match, why)
        self._clear()
        self._failed = match
        self._tell(Failed(match, str(why)[:200], why))

    # What is shown

    def show(self, words: Words) -> Play | None:
        """What people see of it where our own picture is to be seen."""
        if (table := self._table) is None or self._snapshot is None:
            return None
        return Play(
            picture=scene.picture(
                self._snapshot, words, begun=table.shown_at is not None
            ),
            help=(),
            names=seat_names(table.card, words),
            persons=tuple(range(table.people)),
            bots=(),
            over=table.result is not None,
            ending="",
        )

    def close(self) -> None:
        """End the program."""
        self._clear()
        with suppress(OSError):
            self.stage.take()


def _scores(table: GuestTable, ended: Ended) -> tuple[int, ...]:
    """The points of each seat; none where nobody counts them."""
    if not table.guest.score:
        return ()
    found = ended.scores or {}
    return tuple(found.get(f"p{seat}", 0) for seat in range(1, table.people + 1))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
