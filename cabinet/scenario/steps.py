"""What a scenario file can say, one function a word.

Each step takes the rig and the value behind its word, and raises `StepError`
with what was expected and what was found.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from cabinet.core.events import MICROSECOND, MILLISECOND, SECOND
from cabinet.core.modes.outputs import Light, accepts_coins, lights
from cabinet.core.modes.state import Join, Playing, Result
from cabinet.counter.counter import Counter
from cabinet.scenario.rig import Rig
from cabinet.tabletop.api import RulesError

Value: TypeAlias = Any


class StepError(Exception):
    """A step that could not be done, or an expectation that does not hold."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a step does, an example, and what may stand behind its word."""

    do: Callable[[Rig, Value], None]
    example: str
    bare: tuple[type, ...]
    fields: tuple[str, ...]
    needed: tuple[str, ...]


STEPS: Final[dict[str, Shape]] = {}
_Do = TypeVar("_Do", bound=Callable[[Rig, Value], None])


def step(*bare: type, fields: str = "", needed: str = "") -> Callable[[_Do], _Do]:
    """Make a function the step of its name; its docstring begins with an example."""

    def add(do: _Do) -> _Do:
        example = (do.__doc__ or "").split("`")[1]
        names = tuple(fields.split()), tuple(needed.split())
        STEPS[do.__name__] = Shape(do, example, bare, *names)
        return do

    return add


@step(int, fields="slot pulses")
def coin(rig: Rig, value: Value) -> None:
    """`coin: 1`, or `coin: {slot: 1, pulses: 2}`."""
    value = value if isinstance(value, Mapping) else {"slot": value}
    slot, pulses = value.get("slot", 1), value.get("pulses", 1)
    line = f"coin.{slot}"
    if line not in rig.port.levels():
        raise StepError(f"no line is called {line}")
    rig.insert(slot, pulses)
    if pulses > 1:
        rig.advance(200 * MILLISECOND * pulses)


@step(int, float)
def wait(rig: Rig, value: Value) -> None:
    """`wait: 0.5`, in seconds."""
    rig.advance(_nanos(value))


@step(str, fields="line for", needed="line")
def press(rig: Rig, value: Value) -> None:
    """`press: start`, or `press: {line: power, for: 3.0}`."""
    value = value if isinstance(value, Mapping) else {"line": value}
    rig.press(_line(rig, value["line"]), _nanos(value.get("for", 0.08)))


@step(fields="line count width_us", needed="line")
def glitch(rig: Rig, value: Value) -> None:
    """`glitch: {line: coin.1, count: 1000, width_us: 400}`."""
    width = value.get("width_us", 400)
    count = value.get("count", 1)
    rig.port.glitch(_line(rig, value["line"]), count, width)
    while (due := rig.port.due()) is not None and due - rig.clock.now() < SECOND:
        rig.advance(max(due - rig.clock.now(), 50 * MICROSECOND))


@step(fields="line count", needed="line")
def bounce(rig: Rig, value: Value) -> None:
    """`bounce: {line: start, count: 6}`: one press with that many bounces."""
    rig.port.bounce(_line(rig, value["line"]), value.get("count", 6))
    rig.advance(300 * MILLISECOND)


@step(fields="line level for", needed="line")
def stick(rig: Rig, value: Value) -> None:
    """`stick: {line: coin.1, level: active, for: 10}`."""
    duration = _nanos(value.get("for", 1))
    active = value.get("level", "active") == "active"
    rig.port.stick(_line(rig, value["line"]), active, duration)
    rig.advance(duration)


@step(str)
def unplug(rig: Rig, value: Value) -> None:
    """`unplug: link`: every wire goes silent."""
    _only(value, "link")
    rig.port.unplug()


@step(str)
def plug(rig: Rig, value: Value) -> None:
    """`plug: link`."""
    _only(value, "link")
    rig.port.plug()


@step(str)
def reset(rig: Rig, value: Value) -> None:
    """`reset: chip`: only a serial cabinet has one."""
    _only(value, "chip")
    raise StepError("this cabinet has no chip: reset works with io.backend serial")


@step(str)
def kill(rig: Rig, value: Value) -> None:
    """`kill: screen` or `kill: counter`: kill -9, then start again."""
    _only(value, "screen", "counter")
    rig.kill_screen() if value == "screen" else rig.kill_counter()


@step(str)
def freeze(rig: Rig, value: Value) -> None:
    """`freeze: screen`: it hangs until somebody notices."""
    _only(value, "screen")
    rig.freeze_screen()


@step(fields="seat action", needed="seat action")
def play(rig: Rig, value: Value) -> None:
    """`play: {seat: 0, action: "place 1 0"}`."""
    try:
        rig.play(value["seat"], value["action"])
    except (RulesError, ValueError) as wrong:
        raise StepError(str(wrong)) from None


