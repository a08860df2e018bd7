"""The screen's line to the counter, which may go away and come back."""

import os
from pathlib import Path

from cabinet.core.errors import HallwayError
from cabinet.core.events import Nanos
from cabinet.core.ports import Clock
from cabinet.protocol.client import HallwayLine, HallwayUnreachableError
from cabinet.protocol.codec import Hello, Message
from cabinet.screen.loop.telling import tell


class CounterLink:
    """The line to the counter, found again whenever it is lost."""

    def __init__(self, path: Path, clock: Clock, patience: Nanos) -> None:
        self._path = path
        self._clock = clock
        self._patience = patience
        self._line: HallwayLine | None = None
        self._alone_since = clock.now()
        self._complaint = ""
        self.lost = False

    @property
    def lines(self) -> list[HallwayLine]:
        """What to select on: one line, or none while the counter is away."""
        return [self._line] if self._line else []

    def keep(self) -> None:
        """Join when the counter is there; give up when it stays away too long."""
        if self._line is None:
            try:
                self._line = HallwayLine.connect(self._path)
            except HallwayUnreachableError:
                if self._clock.now() - self._alone_since > self._patience:
                    raise
            else:
                self.send(Hello("screen", os.getpid()))
        if self._line:
            self._line.flush()
            self._drop_if_closed()

    def read(self) -> list[Message]:
        """What the counter said; a line that is no message is complained of once."""
        if self._line is None:
            return []
        heard = self._line.read()
        self._drop_if_closed()
        for wrong in (item for item in heard if isinstance(item, HallwayError)):
            if str(wrong) != self._complaint:
                self._complaint = str(wrong)
                tell(str(wrong))
        return [item for item in heard if not isinstance(item, HallwayError)]

    def send(self, message: Message) -> None:
        """Say it, if anybody is there."""
        if self._line:
            self._line.send(message)
            self._drop_if_closed()

    def close(self) -> None:
        """Hang up."""
        if self._line:
            self._line.close()

    def _drop_if_closed(self) -> None:
        if self._line and self._line.closed:
            self._line = None
            self._alone_since = self._clock.now()
            self.lost = True
