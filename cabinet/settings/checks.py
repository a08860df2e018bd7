"""What one setting means for another.

Every check works on what is right so far: a setting that is wrong by itself is
left out, so that one mistake gives one message and all of them come at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, islice, pairwise
from math import gcd
from typing import Final

from cabinet.core.inputs.switches import STICKS, WAYS, Switches
from cabinet.core.money.tariff import Purse, Tariff, Tier
from cabinet.core.operating import Offer
from cabinet.settings.catalogue import Catalogue, GameCard, offer_seats
from cabinet.settings.coins import Coin
from cabinet.settings.model import Config, Dice, dice_flaws
from cabinet.settings.problems import Flaw, Path, closest, listed, shown, there_are
from cabinet.settings.sales import Mode, Pricing
from cabinet.settings.wires import INPUTS, KEYS, Io
from firmware_bridge.messages import INPUTS as BOARD_INPUTS
from firmware_bridge.messages import OUTPUTS, SLOTS

# What the board at the coin slot can do, where it has the wires (`backend: serial`).
#
# It counts pulses by itself, so what its firmware cannot tell, nobody can.


SHORTEST_MS: Final = 2
_LINES: Final = frozenset({*BOARD_INPUTS, *OUTPUTS, "meter"})
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


# What must be so of coin acceptors before a coin is taken.
#
# Most of all: coins that follow each other without a pause look like one train of
# pulses, so a train must be worth the same however it is cut into coins.


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


# Nobody drops more coins than this for one credit; the amounts are mixed up.
MOST_COINS_A_CREDIT: Final = 60
_BACKENDS: Final = ("gpio", "serial", "sim")
_RUNS_LOOKED_AT: Final = 5_000


@dataclass(frozen=True, slots=True)
class Draft:
    """The settings that are right by themselves; lists by their index.

    `whole` is whether nothing had to be left out of the lists.
    """

    io: Io | None = None
    pricing: Pricing | None = None
    coins: Mapping[int, Coin] = field(default_factory=dict)
    modes: Mapping[int, Mode] = field(default_factory=dict)
    whole: bool = True
    dice: Dice | None = None


def draft_of(config: Config) -> Draft:
    """All of a config that is right by itself."""
    return Draft(
        config.io,
        config.pricing,
        dict(enumerate(config.coins)),
        dict(enumerate(config.modes)),
        dice=config.dice,
    )


def sense_flaws(draft: Draft, catalogue: Catalogue | None) -> Iterator[Flaw]:
    """Everything in the draft that does not go together."""
    if draft.io:
        yield from _backend(draft.io)
        yield from _lines(draft.io)
        yield from _panel(draft.io)
    yield from coin_flaws(draft.coins, draft.io)
    yield from board_flaws(draft.coins, draft.io)
    if draft.dice:
        yield from dice_flaws(draft.dice, draft.io)
    yield from _modes(draft, catalogue)
    if draft.pricing:
        tiers = list(_tiers(draft.pricing))
        yield from tiers
        if not tiers and not draft.pricing.free_play:
            yield from _prices(draft, draft.pricing.tariff(), catalogue)


def _backend(io: Io) -> Iterator[Flaw]:
    if io.backend not in _BACKENDS and io.backend not in _installed_backends():
        names = sorted({*_BACKENDS, *_installed_backends()})
        hint = closest(io.backend, names, there_are(names))
        what = f"no backend '{io.backend}' is installed"
        yield Flaw(("io", "backend"), what, hint)
    if io.backend == "serial" and not io.port:
        hint = "add port: auto, or its device: /dev/ttyACM0"
        yield Flaw(("io", "port"), "is missing; backend serial needs one", hint)


def _installed_backends() -> set[str]:
    from importlib.metadata import entry_points  # slow, and seldom needed

    return {point.name for point in entry_points(group="cabinet.io")}


def _lines(io: Io) -> Iterator[Flaw]:
    pins: dict[int, str] = {}
    keys: dict[str, str] = {}
    for name, line in io.lines.items():
        path: Path = ("io", "lines", name)
        if line.pin is not None and pins.setdefault(line.pin, name) != name:
            what = f"pin {line.pin} is already the pin of {pins[line.pin]}"
            yield Flaw((*path, "pin"), what, "give each line its own pin")
        if line.drive == "pulses" and name != "lockout":
            what = "only lockout is held by pulses"
            yield Flaw((*path, "drive"), what, "remove it", on_key=True)
        if line.key is None:
            continue
        if name not in INPUTS:
            yield Flaw((*path, "key"), "an output has no key", "remove it", on_key=True)
        elif line.key not in KEYS:
            known = "for example space, left ctrl or f2"
            hint = closest(line.key, sorted(KEYS), known)
            yield Flaw((*path, "key"), f"no key is called {shown(line.key)}", hint)
        elif keys.setdefault(line.key, name) != name:
            what = f"key {shown(line.key)} is already the key of {keys[line.key]}"
            yield Flaw((*path, "key"), what, "give each line its own key")


def _panel(io: Io) -> Iterator[Flaw]:
    """What nobody could play on. On a simulated panel nobody pays."""
    if io.backend == "sim":
        return
    path: Path = ("io", "lines")
    switches = Switches(frozenset(io.lines))
    if "start" not in io.lines:
        what = "start is not wired: nobody could begin or leave a game"
        yield Flaw(path, what, "add start: {pin: …, active: low}", on_key=True)
    for stick in STICKS:
        ways = [way for way in WAYS if f"p{stick}.{way}" in io.lines]
        missing = [way for way in WAYS if way not in ways]
        if ways and missing:
            what = f"the stick of p{stick} does not go {listed(missing)}"
            yield Flaw(path, what, "wire all four ways, or none", on_key=True)
    if not switches.sticks:
        what = "no stick is wired: nobody could play"
        hint = "add p1.up, p1.down, p1.left and p1.right"
        yield Flaw(path, what, hint, on_key=True)


def _tiers(pricing: Pricing) -> Iterator[Flaw]:
    good, floor = pricing.tariff(tiers=0), pricing.credit
    for index, tier in enumerate(pricing.tiers):
        path: Path = ("pricing", "tiers", index)
        plain = tier.money // pricing.credit
        if tier.money <= floor:
            what = f"{tier.money} is not more than what comes before it ({floor})"
            yield Flaw((*path, "money"), what, f"tiers rise: more than {floor}")
        elif tier.credits <= plain:
            what = f"{tier.money} buys {plain} without a tier, so this gives no bonus"
            yield Flaw((*path, "credits"), what, f"at least {plain + 1}")
        else:
            try:
                sold = (*good.tiers, Tier(tier.money, tier.credits))
                good, floor = replace(good, tiers=sold), tier.money
            except ValueError as error:
                what, _, hint = str(error).partition(": ")
                yield Flaw((*path, "credits"), what, hint)


def _modes(draft: Draft, catalogue: Catalogue | None) -> Iterator[Flaw]:
    enabled = {i: mode for i, mode in draft.modes.items() if mode.enabled}
    if draft.whole and not enabled:
        hint = "set enabled: true on at least one"
        yield Flaw(("modes",), "no mode is enabled", hint, on_key=True)
    if catalogue is None:
        return
    for index, mode in enabled.items():
        path: Path = ("modes", index)
        card = catalogue.get(mode.game)
        if card is None:
            hint = closest(mode.game, catalogue, there_are(sorted(catalogue)))
            what = f"no game '{mode.game}' is installed"
            yield Flaw((*path, "game"), what, hint)
        else:
            yield from _options((*path, "options"), mode, card)
            yield from _seats((*path, "seats"), mode, card)


def _options(path: Path, mode: Mode, card: GameCard) -> Iterator[Flaw]:
    fine = True
    for name, value in mode.options.items():
        choices = card.options.get(name)
        if choices is None:
            hint = closest(name, card.options, there_are(card.options))
            yield Flaw(
                (*path, name), f"{mode.game} has no such option", hint, on_key=True
            )
        elif not any(_same(value, choice) for choice in choices):
            what = f"expected {listed(choices)}, got {shown(value)}"
            hint = closest(value, choices, f"for example {listed(choices[:1])}")
            yield Flaw((*path, name), what, hint)
        else:
            continue
        fine = False
    if fine and card.seats and not card.fitting(mode.options):
        why = card.refusal(card.seats[0], mode.options) or ""
        yield Flaw(path, f"{mode.game} cannot be played so: {why}", "change an option")


def _seats(path: Path, mode: Mode, card: GameCard) -> Iterator[Flaw]:
    fitting = card.fitting(mode.options)
    if fitting and mode.seats is not None and mode.seats not in fitting:
        what = f"{mode.game} is not for {mode.seats} with these options"
        yield Flaw(path, what, there_are([str(number) for number in fitting]))


def _same(value: object, choice: object) -> bool:
    return value == choice and isinstance(value, bool) == isinstance(choice, bool)


def _prices(
    draft: Draft, tariff: Tariff, catalogue: Catalogue | None
) -> Iterator[Flaw]:
    coins = [value for coin in draft.coins.values() for value in coin.values if value]
    if not coins:
        if draft.whole and not draft.coins:
            hint = "describe one, or set pricing.free_play: true"
            yield Flaw(("coins",), "there is no coin to pay with", hint, on_key=True)
        return
    wanted = -(-tariff.credit // max(coins))
    if wanted > MOST_COINS_A_CREDIT:
        what = f"{tariff.credit} is {wanted} coins of {max(coins)} for one credit"
        hint = "amounts are in minor units: 100 is 1.00"
        yield Flaw(("pricing", "credit"), what, hint)
        return
    gain = _most_gained(tariff, coins)
    price, whose = _dearest(draft, catalogue)
    least = price + gain - 1
    if tariff.max_credits < least:
        needs = f"{whose} costs {price} and one coin can bring {gain}"
        what = f"{tariff.max_credits} is too few: {needs}"
        hint = f"at least {least}, or the slot shuts too soon"
        yield Flaw(("pricing", "max_credits"), what, hint)


def _dearest(draft: Draft, catalogue: Catalogue | None) -> tuple[int, str]:
    """The dearest match on sale, and whose it is."""
    prices = []
    for mode in draft.modes.values():
        if mode.enabled:
            card = (catalogue or {}).get(mode.game)
            most = offer_seats(card, mode.options)[1] if card else 1
            offer = Offer("", {}, credits=mode.credits, per_player=mode.per_player)
            prices.append((offer.price(most), f"'{mode.title.en}'"))
    return max(prices, key=lambda price: price[0], default=(1, "a match"))


def _most_gained(tariff: Tariff, coins: list[int]) -> int:
    """The most credits one coin can bring, whatever was dropped before it."""
    moneys = [tier.money for tier in tariff.tiers]
    cycle = moneys[-1] if moneys else tariff.credit
    step = gcd(tariff.credit, *coins, *moneys)
    runs = islice(range(0, cycle, step), _RUNS_LOOKED_AT)
    return max(tariff.drop(Purse(0, run), max(coins)).credits for run in runs)