@step(str, fields="lit until most", needed="lit")
def take(rig: Rig, value: Value) -> None:
    """`take: begin`, or `take: {lit: place, until: {mode: result}, most: 200}`.

    With one button: waits until that is lit and presses Start; `until` it holds, again.
    """
    value = value if isinstance(value, Mapping) else {"lit": value}
    wanted, until = value["lit"].split(), value.get("until") or {}
    for _ in range(value.get("most", 400) if until else 1):
        _take(rig, wanted, until)
        if until and _holds(rig, until):
            return
    if until:
        raise StepError(f"it is still not {until!r}")


# A choice that does not come by in so long a time is not there.
_PATIENCE = 150 * SECOND


def _take(rig: Rig, wanted: list[str], until: Mapping[str, Value]) -> None:
    end = rig.clock.now() + _PATIENCE
    while rig.clock.now() < end and rig.controller is not None:
        lit = rig.controller.lit
        if until and _holds(rig, until):
            return
        if lit and any(lit == each or lit.startswith(f"{each}.") for each in wanted):
            rig.press("start")
            rig.advance(300 * MILLISECOND)
            return
        rig.advance(50 * MILLISECOND)
    raise StepError(f"none of {wanted!r} was lit in {_PATIENCE // SECOND} s")


def _holds(rig: Rig, facts: Mapping[str, Value]) -> bool:
    return all(_fits(wanted, _find(rig, name)) for name, wanted in facts.items())


@step(dict)
def expect(rig: Rig, value: Value) -> None:
    """`expect: {mode: attract}`: all of it must hold; what does not is told at once."""
    wrong = [
        f"{name}: expected {wanted!r}, found {found!r}"
        for name, wanted in value.items()
        if not _fits(wanted, found := _find(rig, name))
    ]
    if wrong:
        raise StepError("; ".join(wrong))


@step(str)
def shot(rig: Rig, value: Value) -> None:
    """`shot: attract.png`: the 640x360 canvas."""
    from cabinet.screen.render.colors import wear
    from cabinet.screen.render.painter import save

    if rig.controller is None:
        raise StepError("there is no screen to take a picture of")
    snapshot = rig.controller.snapshot
    wear(contrast=bool(snapshot and snapshot.preferences.contrast))
    path = Path(value)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(rig.controller.picture(), path)


def _find(rig: Rig, name: str) -> Value:
    if name == "mode":
        return rig.mode
    if rig.counter is None:
        raise StepError(f"the cabinet is {rig.mode}: it has no {name}")
    if name == "position":
        match = rig.controller.match if rig.controller else None
        return match.document() if match else None
    return _FACTS[name](rig.counter)


def _fits(wanted: Value, found: Value) -> bool:
    """A mapping fits when all it names is so; anything else must be equal."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(k in found and _fits(v, found[k]) for k, v in wanted.items())
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        pairs = zip(wanted, found, strict=False)
        return len(wanted) == len(found) and all(_fits(w, f) for w, f in pairs)
    return bool(wanted == found)


def _game(counter: Counter) -> str | None:
    mode = counter.state.mode
    match mode:
        case Playing(match=record) | Result(match=record):
            return record.game
        case Join():
            return counter.shown().offers[mode.offer].game
    return None


def _books(counter: Counter) -> dict[str, int]:
    names = ("coins", "minor_units", "plays", "refunds", "service")
    return {name: getattr(counter.state.totals, name) for name in names}


def _lockout(counter: Counter) -> str:
    return "open" if accepts_coins(counter.state, counter.operating) else "shut"


def _lamps(counter: Counter) -> dict[str, bool]:
    lamps = lights(counter.state, counter.operating)
    return {lamp: light is not Light.OFF for lamp, light in lamps.items()}


_FACTS: Final[dict[str, Callable[[Counter], Value]]] = {
    "credits": lambda counter: counter.state.credits,
    "seats": lambda counter: len(counter.shown().seats),
    "game": _game,
    "question": lambda counter: counter.shown().question,
    "lockout": _lockout,
    "books": _books,
    "alarms": lambda counter: list(map(str, counter.state.alarms)),
    "lamps": _lamps,
}
EXPECTABLE: Final = ("mode", *_FACTS, "position")


def _nanos(seconds: float) -> int:
    return round(seconds * SECOND)


def _line(rig: Rig, name: str) -> str:
    if name not in rig.port.levels():
        raise StepError(
            f"no line is called {name!r} (there are: {', '.join(rig.port.levels())})"
        )
    return name


def _only(value: Value, *choices: str) -> None:
    if value not in choices:
        raise StepError(f"expected {' or '.join(choices)}, found {value!r}")
