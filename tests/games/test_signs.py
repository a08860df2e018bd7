"""Colour is never the only sign: what differs for the eye differs without colour."""

from itertools import combinations

import pytest

from cabinet.games.arkade import GAME as ARKADE
from cabinet.games.azteka import GAME as AZTEKA
from cabinet.games.space_aztecs import GAME as SPACE_AZTECS
from cabinet.games.space_aztecs.rules.cards import CARDS, FAMILIES
from cabinet.picture.shapes import PALETTE, Text
from cabinet.tabletop.api import Look
from cabinet.testing.games import seen_by
from tests.games.arkade import table as arkade
from tests.games.azteka import table as azteka
from tests.games.space_aztecs import table as space

NAMES = ("Zoé", "Hugo", "Maël", "Inès", "Noé", "Léa")


def uncoloured(game, rules, state):
    """The picture of a position with every colour taken out; words stay."""
    seen = seen_by(rules, state, None)
    names = NAMES[: rules.players(state)]
    due = rules.actors(state)
    look = Look(seen, due, (), None, names, (), 999, 0, "fr")
    return tuple(
        tuple("" if field in PALETTE else field for field in shape)
        if not isinstance(shape, Text)
        else (shape.x, shape.y, shape.words)
        for shape in game.view.picture(look)
    )


def test_the_three_kinds_of_saucers_are_told_by_their_shape():
    pictures = [
        uncoloured(ARKADE, arkade.RULES, arkade.lane(f"4,1 {color}")) for color in "OBV"
    ]
    assert len(set(pictures)) == 3


def test_the_three_colours_of_dice_are_told_by_their_sign():
    pictures = [
        uncoloured(ARKADE, arkade.RULES, arkade.aliens("4,1 O", dice=(color, "B")))
        for color in "OBV"
    ]
    assert len(set(pictures)) == 3


def cards(kind):
    """A card of that kind from every family."""
    found = {}
    for number, card in enumerate(CARDS):
        if card is not None and card.type == kind:
            found.setdefault(card.family, number)
    assert len(found) == len(FAMILIES)
    return list(found.values())


@pytest.mark.parametrize(
    ("kind", "where"), [("temple", "temples"), ("saucer", "saucers")]
)
def test_the_four_families_are_told_by_their_shape(kind, where):
    pictures = []
    for card in cards(kind):
        city = space.city(**{where: {card: []}})
        state = space.at(cities=[city, space.city()])
        pictures.append(uncoloured(SPACE_AZTECS, space.RULES, state))
    assert all(one != other for one, other in combinations(pictures, 2))


def test_the_roles_are_told_by_their_sign():
    life = azteka.at(life=[[1, 2]], death=[])
    death = azteka.at(life=[], death=[[1, 2]])
    one, other = (uncoloured(AZTEKA, azteka.RULES, state) for state in (life, death))
    shapes = [
        {s for s in picture if isinstance(s[-1], tuple) or len(s) > 4}
        for picture in (one, other)
    ]
    assert shapes[0] != shapes[1]
