"""Writing a name under a high score with a stick, and handing it in.

Up and down turn the sign under the pen, right and A go on, left and B go back.
After the last sign, or with Start, the name is handed in; when the time is nearly
up, as far as it has come, so that nobody slow loses a record.
"""

from dataclasses import dataclass
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.high_scores import LETTERS, SIGNS
from cabinet.protocol.codec import Panel, Signature
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.loop.key_repeat import button_of

# Before the counter stops waiting, with room for a letter to travel.
IN_TIME: Final = 1 * SECOND
# Who has just hammered on the buttons must not sign with that: nothing counts for so
# long, and until the hands have rested for a moment.
LOCK: Final = 1500 * MILLISECOND
QUIET: Final = 400 * MILLISECOND


@dataclass(frozen=True, slots=True)
class Pen:
    """A name being written; `place` is the sign under the pen."""

    signs: tuple[int, ...] = (0,) * LETTERS
    place: int = 0

    @property
    def name(self) -> str:
        """The name as it stands."""
        return "".join(SIGNS[sign] for sign in self.signs)

    @property
    def done(self) -> bool:
        """Whether all signs are written."""
        return self.place == LETTERS

    def press(self, button: str) -> "Pen":
        """The pen after a button."""
        match button:
            case "up":
                return self._turned(1)
            case "down":
                return self._turned(-1)
            case "right" | "a":
                return Pen(self.signs, self.place + 1)
            case "left" | "b":
                return Pen(self.signs, max(0, self.place - 1))
        return self

    def around(self, place: int) -> tuple[str, str, str]:
        """The sign before, at and after a place, as the wheel shows them."""
        sign = self.signs[place]
        return SIGNS[sign - 1], SIGNS[sign], SIGNS[(sign + 1) % len(SIGNS)]

    def _turned(self, by: int) -> "Pen":
        signs = list(self.signs)
        signs[self.place] = (signs[self.place] + by) % len(SIGNS)
        return Pen(tuple(signs), self.place)


class InitialsEntry:
    """Whoever signs now, and what they have written."""

    def __init__(self) -> None:
        self.pen = Pen()
        self._who: tuple[int, int] | None = None
        self._deadline: int | None = None
        self._deaf_until = 0

    def hear(self, snapshot: Snapshot, now: int = 0) -> None:
        """Somebody else's turn to sign begins with an empty line."""
        who = None
        if snapshot.signing and snapshot.match:
            who = (snapshot.match.id, snapshot.signing.seat)
        if who != self._who:
            self.pen = Pen()
            self._deaf_until = now + LOCK if who else 0
        self._who = who
        self._deadline = snapshot.deadline if who else None

    @property
    def writing(self) -> bool:
        """Whether somebody holds the pen."""
        return self._who is not None and not self.pen.done

    def is_deaf(self, now: int) -> bool:
        """Whether a press would not count yet."""
        return self.writing and now < self._deaf_until

    def touch(self, event: Panel) -> Signature | None:
        """A hand on the panel; the name once it is written. Any stick writes."""
        if not self.writing:
            return None
        if self.is_deaf(event.at):
            if event.what == "pressed":
                self._deaf_until = max(self._deaf_until, event.at + QUIET)
            return None
        if (event.line, event.what) == ("start", "tapped"):
            return self._hand_in()
        if event.what == "pressed":
            return self.press(button_of(event.line))
        return None

    def press(self, button: str) -> Signature | None:
        """A button of a stick; the name once it is written."""
        if not self.writing:
            return None
        self.pen = self.pen.press(button)
        return self._hand_in() if self.pen.done else None

    def take(self, sign: str) -> Signature | None:
        """A sign that one button took, `back`, or `done`."""
        if not self.writing:
            return None
        if sign == "done":
            return self._hand_in()
        if sign == "back":
            return self.press("b")
        signs = list(self.pen.signs)
        signs[self.pen.place] = SIGNS.index(sign)
        self.pen = Pen(tuple(signs), self.pen.place)
        return self.press("a")

    def tick(self, now: int) -> Signature | None:
        """Time passes; the name as it stands when there is none left."""
        due = self._deadline is not None and now >= self._deadline - IN_TIME
        return self._hand_in() if due and self.writing else None

    def _hand_in(self) -> Signature | None:
        if self._who is None:
            return None
        self.pen = Pen(self.pen.signs, LETTERS)
        match, seat = self._who
        return Signature(match, seat, self.pen.name)
