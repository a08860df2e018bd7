"""Danger, chances and hints: when they are shown, heard, and spent."""

from dataclasses import replace
from itertools import product

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.preferences import Preferences
from cabinet.core.program_settings import Coaching
from cabinet.i18n import LANGUAGES, words
from cabinet.picture.shapes import Box, Flash, calm
from cabinet.screen.match.adviser import Adviser, said, told
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.scenes import bar
from cabinet.screen.scenes.lettering import width
from cabinet.screen.scenes.playing import rim
from cabinet.tabletop.advice import Advice
from cabinet.tabletop.registry import shipped
from tests.screen.controller_rig import BOT, GAMES, PERSON, Rig, Silent
from tests.screen.match.test_phone_pad import press as touch
from tests.screen.match.test_phones import Cabinet
from tests.support.tiny_games import NIM

# Who is not due has the next move after this one.
TENSE = replace(NIM, reach=lambda state, seat: sum(state.heaps) <= 1 + (seat == 1))
GAMES = GAMES | {"tense": TENSE}
ROOM = bar._ROOM


def rig_of(coaching=Coaching(), thinker=None, **more):  # noqa: B008
    thinker = thinker or InlineThinker(GAMES, 5)
    return Rig(games=GAMES, adviser=Adviser(thinker, coaching), **more)


def coached(rig):
    return rig.controller._match_controller.show(words("en")).told


