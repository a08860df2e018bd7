"""The front panel of a simulated cabinet, under the hands of browsers.

A browser says which lines it holds, all of them, whenever that changes and now and
then while it holds any: nothing can stay pressed that nobody presses. A line is
closed by the first browser that holds it and opened by the last that lets go, and
all of it goes to the counter as `Touch`, as any other hand on the panel.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Final

from cabinet.i18n.currencies import NO_CURRENCY, decimals
from cabinet.protocol.codec import BusMessage, Touch
from cabinet.protocol.snapshot import Snapshot
from cabinet.web.limits import RateLimit
from cabinet.web.live.stream import LiveStreams, RudeError, Viewer

# Seconds after which a browser that holds a line and says nothing has let go.
SILENCE: Final = 1.5
# How many things a browser may say at once, and then a second.
BURST: Final = 60
LONGEST: Final = 2_000


@dataclass(frozen=True, slots=True)
class Front:
    """The panel: the key of each line, and the coins of each slot.

    A coin is how many pulses it makes, and what it is worth.
    """

    keys: Mapping[str, str]
    coins: Mapping[str, tuple[tuple[int, int], ...]]


@dataclass(slots=True)
class BrowserHand:
    """What one browser holds."""

    lines: frozenset[str] = frozenset()
    timer: asyncio.TimerHandle | None = None


class FrontPanel:
    """Every hand on the panel, and the line to the counter while there is one."""

    def __init__(self, front: Front, live: LiveStreams) -> None:
        self._front = front
        self.live = live
        self._hands: dict[Viewer, BrowserHand] = {}
        self._said = RateLimit(BURST, BURST)
        self._send: Callable[[BusMessage], None] | None = None
        self._panel = _panel(None)

    def greeting(self) -> tuple[str, ...]:
        """What a browser hears first: the panel as built, and as it is."""
        return json.dumps({"front": asdict(self._front)}), self._panel

    def connect(self, send: Callable[[BusMessage], None] | None) -> None:
        """The counter is there, or it is not; it knows of no hands yet."""
        self._send = send
        for line in sorted(self._held()):
            self._say(Touch(line, active=True))

    def adopt(self, snapshot: Snapshot | None) -> None:
        """Show lamps and lock-out as they are; None while the counter is away."""
        panel = _panel(snapshot)
        if panel != self._panel:
            self._panel = panel
            self.live.tell(panel)

    def hear(self, viewer: Viewer, words: str) -> None:
        """Take what a browser says: lines it holds, or a coin it drops."""
        hand = self._hands.setdefault(viewer, BrowserHand())
        if not self._said.grant(str(id(viewer)), monotonic()):
            raise RudeError(f"more than {BURST} messages a second: no hand is so quick")
        match _read(words):
            case {"held": list(lines), **rest} if not rest:
                self._hold(hand, self._known(lines))
            case {"coin": str(line), "pulses": int(pulses), **rest} if not rest:
                self._drop(line, pulses)
            case _:
                raise RudeError('say {"held": [lines]} or {"coin": line, "pulses": 1}')

    def leave(self, viewer: Viewer) -> None:
        """A browser is gone, and its hand with it."""
        if hand := self._hands.get(viewer):
            self._hold(hand, frozenset())
            del self._hands[viewer]

    def _known(self, lines: list[object]) -> frozenset[str]:
        held = frozenset(line for line in lines if isinstance(line, str))
        unknown = held - (self._front.keys.keys() - self._front.coins.keys())
        if unknown or len(held) != len(lines):
            named = sorted(unknown)[0][:20] if unknown else "something else"
            raise RudeError(f"no button is called {named!r}")
        return held

    def _hold(self, hand: BrowserHand, lines: frozenset[str]) -> None:
        before = self._held()
        hand.lines = lines
        after = self._held()
        for line in sorted(before - after):
            self._say(Touch(line, active=False))
        for line in sorted(after - before):
            self._say(Touch(line, active=True))
        if hand.timer:
            hand.timer.cancel()
        hand.timer = None
        if lines:
            loop = asyncio.get_running_loop()
            hand.timer = loop.call_later(SILENCE, self._hold, hand, frozenset[str]())

    def _drop(self, line: str, pulses: int) -> None:
        if pulses not in dict(self._front.coins.get(line, ())):
            raise RudeError(f"no slot {line[:20]!r} takes a coin of {pulses} pulses")
        self._say(Touch(line, active=True, pulses=pulses))

    def _held(self) -> frozenset[str]:
        return frozenset().union(*(hand.lines for hand in self._hands.values()))

    def _say(self, touch: Touch) -> None:
        if self._send is not None:
            self._send(touch)


def _read(words: str) -> object:
    if len(words) > LONGEST:
        raise RudeError(f"a message has {LONGEST} characters at most")
    try:
        return json.loads(words)
    except (ValueError, RecursionError):
        return None


def _panel(snapshot: Snapshot | None) -> str:
    """What of the cabinet the drawn panel shows, for its page."""
    if snapshot is None:
        return json.dumps({"panel": None})
    shown = {
        "name": snapshot.name,
        "language": snapshot.language,
        "currency": None if snapshot.currency == NO_CURRENCY else snapshot.currency,
        "decimals": decimals(snapshot.currency),
        "mode": snapshot.mode,
        "credits": snapshot.credits,
        "open": snapshot.lockout_open,
        "lamps": snapshot.lamps,
    }
    return json.dumps({"panel": shown})
