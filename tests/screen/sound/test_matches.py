"""Matches are heard: through the director's ear, with the real games."""

from dataclasses import replace
from random import Random

import pytest

from cabinet.core.events import SECOND
from cabinet.protocol.codec import Panel
from cabinet.protocol.snapshot import MatchCard, SeatCard
from cabinet.screen.loop.controller import Director
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.sound.cues import of_story
from cabinet.tabletop.match import Match
from cabinet.tabletop.registry import installed
from tools.gallery.samples import BASE

GAMES = installed()
PERSON = SeatCard("person")
# The cabinet has a jingle for the end, and says itself whose turn it is.
SILENT = {"game_over", "turn", "times"}
ACTIONS = 400


@pytest.fixture(scope="module")
def stories():
    """What happens in one match of each game between people who play at random."""
    told = {}
    for name, game in GAMES.items():
        rng = Random(name)
        match = Match(game, game.rules.seats[-1], {}, 7)
        told[name] = [tuple(match.opening)]
        while not match.over and len(match.log) < ACTIONS:
            seat = match.actors[0]
            action = rng.choice(match.legal(seat))
            told[name].append(tuple(match.play(action, seat)))
    return told


@pytest.mark.parametrize("name", GAMES)
def test_whatever_happens_in_a_game_has_its_sound(name, stories):
    events = {told["event"] for story in stories[name] for told in story}
    assert len(events) > 3
    assert events - SILENT <= set(GAMES[name].sounds)


def test_a_shot_of_arkade_is_a_laser_and_then_an_explosion(stories):
    shots = [s for s in stories["arkade"] if any(t["event"] == "shot" for t in s)]
    heard = of_story(GAMES["arkade"].sounds, shots[0])
    assert heard.index("explosion") == heard.index("laser") + 1


@pytest.fixture
def director():
    director = Director(GAMES, InlineThinker(GAMES, 1))
    director.hear(BASE)
    director.tick(SECOND)
    director.ear.heard(SECOND)
    card = MatchCard(1, "azteka", {}, (PERSON, PERSON), seed=3)
    director.hear(replace(BASE, mode="playing", match=card))
    return director


def heard_until(director, now):
    director.tick(now)
    return director.ear.heard(now).cues


def test_the_director_hears_the_match_begin_and_the_hand_move(director):
    assert heard_until(director, 2 * SECOND) == ("start",)
    director.hear(Panel("p1.right", "pressed", 3 * SECOND))
    director.hear(Panel("p1.right", "released", 3 * SECOND))
    assert heard_until(director, 3 * SECOND + 1) == ("move",)


def test_the_director_hears_an_action_and_whose_turn_it_is(director):
    heard_until(director, 2 * SECOND)
    director.play(0, director.match.legal(0)[0])
    assert heard_until(director, 4 * SECOND) == ("stone", "turn")


def test_a_coin_in_mid_match_is_heard(director):
    heard_until(director, 2 * SECOND)
    director.hear(replace(director.snapshot, credits=director.snapshot.credits + 1))
    assert heard_until(director, 3 * SECOND) == ("coin",)
    assert director.ear.heard(3 * SECOND + 1).tune == "azteka"
