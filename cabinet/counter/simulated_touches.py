"""Touches from browsers and the command line on a simulated panel."""

from collections import defaultdict
from typing import Final

from cabinet.core.ports import IoPort
from cabinet.counter.envelopes import Client, Touchable
from cabinet.i18n.message import Message, message
from cabinet.protocol.codec import Touch

MOST_PULSES: Final = 100


class SimulatedTouches:
    """Every hand on the panel; a client that leaves lets go."""

    def __init__(self, port: IoPort) -> None:
        self._port = port
        self._held: dict[Client, set[str]] = defaultdict(set)

    def touch(self, client: Client, touch: Touch) -> Message | None:
        """Move a contact or drop a coin; why not, if it cannot be done."""
        line, port = touch.line, self._port
        if not isinstance(port, Touchable):
            return message("refused.real_wires")
        if line not in port.levels():
            return message("refused.no_line", line=line)
        if not line.startswith("coin."):
            port.touch(line, active=touch.active)
            held = self._held[client]
            held.add(line) if touch.active else held.discard(line)
        elif not 1 <= touch.pulses <= MOST_PULSES:
            return message("refused.pulses", most=MOST_PULSES, pulses=touch.pulses)
        elif touch.active and not port.insert(int(line[5:]), touch.pulses):
            return message("refused.slot_shut", line=line)
        return None

    def leave(self, client: Client) -> None:
        """A client is gone, and its hands with it."""
        for line in sorted(self._held.pop(client, ())):
            if isinstance(self._port, Touchable):
                self._port.touch(line, active=False)
