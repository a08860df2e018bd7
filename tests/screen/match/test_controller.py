"""A match at the cabinet: which snapshot is right, and what a broken game costs."""

import pytest

from cabinet.core.events import SECOND
from cabinet.protocol.codec import Action, Failed
from cabinet.tabletop.api import RulesError


def test_a_screen_that_joins_late_is_at_the_same_position_at_once(rig):
    log = [(0, "take 3 from 0"), (1, "take 1 from 1")]
    rig.start(log=log)
    assert rig.log == log
    assert rig.controller.match.actors == (0,)
    assert rig.controller.say() == []


def test_a_snapshot_that_is_only_behind_changes_nothing(rig):
    rig.start()
    rig.controller.play(0, "take 1 from 0")
    match = rig.controller.match
    rig.hear()
    assert rig.controller.match is match
    assert rig.log == [(0, "take 1 from 0")]


def test_a_snapshot_with_another_log_is_right(rig):
    rig.start()
    rig.controller.play(0, "take 1 from 0")
    rig.start(log=[(0, "take 2 from 0")])
    assert rig.log == [(0, "take 2 from 0")]


def test_a_snapshot_with_more_log_is_right(rig):
    rig.start(log=[(0, "take 1 from 0")])
    longer = [(0, "take 1 from 0"), (1, "take 1 from 0")]
    rig.start(log=longer)
    assert rig.log == longer


def test_another_match_with_the_same_log_is_another_match(rig):
    rig.start(match=1)
    first = rig.controller.match
    rig.start(match=2)
    assert rig.controller.match is not first


def test_when_the_counter_has_no_match_there_is_none(rig):
    rig.start()
    rig.hear(mode="attract", match=None)
    assert rig.controller.match is None


def test_an_action_that_is_refused_is_refused_to_who_plays_it(rig):
    rig.start()
    with pytest.raises(RulesError):
        rig.controller.play(0, "take 9 from 0")
    assert rig.controller.say() == []
    assert rig.controller.match is not None


def test_rules_that_raise_are_a_failed_match_and_a_please_wait(rig, caplog):
    rig.start("broken")
    rig.press("p1.down")
    rig.press("p1.a")
    why = "ZeroDivisionError: a bug in the rules"
    assert rig.controller.say() == [Failed(1, why)]
    assert "match 1 is given up, its game failed\nTraceback" in caplog.text
    assert "controller_rig.py" in caplog.text, "the line that raised"
    assert "UN INSTANT" in rig.shown
    rig.hear()
    rig.wait(3 * SECOND)
    assert rig.controller.say() == [], "once"


def test_a_view_that_raises_is_a_failed_match(rig, caplog):
    rig.start("blind")
    assert "UN INSTANT" in rig.shown
    assert rig.controller.say() == [Failed(1, "KeyError: 'no picture'")]
    assert "KeyError: 'no picture'" in caplog.text


def test_a_match_that_cannot_be_rebuilt_is_a_failed_match(rig):
    rig.start(log=[(0, "take 9 from 0")])
    (failed,) = rig.controller.say()
    assert isinstance(failed, Failed)
    assert failed.match == 1
    assert "action 1 of the log" in failed.why


def test_a_game_that_is_not_installed_is_a_failed_match(rig):
    rig.start("chess")
    (failed,) = rig.controller.say()
    assert failed == Failed(1, "LookupError: no game 'chess' is installed")


def test_after_a_failed_match_the_next_is_played(rig):
    rig.start("chess")
    rig.controller.say()
    rig.hear(mode="attract", match=None)
    assert "UN INSTANT" not in rig.shown
    rig.start(match=2)
    rig.press("p1.a")
    assert rig.controller.say() == [Action(2, 0, 0, "take 1 from 0")]
