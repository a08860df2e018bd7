"""The files of a game's `data` folder: tables of its box and cards, and its words."""

import tomllib
from importlib.resources import files
from typing import Any

from cabinet.i18n import LANGUAGES, Words, game_words


def table(package: str, name: str) -> dict[str, Any]:
    """The TOML file of that name in the `data` folder of a package."""
    return tomllib.loads(files(package).joinpath("data", name).read_text("utf-8"))


class Texts:
    """What the game in a package says, by language; English in any other.

    All are read when a view is loaded, and not in the first frame that says something.
    """

    def __init__(self, package: str) -> None:
        self._books = {spoken: game_words(package, spoken) for spoken in LANGUAGES}

    def __getitem__(self, language: str) -> Words:
        return self._books.get(language, self._books["en"])
