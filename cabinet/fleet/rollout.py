"""A bundle in the cabinet: checked, changed like any setting, watched, taken back.

It waits until nobody plays. Then it goes the way of every change of settings: the
file is checked whole, all of it is changed or nothing, the history has it, the counter
adopts and books it. For a minute the cabinet is on trial: if it goes out of order or
the counter stays away, what the bundle changed is changed back. That it is on trial is
on the disk: a program that is started again within the minute begins the minute anew.
"""

import logging
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND, Nanos
from cabinet.counter.settings_worker import settings_file
from cabinet.fleet.bundles import Bundle, author_of, opened
from cabinet.fleet.memory import Memory
from cabinet.fleet.topics import PayloadError
from cabinet.loops.registry import GameShelf
from cabinet.places import Place
from cabinet.protocol.client import ask
from cabinet.protocol.fleet import SignedBundle, TakeBack
from cabinet.protocol.operator import Adopted, Edit
from cabinet.protocol.snapshot import Snapshot
from cabinet.settings import catalogue_of
from cabinet.settings.editing import ABSENT, plain
from cabinet.settings.file import SettingsFile, reversal
from cabinet.settings.history import UNDO
from cabinet.settings.menu import shown as as_written
from cabinet.settings.problems import dotted

log = logging.getLogger("cabinet.fleet")

TRIAL: Final = 60 * SECOND
AWAY_TOO_LONG: Final = 20 * SECOND
_IDLE: Final = ("attract", "standby")
TIMEOUT_S: Final = 20.0
SILENCE: Final = "the counter did not say that it adopted the settings"


Wanted: TypeAlias = SignedBundle | TakeBack


class FleetSettingsFile:
    """The operator's file as a bundle changes it.

    We may read the file and its history and write neither, and the counter does not
    take our word for a change: it gets the bundle as it was signed, and its child looks
    at the signature (`proven_edit`). `send` asks it; that is the counter at `place` if
    left out.
    """

    def __init__(
        self, place: Place, send: Callable[[Wanted], tuple[str, ...]] | None = None
    ) -> None:
        self._bus = place.bus
        self._file = settings_file(place, catalogue_of(GameShelf()))
        self._send = send or self._ask

    def apply(self, payload: bytes) -> tuple[str, ...]:
        """Make the changes of a bundle, all or none: a sentence for each."""
        return self._send(SignedBundle(payload.decode()))

    def take_back(self, bundle: int) -> tuple[str, ...]:
        """Take back what a bundle changed, unless somebody came after."""
        return self._send(TakeBack(bundle))

    def newest(self) -> int:
        """The highest number of a bundle that changed something; 0: none did."""
        return newest_bundle(self._file)

    def _ask(self, wanted: Wanted) -> tuple[str, ...]:
        return ask(self._bus, wanted, Adopted, TIMEOUT_S, SILENCE, "fleet").changes


def newest_bundle(file: SettingsFile) -> int:
    """The highest number of a bundle in the history of settings."""
    return max((revision.bundle for revision in file.history()), default=0)


def proven_edit(place: Place, wanted: Wanted) -> Edit:
    """The edit that a signature, or the last bundle, gives the fleet a right to.

    This is the counter's side: whoever has taken over the fleet program has no key, so
    all it can do is to hand on what the operator signed, or to take back the newest
    change if that was a bundle's.
    """
    file = settings_file(place, catalogue_of(GameShelf()))
    if isinstance(wanted, TakeBack):
        return _reversed(file, wanted.bundle)
    held = file.config()
    if not held.fleet.bundle_key:
        raise CabinetError("no bundle is taken here: fleet.bundle_key is not set")
    try:
        bundle = opened(wanted.payload.encode(), held.fleet.bundle_key)
    except PayloadError as wrong:
        raise CabinetError(str(wrong)) from None
    if not bundle.is_for(held.cabinet.id):
        raise CabinetError(f"bundle {bundle.number} is not for {held.cabinet.id}")
    if bundle.number <= (newest := newest_bundle(file)):
        raise CabinetError(f"bundle {bundle.number} is old: the last was {newest}")
    if bundle.undo:
        return _reversed(file, bundle.undo)
    return Edit(dict(bundle.changes), author_of(bundle.number), bundle.number)


