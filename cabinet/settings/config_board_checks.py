"""What the board at the coin slot can do, where it has the wires (`backend: serial`).

It counts pulses by itself, so what its firmware cannot tell, nobody can.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from cabinet.settings.coins import Coin
from cabinet.settings.problems import Flaw, Path
from cabinet.settings.wires import Io
from firmware_bridge.messages import INPUTS, OUTPUTS, SLOTS

SHORTEST_MS: Final = 2
_LINES: Final = frozenset({*INPUTS, *OUTPUTS, "meter"})
_ELSE: Final = "wire it to the Pi with backend: gpio"


def board_flaws(coins: Mapping[int, Coin], io: Io | None) -> Iterator[Flaw]:
    """Everything that is asked of a board and that it cannot do."""
    if io is None or io.backend != "serial":
        return
    for name in io.lines:
        if name not in _LINES and not name.startswith("coin."):
            what = "the board has no pin for this line"
            hint = f"leave it out, or {_ELSE}"
            yield Flaw(("io", "lines", name), what, hint, on_key=True)
        elif io.lines[name].drive == "pulses":
            what = "the board lets go of the lock-out by itself when nobody speaks"
            yield Flaw(("io", "lines", name, "drive"), what, "remove it", on_key=True)
    for index, coin in coins.items():
        yield from _coin(("coins", index), coin)


def _coin(path: Path, coin: Coin) -> Iterator[Flaw]:
    if coin.slot > SLOTS:
        what = f"the board counts the slots 1 to {SLOTS}, not slot {coin.slot}"
        yield Flaw((*path, "slot"), what, f"choose one of them, or {_ELSE}")
    if coin.kind == "duration":
        what = "the board counts pulses and does not tell how long they were"
        hint = f"teach the acceptor pulses (kind: pulse), or {_ELSE}"
        yield Flaw((*path, "kind"), what, hint)
    elif coin.width_ms[0] < SHORTEST_MS:
        what = f"the board cannot see a pulse of {coin.width_ms[0]} ms"
        yield Flaw((*path, "width_ms"), what, f"from {SHORTEST_MS} ms on")
    # The shipped limit is one that no hand reaches: only a lower one is a wish.
    shipped = Coin.model_fields["max_coins_per_s"].default
    if coin.kind == "pulse" and coin.max_coins_per_s < min(shipped, coin.max_per_s):
        what = "the board limits pulses, and does not know which of them are one coin"
        hint = f"leave it out and lower max_per_s, or {_ELSE}"
        yield Flaw((*path, "max_coins_per_s"), what, hint)
