"""What the folder of a game holds, by where it stands; loaded when it is wanted.

A game's view and bots are most of what there is to load of it, and whoever only asks
what may be played, with which options and by how many, wants neither. What a folder
does not hold is empty, and the view is then a list of actions.
"""

from importlib import import_module
from importlib.resources import files
from typing import Any

from cabinet.tabletop.api import Rules
from cabinet.tabletop.data import table
from cabinet.tabletop.menu_view import MenuView
from cabinet.tabletop.options import OptionTexts
from cabinet.tabletop.primer import Primer


def found(field: str, package: str, rules: Rules[Any, Any]) -> object:
    """What the folder of a game has for this field of `Game`."""

    def holds(path: str) -> bool:
        return bool(package) and files(package).joinpath(path).is_file()

    match field:
        case "view" if holds("view/view.py"):
            return import_module(f"{package}.view.view").VIEW
        case "view":
            return MenuView()
        case "bots":
            held = holds("bots/bots.py")
            return import_module(f"{package}.bots.bots").BOTS if held else {}
        case "sounds":
            sounds = table(package, "sounds.toml") if holds("data/sounds.toml") else {}
            return {event: tuple(names) for event, names in sounds.items()}
        case "primer":
            return Primer(package) if holds("data/howto.toml") else None
        case "options":
            worded = holds("data/words.en.yaml")
            return OptionTexts(package, rules.options if worded else {})
    raise AttributeError(f"a game has no {field}")
