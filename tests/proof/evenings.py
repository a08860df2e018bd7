"""An evening at a cabinet, again and again, with one system call failing in each.

    python -m tests.proof.evenings FOLDER    with bad_disk.c preloaded

The evening: a first start, a changed setting, coins, a match, a collection, a
checkpoint and a copy of the books, a stop; the next day a start, a coin, a stop.

Each line on stdin is a fault, as JSON: what `BadDisk.fail` or `BadDisk.fill` is called
with. The line on stdout that answers it says what broke ("" when nothing did) and how
many calls were hurt. The first line on stdout has all calls of an evening on which
nothing failed, and how many there were before each step; after that one everything is
loaded, and each evening is a fork. Time is virtual, files are real.

Whoever reads and changes files beside the counter (a changed setting, a copy) is
another process, as on a cabinet. So is whoever compares what is shown with the books.
"""

import gc
import json
import logging
import os
import shutil
import signal
import sqlite3
import sys
import traceback
from contextlib import closing
from multiprocessing import Pipe
from pathlib import Path

from cabinet import settings
from cabinet.books.copies import BooksWithCopies, copy_books, newest_good_copy
from cabinet.books.errors import BooksDamagedError
from cabinet.books.evidence import EvidenceFile
from cabinet.books.inspection import verify
from cabinet.books.sqlite import doubt_at
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.counter.settings_worker import reloaded, settings_file
from cabinet.io.outputs_file import OutputsFile, note
from cabinet.loops.registry import GameShelf, all_shipped
from cabinet.places import Place
from cabinet.protocol.codec import Booked, Collect, Quit, Refused
from cabinet.protocol.operator import Adopted, Edit
from cabinet.protocol.refusals import problems_of
from cabinet.protocol.snapshot import Snapshot
from cabinet.scenario.rig import RESTART, Rig
from tests.proof.bad_disk import BadDisk
from tests.support.settings import SETTINGS

LONGEST_S = 60
TRIES = 20
VISITOR = 9_000
CHANGE = {"pricing.credit_expiry_s": "600"}
MOVES = ((0, "place 1 0"), (1, "place 1 1"))
GAMES = all_shipped()


class BrokenError(Exception):
    """A promise that did not hold."""


class Books(BooksWithCopies):
    """Books that know whether the last thing they were given was refused."""

    refused = False

    def commit_all(self, dated):
        self.refused = True
        super().commit_all(dated)
        self.refused = False

    def prove_writable(self):
        self.refused = True
        super().prove_writable()
        self.refused = False


