"""What the folder of a game holds, by where it stands; loaded when it is wanted.

A game's view and bots are most of what there is to load of it, and whoever only asks
what may be played, with which options and by how many, wants neither. What a folder
does not hold is empty, and the view is then a list of actions.
"""

import tomllib
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from cabinet.tabletop.api import Bot, Rules, View
from cabinet.tabletop.menu_view import MenuView
from cabinet.tabletop.options import OptionTexts
from cabinet.tabletop.primer import Primer

AnyRules = Rules[Any, Any]


def _holds(package: str, path: str) -> bool:
    return bool(package) and files(package).joinpath(path).is_file()


def _view(package: str, _: AnyRules) -> View[Any, Any]:
    if not _holds(package, "view/view.py"):
        return MenuView()
    view: View[Any, Any] = import_module(f"{package}.view.view").VIEW
    return view


def _bots(package: str, _: AnyRules) -> Mapping[str, Bot[Any, Any]]:
    if not _holds(package, "bots/bots.py"):
        return {}
    bots: Mapping[str, Bot[Any, Any]] = import_module(f"{package}.bots.bots").BOTS
    return bots


def _sounds(package: str, _: AnyRules) -> Mapping[str, tuple[str, ...]]:
    if not _holds(package, "data/sounds.toml"):
        return {}
    told = files(package).joinpath("data/sounds.toml").read_text("utf-8")
    return {event: tuple(names) for event, names in tomllib.loads(told).items()}


def _primer(package: str, _: AnyRules) -> Primer | None:
    return Primer(package) if _holds(package, "data/howto.toml") else None


def _options(package: str, rules: AnyRules) -> OptionTexts:
    worded = _holds(package, "data/words.en.yaml")
    return OptionTexts(package, rules.options if worded else {})


# By field of `Game`.
FOUND: Final[Mapping[str, Callable[[str, AnyRules], object]]] = {
    "view": _view,
    "bots": _bots,
    "sounds": _sounds,
    "primer": _primer,
    "options": _options,
}
