"""The house's face on its page: the title as players will see it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.i18n import LANGUAGES, words
from cabinet.web.console.console import Visit

# From top to bottom, as cabinet/screen/scenes/title.py draws the name.
COLOURS: Final = {
    "arkade": ("#28d7f0", "#ffffff", "#f0379b", "#ffc53d"),
    "gold": ("#ffc53d", "#ffffff", "#c98a14", "#ffeaa6"),
    "ice": ("#28d7f0", "#ffffff", "#12809a", "#aef6ff"),
    "leaf": ("#4fe37f", "#ffffff", "#1f9150", "#b8ffcb"),
    "fire": ("#f47d20", "#ffffff", "#b8431b", "#ffc53d"),
    "violet": ("#9a86d8", "#ffffff", "#43307a", "#c9bdf0"),
}
# No logo is larger (`cabinet.settings.house.LARGEST`).
_LARGEST: Final = 256 * 1024


class HouseView(NamedTuple):
    """What stands on the title: colours, a welcome by language, whether a logo."""

    colours: tuple[str, ...]
    welcomes: tuple[tuple[str, str], ...]
    logo: str


def house_view(now: Mapping[str, str], visit: Visit) -> HouseView:
    """The title with these settings."""
    said = tuple(
        (each, now.get(f"house.welcome_{each}") or words(each)("attract.tagline"))
        for each in sorted(LANGUAGES, key=lambda one: one != visit.language)
    )
    colours = COLOURS.get(now.get("house.colours", ""), COLOURS["arkade"])
    return HouseView(colours, said, now.get("house.logo", ""))


def read_logo(file: str) -> bytes:
    """The picture that the settings name; `OSError` where it cannot be read."""
    with Path(file).open("rb") as picture:
        return picture.read(_LARGEST)
