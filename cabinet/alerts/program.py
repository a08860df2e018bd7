"""`cabinet alerts`: one loop between the counter, the books and the ways out.

The counter knows nothing of it but that it is there. Whatever is slow or gone costs
only time here: each letter is carried by a thread of its own, and what has to be told
is on the disk and waits.
"""

import logging
import os
import select
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Final

from cabinet.alerts.config import Wanted, wanted
from cabinet.alerts.memory import Letter, PostMemory, path_in
from cabinet.alerts.post import Post, said
from cabinet.alerts.watch import Watch
from cabinet.alerts.ways import Access, DeliveryError, Said, send
from cabinet.books.feed import Feed
from cabinet.core.errors import BooksError, CabinetError
from cabinet.core.ports import Clock
from cabinet.i18n.message import Message, Verbatim, message, to_text
from cabinet.places import Place
from cabinet.protocol.alerts import TryAlerts
from cabinet.protocol.client import CounterLink
from cabinet.protocol.snapshot import Snapshot
from cabinet.settings.alerts import FOLDER as SECRETS_FOLDER

log = logging.getLogger("cabinet.alerts")

TICK_S: Final = 0.5
AT_THE_END_S: Final = 3.0
TEST: Final = message("alerts.test")


class AlertsProgram:
    """One cabinet's alerts; `run` returns when `stop` was called."""

    def __init__(
        self,
        place: Place,
        clock: Clock,
        carry: Callable[[str, Access, Said], None] = send,
    ) -> None:
        self._place = place
        self._clock = clock
        self._carry = carry
        self._memory = PostMemory(path_in(place.state))
        held = self._memory.held
        self._watch = Watch(held, Feed(place.books), clock.wall_ms)
        self._post = Post(held, clock.wall_ms)
        self._link = CounterLink(place.bus, "alerts", clock, _complain)
        self._stamp: object = None
        self._wanted: Wanted | None = None
        self._carried: dict[str, Letter] = {}
        self._results: SimpleQueue[tuple[str, Message | None]] = SimpleQueue()
        self._troubled = ""
        self._stopped = False
        self._watch.see(None, clock.now())

    def run(self) -> int:
        """Watch and tell until told to stop."""
        try:
            while not self._stopped:
                self.turn()
                select.select(self._link.lines, [], [], TICK_S)
        finally:
            self.close()
        return 0

    def stop(self, *_: int | FrameType | None) -> None:
        """End at the next turn; what is on its way is tried again after a start."""
        self._stopped = True

    def close(self) -> None:
        """Say goodbye; what is on its way may arrive, so that it is told once."""
        self._link.close()
        while self._carried:
            try:
                self._settle_one(*self._results.get(timeout=AT_THE_END_S))
            except Empty:
                break
        with suppress(OSError):
            self._memory.save()

    def turn(self) -> None:
        """Do what can be done now."""
        now = self._clock.now()
        self._read_settings()
        tests = self._tend_counter()
        found = self._wanted
        if found is None:
            return
        try:
            self._settle()
            if tests and found.ways:
                self._post.write("test", [TEST], found.ways)
            self._watch.turn(found, now)
            self._write(found)
            self._memory.save()
            self._send(found)
        except (BooksError, OSError) as wrong:
            self._trouble(str(wrong))

    def _write(self, found: Wanted) -> None:
        """Letters of what is due."""
        day, minute = self._clock.moment()
        self._post.tidy(tuple(found.ways) or ("",))
        if lines := self._watch.digest(found, day, minute):
            self._post.write("digest", lines, found.ways)
        self._post.gather(found, minute)

    def _send(self, found: Wanted) -> None:
        """Give each way its oldest letter, if it has none on its way."""
        for way, letter in self._post.due(found.ways):
            if way not in self._carried:
                self._carried[way] = letter
                carrier = threading.Thread(
                    target=self._deliver,
                    args=(way, found.ways[way], said(letter, found)),
                    daemon=True,
                )
                carrier.start()

    def _deliver(self, way: str, access: Access, letter: Said) -> None:
        """In a thread of its own: the loop goes on."""
        why: Message | None = message("alerts.failed", why=Verbatim("?"))
        try:
            self._carry(way, access, letter)
            why = None
        except DeliveryError as wrong:
            why = wrong.told
        except (OSError, ValueError) as wrong:
            why = message("alerts.failed", why=Verbatim(type(wrong).__name__))
        finally:
            self._results.put((way, why))

    def _settle(self) -> None:
        while not self._results.empty():
            self._settle_one(*self._results.get())

    def _settle_one(self, way: str, why: Message | None) -> None:
        letter = self._carried.pop(way)
        over = self._post.settle(way, letter, to_text(why) if why else "")
        if why is None:
            log.info("%s: %s %s was taken", way, letter.kind, letter.id[:8])
        elif over:
            log.error("%s: %s; given up", way, why)
        else:
            self._trouble(f"{way}: {why}")

    def _tend_counter(self) -> bool:
        """Hear the counter; whether somebody wants a test."""
        self._link.keep()
        tests = False
        for told in self._link.read():
            if isinstance(told, Snapshot):
                self._watch.see(told, self._clock.now())
            tests = tests or isinstance(told, TryAlerts)
        if not self._link.lines:
            self._link.lost = False
            self._watch.see(None, self._clock.now())
        return tests

    def _read_settings(self) -> None:
        """The operator's file and the secrets, whenever one of them has changed."""
        secrets = self._place.state / SECRETS_FOLDER
        stamp = _stamp(self._place.config), _stamp(secrets)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self._wanted = wanted(self._place)
        except CabinetError as wrong:
            self._trouble(str(wrong))

    def _trouble(self, why: str) -> None:
        """One line for each new trouble, not one for each attempt."""
        if why != self._troubled:
            self._troubled = why
            log.warning("%s; it is tried again", why)


def run_alerts(program: AlertsProgram) -> int:
    """Run it as a process: SIGTERM and Ctrl-C end it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, program.stop)
    os.nice(5)
    return program.run()


def try_ways(found: Wanted, wall_ms: int) -> list[tuple[str, Message | None]]:
    """Send a test now, on every way that is switched on; what became of each."""
    letter = Letter(f"test-{wall_ms}", "test", wall_ms, [to_text(TEST)])
    spoken = said(letter, found)
    outcome: list[tuple[str, Message | None]] = []
    for way, access in found.ways.items():
        try:
            send(way, access, spoken)
            outcome.append((way, None))
        except DeliveryError as wrong:
            outcome.append((way, wrong.told))
    return outcome


def _stamp(path: Path) -> object:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _complain(what: str) -> None:
    log.warning("bus: %s", what)
