"""How soon a coin that a board has counted is on the disk and acknowledged.

The real firmware in the simulator behind a pty, the unmodified counter at the other
end, and a tap on the cable between them: what is measured begins when the first frame
of a coin passes the tap and ends when the acknowledgement comes back through it.
"""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench.running import CABINET, ROOT, as_usual, bare_disk, scratch_folder
from bench.table import Row, centile, p50_and_p99
from firmware_bridge.hil.building import CannotBuildError, build_chip
from tests.hil.pty_board import Program
from tests.hil.tap import Tap

COINS: Final = 120
# Bouncing at both ends, 30 ms long, and not more than eight in a second.
COIN: Final = "coin.1 1@130000 0@130400 1@130900 0@160000 1@160300 0@161000"


def rows() -> Iterator[Row]:
    """Coins over the serial link, beside the bare disk."""
    what = f"coin told by the board to acknowledged, {COINS} coins"
    try:
        build_chip()
    except CannotBuildError as wrong:
        yield Row(what, f"not measured: {wrong}")
        return
    with scratch_folder() as name, bare_disk(Path(name)) as write:
        late, waits = _coins(Path(name), write)
    bare = "bare write + fdatasync of this disk, between them"
    yield Row(bare, p50_and_p99(waits, 2))
    measured = f"{p50_and_p99(late)}, most {max(late):.1f} ms"
    yield Row(what, measured, "p99 ≤ 50 ms", centile(late, 99) <= 50)


def _coins(folder: Path, write: Callable[[], float]) -> tuple[list[float], list[float]]:
    late, waits = [], []
    with _line(folder) as (board, tap):
        tap.run_until(lambda: tap.linked)
        for coin in range(1, COINS + 1):
            board.say(COIN)
            tap.run_until(lambda coin=coin: coin in tap.credited)  # type: ignore[misc]
            late.append((tap.credited[coin] - tap.told[coin]) * 1e3)
            waits.append(write() * 1e3)
    return late, waits


@contextmanager
def _line(folder: Path) -> Iterator[tuple[Program, Tap]]:
    """A board, a tap, and a counter with the shipped settings behind it."""
    board = Program()
    tap = Tap(board.port)
    shipped = (ROOT / "config/cabinet.yaml").read_text(encoding="utf-8")
    config = folder / "cabinet.yaml"
    wires = f"backend: serial\n  port: {tap.port}"
    config.write_text(shipped.replace("backend: gpio", wires, 1), encoding="utf-8")
    counter = subprocess.Popen(
        [*CABINET, "counter", "--config", str(config), "--state", str(folder / "s")],
        env=as_usual(),
        stderr=subprocess.DEVNULL,
    )
    try:
        yield board, tap
    finally:
        counter.terminate()
        counter.wait()
        tap.close()
        board.end()
