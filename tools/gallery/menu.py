"""A service menu to draw: settings of each kind, books, alarms."""

from dataclasses import replace
from typing import Final

from cabinet.protocol.operator import Account, AlarmCard, Entry, Group, Menu
from cabinet.settings.menu import columns
from cabinet.settings.titles import choice_names, titles
from tools.gallery.alarms import GIFTS, JAMMED, SCREEN, failed

_BONUS: Final = "[{money: 200, credits: 3}]"
_COMMANDS: Final = ("credit", "standby", "wake", "restart-screen")
# As the operator's file has them: a slot that tells coins by pulses, one by lengths.
_TABLE: Final = "[{pulses: 1, value: 50}, {pulses: 2, value: 100}]"
_LENGTHS: Final = (
    "[{ms: [20, 40], value: 50}, {ms: [50, 70], value: 100}, "
    "{ms: [80, 110], value: 200}]"
)


def _setting(
    path: str, kind: str, value: str, fr: str, en: str, **more: object
) -> Entry:
    """A row with the help that the real one has; `helped` where a desk makes it up."""
    steps = tuple(int(step) if step.isdigit() else step for step in path.split("."))
    known = {language: title.help for language, title in titles(steps).items()}
    helped = more.pop("helped", known)
    return Entry(path, kind, {"fr": fr, "en": en}, helped, value, **more)  # type: ignore[arg-type]


def _mode(number: int, title: str, *options: Entry, per_player: str = "false") -> Group:
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
                f"{path}.place",
                "number",
                "2",
                "Place",
                "Place",
                helped={
                    "fr": "Sa place dans la liste des jeux ; 1 est en tête.",
                    "en": "Where it stands in the list of games; 1 is the first.",
                },
                least=1,
                most=7,
            ),
            _setting(
                f"{path}.continue_credits",
                "choice",
                "",
                "Rejouer",
                "Continue",
                choices=("", "0", "1"),
                names={"fr": ("pas proposé",), "en": ("not offered",)},
            ),
            *options,
            *_hours(path),
            _setting(
                f"{path}.title.fr", "text", title, "Titre, français", "Title, French"
            ),
        ),
    )


def _hours(path: str) -> tuple[Entry, ...]:
    where = f"{path}.hours"
    return (
        _setting(f"{where}.0.from", "time", "17:00", "Heures, de", "Hours, from"),
        _setting(f"{where}.0.to", "time", "19:00", "Heures, à", "Hours, to"),
        _setting(
            f"{where}.0.credits", "number", "2", "Heures, crédits", "Hours, credits"
        ),
        _setting(where, "act", "", "Retirer ces heures", "Remove these hours"),
        _setting(where, "act", "", "Ajouter des heures", "Add hours", choices=("[]",)),
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
            columns=columns(("pricing", "tiers"), 5),
            fresh=("200", "3"),
            most=10,
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
        _setting("cabinet.name", "text", "Arkade", "Nom", "Name", most=40),
        _setting(
            "cabinet.language",
            "choice",
            "fr",
            "Langue",
            "Language",
            default="en",
            choices=("fr", "en"),
            names=dict.fromkeys(("fr", "en"), ("Français", "English")),
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
_FAMILY: Final = _setting(
    "modes.1.options.removed",
    "choice",
    "random",
    "Famille retirée",
    "Family left out",
    helped={
        "fr": "De deux à quatre joueurs, une des quatre familles reste dans la boîte.",
        "en": "With two to four players, one of the four families stays in the box.",
    },
    choices=("random", "blue"),
    names={
        "fr": ("au hasard", "Aristocrates (bleu)"),
        "en": ("at random", "Superiors (blue)"),
    },
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


def _slot(number: int, kind: str) -> Group:
    path = f"coins.{number}"
    table, widths = (_TABLE, "[]") if kind == "pulse" else ("[]", _LENGTHS)
    also = {} if kind == "pulse" else {f"{path}.kind": "pulse", f"{path}.widths": ""}
    name = f"Monnayeur {number + 1}"
    return Group(
        path,
        {"fr": name, "en": f"Coins {number + 1}"},
        (
            _setting(
                f"{path}.slot", "number", str(number + 1), "Fente", "Slot", most=8
            ),
            _setting(
                f"{path}.kind",
                "choice",
                kind,
                "Type",
                "Kind",
                choices=("pulse", "duration"),
                names={"fr": ("impulsions", "durée"), "en": ("pulses", "duration")},
            ),
            _list(f"{path}.table", "rows", table, "Table", "Table", also=also),
            _list(
                f"{path}.width_ms",
                "pair",
                "[12, 80]",
                "Largeur d'impulsion",
                "Pulse width",
                default="[12, 80]",
            ),
            _list(f"{path}.widths", "rows", widths, "Longueurs", "Lengths"),
        ),
    )


def _list(path: str, kind: str, value: str, fr: str, en: str, **more: object) -> Entry:
    steps = tuple(int(step) if step.isdigit() else step for step in path.split("."))
    made = {"columns": columns(steps, 5), "fresh": ("1", "50"), "most": 16} | more
    return _setting(path, kind, value, fr, en, live=False, **made)


def _office(host: str) -> Group:
    return Group(
        "office",
        {"fr": "La page", "en": "Office"},
        (
            _setting("office.host", "text", host, "Adresse", "Address", live=False),
            _setting("office.port", "number", "8080", "Port", "Port", live=False),
        ),
    )


_SERVICE: Final = Group(
    "service",
    {"fr": "Service", "en": "Service"},
    (_setting("service.pin", "pin", "•••", "Code", "PIN"),),
)
_FLEET: Final = Group(
    "fleet",
    {"fr": "Parc", "en": "Fleet"},
    (
        _setting(
            "fleet.commands",
            "several",
            "[credit, wake]",
            "Ordres",
            "Commands",
            default="[]",
            choices=_COMMANDS,
            names={
                language: tuple(own.values())
                for language, own in choice_names(("fleet", "commands")).items()
            },
            live=False,
        ),
    ),
)
_ALARMS: Final = (
    AlarmCard(JAMMED, 3, "2026-11-16 17:42"),
    AlarmCard(SCREEN, 1, "2026-11-02 23:10"),
    AlarmCard(failed(1284), 12, "2026-10-30"),
    AlarmCard(GIFTS, 2, "2026-10-01 09:05"),
)
MENU: Final = Menu(
    (
        PRICES,
        _mode(0, "Azteka"),
        _mode(1, "Space Aztecs", _FAMILY, per_player="true"),
        _CABINET,
        _SOUND,
        _METER,
        _slot(0, "pulse"),
        _slot(1, "duration"),
        _SERVICE,
        _FLEET,
        _office("127.0.0.1"),
    ),
    (
        Account("today", 1_250, 9, 8, 13, 1, 0),
        Account("period", 48_600, 402, 377, 510, 6, 4),
        Account("lifetime", 1_204_350, 9_871, 9_502, 13_044, 77, 31),
    ),
    (
        Account("aztec", plays=1_204),
        Account("azteka", plays=7_012),
        Account("space_aztecs", plays=1_286),
    ),
    (*(0,) * 9, 12, 40, 66, 130, 220, 180, 150, 160, 310, 480, 520, 410, 260, 90, 8),
    ("lamp.start", "lamp.coin", "lockout", "meter"),
    alarms=_ALARMS,
    addresses=("192.168.178.120",),
)
LOCKED: Final = replace(MENU, locked=True)
OPEN: Final = replace(
    MENU,
    groups=(*MENU.groups[:-1], _office("0.0.0.0")),
    addresses=("192.168.178.120", "10.42.0.1"),
)