def _reversed(file: SettingsFile, bundle: int) -> Edit:
    """What takes a bundle back, unless somebody came after it."""
    author = author_of(bundle)
    newest, now = file.newest(), plain(file.text())
    if newest is None or not bundle or newest.bundle != bundle:
        by = newest.author if newest else "nobody"
        raise CabinetError(f"the newest change is not of {author} but of {by}")
    back = reversal(now, newest.changes)
    for change in newest.changes:
        if change not in back:
            raise CabinetError(f"{dotted(change.path)} was changed again since")
    former = {
        dotted(change.path): "" if change.old is ABSENT else as_written(change.old)
        for change in back
    }
    return Edit(former, f"{author}{UNDO}", undo=True)


class Rollout:
    """The bundles of one cabinet, one at a time."""

    def __init__(
        self,
        cabinet: str,
        key: str,
        memory: Memory,
        settings: FleetSettingsFile,
        report: Callable[[dict[str, Any]], None],
    ) -> None:
        self._cabinet = cabinet
        self._key = key
        self._memory = memory
        self._settings = settings
        self._report = report
        self._waiting: tuple[Bundle, bytes] | None = None
        self._trial_until: Nanos | None = None
        self._last_seen: Nanos = 0
        self._newest = max(settings.newest(), memory.held.bundle)

    def hear(self, payload: bytes) -> None:
        """Take a bundle in; `PayloadError` says why not."""
        bundle = opened(payload, self._key)
        if not bundle.is_for(self._cabinet):
            return
        if bundle.number <= self._newest:
            self._tell(bundle.number, "known", f"the last one was {self._newest}")
            return
        if self._waiting is None or bundle.number > self._waiting[0].number:
            self._waiting = bundle, payload
            self._tell(bundle.number, "waits", "until nobody plays")

    def turn(self, shown: Snapshot | None, now: Nanos) -> None:
        """Apply what waits when nobody plays; end a trial, well or not."""
        if self._memory.held.trial and self._trial_until is None:
            self._trial_until, self._last_seen = now + TRIAL, now
        if shown is not None:
            self._last_seen = now
        if self._trial_until is not None:
            self._judge(self._trial_until, shown, now)
        elif self._waiting is not None and shown is not None and shown.mode in _IDLE:
            (bundle, payload), self._waiting = self._waiting, None
            self._apply(bundle, payload, now)

    def _apply(self, bundle: Bundle, payload: bytes, now: Nanos) -> None:
        number = bundle.number
        # First: what ends badly half-way is not tried again.
        self._memory.take_bundle(number)
        self._newest = number
        try:
            told = self._settings.apply(payload)
        except (CabinetError, ValueError) as wrong:  # a game that does not load
            self._end_trial()
            self._tell(number, "refused", str(wrong))
            return
        for sentence in told:
            log.info("bundle %d: %s", number, sentence)
        self._tell(number, "taken", "; ".join(told))
        if bundle.undo or not told:
            self._end_trial()
        else:
            self._trial_until = now + TRIAL

    def _end_trial(self) -> None:
        self._trial_until = None
        self._memory.end_trial()

    def _judge(self, until: Nanos, shown: Snapshot | None, now: Nanos) -> None:
        number, why = self._memory.held.bundle, ""
        if shown is not None and shown.mode == "out_of_order":
            why = f"out of order: {shown.detail or shown.reason}"
        elif shown is None and now - self._last_seen > AWAY_TOO_LONG:
            why = "the counter does not come back"
        if why:
            self._take_back(number, why)
            self._end_trial()
        elif now >= until and shown is not None:
            self._end_trial()
            self._tell(number, "kept", "")

    def _take_back(self, number: int, why: str) -> None:
        try:
            self._settings.take_back(number)
        except CabinetError as wrong:
            self._tell(number, "stays", f"{why}; and it cannot be undone: {wrong}")
        else:
            self._tell(number, "undone", why)

    def _tell(self, number: int, outcome: str, why: str) -> None:
        log.info("bundle %d: %s %s", number, outcome, why)
        self._report({"bundle": number, "outcome": outcome, "why": why})