class Day(Rig):
    """A cabinet from its start to its stop, whose disk may fail."""

    def __init__(self, evening):
        self._evening = evening
        self._place = evening.place
        self._books = None
        self._compared = None
        self._began_broken = False
        self._evidence = EvidenceFile(evening.place.evidence)
        self.was_open = False
        super().__init__(evening.settings(), GAMES, evening.place.state, seed=7)

    # Programs

    def _new_books(self):
        place, boot = self._place, f"boot-{self._boots}"
        return Books(place.books, place.copies, self.clock, boot)

    def _keep(self, case):
        self._evidence.keep(case)

    def _start_counter(self):
        """One that the disk lets not begin ends, and is started again later."""
        if self.was_open:
            raise BrokenError("the counter had to be started again")
        self._began_broken = self._evening.takes_nothing
        try:
            note(self._place.driven, OutputsFile("sim", self._evening.wiring))
            super()._start_counter()
        except CabinetError:
            self._books.close()
            self.counter = None
            for line in list(self.port.outputs):
                self.port.write(line, on=False)
            self._counter_at = self.clock.now() + RESTART

    # Promises

    @property
    def is_open(self):
        return self.port.outputs["lockout"]

    def _settle(self):
        super()._settle()
        if self.is_open:
            self.was_open = True
            if self._books.refused:
                raise BrokenError(
                    "the slot is open, and the books could not be written"
                )
            if self._began_broken and self._evening.takes_nothing:
                raise BrokenError("the slot was opened on a disk that takes nothing")

    def _tell_screen(self, message):
        if isinstance(message, Snapshot):
            self._compare(message)
        super()._tell_screen(message)

    def _compare(self, shown):
        """What is shown is written: each total, the credits, and every move."""
        moves = len(shown.match.log) if shown.match else 0
        told = (shown.books, shown.credits, moves)
        if told == self._compared:
            return
        self._compared = told
        written = self._evening.written()
        for name in ("coins", "minor_units", "plays", "refunds", "service"):
            if getattr(shown.books, name) > written[name]:
                raise BrokenError(f"{name}: shown {shown.books}, written {written}")
        if shown.match and moves > written["moves"].get(shown.match.id, 0):
            raise BrokenError(
                f"{moves} moves are shown, written are {written['moves']}"
            )

    # Hands

    def drop(self, pulses=1):
        """A coin of so many pulses, tried again where the slot is shut."""
        self.recover()
        if self.port.insert(1, pulses):
            self._evening.taken += pulses
        self.advance((300 + 150 * pulses) * MILLISECOND)
        self.recover()

    def knock(self):
        """A pulse too short to be a coin, of which evidence is kept."""
        self.port.stick("coin.1", active=True, for_ns=8 * MILLISECOND)
        self.advance(SECOND)

    def recover(self):
        """Let the operator see to it, once the disk is well again."""
        if self._evening.is_broken:
            self._bad_times()
            self._evening.disk.heal()
        for _ in range(TRIES):
            if self.mode == "out_of_order":
                if not self._evening.patient:
                    self.press("test")
            elif self.mode != "dead" and self.controller:
                return
            self.advance(SECOND)
        raise BrokenError(
            f"it does not recover: {self.counter and self.counter.shown()}"
        )

    def _bad_times(self):
        """Coins and an operator, as long as the disk takes nothing."""
        for line in ("coin", "test", "coin"):
            if line == "test" and self.mode == "out_of_order":
                self.press("test")
            elif line == "coin" and self.port.insert(1):
                self._evening.taken += 1
            self.advance(SECOND)
        if self.is_open and self._evening.takes_nothing:
            raise BrokenError("the slot is open on a disk that takes nothing")

    def change_a_setting(self):
        """As the page does; a refusal is tried again."""

        def answered():
            self.counter.hear(VISITOR, Edit(CHANGE, "owner"))
            client, request = self.counter.asked.pop()
            found = self._evening.ask("settings", request)
            if isinstance(found, Refused):
                self.counter.refuse(client, found.why)
            else:
                self.counter.renew(client, request, found)

        self._until_told(Adopted, answered)

    def collect(self):
        """Until it is booked, and then it is booked once."""
        collect = Collect(100 * self._evening.taken)
        self._until_told(Booked, lambda: self.counter.hear(VISITOR, collect))

    def tidy(self):
        """Bring the log of the books into their file, as when nobody plays."""
        self._books.checkpoint()

    def _until_told(self, wanted, ask):
        for _ in range(TRIES):
            self.recover()
            ask()
            told = [e.message for e in self.counter.outbox if e.to == VISITOR]
            self.advance(100 * MILLISECOND)
            if any(isinstance(message, wanted) for message in told):
                self.recover()
                return
        raise BrokenError(f"never {wanted.__name__}: {told}")

    def play_a_match(self):
        """Two people, a few moves, and they leave."""
        self._until(lambda: self.mode == "playing", self._towards_a_match)
        for turn, (seat, action) in enumerate(MOVES):
            self._until(
                lambda turn=turn: len(self.counter.shown().match.log) > turn,
                lambda seat=seat, action=action: self._move(seat, action),
            )
        self._until(lambda: self.mode != "playing", lambda: self._hold_start())

    def _until(self, wanted, do):
        for _ in range(TRIES):
            self.recover()
            if wanted():
                return
            do()
        raise BrokenError(f"it never happened: {self.counter.shown()}")

    def _towards_a_match(self):
        seats = self.counter.shown().seats
        people = sum(seat.kind == "person" for seat in seats)
        self.press("player" if self.mode == "join" and people < 2 else "start")

    def _move(self, seat, action):
        table = self.controller.match
        if table and len(table.log) == len(self.counter.shown().match.log):
            self.play(seat, action)
        self.advance(SECOND)

    def _hold_start(self):
        self.press("start", 1200 * MILLISECOND)

    def stop(self):
        """Until it has ended; the wires are let go."""
        for _ in range(TRIES):
            self.recover()
            self.counter.hear(VISITOR, Quit())
            self.advance(100 * MILLISECOND)
            if self.ended:
                return
        raise BrokenError("it does not stop")


