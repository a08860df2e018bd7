"""A coin line as the kernel gives it, played by a test: real events from a pipe."""

import os
from collections import deque
from itertools import count

import gpiod
from gpiod.line import Value

RISE = gpiod.EdgeEvent.Type.RISING_EDGE.value
FALL = gpiod.EdgeEvent.Type.FALLING_EDGE.value


def event(seqno, *, active, at, pin=17):
    """What the kernel says of one edge; rising is active, whatever the voltage."""
    return gpiod.EdgeEvent(RISE if active else FALL, at, pin, seqno, seqno)


class PlayedLine:
    """Keeps the part of `gpiod.LineRequest` that `Request` names."""

    def __init__(self, wire, kept=1024):
        self.wire = wire
        self.active = False
        self.released = False
        self._events = deque(maxlen=kept)  # as the kernel does, the oldest are lost
        self._seqnos = count(1)
        self._reading, self._writing = os.pipe()

    def move(self, at, *, active):
        """An interrupt at `at`; by the time the level is read it is `active`."""
        self.active = active
        seqno = next(self._seqnos)
        self._events.append(event(seqno, active=active, at=at, pin=self.wire.pin))
        os.write(self._writing, b"!")

    def break_off(self):
        """Unplug: from now on there is nothing to read but an error."""
        self._events = None
        os.write(self._writing, b"!")

    def fileno(self):
        return self._reading

    def read_edge_events(self, max_events=None):
        if self._events is None:
            raise OSError(19, "No such device")
        os.read(self._reading, max_events)
        return [self._events.popleft() for _ in range(len(self._events))]

    def get_value(self, line):
        assert line == self.wire.pin
        return Value.ACTIVE if self.active else Value.INACTIVE

    def release(self):
        self.released = True
        os.close(self._reading)
        os.close(self._writing)
