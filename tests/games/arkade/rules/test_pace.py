"""What a match of Arkade is noted for, and how little the loser lacked."""

from random import Random

import pytest

from cabinet.games.arkade import GAME
from cabinet.games.arkade.rules.pace import near, parts, points
from cabinet.tabletop.match import Match


def finished(seed):
    match, rng = Match(GAME, 2, {}, seed), Random(seed)
    while not match.over:
        seat = match.actors[0]
        match.play(rng.choice(match.legal(seat)), seat)
    return match


@pytest.mark.parametrize("seed", range(4))
def test_losers_score_too_but_less_than_any_winner(seed):
    match = finished(seed)
    scores = points(match.state, match.log)
    (winner,) = match.outcome().winners
    assert scores[winner] >= 500 > scores[1 - winner]
    told = parts(match.state, match.log, "fr")
    assert sum(worth for _, worth in told[1 - winner]) == scores[1 - winner]


def test_how_little_is_lacking_is_said_for_each_side():
    state = Match(GAME, 2, {}, 0).state
    assert near(state, 0, "fr") == (7, "À 7 cases de la victoire !")
    assert near(state, 1, "en") == (12, "12 saucers were left.")
