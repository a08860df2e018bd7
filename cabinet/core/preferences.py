"""How somebody wants to play, for as long as they are here.

The operator sets what each visit begins with; whoever plays changes it, and when they
are gone it is as the operator wants it again. All values are whole numbers, so that
screen and phone say them alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

# Each choice there is, the usual one first. `scan`: for how many milliseconds each
# choice is lit, `dwell`: for how many Start has to be held; 0 is off.
CHOICES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "contrast": (0, 1),
        "letters": (100, 150),
        "pictures": (0, 1),
        "relaxed": (0, 1),
        "scan": (0, 3000, 2000, 1400, 900, 600),
        "dwell": (0, 300, 600),
        "swap_sticks": (0, 1),
        "swap_buttons": (0, 1),
    }
)
# How long each choice is lit for whoever asks for one button with that button.
USUAL_SCAN: Final = 2000


@dataclass(frozen=True, slots=True)
class Preferences:
    """What `CHOICES` offers, chosen."""

    contrast: int = 0
    letters: int = 100
    pictures: int = 0
    relaxed: int = 0
    scan: int = 0
    dwell: int = 0
    swap_sticks: int = 0
    swap_buttons: int = 0

    @property
    def slowness(self) -> int:
        """How many times as long as usual the cabinet waits for this visitor."""
        return 4 if self.scan else 2 if self.relaxed else 1

    @property
    def pace(self) -> str:
        """What a match in real time is called that is played slower; "" is not."""
        return "one_button" if self.scan else "relaxed" if self.relaxed else ""

    def with_choice(self, name: str, value: int) -> "Preferences":
        """The same with another choice; what nobody offers changes nothing."""
        if value not in CHOICES.get(name, ()):
            return self
        return replace(self, **{name: value})

    def swapped(self, line: str, sticks: tuple[int, ...], lines: frozenset[str]) -> str:
        """Whose work the button does: sticks 1 and 2 change places, and A and B."""
        stick, dot, button = line.partition(".")
        if not dot or not (stick[:1] == "p" and stick[1:].isdigit()):
            return line
        if self.swap_sticks and {1, 2} <= {*sticks}:
            stick = {"p1": "p2", "p2": "p1"}.get(stick, stick)
        if self.swap_buttons and {f"{stick}.a", f"{stick}.b"} <= lines:
            button = {"a": "b", "b": "a"}.get(button, button)
        return f"{stick}.{button}"
