"""Matches are heard: through the cue collector, with the real games."""

from dataclasses import replace
from random import Random

import pytest

from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Seating
from cabinet.protocol.codec import Panel
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.sound.cues import of_events
from cabinet.tabletop.match import Match
from cabinet.tabletop.registry import shipped
from tools.gallery.samples import BASE

GAMES = shipped()
PERSON = Seating("person")
# The cabinet has a jingle for the end, and says itself whose turn it is.
SILENT = {"game_over", "turn", "times"}
ACTIONS = 400


@pytest.fixture(scope="module")
def matches():
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
def test_whatever_happens_in_a_game_has_its_sound(name, matches):
    events = {told["event"] for timeline in matches[name] for told in timeline}
    assert len(events) > 3
    assert events - SILENT <= set(GAMES[name].sounds)


def test_a_shot_of_arkade_is_a_laser_and_then_an_explosion(matches):
    shots = [s for s in matches["arkade"] if any(t["event"] == "shot" for t in s)]
    heard = of_events(GAMES["arkade"].sounds, shots[0])
    assert heard.index("explosion") == heard.index("laser") + 1


@pytest.fixture
def controller():
    controller = ScreenController(GAMES, InlineThinker(GAMES, 1))
    controller.hear(BASE)
    controller.tick(SECOND)
    controller.cue_collector.heard(SECOND)
    card = MatchCard(1, "azteka", {}, (PERSON, PERSON), seed=3)
    controller.hear(replace(BASE, mode="playing", match=card))
    return controller


def heard_until(controller, now):
    controller.tick(now)
    return controller.cue_collector.heard(now).cues


def test_the_controller_hears_the_match_begin_and_the_hand_move(controller):
    assert heard_until(controller, 2 * SECOND) == ("start",)
    controller.hear(Panel("p1.right", "pressed", 3 * SECOND))
    controller.hear(Panel("p1.right", "released", 3 * SECOND))
    assert heard_until(controller, 3 * SECOND + 1) == ("move",)


def test_the_controller_hears_an_action_and_whose_turn_it_is(controller):
    heard_until(controller, 2 * SECOND)
    controller.play(0, controller.match.legal(0)[0])
    assert heard_until(controller, 4 * SECOND) == ("stone", "turn")


def test_a_coin_in_mid_match_is_heard(controller):
    heard_until(controller, 2 * SECOND)
    controller.hear(
        replace(controller.snapshot, credits=controller.snapshot.credits + 1)
    )
    assert heard_until(controller, 3 * SECOND) == ("coin",)
    assert controller.cue_collector.heard(3 * SECOND + 1).tune == "azteka"