class Evening:
    """All that happens in one state folder, and what has to be there afterwards."""

    def __init__(self, folder, disk, fault):
        self.disk = disk
        self._fault = fault
        # How many calls there were before each step.
        self.begun = {}
        self.taken = 0
        self.place = Place(folder / "cabinet.yaml", folder, sim=True)
        text = SETTINGS.read_text(encoding="utf-8").replace("# meter: ", "meter: ")
        text = text.replace("reserve_mb: 100", "reserve_mb: 0")
        with disk.looking():
            self.place.config.write_text(text, encoding="utf-8")
            self.wiring = self.settings().wiring()
        self._ask = _helper(self.place)

    @property
    def patient(self):
        """Whether the operator waits, every other time, and does not press TEST."""
        return self._fault.get("nth", 0) % 2 == 1

    @property
    def takes_nothing(self):
        """Whether the disk refuses everything by now."""
        return self.is_broken and "room" not in self._fault

    @property
    def is_broken(self):
        """Whether the disk has begun to refuse, and goes on with it."""
        lasts = "room" in self._fault or self._fault.get("lasting")
        return bool(lasts and self.disk.hurt and self.disk.fails)

    def settings(self):
        """The settings as they are, read as if by another program."""
        overrides = {"io": {"backend": "sim"}}
        catalogue = settings.catalogue_of(GameShelf())
        with self.disk.looking():
            return settings.load(self.place.config, overrides, catalogue)

    def ask(self, what, *arguments):
        """Have another process do it; what it found, or that it was `Refused`."""
        self._ask.send((what, *arguments))
        found = self._ask.recv()
        if isinstance(found, str):
            raise BrokenError(found)
        return found

    def written(self):
        """What the books say to whoever reads them now."""
        with self.disk.looking():
            return self.ask("written")

    def go(self):
        """The whole evening, the day after, and the books at the end."""
        for step, do in self._steps():
            self.begun[step] = self.disk.counted
            do()
        self.disk.heal()
        with self.disk.looking():
            self._look_back()

    def _steps(self):
        day = Day(self)
        yield "start", day.recover
        yield "setting", day.change_a_setting
        yield "coin", day.drop
        yield "knock", day.knock
        yield "train", lambda: day.drop(3)
        yield "match", day.play_a_match
        yield "collection", day.collect
        yield "checkpoint", day.tidy
        yield "copy", lambda: self._copy(day)
        yield "stop", day.stop
        yield "next start", lambda: None
        next_day = Day(self)
        yield "next coin", next_day.drop
        yield "next stop", next_day.stop

    def _copy(self, day):
        for _ in range(TRIES):
            day.recover()
            if not isinstance(self.ask("copy"), Refused):
                return
        raise BrokenError("the books are never copied")

    def _look_back(self):
        verify(self.place.books)
        written = self.ask("written")
        if written["coins"] != self.taken:
            raise BrokenError(f"{self.taken} coins taken, {written['coins']} booked")
        if written["kinds"].get("collection", 0) != 1:
            raise BrokenError(f"collected once, booked: {written['kinds']}")
        if written["minor_units"] != 100 * self.taken:
            raise BrokenError(f"{self.taken} coins, booked {written['minor_units']}")
        if "restored" in written["kinds"] or doubt_at(self.place.books).exists():
            raise BrokenError("books that are whole were called damaged")
        file = settings_file(self.place, settings.catalogue_of(GameShelf()))
        if file.config().pricing.credit_expiry_s != 600:
            raise BrokenError("the setting is not what was said to be adopted")
        if not file.history():
            raise BrokenError("nobody knows who changed the setting")
        if newest_good_copy(self.place.copies, None) is None:
            raise BrokenError("there is no good copy")


def _helper(place):
    """A process for what is done beside the counter, before there is a counter."""
    ours, its = Pipe()
    if os.fork() == 0:
        ours.close()
        while True:
            try:
                what, *arguments = its.recv()
            except EOFError:
                os._exit(0)
            try:
                found = _HELP[what](place, *arguments)
            except BooksDamagedError as wrong:
                found = f"{what}: {wrong}"
            except CabinetError as wrong:
                found = Refused(problems_of(wrong))
            except Exception:  # noqa: BLE001  told to whoever asked
                found = f"{what}: {traceback.format_exc()}"
            its.send(found)
    its.close()
    return ours


def _copy(place):
    return copy_books(place.books, place.copies, SystemClock())


def _written(place):
    uri = f"file:{place.books}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as db:
        rows = db.execute(
            "SELECT kind, count(*), sum(amount), sum(credits) FROM postings GROUP BY 1"
        ).fetchall()
        moves = dict(db.execute("SELECT match, count(*) FROM moves GROUP BY 1"))
    kinds = {kind: count for kind, count, _, _ in rows}
    amounts = {kind: amount for kind, _, amount, _ in rows}
    credits = {kind: number for kind, _, _, number in rows}
    return {
        "coins": kinds.get("coin", 0),
        "minor_units": amounts.get("coin", 0),
        "plays": kinds.get("charge", 0),
        "refunds": kinds.get("refund", 0),
        "service": credits.get("service", 0),
        "kinds": kinds,
        "moves": moves,
    }


_HELP = {"settings": reloaded, "copy": _copy, "written": _written}


def _live_through(folder, disk, fault):
    """One evening in this process; what broke, or ""."""
    signal.alarm(LONGEST_S)
    try:
        disk.fill(**fault) if "room" in fault else disk.fail(**fault)
        Evening(folder, disk, fault).go()
    except BrokenError as wrong:
        return str(wrong)
    except BaseException:  # noqa: BLE001  all of it is what we look for
        return traceback.format_exc()
    return ""


def _in_a_child(folder, disk, fault):
    folder.mkdir()
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        broke = _live_through(folder, disk, fault)
        os.write(said, broke.encode()[-4000:])
        os._exit(0)
    os.close(said)
    with os.fdopen(heard, "rb") as pipe:
        broke = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    with disk.looking():
        shutil.rmtree(folder)
    return broke or ("" if status == 0 else f"it hung or died: status {status}")


def main(folder, control):
    """Answer faults until nobody asks any more."""
    logging.disable()
    disk = BadDisk(folder / "state", control)
    disk.never_sync()
    state = folder / "state"
    state.mkdir()
    disk.fail(0, nth=0)
    evening = Evening(state, disk, {})
    evening.go()
    _say({"calls": disk.calls, "begun": evening.begun})
    shutil.rmtree(state)
    gc.freeze()
    for line in sys.stdin:
        broke = _in_a_child(state, disk, json.loads(line))
        _say({"broke": broke, "hurt": disk.hurt})


def _say(what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(os.environ["BAD_DISK"]))
