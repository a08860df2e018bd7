"""The settings under `dice`: who throws them."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from cabinet.settings.parts import Part
from cabinet.settings.problems import Flaw
from cabinet.settings.wires import Io


class Dice(Part):
    """Where dice come from."""

    source: Literal["seeded", "typed", "tower"] = Field(
        default="seeded",
        title="Source",
        description=(
            "seeded: the cabinet throws them; typed: people throw their own and tell "
            "with the stick how they fell; tower: a dice tower reads them."
        ),
    )
    port: str | None = Field(
        default=None,
        min_length=1,
        max_length=250,
        title="Port",
        description="For tower: the dice tower's serial device or URL.",
        examples=["/dev/ttyACM1"],
    )

    @property
    def tower(self) -> str:
        """Where the dice tower is; "" if there is none."""
        return (self.port or "") if self.source == "tower" else ""


def dice_flaws(dice: Dice, io: Io | None) -> Iterator[Flaw]:
    """What the tower's port lacks, or whose it is."""
    if dice.source != "tower":
        return
    hint = "write the tower's device: ls /dev/serial/by-id"
    if not dice.port:
        yield Flaw(("dice", "port"), "is missing; source tower needs one", hint)
    elif dice.port == "auto":
        what = "a dice tower is not found by itself"
        yield Flaw(("dice", "port"), what, hint)
    elif io is not None and io.backend == "serial" and io.port == dice.port:
        what = f"{dice.port} is already the port of the board (io.port)"
        yield Flaw(("dice", "port"), what, hint)
