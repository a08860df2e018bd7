"""How long a cabinet takes to be there, and what it uses while nobody plays."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

from bench.running import (
    CABINET,
    ROOT,
    as_usual,
    cpu_of_children,
    cpu_seconds,
    resident_mb,
    running,
)
from bench.table import Row, middle_and_best
from cabinet.protocol.codec import Heartbeat
from cabinet.protocol.snapshot import Snapshot

RUNS: Final = 6
MAKE_RUNS: Final = 3
IDLE_SECONDS: Final = 10
_SIM: Final = ("--sim", "--headless", "--state", "{state}")
_COUNTER: Final = ("counter", "--sim", "--state", "{state}")
# -o: what `make setup` made is not made anew, even if it is older than it should be.
_MAKE: Final = ("make", "-s", "-o", ".venv/.ready", "sim")


class Starts(NamedTuple):
    """Seconds to be there, and CPU seconds from start to stop, run by run."""

    seconds: list[float]
    cpu: list[float]


def rows() -> Iterator[Row]:
    """Starting, then idling."""
    for code in ("pass", "import pygame"):
        taken = _starts(partial(_run_python, code))
        yield Row(f'python -c "{code}", start to end', _text(taken))
    whole = _starts(partial(_reach, _attract, *_SIM))
    yield _judged("cabinet --sim to attract, screen joined", whole, 1.0)
    words = f"SIM={' '.join(_SIM[1:])}"
    made = _starts(partial(_reach, _attract, words, command=_MAKE), MAKE_RUNS)
    over = min(made.seconds) - min(whole.seconds)
    bar, ok = "≤ 1.0 s more", over <= 1.0
    yield Row("make sim, already set up, to attract", _text(made), bar, ok)
    counter = _starts(partial(_reach, lambda _: True, *_COUNTER))
    yield _judged("counter to ready", counter, 0.4)
    yield from _idle()


def _starts(reach: Callable[[], float], runs: int = RUNS) -> Starts:
    reach()  # the first one compiles what it imports
    found = Starts([], [])
    for _ in range(runs):
        before = cpu_of_children()
        found.seconds.append(reach())
        found.cpu.append(cpu_of_children() - before)
    return found


def _text(starts: Starts) -> str:
    return f"{middle_and_best(starts.seconds)}, CPU {min(starts.cpu):.2f} s"


def _judged(what: str, starts: Starts, bar: float) -> Row:
    """By the best run: other programs on the machine can only add to it."""
    return Row(what, _text(starts), f"best ≤ {bar} s", min(starts.seconds) <= bar)


def _run_python(code: str) -> float:
    began = monotonic()
    subprocess.run(
        (sys.executable, "-c", code),
        env=as_usual(),
        check=True,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    return monotonic() - began


def _reach(
    wanted: Callable[[Snapshot], bool], *words: str, command: Sequence[str] = CABINET
) -> float:
    with running(*words, command=command) as cabinet:
        return cabinet.until(wanted)


def _attract(snapshot: Snapshot) -> bool:
    """The slot opens when a screen is there to show what was paid."""
    return snapshot.mode == "attract" and snapshot.lockout_open


def _idle() -> Iterator[Row]:
    with running(*_COUNTER, role="screen") as cabinet:
        cabinet.until(_attract)
        pid = cabinet.process.pid
        before = cpu_seconds(pid)
        for second in range(IDLE_SECONDS):
            cabinet.line.send(Heartbeat(60 * second, 0))
            cabinet.rest(1.0)
        percent = 100 * (cpu_seconds(pid) - before) / IDLE_SECONDS
        resident = resident_mb(pid)
    what = f"counter after {IDLE_SECONDS} s of attract"
    yield Row(
        f"{what}: memory", f"{resident:.1f} MB resident", "≤ 40 MB", resident <= 40
    )
    yield Row(f"{what}: CPU", f"{percent:.1f} %", "≤ 0.5 %", percent <= 0.5)
