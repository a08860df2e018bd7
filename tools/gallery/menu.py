"""A service menu to draw, from menu.yaml: settings, books, and where one can stand."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from cabinet.core.events import MILLISECOND, Edge
from cabinet.diagnostics.measurements import Measurements
from cabinet.protocol.fields import build
from cabinet.protocol.machine import Machine
from cabinet.protocol.operator import Entry, Group, Menu
from cabinet.protocol.refusals import Problem
from cabinet.screen.menu.key_learner import KeyLearner
from cabinet.screen.menu.list_editor import ListEditor
from cabinet.screen.menu.state import MenuState
from cabinet.screen.menu.text_editor import SECRET_SIGNS, TextEditor
from cabinet.settings.menu import columns
from cabinet.settings.titles import choice_names, titles


def _group(name: str, title: dict[str, str], entries: list[dict[str, Any]]) -> Group:
    return Group(name, title, tuple(_entry(name, **fields) for fields in entries))


def _entry(group: str, path: str, kind: str, value: str, **more: Any) -> Entry:  # noqa: ANN401
    """A row of menu.yaml, with what the real setting says of itself."""
    whole = f"{group}.{path}"
    steps = tuple(int(step) if step.isdigit() else step for step in whole.split("."))
    title = {language: more.pop(language) for language in ("fr", "en")}
    helped = more.pop("help", None) or {
        language: own.help for language, own in titles(steps).items()
    }
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


_WRITTEN: Final[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
_GROUPS: Final = tuple(_group(**group) for group in _WRITTEN["groups"])
MENU: Final = replace(build(Menu, _WRITTEN["menu"], "menu"), groups=_GROUPS)
LOCKED: Final = replace(MENU, locked=True)


@cache
def menu_places() -> Mapping[str, tuple[MenuState, Measurements]]:
    """Where one can stand, by the picture's name, and what is measured there."""
    places = {}
    for name, written in _WRITTEN["places"].items():
        place = dict(written)
        measured = _measured(**place.pop("measured", {}))
        places[name] = _state(place), measured
    return places


def _state(place: dict[str, Any]) -> MenuState:
    (page, row), changes = place.pop("at"), place.pop("menu", {})
    menu = Menu() if changes is None else _menu(changes, place.pop("values", {}))
    if "text" in place:
        place["writing"] = TextEditor(**place.pop("text"))
    if "machine" in place:
        named = _WRITTEN["machines"][place.pop("machine")]
        place["machine"] = build(Machine, named, "machine")
    if "secret" in place:
        signs = TextEditor(**place.pop("secret"), most=63, signs=SECRET_SIGNS)
        place["writing"] = signs
    if "learn" in place:
        place["writing"] = KeyLearner(place.pop("learn"), "")
    buttons = place.pop("press", "").split()
    behind = (tuple(place.pop("behind")),) if "behind" in place else ()
    state = MenuState(
        menu,
        (*((("", 0),) if page else ()), *behind, (page, row)),
        why=tuple(build(Problem, one, "why") for one in place.pop("why", ())),
        pin=tuple(place.pop("pin", (0,))),
        tried=frozenset(place.pop("tried", ())),
        **place,
    )
    if not buttons:
        return state
    assert isinstance(state.row, Entry)
    made = ListEditor.of(state.row, state.row.value)
    for button in buttons:
        made = made.press(button)
    return replace(state, writing=made)


def _menu(changes: Mapping[str, Any], values: Mapping[str, str]) -> Menu:
    menu = build(Menu, _WRITTEN["menu"] | changes, "menu")
    return replace(
        menu,
        groups=tuple(
            replace(
                group,
                entries=tuple(
                    replace(entry, value=values.get(entry.path, entry.value))
                    for entry in group.entries
                ),
            )
            for group in _GROUPS
        ),
    )


def _measured(
    coins: Iterable[Iterable[int]] = (),
    pressed: Iterable[tuple[str, int, float]] = (),
    presses: Iterable[int] = (),
    **fields: Any,  # noqa: ANN401
) -> Measurements:
    """`coins` are pulses of so many milliseconds, two seconds apart."""
    edges: list[Edge] = []
    for number, widths in enumerate(coins):
        at = number * 2_000
        for width in widths:
            edges += _pulse("coin.1", at, width)
            at += width + 60
    for line, at, ms in pressed:
        edges += _pulse(line, at, ms)
    return Measurements(edges=tuple(edges), presses=tuple(presses), **fields)


def _pulse(line: str, at: int, ms: float) -> tuple[Edge, Edge]:
    start, end = at * MILLISECOND, round((at + ms) * MILLISECOND)
    return Edge(line, active=True, at=start), Edge(line, active=False, at=end)
