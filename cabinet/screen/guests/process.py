"""A guest that runs, as the screen sees it: start it, freeze it, hear how it ended.

Its guard is started here, or by systemd for a connection to the socket that
`CABINET_PROGRAMS` names: then it has the account and the limits of that unit.
"""

import os
import socket
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from cabinet.core.guests import Guest
from cabinet.i18n.message import Message, Verbatim, message
from cabinet.platform.processes import PYTHON
from cabinet.screen.loops.process import adopt
from cabinet.screen.loops.wire import LoopWire, WireError

RUNNER: Final = (*PYTHON, "cabinet.screen.guests.runner")
SOCKET: Final = "CABINET_PROGRAMS"
# What of a desktop a program needs; one in a unit of its own has that unit's.
_KNOWN: Final = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR"),
    *("DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"),
    *("DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER", "PYTHONPATH"),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a guest ended: its exit code, a signal below 0, None if it was ended."""

    code: int | None
    seconds: float = 0.0
    said: str = ""
    scores: Mapping[str, int] | None = None


class GuestFailedError(Exception):
    """The guest cannot go on; `why` is for people."""

    def __init__(self, why: Message) -> None:
        super().__init__(str(why))
        self.why = why


class RunningGuest(Protocol):
    """One program that runs under its guard."""

    shows: bool

    def hear(self) -> Ended | None:
        """How it ended, once it has; `GuestFailedError` if it never began."""

    def freeze(self, *, on: bool) -> None:
        """Stop it where it is, or let it go on."""

    def end(self) -> None:
        """Ask it to end, and end it if it does not."""

    def close(self) -> None:
        """Hang up: all of it ends at once."""

    @property
    def gone(self) -> bool:
        """Whether nothing of it is left."""


# A guest, and whether to watch for its opening the graphics card.
StartGuest: TypeAlias = Callable[[Guest, bool], RunningGuest]


class GuestProcess:
    """A program under a guard in a process of its own."""

    def __init__(
        self,
        guest: Guest,
        card: bool,  # noqa: FBT001 - as `StartGuest` says it
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.shows = False
        self._child: subprocess.Popen[bytes] | None = None
        self._hung_up = False
        begin = {
            "exec": guest.exec,
            "folder": guest.folder,
            "environment": guest.environment,
            "score": guest.score,
            "score_file": guest.score_file,
            "card": card,
        }
        try:
            self._wire = LoopWire(self._connect(environment))
        except OSError as wrong:
            raise GuestFailedError(lost(str(wrong))) from None
        try:
            self._wire.send(begin)
        except WireError as wrong:
            self._hang_up()
            raise GuestFailedError(lost(str(wrong))) from None

    def _connect(self, environment: Mapping[str, str]) -> socket.socket:
        if path := environment.get(SOCKET):
            end = socket.socket(socket.AF_UNIX)
            try:
                end.connect(path)
            except OSError:
                end.close()
                raise
            return end
        ours, theirs = socket.socketpair()
        known = {name: environment[name] for name in _KNOWN if name in environment}
        with theirs:
            self._child = subprocess.Popen(
                RUNNER,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env=known,
                start_new_session=True,
            )
        return ours

    def hear(self) -> Ended | None:
        """See `RunningGuest`."""
        try:
            while told := self._wire.receive(0):
                if "refused" in told:
                    raise GuestFailedError(_refused(told["refused"]))
                if "shows" in told:
                    self.shows = True
                if "ended" in told:
                    return _ended(told)
        except WireError as wrong:
            self._hang_up()
            raise GuestFailedError(lost(str(wrong))) from None
        return None

    def freeze(self, *, on: bool) -> None:
        """See `RunningGuest`."""
        self._say("freeze" if on else "thaw")

    def end(self) -> None:
        """See `RunningGuest`."""
        self._say("end")

    def _say(self, what: str) -> None:
        try:
            self._wire.send({"do": what})
        except WireError:
            return  # what it said before it went is still to be heard

    def close(self) -> None:
        """See `RunningGuest`."""
        self._wire.half_close()
        if (child := self._child) is not None:
            adopt(child)

    @property
    def gone(self) -> bool:
        """Whether its guard has hung up, which it does when all else has ended."""
        while not self._hung_up:
            try:
                if self._wire.receive(0) is None:
                    return False
            except WireError:
                self._hang_up()
        return True

    def _hang_up(self) -> None:
        self._hung_up = True
        self._wire.close()


def lost(why: str) -> Message:
    """Nobody knows any more how it is."""
    return message("guest_lost", why=Verbatim(why[:120]))


def _refused(told: object) -> Message:
    """A reason of the guard's; it is not ours to trust."""
    if isinstance(told, dict):
        code, path = told.get("code"), Verbatim(str(told.get("path"))[:200])
        match code:
            case "guest_missing":
                return message("guest_missing", path=path)
            case "guest_not_executable":
                return message("guest_not_executable", path=path)
            case "guest_no_folder":
                return message("guest_no_folder", path=path)
        return message("guest_refused", path=path, why=Verbatim(str(told.get("why"))))
    return lost("nonsense")


def _ended(told: dict[str, Any]) -> Ended:
    code, scores = told["ended"], told.get("scores")
    known = scores if isinstance(scores, dict) else {}
    return Ended(
        code if type(code) is int else None,
        float(told.get("seconds", 0)),
        str(told.get("said", ""))[:200],
        {str(k): v for k, v in known.items() if type(v) is int},
    )
