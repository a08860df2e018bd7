"""Lamps, lock-out and coin meter: what the state says, written to the wires.

Every output is a function of the state and the time; only changes are written.
"""

from collections.abc import Iterator

from cabinet.core.events import MeterClicked, Nanos
from cabinet.core.modes.devices import is_away
from cabinet.core.modes.outputs import Light, accepts_coins, lights
from cabinet.core.modes.state import Cabinet, OutOfOrder, Service
from cabinet.core.money.meter import BoardCoil, Coil, MeterCoil
from cabinet.core.operating import Meter, OperatingSettings
from cabinet.core.ports import IoPort


class Outputs:
    """Everything the cabinet drives."""

    def __init__(self, port: IoPort, meter: Meter | None, *, board: bool) -> None:
        self._port = port
        self._coil: Coil | None = None
        if meter:
            self._coil = BoardCoil() if board else MeterCoil(meter)
        self._lights: dict[str, Light] = {}
        self._driven: dict[str, bool] = {}
        self._tried: dict[str, bool] = {}

    def attempt(self, line: str, *, on: bool) -> None:
        """Drive a line by hand until the operator leaves service."""
        self._tried[line] = on

    def drive(self, state: Cabinet, operating: OperatingSettings, now: Nanos) -> None:
        """Bring lock-out and lamps to what the state says."""
        if not isinstance(state.mode, Service):
            self._tried.clear()
        self._lights = lights(state, operating)
        wanted = {"lockout": accepts_coins(state, operating)}
        wanted |= {lamp: light.lit(now) for lamp, light in self._lights.items()}
        for line, on in (wanted | self._tried).items():
            self._write(line, on=on)

    def click(
        self, state: Cabinet, operating: OperatingSettings, now: Nanos
    ) -> MeterClicked | None:
        """Pay the meter what is owed, unless it cannot be booked or reached."""
        if self._coil is None:
            return None
        gone = is_away(state, "meter", operating)
        owed = 0 if gone or isinstance(state.mode, OutOfOrder) else state.clicks
        clicked = self._coil.turn(owed, now)
        self._write("meter", on=self._coil.on)
        return clicked

    def clicked(self) -> None:
        """A click that the board told of is in the books: it may make the next."""
        if self._coil:
            self._coil.booked()
            self._write("meter", on=self._coil.on)

    def due(self, now: Nanos) -> Iterator[Nanos | None]:
        """When something here changes by itself."""
        yield self._coil.due() if self._coil else None
        for light in self._lights.values():
            yield light.changes_at(now)

    def _write(self, line: str, *, on: bool) -> None:
        if self._driven.get(line) != on:
            self._port.write(line, on=on)
            self._driven[line] = on
