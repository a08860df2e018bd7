"""One button under the thumb where the panel has no second one.

Let go soon, it is A; held, it is B. Only a panel without any B pays for that: there
A counts when it is let go. The scenes say "hold A" where others say B.
"""

from collections.abc import Iterator
from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.hallway import Panel

HELD: Final = 400 * MILLISECOND


class Thumb:
    """What the presses of a panel mean; `single` when it has no B."""

    def __init__(self, *, single: bool = False) -> None:
        self.single = single
        self._down: dict[str, Nanos] = {}

    def hear(self, event: Panel) -> Iterator[Panel]:
        """The events that one event of the panel stands for."""
        if not self.single or not event.line.endswith(".a"):
            yield event
        elif event.what == "pressed":
            self._down[event.line] = event.at
        elif event.what == "released":
            if self._down.pop(event.line, None) is not None:
                yield Panel(event.line, "pressed", event.at)
            yield event

    def tick(self, now: Nanos) -> Iterator[Panel]:
        """Whatever has been held for long enough by now."""
        for line, since in list(self._down.items()):
            if now - since >= HELD:
                del self._down[line]
                b = f"{line.removesuffix('.a')}.b"
                yield Panel(b, "pressed", now)
                yield Panel(b, "released", now)
