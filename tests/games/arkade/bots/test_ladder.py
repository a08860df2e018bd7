"""The levels of Arkade: each beats the one below, on either side, in both modes.

Where both play at once bots have the hands of people, as at the cabinet. No seed here
was ever used to set the levels.
"""

from itertools import pairwise

import pytest

from cabinet.games.arkade import GAME
from cabinet.tabletop.registry import load
from tools.dice_sim.plan import RANDOM, Cell, Manner, Stretch
from tools.dice_sim.playing import play, play_stretch

SEED = 260_611
LEVELS = [RANDOM, *GAME.bots]
LADDER = [(better, worse) for worse, better in pairwise(LEVELS)]
SIDES = ["alien", "defender"]
MODES = ["strategy", "arcade"]


def stretch(alien, defender, games, start=0, **options):
    cell = Cell((alien, defender), tuple(options.items()))
    return Stretch("arkade", cell, Manner(SEED), start, start + games)


def share(better, worse, side, games, **options):
    """The part of the games that the better level wins on its side."""
    seat = SIDES.index(side)
    levels = (better, worse) if seat == 0 else (worse, better)
    tally = play_stretch(stretch(*levels, games, **options))
    return tally.get("wins", seat) / games


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("side", SIDES)
def test_the_better_level_wins_most_games(side, mode):
    games = {"hard": 2, "normal": 3, "easy": 6}
    won = [
        share(better, worse, side, games[better], mode=mode) * games[better]
        for better, worse in LADDER
    ]
    assert sum(won) >= 0.65 * sum(games.values())


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("better", "worse"), LADDER)
def test_each_level_wins_two_thirds_of_200_games(better, worse, side, mode):
    assert share(better, worse, side, 200, mode=mode) >= 0.65


@pytest.mark.soak
def test_the_normal_number_of_nuggets_makes_an_even_game():
    assert 0.35 <= share("hard", "hard", "defender", 200, nuggets=6) <= 0.7


def test_where_both_play_at_once_both_do():
    levels = ["easy", "easy"]
    played = play(load("arkade"), stretch(*levels, 1, mode="arcade"), levels, 0)
    assert played.turns > 20
