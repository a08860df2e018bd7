"""The 72 cards: what each is, and sets of them as bits.

A card is its id, 1 to 72, in order of time: the smaller id is the earlier card. A
set of cards is one integer with bit `id` set. Everything printed on a card comes
from `data/cards.toml`, every other number of the box from `data/rules.toml`.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from cabinet.tabletop.data import table

FAMILIES: Final = ("pink", "yellow", "blue", "green")
NO_FAMILY: Final = -1
AZTEC: Final = 0
TEMPLE: Final = 1
SAUCER: Final = 2
CODEX: Final = 3
KINDS: Final = ("aztec", "temple", "saucer", "codex")
PINK: Final = 0


class Card(NamedTuple):
    """One printed card; `type` is villager, jaguar, temple, tlaloc and so on."""

    time: str
    family: int
    kind: int
    type: str
    points: int
    bonus: int


def _card(time: str, family: str, word: str, points: int, bonus: int) -> Card:
    if not family:
        return Card(time, NO_FAMILY, CODEX, word, points, bonus)
    kind = KINDS.index(word) if word in KINDS else AZTEC
    return Card(time, FAMILIES.index(family), kind, word, points, bonus)


BOX: Final = table("cabinet.games.space_aztecs", "rules.toml")
# CARDS[0] is no card, so that CARDS[id] is the card of that id.
CARDS: Final[tuple[Card, ...]] = (
    Card("", NO_FAMILY, NO_FAMILY, "", 0, 0),
    *(
        _card(*row)
        for row in table("cabinet.games.space_aztecs", "cards.toml")["cards"]
    ),
)
IDS: Final = range(1, len(CARDS))
BIT: Final[tuple[int, ...]] = tuple(1 << card for card in range(len(CARDS)))
FAMILY: Final[tuple[int, ...]] = tuple(card.family for card in CARDS)
KIND: Final[tuple[int, ...]] = tuple(card.kind for card in CARDS)


def of_cards(cards: Iterable[int]) -> int:
    """These cards as a set."""
    bits = 0
    for card in cards:
        bits |= BIT[card]
    return bits


def cards_of(bits: int) -> tuple[int, ...]:
    """The cards of a set, earliest first."""
    cards = []
    while bits:
        low = bits & -bits
        cards.append(low.bit_length() - 1)
        bits ^= low
    return tuple(cards)


def family_of(card: int) -> str:
    """The name of a card's family; a Codex has none, and is called that."""
    return "codex" if FAMILY[card] == NO_FAMILY else FAMILIES[FAMILY[card]]


def called(card: int) -> str:
    """A card as a refusal speaks of it: `card 3 (blue saucer)`."""
    return f"card {card} ({family_of(card)} {CARDS[card].type})"


def _all(kind: int, family: int | None = None) -> int:
    return of_cards(
        card for card in IDS if KIND[card] == kind and family in (None, FAMILY[card])
    )


AZTECS: Final = _all(AZTEC)
CODICES: Final = _all(CODEX)
# By family.
AZTECS_OF: Final = tuple(_all(AZTEC, family) for family in range(len(FAMILIES)))
MEMBERS: Final = tuple(
    of_cards(card for card in IDS if FAMILY[card] == family)
    for family in range(len(FAMILIES))
)
# By type, for every type of Aztec.
OF_TYPE: Final = {
    word: of_cards(card for card in IDS if CARDS[card].type == word)
    for word in dict.fromkeys(CARDS[card].type for card in cards_of(AZTECS))
}
AGENTS: Final = OF_TYPE["agent"]
DAY: Final = of_cards(
    card for card in IDS if BOX["day"]["from"] <= CARDS[card].time <= BOX["day"]["to"]
)
