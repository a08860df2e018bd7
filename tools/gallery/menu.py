"""A service menu to draw: settings of each kind, books, alarms."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import yaml

from cabinet.protocol.operator import Account, AlarmCard, Entry, Group, Menu
from cabinet.settings.editing import frozen
from cabinet.settings.menu import columns
from cabinet.settings.titles import titles

_SETTINGS: Final = Path(__file__).with_suffix(".yaml")


def _groups() -> Iterator[Group]:
    """The groups of `menu.yaml`, with the words that the real ones have."""
    for group in yaml.safe_load(_SETTINGS.read_text(encoding="utf-8")):
        entries = (
            _entry(f"{group['name']}.{name}", *row) for name, *row in group["entries"]
        )
        yield Group(group["name"], group["title"], tuple(entries))


def _entry(
    path: str, kind: str, value: str, unusual: Mapping[str, Any] | None = None
) -> Entry:
    steps = tuple(int(step) if step.isdigit() else step for step in path.split("."))
    words = titles(steps)
    more = {
        "title": {language: title.name for language, title in words.items()},
        "help": {language: title.help for language, title in words.items()},
        **frozen(unusual or {}),
    }
    if "columns" in more:
        more["columns"] = columns(steps, 5)
    return Entry(path, kind, value=value, **more)


_ALARMS: Final = (
    AlarmCard("coin.1 jammed", 3, "2026-11-16 17:42"),
    AlarmCard("screen lost: it stopped answering", 1, "2026-11-02 23:10"),
    AlarmCard(
        "match 1284 failed: IndexError: list index out of range", 12, "2026-10-30"
    ),
    AlarmCard("service credits: 20 in a day, no more", 2, "2026-10-01 09:05"),
)
MENU: Final = Menu(
    tuple(_groups()),
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
_HOST, _PORT = MENU.groups[-1].entries
OPEN: Final = replace(
    MENU,
    groups=(
        *MENU.groups[:-1],
        replace(MENU.groups[-1], entries=(replace(_HOST, value="0.0.0.0"), _PORT)),
    ),
    addresses=("192.168.178.120", "10.42.0.1"),
)
