"""Who could win next, and what the house would play: one move ahead, by the rules."""

from dataclasses import replace
from random import Random

import pytest

from cabinet.games.arkade.rules.board import BIT
from cabinet.games.arkade.rules.position import ALIEN
from cabinet.tabletop.advice import advise, answered, may_advise, reaching
from cabinet.tabletop.api import CHANCE
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.match import Match
from cabinet.tabletop.registry import load
from tests.support.tiny_games import NIM, TINY_GAMES

MODES = [
    ("azteka", 2, {"variant": "classic"}),
    ("azteka", 2, {"variant": "aggressive"}),
    ("azteka", 3, {"variant": "mummies"}),
    ("aztec", 2, {}),
    ("aztec", 3, {}),
    ("arkade", 2, {"mode": "strategy", "tiles": False}),
    ("arkade", 2, {"mode": "arcade"}),
    ("space_aztecs", 4, {}),
]
SEEDS = range(3)


@pytest.mark.parametrize(("name", "players", "options"), MODES)
def test_nobody_wins_who_was_not_said_to_be_in_reach(name, players, options):
    game, said = load(name), 0
    for seed in SEEDS:
        match, rng = Match(game, players, options, seed, "manual"), Random(seed)
        reach, turn = (), None
        while not match.over:
            seat = match.actors[0]
            # In Arkade strategy a move is a turn: what is asked is where it begins.
            if seat != CHANCE and (turn != seat or options.get("mode") != "strategy"):
                reach, turn = reaching(game, match), seat
                said += bool(reach)
            match.play(rng.choice(match.legal(seat)), seat)
        winners = match.outcome().winners
        if name == "space_aztecs":  # the last cards are secret until they lie there
            assert reach
        elif winners == (seat,):
            assert seat in reach
    assert said or name == "aztec"


def test_a_move_that_wins_the_round_is_in_reach_and_is_advised():
    game, rng = load("azteka"), Random(1)
    found = 0
    for seed in range(12):
        match = Match(game, 2, {"variant": "aggressive"}, seed)
        while not match.over and found < 4:
            seat = match.actors[0]
            if seat in reaching(game, match):
                won = [
                    action
                    for action in match.legal(seat)
                    if round_won(game, match, seat, action)
                ]
                assert won
                found += 1
            else:
                assert not any(
                    round_won(game, match, seat, action) for action in match.legal(seat)
                )
            match.play(rng.choice(match.legal(seat)), seat)
    assert found == 4


def wins(game, match, seat):
    return any(round_won(game, match, seat, each) for each in match.legal(seat))


def round_won(game, match, seat, action):
    before, chosen = match.state, game.rules.read_action(match.state, seat, action)
    after = game.rules.apply(before, seat, chosen)
    outcome = game.rules.outcome(after)
    if outcome.over:
        return seat in outcome.winners
    gained = game.rules.outcome(after).scores[seat]
    return after.round != before.round and gained > 0


def arkade(line, column, *, mover=ALIEN):
    game = load("arkade")
    match = Match(game, 2, {"mode": "strategy"}, 1, "manual")
    bit = BIT[(line - 1) * 6 + column - 1]
    return game, match.state.but(saucers=(bit, 0, 0), mover=mover)


@pytest.mark.parametrize(
    ("line", "lands"), [(5, False), (6, False), (7, True), (8, True)]
)
def test_a_saucer_is_in_reach_of_the_last_line_with_two_dice(line, lands):
    game, state = arkade(line, 3)
    assert game.reach(state, ALIEN) is lands
    assert game.reach(state, 1), "one shot ends it"


def test_a_saucer_that_something_stands_before_does_not_land():
    game, state = arkade(8, 3)
    blocked = state.but(asteroids=BIT[8 * 6 + 2])
    assert not game.reach(blocked, ALIEN)


def test_a_game_that_says_nothing_is_looked_into_one_move_deep():
    match = Match(NIM, 2, {"heaps": "1-1"}, 1)
    assert reaching(NIM, match) == ()
    match.play("take 1 from 0", 0)
    assert reaching(NIM, match) == (1,)
    match.play("take 1 from 1", 1)
    assert reaching(NIM, match) == ()


def test_the_advice_leads_to_the_action_that_it_names():
    for name, players, options in MODES:
        game, rng = load(name), Random(2)
        match = Match(game, players, options, 2)
        for _ in range(6):
            seat = match.actors[0]
            advice = advise(game, match, seat, rng, simulations(5))
            assert advice.action in match.legal(seat)
            assert advice.press
            _follow(game, match, seat, advice)
            match.play(rng.choice(match.legal(seat)), seat)


def _follow(game, match, seat, advice):
    seen, legal = match.seen_by(seat), tuple(match.legal(seat))
    hand, action = game.view.hand(seen, legal, None), None
    for button in advice.press:
        assert action is None
        hand, action = game.view.press(hand, button, seen, legal)
    assert action == advice.action


def test_a_winning_move_is_said_to_win_and_one_that_saves_to_save():
    match = Match(NIM, 2, {"heaps": "1-1"}, 1)
    match.play("take 1 from 0", 0)
    assert advise(NIM, match, 1, Random(1), simulations(50)).wins
    lazy = replace(NIM, reach=lambda state, seat: seat == 1 and sum(state.heaps) == 2)
    match = Match(lazy, 2, {"heaps": "1-1"}, 1)
    assert advise(lazy, match, 0, Random(1), simulations(50)).saves == (1,)


def test_hidden_hands_get_no_hint_that_others_would_see():
    assert may_advise(load("space_aztecs"), 1)
    assert not may_advise(load("space_aztecs"), 2)
    assert may_advise(load("azteka"), 2)


def test_an_answer_is_an_action_or_json():
    match = Match(NIM, 2, {}, 1)
    rng, enough = Random(1), simulations(5)
    asked = [
        answered(NIM, match, 0, "easy", rng, enough, want)
        for want in ("move", "reach", "advice")
    ]
    assert asked[0] in match.legal(0)
    assert asked[1] == "[]"
    assert asked[2].startswith('["take ')
    assert TINY_GAMES
