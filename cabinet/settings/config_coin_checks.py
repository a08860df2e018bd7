"""What must be so of coin acceptors before a coin is taken.

Most of all: coins that follow each other without a pause look like one train of
pulses, so a train must be worth the same however it is cut into coins.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, pairwise

from cabinet.settings.coins import Coin
from cabinet.settings.problems import Flaw, Path
from cabinet.settings.wires import Io


def coin_flaws(coins: Mapping[int, Coin], io: Io | None) -> Iterator[Flaw]:
    """Everything about the coins that does not go together."""
    slots: dict[int, int] = {}
    for index, coin in coins.items():
        path: Path = ("coins", index)
        if slots.setdefault(coin.slot, index) != index:
            what = f"slot {coin.slot} is already described by coins.{slots[coin.slot]}"
            yield Flaw((*path, "slot"), what, "give each slot its own number")
        elif io:
            yield from _wired(io, coin.slot, (*path, "slot"))
        yield from _values(path, coin)
        windows = list(_windows(path, coin))
        yield from windows
        longest = coin.window_ms[1]
        if not windows and coin.jam_ms <= longest:
            what = f"a coin of {longest} ms would be taken for a jam"
            yield Flaw((*path, "jam_ms"), what, f"more than {longest}")


def _wired(io: Io, slot: int, path: Path) -> Iterator[Flaw]:
    name = f"coin.{slot}"
    line = io.lines.get(name)
    if line is None:
        what = f"slot {slot} is not wired"
        yield Flaw(path, what, f"add {name}: {{pin: …, active: low}} under io.lines")
    elif io.backend == "gpio" and line.pin is None:
        yield Flaw(path, f"the line {name} has no pin", f"add pin: to io.lines.{name}")


def _values(path: Path, coin: Coin) -> Iterator[Flaw]:
    """Exactly one way to say what a pulse is worth, the one of its kind."""
    if coin.kind == "duration":
        if not coin.widths:
            hint = "add widths: [{ms: [40, 60], value: 100}, …]"
            yield Flaw((*path, "widths"), "is missing; kind duration needs it", hint)
        if coin.pulse_value is not None or coin.table:
            named = "table" if coin.table else "pulse_value"
            hint = "the length of the pulse tells the coin: remove it"
            yield Flaw((*path, named), "does not go with kind duration", hint)
        return
    if coin.widths:
        hint = "set kind: duration, or remove it"
        yield Flaw((*path, "widths"), f"does not go with kind {coin.kind}", hint)
    if coin.table and coin.kind == "line":
        hint = "one line, one coin: write pulse_value"
        yield Flaw((*path, "table"), "does not go with kind line", hint)
    elif coin.table and coin.pulse_value is not None:
        hint = "keep one of the two"
        yield Flaw((*path, "table"), "stands beside pulse_value", hint)
    elif coin.table:
        twice = list(_twice((*path, "table"), coin))
        yield from twice or _additive((*path, "table"), coin.worth)
    elif coin.pulse_value is None:
        yield Flaw((*path, "pulse_value"), "is missing", "add pulse_value: 100")


def _twice(path: Path, coin: Coin) -> Iterator[Flaw]:
    """Refuse a number of pulses that stands for two coins."""
    seen: dict[int, int] = {}
    for index, entry in enumerate(coin.table):
        first = seen.setdefault(entry.pulses, index)
        if first != index:
            what = f"{entry.pulses} pulses have a worth already, in {path[-1]}.{first}"
            hint = "keep one of the two"
            yield Flaw((*path, index, "pulses"), what, hint)


def _additive(path: Path, table: Mapping[int, int]) -> Iterator[Flaw]:
    """Refuse a table in which two coins without a pause forge a third."""
    fewest, least = min(table.items())
    hint = f"give every pulse the same worth, for example {-(-least // fewest)}"
    forged = _forged(table)
    if forged:
        one, other, money = forged
        what = (
            f"coins of {one} and {other} pulses, dropped without a pause, are "
            f"{one + other} pulses: {table[one + other]} instead of {money}"
        )
        yield Flaw(path, what, hint)
    elif least % fewest or any(n * least != v * fewest for n, v in table.items()):
        what = "a train of pulses is not worth the same however it is cut into coins"
        yield Flaw(path, what, hint)


def _forged(table: Mapping[int, int]) -> tuple[int, int, int] | None:
    for one, other in combinations_with_replacement(sorted(table), 2):
        dropped = table[one] + table[other]
        if table.get(one + other, dropped) != dropped:
            return one, other, dropped
    return None


def _windows(path: Path, coin: Coin) -> Iterator[Flaw]:
    """Every window has a beginning before its end, and no two meet."""
    if coin.kind != "duration":
        yield from _window((*path, "width_ms"), *coin.width_ms)
        return
    for index, width in enumerate(coin.widths):
        yield from _window((*path, "widths", index, "ms"), *width.ms)
    order = sorted(enumerate(coin.widths), key=lambda item: item[1].ms)
    for (_, shorter), (index, longer) in pairwise(order):
        if longer.ms[0] <= shorter.ms[1]:
            what = (
                f"a pulse of {longer.ms[0]} ms is a coin of {shorter.value} and of "
                f"{longer.value}"
            )
            hint = f"begin above {shorter.ms[1]}"
            yield Flaw((*path, "widths", index, "ms"), what, hint)


def _window(path: Path, shortest: int, longest: int) -> Iterator[Flaw]:
    if shortest >= longest:
        what = f"the shortest pulse ({shortest}) is not shorter than the longest"
        yield Flaw(path, what, f"below {longest}, or swap them")
