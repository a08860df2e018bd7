"""The house at the table: at a human pace, and never for ever."""

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.protocol.codec import Action
from tests.screen.controller_rig import BOT, PERSON, Rig, Silent


def test_a_bot_plays_but_not_before_people_have_seen_the_action_before(rig):
    rig.start(seats=(PERSON, BOT))
    rig.press("p1.a")
    rig.wait(950 * MILLISECOND)
    assert len(rig.log) == 1
    rig.wait(200 * MILLISECOND)
    assert [seat for seat, _ in rig.log] == [0, 1]
    assert rig.controller.say()[1] == Action(1, 1, *rig.log[1])


def test_bots_alone_play_a_match_to_its_end(rig):
    rig.start(seats=(BOT, BOT))
    rig.wait(30 * SECOND)
    assert rig.controller.match.over


def test_the_same_match_has_the_same_bots(rig):
    logs = []
    for _ in range(2):
        rig = Rig()
        rig.start("pig", seats=(BOT, BOT))
        rig.wait(10 * SECOND)
        logs.append(rig.log)
    assert logs[0] == logs[1]
    assert len(logs[0]) > 3


def test_a_thinker_is_asked_once_and_given_up_after_ten_seconds():
    thinker = Silent()
    rig = Rig(thinker)
    rig.start(seats=(BOT, PERSON))
    rig.wait(9 * SECOND)
    assert thinker.asked == 1
    assert rig.log == []
    rig.wait(2 * SECOND)
    assert rig.log == [(0, "take 1 from 0")]


def test_a_bot_and_a_person_who_choose_at_once_both_get_their_choice(rig):
    rig.start("pennies", seats=(PERSON, BOT))
    rig.press("p1.a")
    rig.wait(2 * SECOND)
    assert sorted(seat for seat, _ in rig.log[:2]) == [0, 1]
