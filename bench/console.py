"""The console of a running cabinet: its pages, its memory, and coins under attack.

All of it over loopback. Coins are timed as in `bench.latency`, from the last edge of
each to the money shown; see `bench.siege`.
"""

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

from bench.running import (
    CABINET,
    ROOT,
    Running,
    as_usual,
    memory_kb,
    running,
    scratch_folder,
)
from bench.siege import (
    ATTACKERS,
    COINS_A_CREDIT,
    SLOTS,
    WEBSOCKETS,
    Siege,
    Visitor,
    attack,
    guess,
)
from bench.table import Row
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Heartbeat, Hello, Touch
from tests.system.running import free_port

LOADS: Final = 5
PASSWORD: Final = "correct horse"
PAGES: Final = (
    *("/", "/settings", "/settings/pricing", "/settings/modes", "/settings/sound"),
    *("/books", "/collection", "/alarms", "/scores", "/log", "/live", "/history"),
    *("/file", "/tests", "/calibrate/0", "/reset", "/access"),
)
FILES: Final = (
    *("/console.css", "/console.js", "/htmx.js"),
    *("/console.woff2", "/console.svg"),
)
_CONFIG: Final = ROOT / "config" / "cabinet.yaml"
_TIMEOUT: Final = 30.0
_STORM_S: Final = 3.0


@contextmanager
def screen_on_duty(state: Path) -> Iterator[None]:
    """Somebody who says that frames are drawn, so that the slot is open."""
    line = CounterConnection.connect(state / "bus.sock")
    line.send(Hello("screen", os.getpid()))
    stop = threading.Event()

    def beat() -> None:
        while not stop.wait(0.5):
            line.send(Heartbeat(0, 0))
            line.read()

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        line.close()


@contextmanager
def web(config: Path, state: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A web program beside a running counter, answering."""
    words = ("web", "--sim", "--config", str(config), "--state", str(state))
    process = subprocess.Popen([*CABINET, *words], cwd=ROOT, env=as_usual())
    try:
        end = monotonic() + _TIMEOUT
        while monotonic() < end:
            try:
                Visitor(port).ask("/login")
                break
            except OSError:
                continue
        yield process
    finally:
        process.kill()
        process.wait()


def _with_slots(port: int) -> str:
    """The shipped settings with the slots of the siege, and room for its coins."""
    text = _CONFIG.read_text()
    free = (14, 15)  # pins that nothing is wired to
    wires = "".join(
        f"    {line}: {{pin: {pin}}}\n"
        for line, pin in zip(SLOTS[1:], free, strict=True)
    )
    slots = "".join(
        f"  - {{slot: {line[-1]}, kind: pulse, pulse_value: 100}}\n"
        for line in SLOTS[1:]
    )
    for old, new in (
        ("credit: 100 ", f"credit: {100 * COINS_A_CREDIT} "),
        ("max_credits: 20", "max_credits: 999"),
        ("port: 8080", f"port: {port}"),
        ("    coin.1: ", f"{wires}    coin.1: "),
        ("coins:\n  - slot", f"coins:\n{slots}  - slot"),
    ):
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def rows() -> Iterator[Row]:
    """Pages, memory, coins."""
    port = free_port()
    with scratch_folder() as name:
        state, tape = Path(name), Path(name) / "coins.tape"
        config = state / "cabinet.yaml"
        config.write_text(_with_slots(port))
        words = ("--config", str(config), "--state", name, "--record", str(tape))
        with (
            running("counter", "--sim", *words, state=state) as cabinet,
            screen_on_duty(state),
            web(config, state, port) as process,
        ):
            visitor = Visitor(port)
            _pair(cabinet, visitor)
            yield from _pages(visitor)
            with attack(guess, ATTACKERS, port):
                cabinet.rest(_STORM_S)
            held, most = _memory(process)
            yield Row(
                "the web program's memory after all of them, and its peak while "
                "passwords are tried",
                f"{held:.0f} and {most:.0f} MB",
                "≤ 60 MB",
                most <= 60,
            )
            siege = Siege(cabinet, port, visitor.cookie)
            siege.lay()
            yield Row(
                f"its peak with {WEBSOCKETS} websockets of the owner's",
                f"{_memory(process)[1]:.0f} MB",
            )
        yield from siege.rows(tape)


def _pair(cabinet: Running, visitor: Visitor) -> None:
    """Through the service menu and out of it again, as everybody."""
    _touch_test(cabinet)
    cabinet.line.send(Hello("tool", os.getpid()))
    while not (code := cabinet.next_snapshot().pairing):
        continue
    fields = {"code": code, "password": PASSWORD, "again": PASSWORD}
    status, _ = visitor.ask("/pair", fields | {"token": visitor.token("/pair")})
    assert status == 303, status
    _touch_test(cabinet)
    cabinet.line.send(Hello("tool", os.getpid()))
    cabinet.until(lambda shown: shown.lockout_open)
    cabinet.rest(0.2)


def _touch_test(cabinet: Running) -> None:
    for active in (True, False):
        cabinet.line.send(Touch("test", active=active))
        cabinet.rest(0.1)


def _pages(visitor: Visitor) -> Iterator[Row]:
    unpacked = _static_files(visitor)
    visitor.packed = True
    packed = _static_files(visitor)
    slowest, largest = ("", 0.0), ("", 0)
    for path in PAGES:
        visitor.ask(path)
        took, size = [], 0
        for _ in range(LOADS):
            began = perf_counter()
            status, body = visitor.ask(path)
            took.append((perf_counter() - began) * 1e3)
            assert status == 200, (path, status)
            size = len(body)
        slowest = max(slowest, (path, max(took)), key=lambda pair: pair[1])
        largest = max(largest, (path, size), key=lambda pair: pair[1])
    yield Row(
        f"the slowest of {len(PAGES)} pages of the console, {LOADS} loads each",
        f"{slowest[1]:.0f} ms ({slowest[0]})",
        "≤ 200 ms",
        slowest[1] <= 200,
    )
    sent, whole = ((largest[1] + files) / 1000 for files in (packed, unpacked))
    yield Row(
        "the largest of them, with style, scripts and font, as sent; unpacked",
        f"{sent:.0f} kB; {whole:.0f} kB ({largest[0]})",
        "≤ 100 kB as sent",
        sent <= 100,
    )


def _static_files(visitor: Visitor) -> int:
    """The bytes of the style, scripts and font that every page needs."""
    return sum(len(visitor.ask(path)[1]) for path in FILES)


def _memory(process: "subprocess.Popen[bytes]") -> tuple[float, float]:
    """What it has now, and the most it had, in MB."""
    held, most = (memory_kb(process.pid, name) for name in ("VmRSS", "VmHWM"))
    return held * 1024 / 1e6, most * 1024 / 1e6
