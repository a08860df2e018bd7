"""Selling Aztec costs next to nothing: its tables are made when they are wanted."""

import subprocess
import sys
from random import Random

import pytest

from cabinet.games.aztec import GAME
from cabinet.tabletop.api import RulesError, abilities

LOOKED_AT = """
from pathlib import Path
from cabinet import settings
from cabinet.games.aztec import GAME
from cabinet.games.aztec.rules import site
card = settings.catalogue_of({"aztec": GAME})["aztec"]
assert card.fitting({"corners": "none"}) == (2, 3)
assert not site._TALLIES
assert not any(site._EFFECTS)
GAME.rules.new(2, {}, None)
assert site._TALLIES
assert not any(site._EFFECTS)
"""


def test_looking_at_seats_and_options_makes_no_table():
    subprocess.run([sys.executable, "-c", LOOKED_AT], check=True, timeout=60)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [{}, {"rounds": 3}, {"rounds": 2}, {"corners": "none"}, {"speed": 1}],
    ids=str,
)
def test_what_cannot_be_played_is_refused_before_and_at_the_table_alike(
    players, options
):
    def refusal(ask):
        try:
            ask()
        except RulesError as refused:
            return str(refused)
        return None

    rules = GAME.rules
    check = abilities(rules).check
    looked = refusal(lambda: check(players, options))
    assert looked == refusal(lambda: rules.new(players, options, Random(1)))
