"""The settings under `io`: which line ends where."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from cabinet.core.ports import Wire, Wiring
from cabinet.settings.config_lines import INPUTS, LINE_PATTERN, SHIPPED_LINES
from cabinet.settings.parts import Part

LineName: TypeAlias = Annotated[str, Field(pattern=LINE_PATTERN)]


class Line(Part):
    """Where one wire ends."""

    pin: int | None = Field(
        default=None,
        title="Pin",
        description="GPIO number as the chip counts (BCM), not the header's.",
        ge=2,
        le=27,
        examples=[17],
    )
    active: Literal["low", "high"] | None = Field(
        default=None,
        title="Active level",
        description="The level that means pressed, dropped or lit; left out, "
        "inputs are active low and outputs active high.",
        examples=["low"],
    )
    key: str | None = Field(
        default=None,
        title="Key",
        description="The key that stands for this input in the simulator.",
        examples=["space"],
    )
    drive: Literal["level", "pulses"] = Field(
        default="level",
        title="Drive",
        description="For lockout on the Pi's pins: pulses hold it only as long as the "
        "cabinet lives; they need the charge pump of docs/wiring.md.",
        examples=["pulses"],
    )


class Sim(Part):
    """How rough the simulated wires are."""

    bounce: bool = Field(
        default=True, title="Bounce", description="Contacts bounce as real ones do."
    )
    noise_per_minute: float = Field(
        default=0,
        title="Noise per minute",
        description="Spikes on each input line, on average.",
        ge=0,
        le=60_000,
        allow_inf_nan=False,
    )
    seed: int = Field(
        default=1,
        title="Seed",
        description="The same seed, the same bounce and noise.",
        ge=0,
    )


def _shipped_lines() -> dict[str, Line]:
    return {name: Line.model_validate(line) for name, line in SHIPPED_LINES.items()}


class Io(Part):
    """The wires and how they are reached."""

    backend: str = Field(
        default="gpio",
        title="Backend",
        description="gpio: the Pi's own pins; serial: a microcontroller; "
        "sim: keys and mouse.",
        pattern=r"^[a-z][a-z0-9_]*$",
        json_schema_extra={"errorMessage": "expected the name of a backend"},
        examples=["gpio"],
    )
    port: str | None = Field(
        default=None,
        min_length=1,
        max_length=250,
        title="Port",
        description="For serial: the microcontroller's device or URL; auto finds it.",
        examples=["auto"],
    )
    lines: dict[LineName, Line] = Field(
        default_factory=_shipped_lines,
        title="Lines",
        description="Every wired line by its name. A line left out is not wired.",
    )
    sim: Sim = Field(
        default_factory=Sim, title="Simulator", description="Only for backend sim."
    )

    def wiring(self, options: Mapping[str, object]) -> Wiring:
        """Every line by its side, with the backend's own `options`."""
        inputs: dict[str, Wire] = {}
        outputs: dict[str, Wire] = {}
        for name, line in self.lines.items():
            is_input = name in INPUTS
            low = line.active == "low" if line.active else is_input
            side = inputs if is_input else outputs
            side[name] = Wire(line.pin, low, line.key, line.drive == "pulses")
        return Wiring(inputs, outputs, options)
