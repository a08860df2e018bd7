"""How soon a press is at the game, and how soon a coin is seen.

A real counter with simulated wires, and us in the place of the screen: what is
measured begins at the edge's own time stamp and ends when we have read the message.
"""

from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from time import monotonic_ns
from typing import Final

from bench.running import Running, bare_disk, running, scratch_folder
from bench.table import Row, centile, p50_and_p99
from cabinet.core.events import MILLISECOND
from cabinet.io.tape import read_tape
from cabinet.protocol.codec import Heartbeat, Panel, Touch

PRESSES: Final = 500
COINS: Final = 40
BUTTON: Final = "p1.a"
SLOT: Final = "coin.1"
_CONFIG: Final = str(Path(__file__).with_name("cabinet.yaml"))
_COUNTER: Final = ("counter", "--sim", "--config", _CONFIG, "--state", "{state}")


def rows() -> Iterator[Row]:
    """Buttons, then coins beside the bare disk."""
    with running(*_COUNTER, role="screen") as cabinet:
        late = [_press(cabinet) for _ in range(PRESSES)]
    p50, p95, p99 = (centile(late, percent) for percent in (50, 95, 99))
    yield Row(
        f"button edge to event at the game, {PRESSES} presses",
        f"p50 {p50:.2f} ms, p95 {p95:.2f} ms, p99 {p99:.2f} ms",
        "p95 ≤ 1 ms",
        p95 <= 1,
    )
    late, waits = _coins()
    bare = "bare write + fdatasync of this disk, between coins"
    yield Row(bare, p50_and_p99(waits, 2))
    what = f"coin's last edge to credit shown, {COINS} coins"
    yield Row(what, p50_and_p99(late), "p99 ≤ 100 ms", centile(late, 99) <= 100)


def _press(cabinet: Running) -> float:
    """One press and its release; milliseconds from its first edge to us."""
    cabinet.line.send(Heartbeat(0, 0))
    cabinet.line.send(Touch(BUTTON, active=True))
    pressed, heard = hear_press(cabinet, "pressed")
    cabinet.line.send(Touch(BUTTON, active=False))
    hear_press(cabinet, "released")
    return (heard - pressed.at) / MILLISECOND


def hear_press(cabinet: Running, what: str) -> tuple[Panel, int]:
    """The next press or release that the counter tells, and when we heard it."""
    while True:
        message = cabinet.next_message()
        if isinstance(message, Panel) and message.what == what:
            return message, monotonic_ns()


def _coins() -> tuple[list[float], list[float]]:
    """Milliseconds of each coin, and of a bare write to the same disk after each.

    A tape of the wires says afterwards when the last edge of each coin was.
    """
    shown, waits = [], []
    with scratch_folder() as name, bare_disk(Path(name)) as write:
        tape = Path(name) / "coins.tape"
        with running(*_COUNTER, "--record", str(tape), role="screen") as cabinet:
            cabinet.until(lambda snapshot: snapshot.lockout_open)
            cabinet.rest(0.1)  # a pulse so soon after the start would be no coin
            for number in range(1, COINS + 1):
                shown.append(_coin(cabinet, number))
                waits.append(write() * 1e3)
        edges = [edge.at for edge in read_tape(tape).edges if edge.line == SLOT]
    return [after_edge(at, edges) for at in shown], waits


def after_edge(at: int, edges: list[int]) -> float:
    """Milliseconds from the last of the edges before that moment."""
    return (at - edges[bisect_right(edges, at) - 1]) / MILLISECOND


def _coin(cabinet: Running, number: int) -> int:
    """Drop a coin; when its credit was seen."""
    cabinet.line.send(Heartbeat(0, 0))
    cabinet.line.send(Touch(SLOT, active=True))
    cabinet.until(lambda snapshot: snapshot.credits >= number)
    return monotonic_ns()
