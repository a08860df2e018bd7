"""What the house plays is seen first: it lands, then people are due."""

from random import Random

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.i18n import words
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.match.table import Table
from cabinet.screen.match.thinking import InlineThinker
from cabinet.tabletop.recount import recounted
from cabinet.tabletop.registry import shipped
from tests.screen.controller_rig import BOT, PERSON, Rig

GAMES = shipped()


@pytest.fixture
def rig():
    rig = Rig(InlineThinker(GAMES, 5), games=GAMES)
    rig.start("azteka", seats=(BOT, PERSON))
    while not rig.log:
        rig.wait(100 * MILLISECOND)
    return rig


def play(rig):
    return rig.controller.table.show(words("fr"))


def test_nobody_is_asked_before_the_action_of_the_house_has_landed(rig):
    assert play(rig).persons == ()
    assert "À TOI !" not in rig.shown
    rig.wait(700 * MILLISECOND)
    assert play(rig).persons == (1,)
    assert "À TOI !" in rig.shown


def test_a_button_in_that_time_plays_nothing_and_a_direction_moves(rig):
    rig.press("p1.a")
    assert len(rig.log) == 1
    assert play(rig).persons == (1,)
    rig.press("p1.up")
    rig.press("p1.a")
    assert len(rig.log) == 2


def test_the_call_is_heard_when_the_turn_begins_and_not_with_the_action(rig):
    hear = rig.controller.cue_collector.heard
    rig.wait(300 * MILLISECOND)
    assert "turn" not in hear(rig.now).cues
    rig.wait(500 * MILLISECOND)
    assert "turn" in hear(rig.now).cues


def test_points_count_up_while_it_lands():
    rig = Rig(InlineThinker(GAMES, 5), games=GAMES)
    rig.start("aztec", seats=(BOT, BOT))
    table = rig.controller.table
    seen = set()
    for _ in range(60 * 60):
        rig.wait(SECOND // 60)
        now = table._counted_up()
        assert all(
            have <= done
            for have, done in zip(now, table.match.outcome().scores, strict=True)
        )
        seen.add(sum(now))
    assert max(seen) == sum(table.match.outcome().scores) > 2


def test_the_last_three_actions_are_told_with_whose_they_are(rig):
    for _ in range(3):
        rig.wait(2 * SECOND)
        rig.press("p1.up")
        rig.press("p1.a")
    rig.wait(2 * SECOND)
    played = play(rig).played
    assert len(played) == 3
    assert {seat for seat, _ in played} == {0, 1}
    assert {"pose un pion"} <= {line for _, line in played}


def test_a_shot_that_is_given_up_is_told_as_a_miss():
    missed = {"event": "missed", "seat": 1, "color": "O"}
    turn = {"event": "turn", "turn": "alien", "seat": 0}
    told = recounted(GAMES["arkade"].package, "en", (missed, turn))
    assert told == "hits nothing"
    assert recounted("", "en", (missed,)) == ""


def test_what_has_yet_to_be_shown_is_not_told_before():
    card = MatchCard(1, "space_aztecs", {}, (PERSON,) * 4, seed=1)
    table = Table(GAMES["space_aztecs"], card, phones=set(range(4)))
    chance, speech = Random(1), words("en")

    def told():
        return "abducts an Aztec" in [line for _, line in table.show(speech).played]

    while "abducted" not in [each["event"] for each in table._timeline.lately]:
        seat = table.match.actors[0]
        table.play(seat, chance.choice(table.match.legal(seat)))
    assert not told()
    while table.lingers:
        table.tick()
    assert told()
