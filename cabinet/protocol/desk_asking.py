"""A question to the running counter, asked in the hallway and waited for."""

import os
import select
from pathlib import Path
from typing import TypeVar

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.protocol.client import HallwayLine
from cabinet.protocol.codec import Hello, Message, Refused

Answer = TypeVar("Answer")


def ask(
    hallway: Path,
    request: Message,
    wanted: type[Answer],
    patience_s: float,
    silence: str,
) -> Answer:
    """What the counter answers; `HallwayUnreachableError` when none runs.

    A refusal, or `silence` when there is no answer in time, is a `CabinetError`.
    """
    line = HallwayLine.connect(hallway)
    clock = SystemClock()
    give_up = clock.now() + round(patience_s * SECOND)
    try:
        line.send(Hello("tool", os.getpid()))
        line.send(request)
        while (left := give_up - clock.now()) > 0 and not line.closed:
            select.select([line], [], [], left / SECOND)
            for message in line.read():
                if isinstance(message, wanted):
                    return message
                if isinstance(message, Refused):
                    raise CabinetError(message.why)
    finally:
        line.close()
    raise CabinetError(silence)
