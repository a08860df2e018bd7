"""Key repeat: a direction that is held counts again and again."""

from typing import Final

from cabinet.core.events import MILLISECOND, Nanos

DIRECTIONS: Final = ("up", "down", "left", "right")
BUTTONS: Final = (*DIRECTIONS, "a", "b")
# A button that comes up after this long was held, and not tapped.
HELD: Final = 350 * MILLISECOND
REPEAT_AFTER: Final = 350 * MILLISECOND
REPEAT_EVERY: Final = 100 * MILLISECOND


class KeyRepeat:
    """The lines that are held."""

    def __init__(self) -> None:
        self._repeats: dict[str, Nanos] = {}
        self._since: dict[str, Nanos] = {}

    def hold(self, line: str, at: Nanos) -> None:
        """From now on this line repeats while it is down, if it is a direction."""
        self._since[line] = at
        if button_of(line) in DIRECTIONS:
            self._repeats[line] = at + REPEAT_AFTER

    def release(self, line: str, at: Nanos = 0) -> bool:
        """The line is let go; whether it was held for a while, which a match asks."""
        self._repeats.pop(line, None)
        return at - self._since.pop(line, at) >= HELD

    def still(self) -> None:
        """Nothing repeats any more until it is pressed again."""
        self._repeats = {}

    def repeated(self, now: Nanos) -> list[str]:
        """The lines that count once more now."""
        due = [line for line, when in self._repeats.items() if now >= when]
        for line in due:
            self._repeats[line] = max(self._repeats[line] + REPEAT_EVERY, now)
        return due


def button_of(line: str) -> str:
    """`left` of `p2.left`; nothing for a line that is no player's."""
    stick, _, button = line.partition(".")
    return button if stick[:1] == "p" and stick[1:].isdigit() else ""
