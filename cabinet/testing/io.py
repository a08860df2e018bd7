"""What every `IoPort` must do, whatever it is made of.

A test makes a `Bench` around its port, wired as `WIRING` says, and calls
`check_io_port`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, Edge, Nanos
from cabinet.core.ports import IoPort, Wire, Wiring

MS: Final = MILLISECOND
WIRING: Final = Wiring(
    inputs={
        "coin.1": Wire(pin=17),
        "start": Wire(pin=27),
        "door": Wire(pin=24, active_low=False),
    },
    outputs={
        "lockout": Wire(pin=20, active_low=False),
        "lamp.start": Wire(pin=12, active_low=True),
    },
)
# What the hands do, and when; three clean contacts, two of them at once.
SCRIPT: Final = (
    Edge("coin.1", active=True, at=1005 * MS),
    Edge("start", active=True, at=1010 * MS),
    Edge("door", active=True, at=1010 * MS),
    Edge("coin.1", active=False, at=1055 * MS),
    Edge("door", active=False, at=1056 * MS),
    Edge("start", active=False, at=1090 * MS),
    Edge("coin.1", active=True, at=1200 * MS),
)
BEGIN: Final = 1000 * MS
PARTS: Final = ("lost", "poll", "heard_until", "due", "levels", "write", "close")
# A board that counts coins by itself tells no edges of their lines.
WITHOUT_COINS: Final = tuple(
    edge for edge in SCRIPT if not edge.line.startswith("coin.")
)


@dataclass(frozen=True)
class Bench:
    """A port on a test bench: hands on its wires, an eye on its outputs.

    `clock` starts at `BEGIN`. `touch` moves a clean contact of `WIRING` now; a port
    that plays something known (a tape) plays `SCRIPT` and needs no hands. `wakes`
    says how often the port has called its `wake`, `told` what of `script` it tells; a
    device that counts coins and has no other line has an empty one.
    Where time is real, `script` is later than `SCRIPT`, and a hand is up to `slack`
    late.
    """

    port: IoPort
    clock: VirtualClock
    touch: Callable[[str, bool], None]
    output: Callable[[str], bool]
    wakes: Callable[[], int]
    told: tuple[Edge, ...] = SCRIPT
    script: tuple[Edge, ...] = SCRIPT
    slack: Nanos = 0
    # Encoders and pads have no outputs; an acceptor has one, and only its coin line.
    outputs: tuple[str, ...] = tuple(WIRING.outputs)
    inputs: tuple[str, ...] = tuple(WIRING.inputs)


def check_io_port(bench: Bench) -> None:
    """Raise AssertionError unless the port keeps every promise of `IoPort`."""
    _has_all_its_parts(bench)
    _is_quiet_at_first(bench)
    _tells_what_happened(bench)
    _drives_its_outputs(bench)
    _closes_for_good(bench)


def _has_all_its_parts(bench: Bench) -> None:
    missing = [part for part in PARTS if not hasattr(bench.port, part)]
    assert not missing, f"a port has {', '.join(missing)}: see cabinet.core.ports"
    assert bench.port.lost == "", "a port that was just opened is not lost"


def _is_quiet_at_first(bench: Bench) -> None:
    port = bench.port
    assert list(port.poll()) == [], "a port is quiet before anyone touches it"
    assert dict(port.levels()) == dict.fromkeys(bench.inputs, False), "all idle"
    for name in bench.outputs:
        assert not bench.output(name), f"{name} is off until somebody drives it"


def _tells_what_happened(bench: Bench) -> None:
    port, clock = bench.port, bench.clock
    half = len(bench.script) // 2
    for edge in bench.script[:half]:
        _happen(bench, edge)
    clock.advance_to(clock.now() + 5 * MS)
    first = list(port.poll())
    heard = port.heard_until
    assert heard <= clock.now(), "nobody has heard what is still to come"
    assert list(port.poll()) == [], "each edge is told once"
    for edge in bench.script[half:]:
        _happen(bench, edge)
    clock.advance_to(clock.now() + 500 * MS)
    second = list(port.poll())
    assert all(edge.at >= heard for edge in second), "what was heard was everything"
    assert port.heard_until > heard, "with time more is heard"
    told = first + second
    lines = [(edge.line, edge.active) for edge in bench.told]
    assert [edge[:2] for edge in told] == lines, "in order, none lost, none made up"
    late = [edge.at - due.at for edge, due in zip(told, bench.told, strict=True)]
    assert all(0 <= each <= bench.slack for each in late), "stamped when it happened"
    assert all(type(e.active) is bool for e in told), "a level is true or false"
    assert list(port.poll()) == [], "each edge is told once"
    due = port.due()
    assert due is None or due > clock.now(), "nothing is overdue"
    assert port.lost == "", "a port that works is not lost"


def _happen(bench: Bench, edge: Edge) -> None:
    wakes, due = bench.wakes(), bench.port.due()
    bench.clock.advance_to(edge.at)
    bench.touch(edge.line, edge.active)
    expected = due is not None
    assert expected or bench.wakes() > wakes, "somebody is woken, or will look again"
    assert bench.port.levels()[edge.line] is edge.active, "levels are of this moment"


def _drives_its_outputs(bench: Bench) -> None:
    port = bench.port
    port.write("lamp.nobody_wired", on=True)
    if not bench.outputs:
        return
    for name in bench.outputs:
        port.write(name, on=True)
        assert bench.output(name), f"{name} is driven"
        port.write(name, on=True)
        assert bench.output(name), "driving twice changes nothing"
    port.write("lockout", on=False)
    assert not bench.output("lockout")
    others = (name for name in bench.outputs if name != "lockout")
    assert all(map(bench.output, others)), "one output leaves the other alone"
    port.write("lockout", on=True)


def _closes_for_good(bench: Bench) -> None:
    port = bench.port
    last = bench.script[-1:]
    for edge in last:
        bench.touch(edge.line, not edge.active)
    port.close()
    assert list(port.poll()) == [], "a closed port says nothing"
    for name in bench.outputs:
        assert not bench.output(name), f"closing turns {name} off"
    port.write("lockout", on=True)
    shut = not bench.outputs or not bench.output("lockout")
    assert shut, "writing after closing does nothing"
    for edge in last:
        bench.touch(edge.line, edge.active)
    bench.clock.advance_to(bench.clock.now() + 500 * MS)
    assert list(port.poll()) == [], "a closed port stays silent"
    assert port.due() is None, "a closed port expects nothing"
    port.close()
