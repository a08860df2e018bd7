"""Touches from browsers and the command line on a simulated panel."""

from collections import defaultdict
from typing import Final

from cabinet.core.ports import IoPort
from cabinet.counter.envelopes import Client, Touchable
from cabinet.protocol.codec import Touch

MOST_PULSES: Final = 100


class SimulatedTouches:
    """Every hand on the panel; a client that leaves lets go."""

    def __init__(self, port: IoPort) -> None:
        self._port = port
        self._held: dict[Client, set[str]] = defaultdict(set)

    def touch(self, client: Client, touch: Touch) -> str:
        """Move a contact or drop a coin; why not, if it cannot be done."""
        line, port = touch.line, self._port
        if not isinstance(port, Touchable):
            return "this cabinet has real wires: use the real buttons"
        if line not in port.levels():
            return f"no line is called {line!r}"
        if not line.startswith("coin."):
            port.touch(line, active=touch.active)
            held = self._held[client]
            held.add(line) if touch.active else held.discard(line)
        elif not 1 <= touch.pulses <= MOST_PULSES:
            return f"a coin has 1 to {MOST_PULSES} pulses, not {touch.pulses}"
        elif touch.active and not port.insert(int(line[5:]), touch.pulses):
            return f"the coin fell through: {line} is shut"
        return ""

    def leave(self, client: Client) -> None:
        """A client is gone, and its hands with it."""
        for line in sorted(self._held.pop(client, ())):
            if isinstance(self._port, Touchable):
                self._port.touch(line, active=False)
