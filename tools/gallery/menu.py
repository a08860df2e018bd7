"""A service menu to draw: the settings of menu.yaml, books, alarms."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import yaml

from cabinet.protocol.operator import Account, AlarmCard, Entry, Group, Menu
from cabinet.settings.menu import columns
from cabinet.settings.titles import choice_names, titles
from tools.gallery.alarms import GIFTS, JAMMED, SCREEN, failed


def _group(name: str, title: dict[str, str], entries: list[dict[str, Any]]) -> Group:
    return Group(name, title, tuple(_entry(name, **fields) for fields in entries))


def _entry(group: str, path: str, kind: str, value: str, **more: Any) -> Entry:  # noqa: ANN401
    """A row of menu.yaml, with what the real setting says of itself."""
    whole = f"{group}.{path}"
    steps = tuple(int(step) if step.isdigit() else step for step in whole.split("."))
    title = {language: more.pop(language) for language in ("fr", "en")}
    own_help = {language: own.help for language, own in titles(steps).items()}
    helped = more.pop("help", own_help)
    if more.get("columns"):
        more["columns"] = columns(steps, 5)
    names = more.pop("names", {})
    if names is True:
        own_names = choice_names(steps).items()
        names = {language: own.values() for language, own in own_names}
    for field in ("choices", "fresh"):
        more[field] = tuple(more.get(field, ()))
    named = {language: tuple(each) for language, each in names.items()}
    return Entry(whole, kind, title, helped, value, names=named, **more)


_GROUPS: Final = tuple(
    _group(**group)
    for group in yaml.safe_load(
        Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    )
)
_ALARMS: Final = (
    AlarmCard(JAMMED, 3, "2026-11-16 17:42"),
    AlarmCard(SCREEN, 1, "2026-11-02 23:10"),
    AlarmCard(failed(1284), 12, "2026-10-30"),
    AlarmCard(GIFTS, 2, "2026-10-01 09:05"),
)
MENU: Final = Menu(
    _GROUPS,
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
_PAGE: Final = _GROUPS[-1]
_EVERYWHERE: Final = replace(_PAGE.entries[0], value="0.0.0.0")
OPEN: Final = replace(
    MENU,
    groups=(
        *_GROUPS[:-1],
        replace(_PAGE, entries=(_EVERYWHERE, *_PAGE.entries[1:])),
    ),
    addresses=("192.168.178.120", "10.42.0.1"),
)
