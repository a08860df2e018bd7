"""How an action that is not allowed is refused: which rule it breaks, what is right."""

import pytest

from cabinet.tabletop.api import IllegalActionError
from tests.games.aztec.table import FIRST, RULES, STUCK, at, cubes

ONE = [cubes(FIRST)]
UNSORTED = "put 5,3,1 3,3,0 3,4,0 3,5,0 4,3,0 5,3,0"


@pytest.mark.parametrize(
    ("fields", "seat", "text", "sentence"),
    [
        ({}, 0, "plonk", "'plonk': this is no action of Aztec, which is `put x,y,z"),
        ({}, 0, "put 1,1,1", "this is no action of Aztec"),
        ({}, 0, FIRST.replace(" ", "  "), "this is no action of Aztec"),
        ({}, 1, FIRST, "it is the turn of seat 0, not of seat 1"),
        ({}, 0, UNSORTED, f"its cubes are written in order, `{FIRST}`"),
        ({}, 0, "pass", "there is no auction now; legal: `put 3,3,0"),
        ({}, 0, "bid 4", "there is no auction now; legal: `put 3,3,0"),
        ({}, 0, "put 1,1,0 1,1,0 1,1,0 1,1,0 1,1,0 1,1,0", "1,1,0 is named twice"),
        (
            {},
            0,
            "put 3,3,0 3,4,0 3,5,0 3,5,1 4,3,0 5,3,0",
            "that is the mirror image of the piece",
        ),
        (
            {},
            0,
            "put 0,0,0 1,0,0 2,0,0 3,0,0 4,0,0 5,0,0",
            "these cubes are not the piece: five make a V",
        ),
        (
            {"pieces": ONE},
            1,
            "put 3,1,2 3,2,2 3,3,1 3,3,2 4,1,2 5,1,2",
            "two faces must touch and cubes A 3,1,2 and B 3,2,2 hang free, and one",
        ),
        ({"players": 3}, 0, FIRST, "who is Oh Puch is not settled yet; legal: `bid 1`"),
        ({"players": 3}, 0, "bid 19", "a bid is 1 to 18"),
        ({"bids": [{"seat": 0, "bid": 3}]}, 1, "bid 3", "lower than 3; legal: `bid 1`"),
        ({"pieces": STUCK}, 0, FIRST, "the game is over, nobody is to move"),
    ],
)
def test_a_refused_action_says_what_is_wrong_and_what_would_be_right(
    fields, seat, text, sentence
):
    with pytest.raises(IllegalActionError) as error:
        RULES.read_action(at(**fields), seat, text)
    assert sentence in str(error.value)
