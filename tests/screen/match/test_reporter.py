"""What the counter hears of a match: each thing once, and again what it missed."""

from cabinet.core.events import SECOND
from cabinet.protocol.codec import Action, Result


def test_every_action_is_told_with_its_number_in_the_log(rig):
    rig.start(log=[(0, "take 1 from 0")])
    rig.controller.play(1, "take 1 from 0")
    rig.controller.play(0, "take 1 from 0")
    assert rig.controller.say() == [
        Action(1, 1, 1, "take 1 from 0"),
        Action(1, 2, 0, "take 1 from 0"),
    ]
    assert rig.controller.say() == []


def test_the_result_is_told_once_when_the_match_is_over(rig):
    rig.finish()
    said = rig.controller.say()
    assert said[-1] == Result(1, (1,), (0, 1), "the last stone")
    assert len([m for m in said if isinstance(m, Result)]) == 1
    assert not any(isinstance(m, Result) for m in rig.controller.say())


def test_a_screen_that_comes_back_to_a_finished_match_tells_its_result(rig):
    rig.start(heaps="1-1", log=[(0, "take 1 from 0"), (1, "take 1 from 1")])
    assert rig.controller.say() == [Result(1, (1,), (0, 1), "the last stone")]


def test_what_the_counter_did_not_hear_is_told_again(rig):
    rig.finish()
    said = rig.controller.say()
    rig.wait(SECOND // 2)
    assert rig.controller.say() == []
    rig.wait(SECOND)
    assert rig.controller.say() == said


def test_what_the_counter_has_heard_is_not_told_again(rig):
    rig.start()
    rig.controller.play(0, "take 1 from 0")
    rig.controller.say()
    rig.start(log=[(0, "take 1 from 0")])
    rig.wait(5 * SECOND)
    assert rig.controller.say() == []
