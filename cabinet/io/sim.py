"""Wires made of nothing: what the electricity of a cabinet does, from a seed.

A hand (a key, a click, a scenario, a test) moves a contact; what comes out are
edges as copper would give them: contacts bounce, coins are trains of pulses, long
wires catch noise. A line is active when its contact is, except that a spike turns
the level over, a stuck line shows what it is stuck at, and nothing arrives while
the plug is out. An edge is told only when that level truly changes.

Every movement is put on one agenda when it is made and happens when its time has
come, so `due` knows the future, and the same seed and hands give the same edges
however often anybody polls.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from heapq import heapify, heappop, heappush
from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.core.events import MICROSECOND, MILLISECOND, SECOND, Edge, Nanos
from cabinet.core.ports import Clock, Wiring

BOUNCE_TIME: Final[Nanos] = 3 * MILLISECOND
MOST_BOUNCES: Final = 1000
PRESS_TIME: Final[Nanos] = 80 * MILLISECOND
LONGEST_SPIKE: Final[Nanos] = 1 * MILLISECOND
NOISY: Final = ("coin.", "service", "test", "door", "tilt")  # at the coin door

_BOUNCE_MOMENTS: Final = range(1, BOUNCE_TIME // MICROSECOND)


class _Layer(Enum):
    CONTACT = "contact"
    SPIKE = "spike"
    STUCK = "stuck"
    FREE = "free"
    PLUG = "plug"
    NOISE = "noise"


@dataclass(slots=True)
class _Line:
    contact: bool = False
    spikes: int = 0
    stuck: bool | None = None
    told: bool = False
    # what the agenda will have made of it:
    target: bool = False
    busy_until: Nanos = 0
    stuck_until: Nanos = 0
    # when each coin on its way reaches the coil:
    coins: list[Nanos] = field(default_factory=list)

    def level(self) -> bool:
        if self.stuck is not None:
            return self.stuck
        return self.contact ^ (self.spikes > 0)


class SimPort:
    """An `IoPort` with hands, and with faults that can be asked for."""

    def __init__(
        self, wiring: Wiring, clock: Clock, wake: Callable[[], None] | None = None
    ) -> None:
        options = wiring.options
        self._clock = clock
        self._wake = wake or (lambda: None)
        self._lines = {line: _Line() for line in wiring.inputs}
        self._bounce = _flag(options, "bounce", default=True)
        self._coin_width = _millis(options, "coin_width_ms", 50)
        self._coin_gap = _millis(options, "coin_gap_ms", 100)
        seed = int(_number(options, "seed", 0))
        self._hands = random.Random(f"{seed} hands")
        self._weather = random.Random(f"{seed} weather")
        self._agenda: list[tuple[Nanos, int, str, _Layer, bool]] = []
        self._entries = 0
        self._edges: list[Edge] = []
        self._plugged = True
        self._closed = False
        self._heard_until = clock.now()
        self.outputs = dict.fromkeys(wiring.outputs, False)
        self._exposed = [line for line in self._lines if line.startswith(NOISY)]
        per_line = _number(options, "noise_per_minute", 0) / 60
        self._noise_per_s = per_line * len(self._exposed)
        if self._noise_per_s > 0:
            self._next_noise(clock.now())

    # The port

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        self._heard_until = self._catch_up()
        edges, self._edges = self._edges, []
        return edges

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`."""
        return self._heard_until

    def due(self) -> Nanos | None:
        """See `IoPort.due`; a movement that changes no level counts too."""
        return self._agenda[0][0] if self._agenda else None

    @property
    def lost(self) -> str:
        """See `IoPort.lost`; a drawn wire does not break."""
        return ""

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        self._catch_up()
        return {name: line.told for name, line in self._lines.items()}

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`; `outputs` shows what was written."""
        if output in self.outputs and not self._closed:
            self.outputs[output] = on
            if output == "lockout" and not on:
                self._turn_away()

    def close(self) -> None:
        """See `IoPort.close`."""
        self._closed = True
        self._agenda.clear()
        self._edges.clear()
        self.outputs = dict.fromkeys(self.outputs, False)

    # The hands

    def touch(self, line: str, *, active: bool) -> None:
        """Close or open a contact, once whatever its line is doing is done."""
        self._move(line, self._free_from(line), active=active)
        self._wake()

    def insert(self, slot: int, pulses: int = 1) -> bool:
        """Drop a coin; False when it fell through to the tray.

        The coil of a shut slot (`lockout` off) lets coins fall through, also those that
        wait in a train of coins pushed in together; so does one without current.
        """
        name = f"coin.{slot}"
        at = self._free_from(name)
        if not self.outputs.get("lockout", True) or not self._plugged or self._closed:
            return False
        line = self._line(name)
        line.coins = [*filter(self._clock.now().__lt__, line.coins), at]
        for _ in range(pulses):
            self._move(name, at, active=True)
            self._move(name, at + self._coin_width, active=False)
            at += self._coin_width + self._coin_gap
        line.busy_until = at
        self._wake()
        return True

    def _turn_away(self) -> None:
        """The slot has shut: coins that wait behind another one fall through."""
        now = self._clock.now()
        for name, line in self._lines.items():
            waiting = [at for at in line.coins if at > now]
            line.coins.clear()
            if waiting:
                coins = (name, _Layer.CONTACT)
                self._agenda = [
                    each
                    for each in self._agenda
                    if each[2:4] != coins or each[0] < waiting[0]
                ]
                heapify(self._agenda)
                line.busy_until, line.target = waiting[0], False

    def glitch(self, line: str, count: int = 1, width_us: int = 100) -> None:
        """Put `count` spikes of one width on a line, not quite evenly spaced."""
        self._line(line)
        at, width = self._clock.now(), width_us * MICROSECOND
        for _ in range(count):
            self._spike(line, at, width)
            at += width + int(width * self._hands.uniform(0.5, 3))
        self._wake()

    def bounce(self, line: str, count: int = 6) -> None:
        """Press a worn button for a moment: `count` bounces down, and as many up."""
        at, count = self._free_from(line), max(0, min(count, MOST_BOUNCES))
        self._move(line, at, active=True, bounces=count)
        self._move(line, at + PRESS_TIME, active=False, bounces=count)
        self._wake()

    def stick(self, line: str, active: bool, for_ns: Nanos) -> None:  # noqa: FBT001
        """Hold a line at a level whatever its contact does; the last one counts."""
        now = self._clock.now()
        self._line(line).stuck_until = now + for_ns
        self._plan(now, line, _Layer.STUCK, on=active)
        self._plan(now + for_ns, line, _Layer.FREE)
        self._wake()

    def unplug(self) -> None:
        """Pull the connector: every line reads idle, the coil has no current."""
        self._plan(self._clock.now(), "", _Layer.PLUG, on=False)
        self._catch_up()
        self._wake()

    def plug(self) -> None:
        """Put the connector back: every line reads what it is by now."""
        self._plan(self._clock.now(), "", _Layer.PLUG, on=True)
        self._catch_up()
        self._wake()

    # The electricity

    def _line(self, name: str) -> _Line:
        if name not in self._lines:
            known = ", ".join(sorted(self._lines)) or "none"
            raise CabinetError(f"no input line is called {name!r} (wired: {known})")
        return self._lines[name]

    def _free_from(self, name: str) -> Nanos:
        return max(self._clock.now(), self._line(name).busy_until)

    def _move(
        self, name: str, at: Nanos, *, active: bool, bounces: int | None = None
    ) -> None:
        line = self._line(name)
        if line.target == active:
            return
        line.target = active
        if bounces is None:
            bounces = self._hands.randint(1, 5) if self._bounce else 0
        self._plan(at, name, _Layer.CONTACT, on=active)
        moments = sorted(self._hands.sample(_BOUNCE_MOMENTS, 2 * bounces))
        for n, moment in enumerate(moments):
            level = active ^ (n % 2 == 0)
            self._plan(at + moment * MICROSECOND, name, _Layer.CONTACT, on=level)
        line.busy_until = at + (moments[-1] + 1 if moments else 0) * MICROSECOND

    def _spike(self, name: str, at: Nanos, width: Nanos) -> None:
        self._plan(at, name, _Layer.SPIKE, on=True)
        self._plan(at + width, name, _Layer.SPIKE, on=False)

    def _next_noise(self, after: Nanos) -> None:
        wait = self._weather.expovariate(self._noise_per_s)
        self._plan(after + int(wait * SECOND), "", _Layer.NOISE)

    def _plan(self, at: Nanos, name: str, layer: _Layer, *, on: bool = True) -> None:
        if not self._closed:
            self._entries += 1
            heappush(self._agenda, (at, self._entries, name, layer, on))

    def _catch_up(self) -> Nanos:
        """Let everything happen that was due by now, and say when that is."""
        now = self._clock.now()
        while self._agenda and self._agenda[0][0] <= now:
            at, _, name, layer, on = heappop(self._agenda)
            if layer is _Layer.NOISE:
                width = self._weather.randint(1, LONGEST_SPIKE)
                self._spike(self._weather.choice(self._exposed), at, width)
                self._next_noise(at)
            elif layer is _Layer.PLUG:
                self._plugged = on
                for each in self._lines:
                    self._tell(each, at)
            else:
                _apply(self._lines[name], at, layer, on=on)
                self._tell(name, at)
        return now

    def _tell(self, name: str, at: Nanos) -> None:
        line = self._lines[name]
        level = self._plugged and line.level()
        if level != line.told:
            line.told = level
            self._edges.append(Edge(name, level, at))


def open_port(wiring: Wiring, clock: Clock, wake: Callable[[], None]) -> SimPort:
    """Entry point `cabinet.io: sim`."""
    return SimPort(wiring, clock, wake)


def _apply(line: _Line, at: Nanos, layer: _Layer, *, on: bool) -> None:
    if layer is _Layer.CONTACT:
        line.contact = on
    elif layer is _Layer.SPIKE:
        line.spikes += 1 if on else -1
    elif layer is _Layer.STUCK:
        line.stuck = on
    elif at >= line.stuck_until:
        line.stuck = None


def _flag(options: Mapping[str, object], name: str, *, default: bool) -> bool:
    value = options.get(name, default)
    if isinstance(value, bool):
        return value
    raise CabinetError(f"io.sim.{name}: {value!r} is not true or false")


def _number(options: Mapping[str, object], name: str, default: float) -> float:
    value = options.get(name, default)
    if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
        return value
    raise CabinetError(f"io.sim.{name}: {value!r} is not a number of 0 or more")


def _millis(options: Mapping[str, object], name: str, default: float) -> Nanos:
    return int(_number(options, name, default) * MILLISECOND)
