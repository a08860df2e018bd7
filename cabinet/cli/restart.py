"""`cabinet restart`: the cabinet begins anew, in a moment in which nobody plays."""

import sys
from pathlib import Path
from typing import Final

from cabinet.cli.config import author
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Booked, Refused
from cabinet.protocol.operator import Restart
from cabinet.protocol.refusals import RefusedError

_ANSWER: Final = 10 * SECOND
_PAUSE: Final = 2 * SECOND


def restart(bus: Path, wait_s: int) -> int:
    """Ask until the counter does it; `CabinetError` when that takes too long."""
    clock = SystemClock()
    end = clock.now() + wait_s * SECOND
    while (why := _asked(bus)) is not None:
        if clock.now() + _PAUSE > end or not _somebody_is_there(why):
            raise RefusedError(why.why)
        line = CounterConnection.connect(bus, "tool")
        for _ in line.heard(_PAUSE):  # time passes, and what is said is read
            pass
        line.close()
    sys.stdout.write("the cabinet begins anew\n")
    return 0


def _somebody_is_there(why: Refused) -> bool:
    return any(each.what.code == "refused.somebody_is_there" for each in why.why)


def _asked(bus: Path) -> Refused | None:
    """Ask once: None if it is done, or why not."""
    line = CounterConnection.connect(bus, "tool")
    try:
        line.send(Restart(author()))
        for heard in line.heard(_ANSWER):
            for message in heard:
                if isinstance(message, Booked):
                    return None
                if isinstance(message, Refused):
                    return message
    finally:
        line.close()
    raise CabinetError("the counter does not answer")
