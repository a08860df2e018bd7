"""A finished round stays to be looked at: the first press only ends that."""

from random import Random

import pytest

from cabinet.core.money.ledger import Seating
from cabinet.games import aztec, azteka
from cabinet.i18n import words
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.match.table import Table
from cabinet.screen.match.thinking import InlineThinker, Opponent

PERSON, BOT = Seating("person"), Seating("bot", "easy")
SECOND = 1_000_000_000


def table_at_the_end_of_a_round(game, seats, options):
    """The table just after the action that ended the first round."""
    card = MatchCard(1, game.rules.name, options, seats, seed=3)
    table, rng = Table(game, card), Random(1)
    while table.match.document()["round"] == 1:
        (seat,) = table.match.actors
        table.play(seat, rng.choice(table.match.legal(seat)))
    return table


ROUNDS = [
    pytest.param(azteka.GAME, 2, {}, id="azteka"),
    pytest.param(aztec.GAME, 3, {"rounds": 3}, id="aztec"),
]


@pytest.mark.parametrize(("game", "players", "options"), ROUNDS)
def test_the_first_press_shows_the_next_round_and_plays_nothing(game, players, options):
    table = table_at_the_end_of_a_round(game, (PERSON,) * players, options)
    played = len(table.log)
    assert table.lingers
    assert table.press(1, "a") is None
    assert not table.lingers
    assert len(table.log) == played
    assert table.press(1, "up") is None
    action = table.press(1, "a")
    assert action is not None
    assert action[1] in table.match.legal(action[0])


@pytest.mark.parametrize(("game", "players", "options"), ROUNDS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_meanwhile_the_bar_says_what_a_press_does(game, players, options, language):
    table = table_at_the_end_of_a_round(game, (PERSON,) * players, options)
    said = {"fr": "Continuer", "en": "Go on"}[language]
    assert table.show(words(language)).help == (("a", said),)
    table.press(1, "b")
    assert table.show(words(language)).help != (("a", said),)


@pytest.mark.parametrize(("game", "players", "options"), ROUNDS)
def test_it_ends_by_itself(game, players, options):
    table = table_at_the_end_of_a_round(game, (PERSON,) * players, options)
    frames = 0
    while table.lingers:
        table.tick()
        frames += 1
    assert 120 <= frames <= 300


def test_the_house_waits_too():
    table = table_at_the_end_of_a_round(azteka.GAME, (BOT, BOT), {})
    operating = Opponent(InlineThinker({"azteka": azteka.GAME}))
    assert operating.choose(table, 9 * SECOND, 0) is None
    for _ in range(300):
        table.tick()
    assert operating.choose(table, 9 * SECOND, 0) is not None


def test_the_end_of_a_match_does_not_linger_here():
    table, rng = (
        table_at_the_end_of_a_round(azteka.GAME, (PERSON, PERSON), {}),
        Random(1),
    )
    while table.match.actors:
        (seat,) = table.match.actors
        table.play(seat, rng.choice(table.match.legal(seat)))
    assert not table.lingers
