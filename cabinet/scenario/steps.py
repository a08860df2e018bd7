"""What a scenario file can say, one function a word.

Each step takes the rig and the value behind its word, and raises `StepError`
with what was expected and what was found.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from cabinet.core.events import MICROSECOND, MILLISECOND, SECOND
from cabinet.core.modes.outputs import Light, accepts_coins, lights
from cabinet.core.modes.state import Join, Playing, Result
from cabinet.core.operating import OperatingSettings
from cabinet.scenario.rig import Rig
from cabinet.tabletop.api import RulesError

PRESS = 80 * MILLISECOND
Value: TypeAlias = Any


class StepError(Exception):
    """A step that could not be done, or an expectation that does not hold."""


def coin(rig: Rig, value: Value) -> None:
    """`coin: 1`, or `coin: {slot: 1, pulses: 2}`."""
    slot, pulses = (
        (value.get("slot", 1), value.get("pulses", 1))
        if isinstance(value, Mapping)
        else (value, 1)
    )
    line = f"coin.{slot}"
    if line not in rig.port.levels():
        raise StepError(f"no line is called {line}")
    rig.insert(slot, pulses)
    if pulses > 1:
        rig.advance(200 * MILLISECOND * pulses)


def wait(rig: Rig, value: Value) -> None:
    """`wait: 0.5`, in seconds."""
    rig.advance(_nanos(value))


def press(rig: Rig, value: Value) -> None:
    """`press: start`, or `press: {line: power, for: 3.0}`."""
    if isinstance(value, Mapping):
        rig.press(_line(rig, value["line"]), _nanos(value.get("for", 0.08)))
    else:
        rig.press(_line(rig, value), PRESS)


def glitch(rig: Rig, value: Value) -> None:
    """`glitch: {line: coin.1, count: 1000, width_us: 400}`."""
    width = value.get("width_us", 400)
    count = value.get("count", 1)
    rig.port.glitch(_line(rig, value["line"]), count, width)
    while (due := rig.port.due()) is not None and due - rig.clock.now() < SECOND:
        rig.advance(max(due - rig.clock.now(), 50 * MICROSECOND))


def bounce(rig: Rig, value: Value) -> None:
    """`bounce: {line: start, count: 6}`: one press with that many bounces."""
    rig.port.bounce(_line(rig, value["line"]), value.get("count", 6))
    rig.advance(300 * MILLISECOND)


def stick(rig: Rig, value: Value) -> None:
    """`stick: {line: coin.1, level: active, for: 10}`."""
    duration = _nanos(value.get("for", 1))
    active = value.get("level", "active") == "active"
    rig.port.stick(_line(rig, value["line"]), active, duration)
    rig.advance(duration)


def unplug(rig: Rig, value: Value) -> None:
    """`unplug: link`: every wire goes silent."""
    _only(value, "link")
    rig.port.unplug()


def plug(rig: Rig, value: Value) -> None:
    """`plug: link`."""
    _only(value, "link")
    rig.port.plug()


def reset(rig: Rig, value: Value) -> None:
    """`reset: chip`: only a serial cabinet has one."""
    _only(value, "chip")
    raise StepError("this cabinet has no chip: reset works with io.backend serial")


def kill(rig: Rig, value: Value) -> None:
    """`kill: screen` or `kill: counter`: kill -9, then start again."""
    _only(value, "screen", "counter")
    rig.kill_screen() if value == "screen" else rig.kill_counter()


def freeze(rig: Rig, value: Value) -> None:
    """`freeze: screen`: it hangs until somebody notices."""
    _only(value, "screen")
    rig.freeze_screen()


def play(rig: Rig, value: Value) -> None:
    """`play: {seat: 0, action: "place 1 0"}`."""
    try:
        rig.play(value["seat"], value["action"])
    except (RulesError, ValueError) as wrong:
        raise StepError(str(wrong)) from None


def shot(rig: Rig, value: Value) -> None:
    """`shot: attract.png`: the 640x360 canvas."""
    from cabinet.screen.render.painter import save

    if rig.controller is None:
        raise StepError("there is no screen to take a picture of")
    path = Path(value)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(rig.controller.picture(), path)


def expect(rig: Rig, value: Value) -> None:
    """Everything that is said must hold; all that does not is told at once."""
    wrong = [
        f"{name}: expected {wanted!r}, found {found!r}"
        for name, wanted in value.items()
        if not _fits(wanted, found := _find(rig, name))
    ]
    if wrong:
        raise StepError("; ".join(wrong))


def _find(rig: Rig, name: str) -> Value:
    if name == "mode":
        return rig.mode
    if rig.counter is None:
        raise StepError(f"the cabinet is {rig.mode}: it has no {name}")
    return _FACTS[name](rig)


def _fits(wanted: Value, found: Value) -> bool:
    """A mapping fits when all it names is so; anything else must be equal."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(k in found and _fits(v, found[k]) for k, v in wanted.items())
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        pairs = zip(wanted, found, strict=False)
        return len(wanted) == len(found) and all(_fits(w, f) for w, f in pairs)
    return bool(wanted == found)


