"""A cabinet with four devices: how soon its counter is there, and hears a press.

The devices are programs of their own: an acceptor and a bill validator on ptys, and we
are the pad, whose FIFO carries the kernel's own bytes. The fourth is a panel.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic_ns
from typing import Final

from bench.latency import PRESSES, hear_press
from bench.running import ROOT, Running, running, scratch_folder
from bench.startup import RUNS
from bench.table import Row, centile, middle_and_best
from cabinet.core.inputs.controls import control
from cabinet.io.evdev.node import EV_KEY, EVENT
from cabinet.protocol.codec import Heartbeat

READY_S: Final = 0.45
_BUTTON: Final = control("button 1")
_LINES: Final = """
  lines:
    coin.1: {device: slot}
    coin.2: {device: bills}
    power: {device: panel}
    start: {device: panel}
    lockout: {device: panel}
    p1.up: {device: pad, key: stick up}
    p1.down: {device: pad, key: stick down}
    p1.left: {device: pad, key: stick left}
    p1.right: {device: pad, key: stick right}
    p1.a: {device: pad, key: button 1}
    p1.b: {device: pad, key: button 2}
coins: [{slot: 1, kind: cctalk}, {slot: 2, kind: cctalk}]
pricing: {credit: 100}
modes: [{game: azteka, title: {fr: Azteka, en: Azteka}}]
"""


def rows() -> Iterator[Row]:
    """Starting, then presses."""
    with scratch_folder() as name, _devices(Path(name)) as pad:
        config = str(Path(name) / "cabinet.yaml")
        words = ("counter", "--sim", "--config", config, "--state", "{state}")
        seconds = []
        for _ in range(RUNS + 1):
            with running(*words) as cabinet:
                seconds.append(cabinet.until(lambda _: True))
        del seconds[0]  # compiled what it imports
        text, ok = middle_and_best(seconds), min(seconds) <= READY_S
        yield Row("counter to ready, four devices", text, f"best ≤ {READY_S} s", ok)
        with running(*words, role="screen") as cabinet:
            cabinet.until(lambda shown: shown.lockout_open)
            late = [_press(cabinet, pad) for _ in range(PRESSES)]
    p50, p95, p99 = (centile(late, percent) for percent in (50, 95, 99))
    yield Row(
        f"pad's press to event at the game, {PRESSES} presses",
        f"p50 {p50:.2f} ms, p95 {p95:.2f} ms, p99 {p99:.2f} ms",
        "p95 ≤ 1 ms",
        p95 <= 1,
    )


@contextmanager
def _devices(folder: Path) -> Iterator[int]:
    """Acceptor, validator and settings in a folder; where the pad's bytes go."""
    slot, bills, pad = folder / "slot", folder / "bills", folder / "pad"
    os.mkfifo(pad)
    settings = f"""
io:
  devices:
    panel: {{kind: sim}}
    slot: {{kind: cctalk, port: {slot}}}
    bills: {{kind: cctalk, port: {bills}, address: 40}}
    pad: {{kind: evdev, match: {pad}}}{_LINES}"""
    (folder / "cabinet.yaml").write_text(settings, encoding="utf-8")
    with ExitStack() as stack:
        for words in ((str(slot),), ("--bills", str(bills))):
            stack.callback(_end, _simulated(*words))
        fifo = os.open(pad, os.O_RDWR | os.O_NONBLOCK)
        stack.callback(os.close, fifo)
        yield fifo


def _simulated(*words: str) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        (sys.executable, "-m", "tools.cctalk_sim", *words),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.readline()
    return process


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.communicate(b"quit\n")


def _press(cabinet: Running, pad: int) -> float:
    """One press and its release; milliseconds from the pad's stamp to us."""
    cabinet.line.send(Heartbeat(0, 0))
    pressed = _say(pad, 1)
    _, heard = hear_press(cabinet, "pressed")
    _say(pad, 0)
    hear_press(cabinet, "released")
    return (heard - pressed) / 1e6


def _say(pad: int, value: int) -> int:
    assert _BUTTON
    now = monotonic_ns()
    stamp = divmod(now // 1000, 1_000_000)
    event = EVENT.pack(*stamp, EV_KEY, _BUTTON.code, value)
    os.write(pad, event + EVENT.pack(*stamp, 0, 0, 0))
    return now
