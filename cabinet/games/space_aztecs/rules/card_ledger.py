"""Where the cards of a document lie: each in one place, and where it may lie.

A ledger is filled while a document is read; every refusal begins with the name of
the field that is wrong.
"""

from typing import Any, Final

from cabinet.games.space_aztecs.rules.cards import (
    AZTECS,
    AZTECS_OF,
    BIT,
    CARDS,
    CODICES,
    FAMILIES,
    FAMILY,
    IDS,
    KIND,
    KINDS,
    NO_FAMILY,
    SAUCER,
    TEMPLE,
    of_cards,
)
from cabinet.games.space_aztecs.rules.position import City
from cabinet.tabletop.api import PositionError

_CITY: Final = ("visible", "temples", "codex", "saucers")
_EVERY: Final = of_cards(IDS)


def wrong(field: str, sentence: str) -> PositionError:
    """The refusal of a document; it begins with the field's name."""
    return PositionError(f"{field}: {sentence}")


def called(card: int) -> str:
    """A card as a refusal speaks of it: `card 3 (blue saucer)`."""
    family = FAMILY[card]
    colour = "codex" if family == NO_FAMILY else FAMILIES[family]
    return f"card {card} ({colour} {CARDS[card].type})"


class Ledger:
    """Every card that a document names, and the field that names it."""

    def __init__(self) -> None:
        self.places: dict[int, str] = {}

    @property
    def cards(self) -> int:
        """All of them, as a set."""
        return of_cards(self.places)

    def card(self, field: str, value: object, fitting: int = _EVERY) -> int:
        """One card in a place that holds only `fitting` ones."""
        if type(value) is not int or value not in IDS:
            raise wrong(field, f"a card is a number from 1 to {IDS[-1]}, not {value!r}")
        if value in self.places:
            raise wrong(
                field,
                f"{called(value)} is there twice (first in {self.places[value]})",
            )
        if not BIT[value] & fitting:
            raise wrong(field, f"{called(value)} cannot lie there")
        self.places[value] = field
        return value

    def cards_in(self, field: str, value: object, fitting: int = _EVERY) -> int:
        """A list of cards, as a set."""
        return of_cards(
            self.card(field, card, fitting) for card in listed(field, value)
        )

    def city(self, value: object) -> City:
        """One of `cities`; what it leaves out is empty."""
        fields = known(value, _CITY)
        return City(
            self.cards_in("cities", fields.get("visible", []), AZTECS),
            tuple(sorted(self._covers(fields.get("temples", []), TEMPLE, "under"))),
            self.cards_in("cities", fields.get("codex", []), CODICES),
            tuple(self._covers(fields.get("saucers", []), SAUCER, "captured")),
        )

    def _covers(self, value: object, kind: int, below: str) -> list[tuple[int, int]]:
        """Temples or saucers, each with the Aztecs of its colour below it."""
        covers = []
        fitting = of_cards(card for card in IDS if KIND[card] == kind)
        for entry in listed("cities", value):
            fields = known(entry, ("card", below))
            if "card" not in fields:
                raise wrong("cities", f"a {KINDS[kind]} has no card: {entry!r}")
            card = self.card("cities", fields["card"], fitting)
            under = fields.get(below, [])
            covers.append((card, self.cards_in("cities", under, _same(card))))
        return covers


def _same(card: int) -> int:
    return AZTECS_OF[FAMILY[card]]


def listed(field: str, value: object) -> list[Any]:
    """A list, or a refusal."""
    if not isinstance(value, list):
        raise wrong(field, f"a list, not {value!r}")
    return value


def known(value: object, names: tuple[str, ...]) -> dict[str, Any]:
    """An object of a city with no other fields than these."""
    if not isinstance(value, dict):
        raise wrong("cities", f"an object with {', '.join(names)}, not {value!r}")
    for name in value:
        if name not in names:
            raise wrong("cities", f"no field {name!r} (there are: {', '.join(names)})")
    return value
