"""The names an operator may write under `io.lines`, and the wiring we ship.

Pins are BCM numbers. GPIO 3 wakes a halted Raspberry Pi, hence `power`; GPIO 2
stays free beside it, and 14 and 15 for a serial link. Outputs sit on pins that
the chip pulls down at start, so the slot stays shut until somebody opens it.
"""

from typing import Final, TypedDict

MOST_SLOTS: Final = 8
PLAYERS: Final = range(1, 7)
STICK: Final = ("up", "down", "left", "right", "a", "b")

INPUTS: Final = (
    *(f"coin.{slot}" for slot in range(1, MOST_SLOTS + 1)),
    *("power", "start", "mode", "player", "service", "test", "door", "tilt"),
    *(f"p{player}.{way}" for player in PLAYERS for way in STICK),
)
OUTPUTS: Final = (
    *("lamp.start", "lamp.coin"),
    *(f"lamp.p{player}" for player in PLAYERS),
    *("lockout", "meter"),
)
LINE_PATTERN: Final = (
    rf"^(coin\.[1-{MOST_SLOTS}]|power|start|mode|player|service|test|door|tilt"
    r"|p[1-6]\.(up|down|left|right|a|b)"
    r"|lamp\.(start|coin|p[1-6])|lockout|meter)$"
)

_NAMED_KEYS: Final = (
    *("up", "down", "left", "right", "return", "tab", "space", "escape"),
    *("backspace", "insert", "delete", "home", "end", "page up", "page down"),
    *("left ctrl", "right ctrl", "left shift", "right shift"),
    *("left alt", "right alt", "left meta", "right meta", "caps lock", "menu"),
    *(f"f{number}" for number in range(1, 13)),
    *(f"[{digit}]" for digit in range(10)),
)
KEYS: Final = frozenset(
    (*_NAMED_KEYS, *"abcdefghijklmnopqrstuvwxyz0123456789", *"-=[]\\;'`,./")
)


class Terminal(TypedDict, total=False):
    """Where one line of the shipped wiring ends."""

    pin: int
    active: str
    key: str


def _stick(
    player: int, pins: tuple[int, ...], keys: tuple[str, ...]
) -> dict[str, Terminal]:
    ways = zip(STICK, pins, keys, strict=True)
    return {
        f"p{player}.{way}": Terminal(pin=pin, active="low", key=key)
        for way, pin, key in ways
    }


SHIPPED_LINES: Final[dict[str, Terminal]] = {
    "coin.1": {"pin": 17, "active": "low", "key": "5"},
    "power": {"pin": 3, "active": "low", "key": "p"},
    "start": {"pin": 27, "active": "low", "key": "1"},
    "mode": {"pin": 22, "active": "low", "key": "tab"},
    "player": {"pin": 23, "active": "low", "key": "2"},
    "service": {"pin": 24, "active": "low", "key": "9"},
    "test": {"pin": 25, "active": "low", "key": "f2"},
    **_stick(
        1,
        (5, 6, 13, 19, 26, 16),
        ("up", "down", "left", "right", "left ctrl", "space"),
    ),
    **_stick(2, (4, 7, 8, 9, 10, 11), ("r", "f", "d", "g", "a", "s")),
    "lamp.start": {"pin": 12, "active": "high"},
    "lamp.coin": {"pin": 18, "active": "high"},
    "lockout": {"pin": 20, "active": "high"},
}
