"""The settings under `io`: which line ends where."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from cabinet.core.ports import Wire, Wiring
from cabinet.i18n.message import message
from cabinet.settings.parts import Part, data, wanted

# The names an operator may write under `io.lines`; `wiring.yaml` is the wiring we ship.
MOST_SLOTS: Final = 8
PLAYERS: Final = range(1, 7)
STICK: Final = ("up", "down", "left", "right", "a", "b")

INPUTS: Final = (
    *(f"coin.{slot}" for slot in range(1, MOST_SLOTS + 1)),
    *("power", "start", "mode", "player", "service", "test", "door", "tilt"),
    *(f"p{player}.{way}" for player in PLAYERS for way in STICK),
)
OUTPUTS: Final = (
    *("lamp.start", "lamp.coin"),
    *(f"lamp.p{player}" for player in PLAYERS),
    *("lockout", "meter"),
)
LINE_PATTERN: Final = (
    rf"^(coin\.[1-{MOST_SLOTS}]|power|start|mode|player|service|test|door|tilt"
    r"|p[1-6]\.(up|down|left|right|a|b)"
    r"|lamp\.(start|coin|p[1-6])|lockout|meter)$"
)

_NAMED_KEYS: Final = (
    *("up", "down", "left", "right", "return", "tab", "space", "escape"),
    *("backspace", "insert", "delete", "home", "end", "page up", "page down"),
    *("left ctrl", "right ctrl", "left shift", "right shift"),
    *("left alt", "right alt", "left meta", "right meta", "caps lock", "menu"),
    *(f"f{number}" for number in range(1, 13)),
    *(f"[{digit}]" for digit in range(10)),
)
KEYS: Final = frozenset(
    (*_NAMED_KEYS, *"abcdefghijklmnopqrstuvwxyz0123456789", *"-=[]\\;'`,./")
)


LineName: TypeAlias = Annotated[str, Field(pattern=LINE_PATTERN)]
DEVICE_PATTERN: Final = r"^[a-z][a-z0-9_-]{0,19}$"
DeviceName: TypeAlias = Annotated[str, Field(pattern=DEVICE_PATTERN)]
MOST_DEVICES: Final = 8
# The backend that opens several devices as one port.
SEVERAL: Final = "devices"
# A USB encoder, a keyboard or a pad.
ENCODER: Final = "evdev"


class IoDevice(Part):
    """One of several things that lines hang on."""

    kind: str = Field(
        pattern=r"^[a-z][a-z0-9_]*$",
        json_schema_extra=wanted(message("kind.backend")),
        examples=["gpio"],
    )
    port: str | None = Field(
        default=None, min_length=1, max_length=250, examples=["auto"]
    )

    match: str | None = Field(
        default=None, min_length=1, max_length=250, examples=["Ultimarc I-PAC 2"]
    )
    dead_zone: int = Field(default=50, ge=10, le=90, examples=[50])
    address: int = Field(default=2, ge=2, le=255, examples=[2])
    checksum: Literal["sum", "crc"] = "sum"

    def options(self) -> dict[str, object]:
        """What its backend is told, besides its lines."""
        return self.model_dump(exclude_none=True)


class IoLine(Part):
    """Where one wire ends."""

    device: str | None = Field(default=None, examples=["pins"])
    pin: int | None = Field(default=None, ge=2, le=27, examples=[17])
    active: Literal["low", "high"] | None = Field(default=None, examples=["low"])
    key: str | None = Field(default=None, examples=["space"])
    drive: Literal["level", "pulses"] = Field(default="level", examples=["pulses"])


class Sim(Part):
    """How rough the simulated wires are."""

    bounce: bool = True
    noise_per_minute: float = Field(default=0, ge=0, le=60_000, allow_inf_nan=False)
    seed: int = Field(default=1, ge=0)


def _shipped_lines() -> dict[str, IoLine]:
    return {name: IoLine.model_validate(line) for name, line in data("wiring").items()}


class Io(Part):
    """The wires and how they are reached."""

    backend: str = Field(
        default="gpio",
        pattern=r"^[a-z][a-z0-9_]*$",
        json_schema_extra=wanted(message("kind.backend")),
        examples=["gpio"],
    )
    port: str | None = Field(
        default=None, min_length=1, max_length=250, examples=["auto"]
    )
    devices: dict[DeviceName, IoDevice] = Field(
        default_factory=dict, max_length=MOST_DEVICES
    )
    lines: dict[LineName, IoLine] = Field(default_factory=_shipped_lines)
    sim: Sim = Field(default_factory=Sim)

    @property
    def several(self) -> bool:
        """Whether lines hang on devices by name; simulated, they hang on nothing."""
        return bool(self.devices) and self.backend != "sim"

    @property
    def opened_as(self) -> str:
        """The backend that is opened."""
        return SEVERAL if self.several else self.backend

    def kind_of(self, line: str) -> str:
        """What a line hangs on: the backend, or the kind of its device."""
        if not self.several:
            return self.backend
        found = self.lines.get(line)
        device = self.devices.get(found.device or "") if found else None
        return device.kind if device else ""

    def is_encoder(self, line: str) -> bool:
        """Whether its key is one of an encoder or a pad, simulated or not."""
        found = self.lines.get(line)
        device = self.devices.get(found.device or "") if found else None
        return device is not None and device.kind == ENCODER

    def kinds(self) -> frozenset[str]:
        """Every kind of thing that lines hang on."""
        if not self.several:
            return frozenset({self.backend})
        return frozenset(device.kind for device in self.devices.values())

    def lines_of_devices(self) -> dict[str, frozenset[str]]:
        """The lines of each device; empty where everything hangs on one thing."""
        if not self.several:
            return {}
        return {
            device: frozenset(
                n for n, line in self.lines.items() if line.device == device
            )
            for device in self.devices
        }

    def wiring(self, options: Mapping[str, object]) -> Wiring:
        """Every line by its side, with the backend's own `options`."""
        inputs: dict[str, Wire] = {}
        outputs: dict[str, Wire] = {}
        for name, line in self.lines.items():
            is_input = name in INPUTS
            low = line.active == "low" if line.active else is_input
            side = inputs if is_input else outputs
            device = (line.device or "") if self.several else ""
            pulses = line.drive == "pulses"
            key = line.key if device or line.key in KEYS else None
            side[name] = Wire(line.pin, low, key, pulses, device)
        return Wiring(inputs, outputs, options)
