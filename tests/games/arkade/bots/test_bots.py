"""The house at Arkade: what it sees, and that it answers in time."""

from random import Random
from time import perf_counter

import pytest

from cabinet.games.arkade import GAME
from cabinet.games.arkade.bots import insight, raid
from cabinet.games.arkade.bots.bits import lane_of
from cabinet.games.arkade.rules.box import ALIEN_TILES, DEFENDER_TILES
from cabinet.tabletop.api import CHANCE
from cabinet.tabletop.bots import simulations, until
from cabinet.tabletop.census import throw
from tests.games.arkade.table import RULES, aliens, defence, lane

BOTS = GAME.bots
THOUGHT = 20_000
AT_WAR = defence("6,2 O", "5,3 B", "7,5 V", "4,4 O", move=5, fire="V")
IN_A_RUSH = defence(
    *("6,2 O", "5,3 B", "7,5 V", "4,4 O"),
    **{"options": {"mode": "arcade"}, "turn": "both"},
    **{"move": 5, "fire": "V", "alien_dice": ["O", "B"], "alien_rolls": 1},
)


def legality(bot, seed, options):
    """Whether each action of a bot against itself was legal; both act in turn."""
    rng, acts = Random(seed), 0
    state = RULES.new(2, options, rng)
    told = []
    while due := RULES.actors(state):
        if due == (CHANCE,):
            state = RULES.apply(state, CHANCE, throw(RULES, state, rng))
            continue
        seat = due[acts % len(due)]
        acts += 1
        action = bot.choose(RULES, state, seat, rng, simulations(THOUGHT))
        told.append(action in RULES.legal(state, seat))
        state = RULES.apply(state, seat, action)
    return told


@pytest.mark.parametrize("level", GAME.bots)
@pytest.mark.parametrize(
    "options",
    [{}, {"mode": "arcade"}, {"mode": "arcade", "tiles": True}, {"face": "advanced"}],
)
def test_every_level_plays_every_mode_to_its_end(level, options):
    assert all(legality(BOTS[level], 4, options))


def test_a_bot_that_has_no_time_still_answers_at_once():
    state = aliens("2,1 O", "2,2 B", "5,3 V", dice=("O", "V"))
    began = perf_counter()
    enough = until(began, perf_counter)
    action = BOTS["hard"].choose(RULES, state, 0, Random(1), enough)
    assert action in RULES.legal(state, 0)
    assert perf_counter() - began < 2


@pytest.mark.parametrize("mode", ["strategy", "arcade"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_level_looks_at_the_clock_between_any_two_walks(
    monkeypatch, seat, mode
):
    walks, most = 0, 0
    walk = raid.Raid.walk

    def counted(self, *dice):
        nonlocal walks, most
        walks += 1
        most = max(most, walks)
        return walk(self, *dice)

    def enough(_):
        nonlocal walks
        walks = 0
        return False

    monkeypatch.setattr(raid.Raid, "walk", counted)
    raid._advances.clear()
    saucers = ("6,2 O", "5,3 B", "7,5 V", "4,4 O")
    side = defence if seat else aliens
    dice = {"move": 5, "fire": "V"} if seat else {"dice": ("O", "B")}
    both = {"turn": "both"} if mode == "arcade" else {}
    state = side(*saucers, options={"mode": mode}, **dice, **both)
    BOTS["hard"].choose(RULES, state, seat, Random(1), enough)
    assert most == 1


@pytest.mark.parametrize("looks", range(1, 12))
@pytest.mark.parametrize("state", [AT_WAR, IN_A_RUSH])
def test_a_bot_whose_time_runs_out_plays_what_it_has(state, looks):
    many = iter(range(looks))
    for seat in RULES.actors(state):
        action = BOTS["hard"].choose(
            RULES, state, seat, Random(1), lambda _: next(many, None) is None
        )
        assert action in RULES.legal(state, seat)


def threat(state):
    seen = lane_of(state)
    return insight.threat(seen.saucers(), seen.walls(), seen.face, seen.rolls)


def test_the_chance_of_a_color_within_three_rolls_is_exact():
    assert threat(lane("8,1 O")) == pytest.approx(1 - (4 / 9) ** 3)
    assert threat(lane("8,1 O", tower=1)) > 0  # around it
    assert threat(lane("6,1 O")) == 0
    assert threat(lane("8,1 O", options={"rolls": 2})) == pytest.approx(
        1 - (4 / 9) ** 2
    )


def test_the_best_level_keeps_the_die_that_wins_and_throws_the_other():
    state = aliens("7,1 O", dice=("B", "O"))  # needs B, then V
    action = BOTS["hard"].choose(RULES, state, 0, Random(1), simulations(THOUGHT))
    assert RULES.write_action(state, action) == "reroll 2"


def test_the_best_level_takes_a_victory():
    state = aliens("8,1 O", "2,2 B", dice=("V", "O"))
    action = BOTS["hard"].choose(RULES, state, 0, Random(1), simulations(THOUGHT))
    assert RULES.write_action(state, action) == "step 8,1 9,1 V"


def test_the_best_level_shoots_the_saucer_that_would_win():
    state = defence("8,4 O", "2,1 B", move=4, fire="O", ship=1)
    first = BOTS["hard"].choose(RULES, state, 1, Random(1), simulations(THOUGHT))
    assert RULES.write_action(state, first) == "go"
    there = RULES.apply(state, 1, first)
    shot = BOTS["hard"].choose(RULES, there, 1, Random(1), simulations(THOUGHT))
    assert RULES.write_action(there, shot) == "fire ship"


def test_the_bots_know_no_more_than_their_seat():
    state = aliens("3,1 O", "2,2 B", dice=("O", "V"))
    hidden = [("life",) * 4 + ("hit",) * 2, ("hit", "hit", "speed", "speed", "rift")]
    chosen = set()
    for tiles in hidden:
        counts = tuple(tiles.count(tile) for tile in ALIEN_TILES)
        other = state.but(alien_tiles=counts)
        bot, enough = BOTS["hard"], simulations(THOUGHT)
        chosen.add(bot.choose(RULES, other, 0, Random(1), enough))
    assert len(chosen) == 1


def test_every_tile_is_reached_by_random_games():
    seen, rng = set(), Random(3)
    for _ in range(60):
        state = RULES.new(2, {}, rng)
        while due := RULES.actors(state):
            seat = due[0]
            if seat == CHANCE:
                action = throw(RULES, state, rng)
                seen.add(RULES.write_action(state, action))
            else:
                action = rng.choice(RULES.legal(state, seat))
            state = RULES.apply(state, seat, action)
    tiles = {f"tile {tile}" for tile in (*ALIEN_TILES, *DEFENDER_TILES)}
    assert tiles <= seen
