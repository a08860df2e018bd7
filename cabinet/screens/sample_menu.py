"""A service menu to draw: settings of each kind, and where one can stand in it."""

from dataclasses import replace
from typing import Final

from cabinet.hallway_desk import Account, Entry, Group, Menu
from cabinet.screens.servicing import Desk

_WHY: Final = (
    "cabinet.yaml:107:7: pricing.tiers.0.credits: the tier of 200 gives 1 credits, "
    "fewer than without it"
)
_BONUS: Final = "[{money: 200, credits: 3}]"


def _setting(
    path: str, kind: str, value: str, fr: str, en: str, **more: object
) -> Entry:
    helped = {
        "fr": f"{fr} : ce que c'est, en une phrase, et ce que cela change.",
        "en": f"{en}: what it is, in a sentence, and what it changes.",
    }
    return Entry(path, kind, {"fr": fr, "en": en}, helped, value, **more)  # type: ignore[arg-type]


def _mode(number: int, title: str, *, per_player: str = "false") -> Group:
    path = f"modes.{number}"
    return Group(
        path,
        {"fr": title, "en": title},
        (
            _setting(f"{path}.enabled", "bool", "true", "En vente", "Enabled"),
            _setting(f"{path}.credits", "number", "1", "Crédits", "Credits", most=9),
            _setting(
                f"{path}.per_player", "bool", per_player, "Par joueur", "Per player"
            ),
            _setting(
                f"{path}.continue_credits",
                "choice",
                "",
                "Rejouer",
                "Continue",
                choices=("", "0", "1"),
            ),
        ),
    )


def _percent(name: str, fr: str, en: str, value: str) -> Entry:
    return _setting(
        f"sound.{name}",
        "number",
        value,
        fr,
        en,
        default="60",
        most=100,
        step=5,
        unit="%",
    )


PRICES: Final = Group(
    "pricing",
    {"fr": "Prix", "en": "Pricing"},
    (
        _setting("pricing.currency", "text", "EUR", "Monnaie", "Currency"),
        _setting(
            "pricing.credit",
            "money",
            "100",
            "Prix d'un crédit",
            "Price of a credit",
            least=1,
            most=10_000,
            step=10,
        ),
        _setting(
            "pricing.tiers",
            "choice",
            _BONUS,
            "Bonus",
            "Tiers",
            default="[]",
            choices=("[]", _BONUS),
        ),
        _setting(
            "pricing.free_play",
            "bool",
            "false",
            "Gratuit",
            "Free play",
            default="false",
        ),
    ),
)
_CABINET: Final = Group(
    "cabinet",
    {"fr": "La borne", "en": "Cabinet"},
    (
        _setting("cabinet.name", "text", "Arkade", "Nom", "Name"),
        _setting(
            "cabinet.language",
            "choice",
            "fr",
            "Langue",
            "Language",
            default="en",
            choices=("fr", "en"),
        ),
    ),
)
_SOUND: Final = Group(
    "sound",
    {"fr": "Son", "en": "Sound"},
    (
        _percent("coin", "Pièce", "Coin", "100"),
        _percent("music", "Musique", "Music", "60"),
        _setting(
            "sound.attract_pause", "number", "60", "Pause", "Pause", unit="s", most=900
        ),
        _setting("sound.quiet_from", "time", "22:00", "Calme dès", "Quiet from"),
    ),
)
_METER: Final = Group(
    "meter",
    {"fr": "Compteur", "en": "Meter"},
    (
        _setting(
            "meter.on_ms",
            "number",
            "60",
            "Tirage",
            "On",
            unit="ms",
            most=900,
            live=False,
        ),
    ),
)
MENU: Final = Menu(
    (
        PRICES,
        _mode(0, "Azteka"),
        _mode(1, "Space Aztecs", per_player="true"),
        _CABINET,
        _SOUND,
        _METER,
    ),
    (
        Account("today", 1_250, 9, 8, 13, 1, 0),
        Account("period", 48_600, 402, 377, 510, 6, 4),
        Account("lifetime", 1_204_350, 9_871, 9_502, 13_044, 77, 31),
    ),
    (
        Account("aztec corners=both rounds=1", plays=1_204),
        Account("azteka variant=classic", plays=7_012),
        Account("space_aztecs", plays=1_286),
    ),
    (*(0,) * 9, 12, 40, 66, 130, 220, 180, 150, 160, 310, 480, 520, 410, 260, 90, 8),
    ("lamp.start", "lamp.coin", "lockout"),
)


def desks() -> dict[str, Desk]:
    """Every page, and everything that can be said on one, by the picture's name."""
    prices = _at("pricing", 1)
    return {
        "menu": _at("", 0),
        "menu_group": _at("", 1),
        "menu_modes": _at("", 2),
        "menu_scores": _at("", 5),
        "menu_more": _at("", 6),
        "menu_tests": _at("", 7),
        "menu_scores_table": _at("scores", 0),
        "menu_scores_none": _at("scores", 1),
        "menu_prices": replace(prices, draft="150"),
        "menu_busy": replace(prices, draft="250", busy=True),
        "menu_refused": replace(prices, draft="250", notice="refused", why=_WHY),
        "menu_bonus": replace(_at("pricing", 2), notice="kept"),
        "menu_free": replace(_at("pricing", 3), draft="true"),
        "menu_mode": replace(_at("modes.1", 0), notice="waits"),
        "menu_name": replace(_at("cabinet", 0), notice="elsewhere"),
        "menu_language": replace(_at("cabinet", 1), draft="en"),
        "menu_sound": _at("sound", 0),
        "menu_pin": replace(_at("pin", 0), pin=(4, 7, 1)),
        "menu_pin_busy": replace(_at("pin", 0), pin=(4, 7, 1, 1), busy=True),
        "menu_pin_wrong": replace(_at("pin", 0), notice="wrong"),
        "menu_pin_pause": replace(_at("pin", 0), notice="wrong", why="30"),
        "menu_reset": _at("more", 1),
        "menu_reset_list": _at("reset", 0),
        "menu_reset_sure": replace(_at("reset", 0), draft="sure"),
        "menu_reset_done": replace(_at("reset", 0), menu=Menu()),
        "menu_meter": _at("meter", 0),
        "menu_restart": replace(_at("meter", 0), notice="restart"),
        "menu_books": _at("books", 0),
        **{f"menu_tests_{n + 1}": _at("tests", n) for n in range(4)},
        "menu_outputs": replace(_at("outputs", 2), tried=frozenset({"lamp.coin"})),
        "menu_inputs": _at("inputs", 0),
        **{f"menu_pattern_{n + 1}": _at("pattern", n) for n in range(3)},
    }


def _at(page: str, cursor: int) -> Desk:
    above = (("", 0),) if page else ()
    return Desk(MENU, (*above, (page, cursor)))
