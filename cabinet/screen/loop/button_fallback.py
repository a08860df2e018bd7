"""Buttons that do the work of those a panel lacks; see `core.inputs.wired_buttons`.

On a stick without B, A counts when it is let go: soon it is A, held it is B. In a
match, and in the service menu, Start is A of the sticks without one: of the stick
that moved last, since one Start serves them all.
"""

from collections.abc import Iterator
from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.inputs.wired_buttons import MOMENT, WiredButtons
from cabinet.protocol.codec import Panel
from cabinet.screen.loop.key_repeat import button_of

HELD: Final = 400 * MILLISECOND


class ButtonFallback:
    """What the presses of a panel mean."""

    def __init__(self, wired: WiredButtons | None = None) -> None:
        self.wired = wired or WiredButtons()
        self._down: dict[str, Nanos] = {}
        self._start_since: Nanos = 0
        self._moved = next(iter(self.wired.without_a), 0)

    def hear(self, event: Panel, *, plays: bool) -> Iterator[Panel]:
        """The events that one event of the panel stands for.

        `plays`: the panel is the game's or the menu's, where Start may be A.
        """
        if event.line == "start":
            yield event
            if self._moved:
                yield from self._start(event, plays=plays)
        elif button_of(event.line) == "a" and self._is_both(event.line):
            yield from self._a(event)
        else:
            stick = int(event.line[1]) if button_of(event.line) else 0
            if stick in self.wired.without_a:
                self._moved = stick
            yield event

    def tick(self, now: Nanos) -> Iterator[Panel]:
        """Whatever has been held for long enough by now."""
        for line, since in list(self._down.items()):
            if now - since >= HELD:
                del self._down[line]
                yield from _tap(f"{line.removesuffix('.a')}.b", now)

    def _is_both(self, line: str) -> bool:
        return f"{line.removesuffix('.a')}.b" not in self.wired.lines

    def _a(self, event: Panel) -> Iterator[Panel]:
        if event.what == "pressed":
            self._down[event.line] = event.at
        elif event.what == "released":
            if self._down.pop(event.line, None) is not None:
                yield Panel(event.line, "pressed", event.at)
            yield event

    def _start(self, event: Panel, *, plays: bool) -> Iterator[Panel]:
        if event.what == "pressed":
            self._start_since = event.at
        elif event.what == "tapped" and plays:
            held = event.at - self._start_since >= MOMENT
            b = f"p{self._moved}.b"
            is_b = held and b not in self.wired.lines
            yield from _tap(b if is_b else f"p{self._moved}.a", event.at)


def _tap(line: str, at: Nanos) -> Iterator[Panel]:
    yield Panel(line, "pressed", at)
    yield Panel(line, "released", at)