def _state(rig: Rig) -> Value:
    assert rig.counter
    return rig.counter.state


def _operating(rig: Rig) -> OperatingSettings:
    assert rig.counter
    return rig.counter.operating


def _seats(rig: Rig) -> int:
    shown = rig.counter and rig.counter.shown()
    return len(shown.seats) if shown else 0


def _game(rig: Rig) -> str | None:
    mode = _state(rig).mode
    match mode:
        case Playing(match=record) | Result(match=record):
            return record.game
        case Join():
            shown = rig.counter and rig.counter.shown()
            return shown.offers[mode.offer].game if shown else None
    return None


def _question(rig: Rig) -> str:
    shown = rig.counter and rig.counter.shown()
    return shown.question if shown else ""


def _books(rig: Rig) -> dict[str, int]:
    totals = _state(rig).totals
    names = ("coins", "minor_units", "plays", "refunds", "service")
    return {name: getattr(totals, name) for name in names}


def _lockout(rig: Rig) -> str:
    assert rig.counter
    return "open" if accepts_coins(rig.counter.state, rig.counter.operating) else "shut"


def _lamps(rig: Rig) -> dict[str, bool]:
    lamps = lights(_state(rig), _operating(rig))
    return {lamp: light is not Light.OFF for lamp, light in lamps.items()}


def _position(rig: Rig) -> Value:
    match = rig.controller.match if rig.controller else None
    return match.document() if match else None


_FACTS: dict[str, Callable[[Rig], Value]] = {
    "credits": lambda rig: _state(rig).credits,
    "seats": _seats,
    "game": _game,
    "question": _question,
    "lockout": _lockout,
    "books": _books,
    "alarms": lambda rig: list(map(str, _state(rig).alarms)),
    "lamps": _lamps,
    "position": _position,
}
EXPECTABLE = ("mode", *_FACTS)

STEPS: dict[str, Callable[[Rig, Value], None]] = {
    "coin": coin,
    "wait": wait,
    "press": press,
    "glitch": glitch,
    "bounce": bounce,
    "stick": stick,
    "unplug": unplug,
    "plug": plug,
    "reset": reset,
    "kill": kill,
    "freeze": freeze,
    "play": play,
    "expect": expect,
    "shot": shot,
}


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


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand behind a step's word."""

    example: str
    bare: tuple[type, ...] = ()
    fields: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()


FIELDS: dict[str, Shape] = {
    "coin": Shape("coin: 1", (int,), ("slot", "pulses")),
    "wait": Shape("wait: 0.5", (int, float)),
    "press": Shape("press: start", (str,), ("line", "for"), ("line",)),
    "glitch": Shape(
        "glitch: {line: coin.1, count: 1000, width_us: 400}",
        fields=("line", "count", "width_us"),
        needed=("line",),
    ),
    "bounce": Shape(
        "bounce: {line: start, count: 6}", fields=("line", "count"), needed=("line",)
    ),
    "stick": Shape(
        "stick: {line: coin.1, level: active, for: 10}",
        fields=("line", "level", "for"),
        needed=("line",),
    ),
    "unplug": Shape("unplug: link", (str,)),
    "plug": Shape("plug: link", (str,)),
    "reset": Shape("reset: chip", (str,)),
    "kill": Shape("kill: screen", (str,)),
    "freeze": Shape("freeze: screen", (str,)),
    "play": Shape(
        'play: {seat: 0, action: "place 1 0"}',
        fields=("seat", "action"),
        needed=("seat", "action"),
    ),
    "expect": Shape("expect: {mode: attract}", (dict,)),
    "shot": Shape("shot: attract.png", (str,)),
}
