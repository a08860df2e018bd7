"""What one setting means for another.

Every check works on what is right so far: a setting that is wrong by itself is
left out, so that one mistake gives one message and all of them come at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, islice, pairwise
from math import gcd
from typing import Final

from cabinet.core.guests import PROGRAM
from cabinet.core.inputs.controls import CONTROLS, control
from cabinet.core.inputs.wired_buttons import STICKS, WAYS, WiredButtons
from cabinet.core.money.tariff import Purse, Tariff, Tier
from cabinet.core.operating import Offer
from cabinet.i18n.message import Amount, Message, Verbatim, message
from cabinet.settings.alerts import Alerts, alerts_flaws
from cabinet.settings.catalogue import Catalogue, GameCard, offer_seats
from cabinet.settings.coins import Coin
from cabinet.settings.device_checks import backend_flaws, device_flaws
from cabinet.settings.guests import program_flaws
from cabinet.settings.model import Config, Dice, Web, dice_flaws, web_flaws
from cabinet.settings.problems import (
    Flaw,
    SettingPath,
    any_of,
    closest,
    shown,
    there_are,
)
from cabinet.settings.sales import Mode, Pricing
from cabinet.settings.week import Week, week_flaws
from cabinet.settings.wires import ENCODER, INPUTS, KEYS, Io
from firmware_bridge.lines import INPUTS as BOARD_INPUTS
from firmware_bridge.lines import OUTPUTS, SLOTS

# What the board at the coin slot can do, where it has the wires (`backend: serial`).
#
# It counts pulses by itself, so what its firmware cannot tell, nobody can.


SHORTEST_MS: Final = 2
_SOME_KEYS: Final = ("space", "left ctrl", "f2")
_LINES: Final = frozenset({*BOARD_INPUTS, *OUTPUTS, "meter"})


def board_flaws(coins: Mapping[int, Coin], io: Io | None) -> Iterator[Flaw]:
    """Everything that is asked of a board and that it cannot do."""
    if io is None or "serial" not in io.kinds():
        return
    for name in io.lines:
        if io.kind_of(name) != "serial":
            continue
        if name not in _LINES and not name.startswith("coin."):
            what = message("setting.board_no_pin")
            hint = message("hint.leave_out_or_gpio")
            yield Flaw(("io", "lines", name), what, hint, on_key=True)
        elif io.lines[name].drive == "pulses":
            what = message("setting.board_lets_go")
            hint = message("hint.remove")
            yield Flaw(("io", "lines", name, "drive"), what, hint, on_key=True)
    for index, coin in coins.items():
        if io.kind_of(f"coin.{coin.slot}") == "serial":
            yield from _coin(("coins", index), coin)


def _coin(path: SettingPath, coin: Coin) -> Iterator[Flaw]:
    if coin.slot > SLOTS:
        what = message("setting.board_slots", most=SLOTS, slot=coin.slot)
        yield Flaw((*path, "slot"), what, message("hint.one_of_them_or_gpio"))
    if coin.kind == "duration":
        what = message("setting.board_no_lengths")
        yield Flaw((*path, "kind"), what, message("hint.pulses_or_gpio"))
    elif coin.width_ms[0] < SHORTEST_MS:
        what = message("setting.board_too_short", ms=coin.width_ms[0])
        yield Flaw((*path, "width_ms"), what, message("hint.from_ms", ms=SHORTEST_MS))
    # The shipped limit is one that no hand reaches: only a lower one was asked for.
    shipped = Coin.model_fields["max_coins_per_s"].default
    if coin.kind == "pulse" and coin.max_coins_per_s < min(shipped, coin.max_per_s):
        what = message("setting.board_limits_pulses")
        hint = message("hint.lower_pulses_or_gpio")
        yield Flaw((*path, "max_coins_per_s"), what, hint)


# What must be so of coin acceptors before a coin is taken.
#
# Most of all: coins that follow each other without a pause look like one train of
# pulses, so a train must be worth the same however it is cut into coins.


def coin_flaws(coins: Mapping[int, Coin], io: Io | None) -> Iterator[Flaw]:
    """Everything about the coins that does not go together."""
    slots: dict[int, int] = {}
    for index, coin in coins.items():
        path: SettingPath = ("coins", index)
        if slots.setdefault(coin.slot, index) != index:
            other = f"coins.{slots[coin.slot]}"
            what = message("setting.slot_twice", slot=coin.slot, other=other)
            yield Flaw((*path, "slot"), what, message("hint.own_slot"))
        elif io:
            yield from _wired(io, coin.slot, (*path, "slot"))
            yield from _of_its_kind(io, coin, path)
        yield from _values(path, coin)
        windows = list(_windows(path, coin))
        yield from windows
        longest = coin.window_ms[1]
        if not windows and coin.jam_ms <= longest:
            what = message("setting.coin_is_a_jam", ms=longest)
            yield Flaw((*path, "jam_ms"), what, message("hint.more_than", n=longest))


def _wired(io: Io, slot: int, path: SettingPath) -> Iterator[Flaw]:
    name = f"coin.{slot}"
    line = io.lines.get(name)
    if line is None:
        what = message("setting.slot_not_wired", slot=slot)
        added = f"{name}: {{pin: …, active: low}}"
        yield Flaw(path, what, message("hint.add_line", line=added))
    elif io.opened_as == "gpio" and line.pin is None:
        what = message("setting.line_has_no_pin", line=name)
        yield Flaw(path, what, message("hint.add_pin", line=f"io.lines.{name}"))


def _of_its_kind(io: Io, coin: Coin, path: SettingPath) -> Iterator[Flaw]:
    """A slot tells coins as what it hangs on does; simulated, as it likes."""
    kind = io.kind_of(f"coin.{coin.slot}")
    if kind == ENCODER and (coin.kind == "duration" or max(coin.worth, default=1) > 1):
        what = message("setting.encoder_pulses")
        yield Flaw(path, what, message("hint.one_pulse_or_other"))
    if kind in ("", "sim") or (kind == "cctalk") == (coin.kind == "cctalk"):
        return
    what = message("setting.slot_kind", line=f"coin.{coin.slot}", device=kind)
    pulses, named = message("hint.kind_pulse"), message("hint.kind_cctalk")
    yield Flaw((*path, "kind"), what, named if kind == "cctalk" else pulses)


def _values(path: SettingPath, coin: Coin) -> Iterator[Flaw]:
    """Exactly one way to say what a pulse is worth, the one of its kind."""
    if coin.kind == "cctalk":
        for named in ("pulse_value", "table", "widths"):
            if getattr(coin, named):
                what = message("setting.not_with_kind", kind="cctalk")
                yield Flaw((*path, named), what, message("hint.acceptor_tells"))
        return
    if coin.coin_values:
        what = message("setting.not_with_kind", kind=coin.kind)
        yield Flaw((*path, "coin_values"), what, message("hint.kind_cctalk"))
    if coin.max_bill:
        what = message("setting.not_with_kind", kind=coin.kind)
        yield Flaw((*path, "max_bill"), what, message("hint.kind_cctalk"))
    if coin.kind == "duration":
        if not coin.widths:
            what = message("setting.missing_for_duration")
            hint = message("hint.add", what="widths: [{ms: [40, 60], value: 100}, …]")
            yield Flaw((*path, "widths"), what, hint)
        if coin.pulse_value is not None or coin.table:
            named = "table" if coin.table else "pulse_value"
            what = message("setting.not_with_kind", kind="duration")
            yield Flaw((*path, named), what, message("hint.length_tells"))
        return
    if coin.widths:
        what = message("setting.not_with_kind", kind=coin.kind)
        yield Flaw((*path, "widths"), what, message("hint.kind_duration"))
    if coin.table and coin.kind == "line":
        what = message("setting.not_with_kind", kind="line")
        yield Flaw((*path, "table"), what, message("hint.one_line_one_coin"))
    elif coin.table and coin.pulse_value is not None:
        what = message("setting.beside_pulse_value")
        yield Flaw((*path, "table"), what, message("hint.keep_one"))
    elif coin.table:
        twice = list(_twice((*path, "table"), coin))
        yield from twice or _additive((*path, "table"), coin.worth)
    elif coin.pulse_value is None:
        hint = message("hint.add", what="pulse_value: 100")
        yield Flaw((*path, "pulse_value"), message("setting.missing"), hint)


def _twice(path: SettingPath, coin: Coin) -> Iterator[Flaw]:
    """Refuse a number of pulses that stands for two coins."""
    seen: dict[int, int] = {}
    for index, entry in enumerate(coin.table):
        first = seen.setdefault(entry.pulses, index)
        if first != index:
            other = f"{path[-1]}.{first}"
            what = message("setting.pulses_twice", pulses=entry.pulses, other=other)
            yield Flaw((*path, index, "pulses"), what, message("hint.keep_one"))


def _additive(path: SettingPath, table: Mapping[int, int]) -> Iterator[Flaw]:
    """Refuse a table in which two coins without a pause forge a third."""
    fewest, least = min(table.items())
    hint = message("hint.same_worth", money=Amount(-(-least // fewest)))
    forged = _forged(table)
    if forged:
        one, other, money = forged
        what = message(
            "setting.forged_coin",
            one=one,
            other=other,
            both=one + other,
            money=Amount(table[one + other]),
            right=Amount(money),
        )
        yield Flaw(path, what, hint)
    elif least % fewest or any(n * least != v * fewest for n, v in table.items()):
        yield Flaw(path, message("setting.uneven_train"), hint)


def _forged(table: Mapping[int, int]) -> tuple[int, int, int] | None:
    for one, other in combinations_with_replacement(sorted(table), 2):
        dropped = table[one] + table[other]
        if table.get(one + other, dropped) != dropped:
            return one, other, dropped
    return None


def _windows(path: SettingPath, coin: Coin) -> Iterator[Flaw]:
    """Every window has a beginning before its end, and no two meet."""
    if coin.kind != "duration":
        yield from _window((*path, "width_ms"), *coin.width_ms)
        return
    for index, width in enumerate(coin.widths):
        yield from _window((*path, "widths", index, "ms"), *width.ms)
    order = sorted(enumerate(coin.widths), key=lambda item: item[1].ms)
    for (_, shorter), (index, longer) in pairwise(order):
        if longer.ms[0] <= shorter.ms[1]:
            what = message(
                "setting.two_coins_in_one",
                ms=longer.ms[0],
                money=Amount(shorter.value),
                other=Amount(longer.value),
            )
            hint = message("hint.begin_above", n=shorter.ms[1])
            yield Flaw((*path, "widths", index, "ms"), what, hint)


def _window(path: SettingPath, shortest: int, longest: int) -> Iterator[Flaw]:
    if shortest >= longest:
        what = message("setting.not_shorter", shortest=shortest)
        yield Flaw(path, what, message("hint.below_or_swap", n=longest))


# Nobody drops more coins than this for one credit; the amounts are mixed up.
MOST_COINS_A_CREDIT: Final = 60
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
    web: Web | None = None
    week: Week | None = None
    alerts: Alerts | None = None


def draft_of(config: Config) -> Draft:
    """All of a config that is right by itself."""
    return Draft(
        config.io,
        config.pricing,
        dict(enumerate(config.coins)),
        dict(enumerate(config.modes)),
        dice=config.dice,
        web=config.web,
        week=config.schedule,
        alerts=config.alerts,
    )


def sense_flaws(draft: Draft, catalogue: Catalogue | None) -> Iterator[Flaw]:
    """Everything in the draft that does not go together."""
    if draft.io:
        yield from device_flaws(draft.io) if draft.io.several else _backend(draft.io)
        yield from _lines(draft.io)
        yield from _panel(draft.io)
    yield from coin_flaws(draft.coins, draft.io)
    yield from board_flaws(draft.coins, draft.io)
    if draft.dice:
        yield from dice_flaws(draft.dice, draft.io)
    if draft.web:
        yield from web_flaws(draft.web)
    if draft.week:
        yield from week_flaws(draft.week, catalogue)
    if draft.alerts:
        yield from alerts_flaws(draft.alerts)
    yield from _modes(draft, catalogue)
    if draft.pricing:
        tiers = list(_tiers(draft.pricing))
        yield from tiers
        if not tiers and not draft.pricing.free_play:
            yield from _prices(draft, draft.pricing.tariff(), catalogue)


def _backend(io: Io) -> Iterator[Flaw]:
    yield from backend_flaws(io.backend, ("io", "backend"))
    if io.backend == "serial" and not io.port:
        hint = message("hint.add_port", device="/dev/ttyACM0")
        yield Flaw(("io", "port"), message("setting.missing_for_serial"), hint)


def _lines(io: Io) -> Iterator[Flaw]:
    pins: dict[int, str] = {}
    keys: dict[tuple[str, str], str] = {}
    for name, line in io.lines.items():
        path: SettingPath = ("io", "lines", name)
        if line.pin is not None and pins.setdefault(line.pin, name) != name:
            what = message("setting.pin_twice", pin=line.pin, line=pins[line.pin])
            yield Flaw((*path, "pin"), what, message("hint.own_pin"))
        if line.drive == "pulses" and name != "lockout":
            what = message("setting.only_lockout_pulses")
            yield Flaw((*path, "drive"), what, message("hint.remove"), on_key=True)
        if line.key is None:
            continue
        if name not in INPUTS:
            what = message("setting.output_key")
            yield Flaw((*path, "key"), what, message("hint.remove"), on_key=True)
        elif flaw := _unknown_key(io, name, line.key):
            yield flaw
        elif keys.setdefault((line.device or "", line.key), name) != name:
            key, other = shown(line.key), keys[line.device or "", line.key]
            what = message("setting.key_twice", key=key, line=other)
            yield Flaw((*path, "key"), what, message("hint.own_key"))


def _unknown_key(io: Io, name: str, key: str) -> Flaw | None:
    """A key that is on no keyboard, or on no pad where the line hangs on one."""
    encoder = io.is_encoder(name)
    if control(key) if encoder else key in KEYS:
        return None
    names = sorted(CONTROLS) if encoder else sorted(KEYS)
    some = ("left ctrl", "stick left", "button 1") if encoder else _SOME_KEYS
    known = message("hint.for_example", value=any_of(some))
    what = message("setting.no_key", key=shown(key))
    return Flaw(("io", "lines", name, "key"), what, closest(key, names, known))


def _panel(io: Io) -> Iterator[Flaw]:
    """What nobody could play on. On a simulated panel nobody pays."""
    if "sim" in io.kinds():
        return
    path: SettingPath = ("io", "lines")
    wired = WiredButtons(frozenset(io.lines))
    if "start" not in io.lines:
        hint = message("hint.add", what="start: {pin: …, active: low}")
        yield Flaw(path, message("setting.no_start"), hint, on_key=True)
    for stick in STICKS:
        ways = [way for way in WAYS if f"p{stick}.{way}" in io.lines]
        missing = [way for way in WAYS if way not in ways]
        if ways and missing:
            player, lacks = f"p{stick}", any_of(missing)
            what = message("setting.stick_lacks", player=player, ways=lacks)
            yield Flaw(path, what, message("hint.four_ways"), on_key=True)
    if not wired.sticks:
        what, hint = message("setting.no_stick"), message("hint.add_stick")
        yield Flaw(path, what, hint, on_key=True)


def _tiers(pricing: Pricing) -> Iterator[Flaw]:
    good, floor = pricing.tariff(tiers=0), pricing.credit
    for index, tier in enumerate(pricing.tiers):
        path: SettingPath = ("pricing", "tiers", index)
        plain, money = tier.money // pricing.credit, Amount(tier.money)
        if tier.money <= floor:
            before = Amount(floor)
            what = message("setting.tier_too_low", money=money, before=before)
            hint = message("hint.tiers_rise", money=before)
            yield Flaw((*path, "money"), what, hint)
        elif tier.credits <= plain:
            what = message("setting.tier_no_bonus", money=money, credits=plain)
            hint = message("hint.at_least", n=plain + 1)
            yield Flaw((*path, "credits"), what, hint)
        elif tier.credits < (least := good.least_bonus(tier.money)):
            what = message("setting.tier_too_few", money=money, credits=tier.credits)
            hint = message("hint.give_or_leave_out", n=least)
            yield Flaw((*path, "credits"), what, hint)
        else:
            sold = (*good.tiers, Tier(tier.money, tier.credits))
            good, floor = replace(good, tiers=sold), tier.money


def _modes(draft: Draft, catalogue: Catalogue | None) -> Iterator[Flaw]:
    enabled = {i: mode for i, mode in draft.modes.items() if mode.enabled}
    if draft.whole and not enabled:
        what, hint = message("setting.no_mode"), message("hint.enable_one")
        yield Flaw(("modes",), what, hint, on_key=True)
    yield from program_flaws({i: (m.game, m.program) for i, m in enabled.items()})
    if catalogue is None:
        return
    for index, mode in enabled.items():
        path: SettingPath = ("modes", index)
        if mode.game == PROGRAM:
            continue
        card = catalogue.get(mode.game)
        if card is None:
            what = message("setting.no_game", name=mode.game)
            near = closest(mode.game, catalogue, there_are(sorted(catalogue)))
            yield Flaw((*path, "game"), what, near)
        else:
            yield from _options((*path, "options"), mode, card)
            yield from _seats((*path, "seats"), mode, card)


def _options(path: SettingPath, mode: Mode, card: GameCard) -> Iterator[Flaw]:
    fine = True
    for name, value in mode.options.items():
        choices = card.options.get(name)
        if choices is None:
            hint = closest(name, card.options, there_are(card.options))
            what = message("setting.no_option", game=mode.game)
            yield Flaw((*path, name), what, hint, on_key=True)
        elif not any(_same(value, choice) for choice in choices):
            wanted, first = any_of(choices), any_of(choices[:1])
            what = message("setting.expected", what=wanted, given=shown(value))
            hint = closest(value, choices, message("hint.for_example", value=first))
            yield Flaw((*path, name), what, hint)
        else:
            continue
        fine = False
    if fine and card.seats and not card.fitting(mode.options):
        why = Verbatim(card.refusal(card.seats[0], mode.options) or "")
        what = message("setting.not_playable", game=mode.game, why=why)
        yield Flaw(path, what, message("hint.change_option"))


def _seats(path: SettingPath, mode: Mode, card: GameCard) -> Iterator[Flaw]:
    fitting = card.fitting(mode.options)
    if fitting and mode.seats is not None and mode.seats not in fitting:
        what = message("setting.not_for_so_many", game=mode.game, seats=mode.seats)
        yield Flaw(path, what, there_are([str(number) for number in fitting]))


def _same(value: object, choice: object) -> bool:
    return value == choice and isinstance(value, bool) == isinstance(choice, bool)


def _prices(
    draft: Draft, tariff: Tariff, catalogue: Catalogue | None
) -> Iterator[Flaw]:
    coins = [value for coin in draft.coins.values() for value in coin.values if value]
    if not coins:
        if draft.whole and not draft.coins:
            hint = message("hint.describe_coin")
            yield Flaw(("coins",), message("setting.no_coin"), hint, on_key=True)
        return
    wanted = -(-tariff.credit // max(coins))
    if wanted > MOST_COINS_A_CREDIT:
        what = message(
            "setting.too_many_coins",
            money=Amount(tariff.credit),
            coins=wanted,
            coin=Amount(max(coins)),
        )
        yield Flaw(("pricing", "credit"), what, message("hint.minor_units"))
        return
    gain = _most_gained(tariff, coins)
    price, whose = _dearest(draft, catalogue)
    least = price + gain - 1
    if tariff.max_credits < least:
        what = message(
            "setting.too_few_credits",
            most=tariff.max_credits,
            game=whose,
            price=price,
            gain=gain,
        )
        hint = message("hint.at_least_or_shut", n=least)
        yield Flaw(("pricing", "max_credits"), what, hint)


def _dearest(draft: Draft, catalogue: Catalogue | None) -> tuple[int, str | Message]:
    """The dearest match on sale, and whose it is."""
    prices: list[tuple[int, str | Message]] = []
    for mode in draft.modes.values():
        if mode.enabled:
            card = (catalogue or {}).get(mode.game)
            most = offer_seats(card, mode.options)[1] if card else 1
            if mode.program is not None:
                most = mode.program.players
            offer = Offer("", {}, credits=mode.credits, per_player=mode.per_player)
            prices.append((offer.price(most), f"'{mode.titles(card)['en']}'"))
    return max(prices, key=lambda price: price[0], default=(1, message("kind.a_match")))


def _most_gained(tariff: Tariff, coins: list[int]) -> int:
    """The most credits one coin can bring, whatever was dropped before it."""
    moneys = [tier.money for tier in tariff.tiers]
    cycle = moneys[-1] if moneys else tariff.credit
    step = gcd(tariff.credit, *coins, *moneys)
    runs = islice(range(0, cycle, step), _RUNS_LOOKED_AT)
    return max(tariff.drop(Purse(0, run), max(coins)).credits for run in runs)
