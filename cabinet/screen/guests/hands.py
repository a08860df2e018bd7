"""The hands of a guest: what the panel does becomes keys, mouse and pads.

A button that was down when the guest began, or while a question was open, is nothing to
it until it is pressed again. Whatever it holds is let go before it is frozen.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final, Protocol

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.guests import MOUSE_BUTTONS, MOUSE_WAYS, Guest, is_pad
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.protocol.codec import Panel

# A mouse begins slowly and gets faster while a way is held: pixels a frame.
_SLOW: Final = 2
_FAST: Final = 14
_FASTER_EVERY: Final = 4
# Between two coins; less is one to some programs.
COIN_REST: Final = 200 * MILLISECOND
# How long a tap of Start lasts for a guest.
TAP: Final = 80 * MILLISECOND


class Injector(Protocol):
    """What presses: devices of the kernel, or a display."""

    def set(self, name: str, seat: int, *, down: bool) -> None:
        """Press or let go one of the names of `cabinet.core.guests`."""

    def move(self, across: int, down: int) -> None:
        """Move the mouse."""

    def close(self) -> None:
        """Let go of everything."""


class NoInjector:
    """Where nothing can be shown there is nothing to press either."""

    def set(self, name: str, seat: int, *, down: bool) -> None:
        """Nobody is there."""

    def move(self, across: int, down: int) -> None:
        """Nobody is there."""

    def close(self) -> None:
        """Nothing was taken."""


class GuestHands:
    """What one guest holds, and the coins it is still to be given."""

    def __init__(self, guest: Guest, injector: Injector, wired: WiredButtons) -> None:
        self._guest, self._injector, self._wired = guest, injector, wired
        # What is down at the panel, by line, and of it what the guest was told.
        self._down: set[str] = set()
        self._held: dict[str, tuple[str, int]] = {}
        self._later: deque[tuple[Nanos, str, bool]] = deque()
        self._coins_until: Nanos = 0
        self._moving = 0

    def touch(self, event: Panel, *, open_: bool) -> None:
        """A hand on the panel; only an `open_` guest is told."""
        if event.what == "tapped" and open_:
            self._tap(event)
        if event.line == "start" and not self._wired.without_a:
            return
        for line in self._lines(event.line):
            if event.what == "pressed":
                if open_ and line not in self._down:
                    self._hold(line)
                self._down.add(line)
            elif event.what == "released":
                self._down.discard(line)
                self._let_go(line)

    def _lines(self, line: str) -> list[str]:
        """Start is A of a stick that has none."""
        if line == "start":
            return [f"p{stick}.a" for stick in self._wired.without_a]
        return [line]

    def _tap(self, event: Panel) -> None:
        """Start and ON/OFF act when they are let go."""
        if name := self._guest.keys.get(event.line):
            self._later.append((event.at, name, True))
            self._later.append((event.at + TAP, name, False))

    def _hold(self, line: str) -> None:
        name = self._guest.keys.get(line)
        if name is None:
            return
        pressed = any(
            name == told and _seat(line) == s for told, s in self._held.values()
        )
        self._held[line] = (name, _seat(line))
        if not pressed and name not in MOUSE_WAYS:
            self._injector.set(name, _seat(line), down=True)

    def _let_go(self, line: str) -> None:
        told = self._held.pop(line, None)
        if told and told not in self._held.values() and told[0] not in MOUSE_WAYS:
            self._injector.set(*told, down=False)

    def coins(self, count: int, at: Nanos) -> None:
        """Give it coins, one after the other, from `at` on."""
        if not self._guest.coin_key:
            return
        at = max(at, self._coins_until)
        for _ in range(count):
            self._later.append((at, self._guest.coin_key, True))
            at += self._guest.coin_ms * MILLISECOND
            self._later.append((at, self._guest.coin_key, False))
            at += COIN_REST
        self._coins_until = at

    def tick(self, now: Nanos) -> None:
        """A frame has passed: what is due, and the mouse."""
        due = [each for each in self._later if each[0] <= now]
        self._later = deque(each for each in self._later if each[0] > now)
        for _, name, down in due:
            self._injector.set(name, 0, down=down)
        held = {name for name, _ in self._held.values() if name in MOUSE_WAYS}
        self._moving = self._moving + 1 if held else 0
        if held:
            self._injector.move(*_moved(held, self._moving))

    def rest(self, now: Nanos, last: Nanos) -> None:
        """The time from `last` to `now` did not pass for the guest."""
        self._later = deque((at + now - last, n, d) for at, n, d in self._later)
        self._coins_until += now - last

    def release(self) -> None:
        """Let go of everything; what is down now does not count."""
        for line in list(self._held):
            self._let_go(line)
        if self._later and not self._later[0][2]:
            self._injector.set(self._later.popleft()[1], 0, down=False)

    def close(self) -> None:
        """It is over."""
        self.release()
        self._injector.close()


def pads_of(guest: Guest) -> int:
    """How many pads the mapping speaks of: one for each stick up to the last."""
    lines = [line for line, name in guest.keys.items() if is_pad(name)]
    coin = [0] if is_pad(guest.coin_key) else []
    return max((_seat(line) + 1 for line in lines), default=0) or len(coin)


def uses_mouse(guest: Guest) -> bool:
    """Whether the mapping speaks of a mouse."""
    return any(name in MOUSE_WAYS or name in MOUSE_BUTTONS for name in guest.names)


def _seat(line: str) -> int:
    """Whose pad it is: that of the stick; Start and the others are the first's."""
    return int(line[1]) - 1 if line[1:2].isdigit() else 0


def _moved(held: Iterable[str], frames: int) -> tuple[int, int]:
    speed = min(_FAST, _SLOW + frames // _FASTER_EVERY)
    ways = [MOUSE_WAYS[name] for name in held]
    return sum(x for x, _ in ways) * speed, sum(y for _, y in ways) * speed
