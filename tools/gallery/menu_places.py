"""Where one can stand in the service menu, and what its tests can have measured."""

from dataclasses import replace
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Edge
from cabinet.diagnostics.measurements import Measurements
from cabinet.i18n.message import Amount, message, to_text
from cabinet.protocol.operator import Entry, Menu, StorageCard
from cabinet.protocol.refusals import Problem
from cabinet.screen.menu.list_editor import ListEditor
from cabinet.screen.menu.state import SURE, MenuState
from cabinet.screen.menu.text_editor import TextEditor
from tools.gallery.alarms import SILENCE
from tools.gallery.menu import LOCKED, MENU, OPEN

_WHY: Final = (
    Problem(
        message("setting.tier_too_few", money=Amount(200), credits=1),
        path=("pricing", "tiers", 0, "credits"),
    ),
)
_FORGED: Final = (
    Problem(
        message(
            "setting.forged_coin",
            one=1,
            other=1,
            both=2,
            money=Amount(100),
            right=Amount(110),
        ),
        message("hint.same_worth", money=Amount(55)),
        ("coins", 0, "table"),
    ),
)
# Rows until there is no room for one more, and then a look at the middle.
_SIXTEEN: Final = ("up", "a", *("down", "left", "left", "a") * 13, *["up"] * 6)
_NAMED: Final = TextEditor("Chez nous", 40, 5, 4, capitals=True)
_PRESSES: Final = tuple(ms * MILLISECOND // 10 for ms in (92, 141, 77, 181, 120, 160))
_FIRST_PAGE: Final = (
    "menu",
    "menu_group",
    "menu_modes",
    "menu_cabinet",
    "menu_loud",
    "menu_scores",
    "menu_alarms",
    "menu_network",
    "menu_more",
    "menu_tests",
)


def desks() -> dict[str, MenuState]:
    """Every page, and everything that can be said on one, by the picture's name."""
    prices = _at("pricing", 1)
    return {
        **{name: _at("", place) for place, name in enumerate(_FIRST_PAGE)},
        "menu_scores_table": _at("scores", 0),
        "menu_scores_none": _at("scores", 1),
        "menu_scores_sure": replace(_at("scores", 0), draft=SURE),
        "menu_scores_cleared": replace(_at("scores", 1), notice="cleared"),
        "menu_prices": replace(prices, draft="150"),
        "menu_busy": replace(prices, draft="250", busy=True),
        "menu_refused": replace(prices, draft="250", notice="refused", why=_WHY),
        "menu_bonus": replace(_at("pricing", 2), notice="kept"),
        "menu_free": replace(_at("pricing", 3), draft="true"),
        "menu_mode": replace(_at("modes.1", 0), notice="waits"),
        "menu_mode_option": replace(_at("modes.1", 5), draft="blue"),
        "menu_mode_hours": replace(_at("modes.1", 6), draft="17:45"),
        "menu_mode_add_hours": replace(_at("modes.1", 10), draft=SURE),
        "menu_name": replace(
            _at("cabinet", 0), writing=TextEditor("Arkade du Caf", 40, 2)
        ),
        "menu_name_keys": replace(_at("cabinet", 0), writing=_NAMED),
        "menu_name_refused": replace(_at("cabinet", 0), notice="refused", why=_WHY),
        "menu_language": replace(_at("cabinet", 1), draft="en"),
        "menu_sound": _at("sound", 0),
        "menu_pin": replace(_at("pin", 0), pin=(4, 7, 1)),
        "menu_pin_busy": replace(_at("pin", 0), pin=(4, 7, 1, 1), busy=True),
        "menu_pin_wrong": replace(_at("pin", 0), notice="wrong"),
        "menu_pin_pause": replace(_at("pin", 0), notice="wrong", wait_s=30),
        "menu_pin_new": replace(_at("pin.new", 0), pin=(4, 7, 1)),
        "menu_pin_row": _at("service", 0),
        "menu_pin_none": replace(_at("service", 1, LOCKED), draft=SURE),
        "menu_reset": _at("more", 5),
        "menu_reset_list": _at("reset", 0),
        "menu_reset_sure": replace(_at("reset", 0), draft=SURE),
        "menu_reset_done": _at("reset", 0, Menu()),
        "menu_meter": _at("meter", 0),
        "menu_restart": replace(_at("meter", 0), notice="restart"),
        "menu_books": _at("books", 0),
        "menu_alarm_list": _at("alarms", 0),
        "menu_alarm_none": _at("alarms", 0, Menu()),
        "menu_network_page": _at("network", 0, OPEN),
        "menu_network_alone": _at("network", 1, replace(MENU, addresses=())),
        **{f"menu_tests_{n + 1}": _at("tests", n) for n in range(10)},
        "menu_meter_clicked": replace(_at("tests", 3), notice="clicked"),
        "menu_outputs": replace(_at("outputs", 2), tried=frozenset({"lamp.coin"})),
        "menu_inputs": _at("inputs", 0),
        "menu_calibrate_slots": _at("calibrate", 0),
        "menu_storage_well": _at("storage", 0, _stored(900, 2_310, 11_842)),
        "menu_storage_slow": _at("storage", 0, _stored(71_000, 402_000, 11_842)),
        "menu_storage_little": _at("storage", 0, _stored(900, 2_310, 312)),
        "menu_storage_why": _at("storage", 0, _refused("Read-only file system")),
        **{f"menu_pattern_{n + 1}": _at("pattern", n) for n in range(3)},
        **_lists(),
    }


def _lists() -> dict[str, MenuState]:
    """Settings that hold several values, row by row."""
    tiers = _sheet(_at("pricing", 2), "down", "a")
    return {
        "menu_slot": _at("coins.0", 2),
        "menu_fleet": _at("fleet", 0),
        "menu_tiers": tiers,
        "menu_tiers_turned": _sheet(
            _at("pricing", 2), "down", "a", "a", *["right"] * 20
        ),
        "menu_tiers_out": _sheet(_at("pricing", 2), "left"),
        "menu_tiers_refused": replace(tiers, notice="refused", why=_WHY),
        "menu_table": _sheet(_at("coins.0", 2), "down", "right"),
        "menu_table_keys": _sheet(_at("coins.0", 2), "up"),
        "menu_table_refused": replace(
            _sheet(_at("coins.0", 2), "right", "a", "right", "a"),
            notice="refused",
            why=_FORGED,
        ),
        "menu_table_begun": _sheet(_at("coins.1", 2), "a"),
        "menu_table_long": _sheet(_at("coins.0", 2), *_SIXTEEN),
        "menu_lengths": _sheet(_at("coins.1", 4), "down", "right", "a", "right"),
        "menu_width": _sheet(_at("coins.0", 3), "a", "left"),
        "menu_width_busy": replace(_sheet(_at("coins.0", 3), "a", "left"), busy=True),
        "menu_several": _sheet(_at("fleet", 0), "down", "a"),
    }


def _sheet(menu_state: MenuState, *buttons: str) -> MenuState:
    """The desk with its list open, after some buttons."""
    assert isinstance(menu_state.row, Entry)
    made = ListEditor.of(menu_state.row, menu_state.row.value)
    for button in buttons:
        made = made.press(button)
    return replace(menu_state, writing=made)


def benches() -> dict[str, tuple[MenuState, Measurements]]:
    """The pages that measure, with what they have measured."""
    coins = _at("calibrate.0", 0)
    ten = _coins(*((50 + n % 3,) for n in range(10)))
    trains = _coins(*((40 + n % 4, 41, 44) for n in range(10)))
    differ = _coins(*((50,) * (1 + n % 2) for n in range(10)))
    board = {"port": "/dev/ttyUSB0", "board": "1f0e9d8c", "firmware": "1.4"}
    board |= {"round_trip_ms": "3.2", "damaged": "2", "repeated": "1", "lost": ""}
    return {
        "menu_wires": (_at("wires", 0), _moved()),
        "menu_wires_none": (_at("wires", 0), Measurements(seen=0)),
        "menu_latency": (_at("latency", 0), Measurements(presses=_PRESSES)),
        "menu_link": (_at("link", 0), Measurements(seen=0, about=board)),
        "menu_link_lost": (
            _at("link", 0),
            Measurements(seen=0, about=board | {"lost": to_text(SILENCE)}),
        ),
        "menu_link_none": (_at("link", 0), Measurements(seen=0)),
        "menu_calibrate_four": (coins, _coins(*((50 + n,) for n in range(4)))),
        "menu_calibrate_ten": (coins, ten),
        "menu_calibrate_trains": (coins, trains),
        "menu_calibrate_kept": (replace(coins, notice="restart"), trains),
        "menu_calibrate_refused": (
            replace(coins, notice="refused", why=_WHY),
            ten,
        ),
        "menu_calibrate_pulses": (coins, differ),
        "menu_calibrate_widths": (
            coins,
            _coins(*((30 + 40 * (n % 2),) for n in range(10))),
        ),
        "menu_calibrate_short": (coins, _coins(*((7,) for _ in range(10)))),
        "menu_calibrate_board": (coins, Measurements(seen=0, about=board)),
        "menu_calibrate_lengths": (_at("calibrate.1", 0), Measurements(seen=0)),
    }


def _coins(*trains: tuple[int, ...]) -> Measurements:
    """Coins of pulses of so many milliseconds, two seconds apart."""
    edges: list[Edge] = []
    for number, widths in enumerate(trains):
        at = number * 2 * SECOND
        for width in widths:
            edges.append(Edge("coin.1", active=True, at=at))
            edges.append(Edge("coin.1", active=False, at=at + width * MILLISECOND))
            at += (width + 60) * MILLISECOND
    return Measurements(seen=9, at=60 * SECOND, edges=tuple(edges))


def _moved() -> Measurements:
    """A coin, a bounce, and a button that is held."""
    pressed = (("p1.a", 0, 92.4), ("start", 900, 130), ("p1.left", 1_500, 61.25))
    edges = [*_coins((50,), (51,)).edges]
    for line, at, ms in pressed:
        edges.append(Edge(line, active=True, at=at * MILLISECOND + 5 * SECOND))
        end = round((at + ms) * MILLISECOND) + 5 * SECOND
        edges.append(Edge(line, active=False, at=end))
    return Measurements(
        seen=9, at=9 * SECOND, edges=tuple(edges), levels={"door": True}
    )


def _stored(median: int, worst: int, free: int) -> Menu:
    return replace(MENU, storage=StorageCard(median, worst, free))


def _refused(why: str) -> Menu:
    return replace(MENU, storage=StorageCard(why=why))


def _at(page: str, cursor: int, menu: Menu | None = None) -> MenuState:
    above = (("", 0),) if page else ()
    return MenuState(menu or MENU, (*above, (page, cursor)))