def heard(rig, seconds):
    """How often each sound is due in so long."""
    cues = []
    for _ in range(seconds * 60):
        rig.wait(SECOND // 60)
        cues += rig.controller.cue_collector.heard(rig.now).cues
    return cues


def hold(rig, line="mode", duration=600 * MILLISECOND):
    rig.press(line)
    rig.wait(duration)
    rig.release(line)
    rig.wait(SECOND // 10)


def test_danger_is_named_and_its_heart_beats_five_times():
    rig = rig_of()
    rig.start("tense", (PERSON, BOT), heaps="1-1")
    cues = heard(rig, 9)
    assert coached(rig).danger == "Look out: Bot 2 could win with the next move!"
    assert coached(rig).chance == ""
    assert cues.count("danger") == 5
    edge = rim(rig.controller._match_controller.show(words("en")))[-1]
    assert edge.color == "red"


def test_an_own_chance_is_shown_and_heard_once():
    rig = rig_of()
    rig.start("tense", (PERSON, PERSON), heaps="1-1", log=((0, "take 1 from 0"),))
    cues = heard(rig, 5)
    assert coached(rig).chance == "Player 2, you can win now!"
    assert cues.count("chance") == 1


def test_while_the_house_plays_nobody_is_alarmed():
    rig = rig_of(thinker=None)
    rig.controller._match_controller._opponent._thinker = Silent()
    rig.start("tense", (BOT, PERSON), heaps="1-1")
    assert "danger" not in heard(rig, 3)
    assert coached(rig).danger == ""


def test_the_operator_can_have_it_quiet():
    rig = rig_of(Coaching(danger=False, hints=0))
    rig.start("tense", (PERSON, BOT), heaps="1-1")
    assert "danger" not in heard(rig, 3)
    quiet = coached(rig)
    assert (quiet.danger, quiet.chance, quiet.hint, quiet.hints) == ("", "", "", 0)


def test_the_rim_pulses_and_where_flashing_is_reduced_it_hardly_does():
    rig = rig_of()
    rig.start("tense", (PERSON, BOT), heaps="1-1")
    rig.wait(SECOND)
    play = rig.controller._match_controller.show(words("en"))
    pulse = [rim(replace(play, told=play.told._replace(age=age))) for age in range(66)]
    lights = {tuple(s.strength for s in edge if isinstance(s, Flash)) for edge in pulse}
    assert len(lights) > 5
    gentle = calm(pulse[0])
    assert max(s.strength for s in gentle if isinstance(s, Flash)) <= 8
    assert isinstance(gentle[-1], Box)


def test_a_hint_points_says_why_and_is_given_three_times():
    rig = rig_of()
    rig.start(heaps="3-4-5")
    rig.press("p1.down")
    for left in (2, 1, 0):
        assert coached(rig).hints == left + 1
        hold(rig)
        assert coached(rig).hint.startswith("Hint: ")
        assert coached(rig).hints == left
        rig.press("p1.a")
        rig.wait(SECOND)
        assert coached(rig).hint == ""
        rig.controller.play(1, rig.controller.match.legal(1)[0])
        rig.wait(SECOND)
    log = len(rig.log)
    hold(rig)
    assert len(rig.log) == log
    assert coached(rig).hint == ""


def test_what_the_hint_points_at_is_what_a_plays():
    rig = rig_of()
    rig.start(heaps="3-4-5")
    hold(rig)
    advice = rig.controller._match_controller._adviser._hint[2]
    rig.press("p1.a")
    assert rig.log[-1] == (0, advice.action)


def test_a_tap_says_that_mode_is_to_be_held():
    rig = rig_of()
    rig.start()
    hold(rig, duration=100 * MILLISECOND)
    assert coached(rig).hint == "Hold MODE for a hint"
    assert coached(rig).hints == 3
    rig.wait(4 * SECOND)
    assert coached(rig).hint == ""


def test_a_hint_for_a_position_that_is_gone_is_forgotten():
    thinker = Silent()
    rig = rig_of(Coaching(danger=False), thinker)
    rig.start()
    hold(rig)
    assert coached(rig).hint == "The house is thinking of a hint…"
    rig.press("p1.a")
    rig.wait(SECOND)
    assert coached(rig).hint == ""
    assert coached(rig).hints == 3


def test_a_thinker_that_never_answers_is_not_waited_for():
    rig = rig_of(Coaching(danger=False), Silent())
    rig.start()
    hold(rig)
    rig.wait(9 * SECOND)
    assert coached(rig).hint == ""


def test_a_phone_has_a_button_of_its_own_for_it():
    cabinet = Cabinet("azteka", persons=2)
    cabinet.controller._match_controller._adviser = Adviser(
        InlineThinker(shipped(), 5), Coaching()
    )
    cabinet.here(*cabinet.tokens)
    cabinet.frame(10)
    due = cabinet.due
    assert cabinet.view(due)["hints"] == 3
    other = next(token for token in cabinet.tokens if token != due)
    assert "hints" not in cabinet.view(other)
    assert touch(cabinet, due, "mode") == ""
    cabinet.frame(10)
    assert cabinet.view(due)["hints"] == 2
    cabinet.phones.close()


EVENTS = {
    "arkade": ("moved", "ship", "shot", "heart_lost", "turn", "dice"),
    "aztec": ("put", "bid"),
    "azteka": ("placed", "turned", "birth"),
    "space_aztecs": ("taken", "chosen", "hidden", "shown", "abducted"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_and_every_warning_fits_into_the_bar(language):
    speech, names = words(language), ("Maximilien-Alexandre", "Robot 2")
    for name, game in shipped().items():
        for event, role, bid in product(
            EVENTS[name], ("life", "death", "mummies"), (9,)
        ):
            did = {"event": event, "role": role, "bid": bid, "ring": 4}
            advice = Advice("", (), (did,), wins=False, saves=(), gains=0)
            line = told(game, advice, names, speech)
            assert width(line) <= ROOM, line
            for better in (
                advice._replace(wins=True),
                advice._replace(saves=(1,)),
                advice._replace(gains=12),
            ):
                assert width(told(game, better, names, speech)) <= ROOM, line
            for which in ("rival", "own"):
                assert width(said(game.package, which, "Robot 6", speech)) <= ROOM


def test_with_one_button_a_hint_is_a_choice_like_any_other():
    rig = rig_of(Coaching(danger=False))
    rig.start("tense", (PERSON, BOT), heaps="3-4-5")
    rig.hear(preferences=Preferences(scan=2000))
    match = rig.controller._match_controller
    for left in (3, 2):
        assert match.hints_left(0) == left
        while rig.controller.lit != "hint":
            rig.wait(SECOND // 10)
        rig.press("start")
        rig.release("start")
        rig.wait(2 * SECOND)
    assert coached(rig).hint.startswith("Hint")
