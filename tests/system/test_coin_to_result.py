"""Whole matches as people play them: a coin, the stick, two buttons, a result.

Real parts and simulated wires in virtual time. People point somewhere by chance and
press; nobody tells the cabinet an action.
"""

from random import Random

import pytest

from cabinet import settings
from cabinet.core.events import SECOND
from cabinet.loops.registry import GameShelf
from cabinet.scenario.rig import Rig
from tests.support.settings import SETTINGS

CLASSIC, AGGRESSIVE, AZTEC, THREE, STRATEGY, ARCADE = range(6)
LEVELS = ("easy", "normal", "hard")
ELSEWHERE = ("up", "down", "left", "right", "right", "b")


@pytest.fixture
def rig(tmp_path):
    games = GameShelf()
    simulated = {"io": {"backend": "sim"}}
    chosen = settings.load(SETTINGS, simulated, settings.catalogue_of(games))
    made = Rig(chosen, games, tmp_path, seed=5)
    yield made
    made.close()


def begin(rig, offer, people, level="normal"):
    """A coin, the mode, the players, the house's level, Start."""
    assert rig.insert(1)
    for _ in range(offer):
        rig.press("p1.right")
    rig.press("start")
    for _ in range(people - 1):
        rig.press("player")
    if level != "normal":
        rig.press("p1.up" if level == "hard" else "p1.down")
    rig.press("start")
    assert (
        rig.mode,
        rig.controller.snapshot.offer,
        rig.controller.snapshot.credits,
    ) == ("playing", offer, 0)
    seats = rig.controller.snapshot.match.seats
    assert sum(seat.kind == "person" for seat in seats) == people
    assert {seat.level for seat in seats if seat.kind == "bot"} <= {level}


def play_through(rig, longest=1_500, sticks=("p1",)):
    """Press until there is a result; the match and how it ended."""
    hand, match = Random(2), None
    for _ in range(longest):
        if rig.mode == "result":
            return match, rig.controller.snapshot.result
        match = rig.controller.snapshot.match or match
        stick = hand.choice(sticks)
        if hand.random() < 0.4:
            rig.press(f"{stick}.{hand.choice(ELSEWHERE)}")
        else:
            rig.press(f"{stick}.a")
        if any(seat.kind == "bot" for seat in match.seats):
            rig.advance(SECOND)
        elif len(sticks) > 1:
            rig.advance(SECOND // 4)
    raise AssertionError(f"no result after {longest} presses, {len(match.log)} actions")


def check(rig, match, result, seats):
    assert result.how == "finished"
    assert len(result.scores) == len(match.seats) == seats
    assert rig.controller.snapshot.books.minor_units == 100
    assert rig.controller.snapshot.books.plays == 1


@pytest.mark.parametrize("offer", [CLASSIC, AGGRESSIVE, AZTEC])
def test_two_people_play_from_the_coin_to_the_result(rig, offer):
    begin(rig, offer, people=2)
    check(rig, *play_through(rig), seats=2)


@pytest.mark.soak  # scenarios 18 to 20 and 22 to 24 play Arkade in every test
@pytest.mark.parametrize(
    ("offer", "sticks"), [(STRATEGY, ("p1",)), (ARCADE, ("p1", "p2"))]
)
def test_two_people_play_both_modes_of_arkade(rig, offer, sticks):
    begin(rig, offer, people=2)
    check(rig, *play_through(rig, sticks=sticks), seats=2)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("offer", [CLASSIC, AZTEC])
def test_one_person_plays_the_house_at_three_levels(rig, offer, level):
    begin(rig, offer, people=1, level=level)
    check(rig, *play_through(rig), seats=2)


@pytest.mark.parametrize("offer", [AZTEC, THREE])
def test_three_people_play_from_the_coin_to_the_result(rig, offer):
    begin(rig, offer, people=3)
    match, result = play_through(rig)
    check(rig, match, result, seats=3)
    if offer == AZTEC:
        words = [move.action.split()[0] for move in match.log]
        assert words[0] == "bid"
        auction = [word for word in words if word != "put"]
        assert auction.count("pass") == 2
        assert set(words[len(auction) :]) == {"put"}
