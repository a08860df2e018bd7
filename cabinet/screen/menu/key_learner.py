"""Learning a key by pressing it: what an encoder or pad told since one began.

The counter says how many presses there were on a device and what the last one was.
Buttons do nothing in the menu meanwhile, because each of them may be the one to learn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

# So often the counter is asked before it is given up, which takes ten seconds.
PATIENCE: Final = 100


@dataclass(frozen=True, slots=True)
class KeyLearner:
    """The key of a line on a device: as it is, then as it was pressed.

    `over` is "" while nobody has pressed, then `keep` or `drop`.
    """

    device: str
    text: str
    since: int | None = None
    looks: int = 0
    over: str = ""

    def press(self, _button: str, _gear: int = 1) -> "KeyLearner":
        """A button of the panel; it may be the one that is learnt."""
        return self

    def heard(self, about: Mapping[str, str]) -> "KeyLearner":
        """What the counter says of its devices."""
        presses = int(about.get(f"{self.device}: presses", "0"))
        if self.since is None:
            return replace(self, since=presses)
        if presses > self.since:
            return replace(self, text=about[f"{self.device}: last"], over="keep")
        if self.looks == PATIENCE:
            return replace(self, over="drop")
        return replace(self, looks=self.looks + 1)
