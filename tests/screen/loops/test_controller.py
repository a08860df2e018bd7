"""A paid loop on the screen: what it is asked, what is shown and what is told."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.money.ledger import TIME_OVER, HighScore, Seating
from cabinet.i18n import words
from cabinet.loops.registry import GameShelf
from cabinet.picture.shapes import Pixels
from cabinet.protocol.codec import Action, Failed, Goodbye, Result
from cabinet.protocol.snapshot import ResultCard, TimeCard
from cabinet.screen.loops.controller import HANGS, MOST_AT_ONCE, UpdatePace
from cabinet.screen.loops.process import InlineLoop, LoopProcess
from tests.screen.controller_rig import FRAME, PERSON, Rig
from tools.gallery.samples import BASE

pytestmark = pytest.mark.usefixtures("strange_loops", "display")
ONE = (PERSON,)


@pytest.fixture
def rig():
    rig = Rig(games=GameShelf(), start=InlineLoop)
    yield rig
    rig.controller.close()


@pytest.fixture
def real():
    """The same with a process of its own."""
    rig = Rig(games=GameShelf(), start=LoopProcess)
    yield rig
    rig.controller.close()


def loop_of(rig):
    return rig.controller.loops.table.run._run._loop


def said(rig, kind):
    return [message for message in rig.controller.say() if isinstance(message, kind)]


def shown(rig):
    return [s for s in rig.controller.picture() if isinstance(s, Pixels)]


def begun(rig):
    """Wait until a real process has drawn."""
    table = rig.controller.loops.table
    for _ in range(5000):
        if table.begun:
            return
        rig.now += 1
        rig.controller.tick(rig.now)
    raise AssertionError("it never began")


def test_there_are_sixty_updates_in_a_second(rig):
    rig.start("squares", ONE)
    before = loop_of(rig).time
    rig.wait(180 * FRAME)
    assert loop_of(rig).time - before == 180


def test_a_game_of_another_pace_has_its_own(rig):
    rig.start("slow", ONE)
    before = loop_of(rig).time
    rig.wait(180 * FRAME)
    assert loop_of(rig).time - before == 90


def test_its_picture_fills_the_screen(rig):
    rig.start("squares", ONE)
    (picture,) = shown(rig)
    assert picture[:4] == (0, 0, 640, 360)
    rig.wait(FRAME)
    assert shown(rig)[0].number == picture.number + 1


def test_what_is_held_moves_and_what_is_let_go_stops(rig):
    rig.start("squares", ONE)
    rig.press("p1.right")
    rig.wait(10 * FRAME)
    rig.release("p1.right")
    rig.wait(10 * FRAME)
    assert loop_of(rig).at[0][0] == 111


def test_a_press_reaches_the_next_update_even_if_it_is_over_by_then(rig):
    rig.start("squares", (PERSON, PERSON))
    before = loop_of(rig).time
    rig.press("p2.a")
    rig.release("p2.a")
    rig.controller.tick(rig.now)
    assert loop_of(rig).log == [before + 1]


def test_the_hand_that_began_the_game_is_not_in_it(rig):
    rig.press("p1.right")
    rig.start("squares", ONE)
    rig.wait(5 * FRAME)
    assert loop_of(rig).at[0][0] == 100
    rig.release("p1.right")
    rig.press("p1.right")
    rig.wait(5 * FRAME)
    assert loop_of(rig).at[0][0] == 106


def test_start_is_a_where_there_is_none():
    lines = frozenset({"start", "p1.up", "p1.down", "p1.left", "p1.right"})
    rig = Rig(games=GameShelf(), start=InlineLoop, wired=WiredButtons(lines))
    rig.start("squares", ONE)
    before = loop_of(rig).time
    rig.press("start")
    rig.controller.tick(rig.now)
    assert loop_of(rig).log == [before + 1]


def test_it_stands_still_while_something_is_asked(rig):
    rig.start("squares", ONE)
    rig.hear(question="leave")
    rig.wait(2 * FRAME)
    before = loop_of(rig).time
    rig.wait(SECOND)
    assert loop_of(rig).time == before
    assert words("fr")("question.leave.title") in rig.shown
    rig.hear(question="")
    rig.wait(10 * FRAME)
    assert loop_of(rig).time == before + 10
    assert loop_of(rig).log == ["pause", "on"]


def test_its_sounds_are_heard_at_once(rig):
    rig.start("squares", ONE)
    rig.press("p1.a")
    rig.controller.tick(rig.now)
    assert "laser" in rig.controller.cue_collector.heard(rig.now).cues


def test_its_end_is_told_and_told_again_until_the_counter_knows(rig):
    rig.start("squares", ONE, length=60)
    rig.wait(2 * SECOND)
    results = said(rig, Result)
    assert results[0] == Result(1, (0,), (100,), "time is over")
    assert len(results) == 2
    assert rig.controller.scene == "playing"
    rig.hear(mode="result")
    rig.wait(2 * SECOND)
    assert said(rig, Result) == []
    assert rig.controller.scene == "result"


def test_the_end_stays_for_as_long_as_the_counter_says(rig):
    rig.start("squares", ONE, length=60)
    rig.wait(SECOND)
    ended = ResultCard("finished", (), (100,), "")
    rig.hear(mode="result", result=replace(ended, stage="look"))
    assert rig.controller.scene == "playing"
    rig.hear(mode="result", result=ended)
    assert rig.controller.scene == "result"


def test_the_result_says_what_somebody_alone_made(rig):
    rig.start("squares", ONE, length=60)
    rig.wait(SECOND)
    rig.hear(mode="result")
    play = rig.controller.loops.show(words("en"))
    assert play.ending == "100 points. Well played!"


def test_a_record_is_called_one(rig):
    offer = replace(BASE.offers[0], high_scores=(HighScore("ABC", 99),))
    rig.hear(offers=(offer,), offer=0)
    rig.start("squares", ONE, length=60)
    rig.wait(SECOND)
    assert loop_of(rig).best == 99
    play = rig.controller.loops.show(words("fr"))
    assert play.ending.startswith("Nouveau record")


def test_where_it_can_go_on_from_is_noted_and_used(rig):
    rig.start("squares", ONE, length=100_000)
    rig.press("p1.right")
    rig.wait(16 * SECOND)
    (noted,) = said(rig, Action)
    assert (noted.turn, noted.seat) == (0, 0)
    assert noted.action.startswith("checkpoint [[[")
    rig.controller.hear(Goodbye())
    rig.start("squares", ONE, log=((0, noted.action),), length=100_000)
    assert loop_of(rig).at[0][0] > 900


def test_another_match_is_another_game(rig):
    rig.start("squares", ONE)
    rig.wait(SECOND)
    rig.start("squares", ONE, match=2)
    assert loop_of(rig).time == 1
    rig.hear(mode="attract", match=None)
    assert rig.controller.loops.table is None


def test_a_board_game_is_played_beside_loops(rig):
    rig.start("azteka", (PERSON, Seating("bot", "easy")))
    assert rig.controller.table is not None
    assert rig.controller.loops.table is None


def test_a_loop_that_raises_is_given_up_and_told(real):
    real.start("raises", ONE)
    begun(real)
    real.wait(SECOND)
    (failed,) = said(real, Failed)
    assert failed == Failed(1, "ZeroDivisionError: a mistake in the game")
    assert shown(real) == []
    real.wait(SECOND)
    assert said(real, Failed) == []


def test_a_loop_that_hangs_is_given_up_in_time(real):
    real.start("hangs", ONE)
    begun(real)
    failed = None
    while failed is None:
        real.now += SECOND // 4
        assert real.controller.loops.table.waited <= HANGS
        real.controller.tick(real.now)
        failed = next(iter(said(real, Failed)), None)
    assert "hangs" in failed.why


def test_a_loop_that_does_not_start_is_given_up(rig):
    def refuse(*_):
        raise OSError("no process")

    rig.controller.loops._start = refuse
    rig.start("squares", ONE)
    (failed,) = said(rig, Failed)
    assert "no process" in failed.why


def test_the_pace_never_drifts_and_never_makes_up_for_a_stall():
    pace = UpdatePace(60)
    jitter = (0, 3_000_000, -3_000_000, 5_000_000)
    done = sum(pace.due(SECOND + n * SECOND // 60 + jitter[n % 4]) for n in range(600))
    assert done in (599, 600)
    assert pace.late == 0
    assert pace.due(100 * SECOND) == MOST_AT_ONCE
    assert pace.late > 1000
    pace.rest()
    assert pace.due(200 * SECOND) == 1


@pytest.mark.parametrize(("persons", "won"), [(1, (0,)), (2, (1,))])
def test_when_its_minutes_are_over_the_points_there_are_count(rig, persons, won):
    rig.start("squares", (PERSON,) * persons)
    rig.wait(10 * FRAME)
    sold = TimeCard(2 * SECOND, rig.now)
    rig.controller.hear(replace(rig.controller.snapshot, time=sold))
    rig.wait(SECOND)
    assert said(rig, Result) == []
    rig.wait(SECOND + 2 * FRAME)
    (told,) = said(rig, Result)
    assert (told.winners, told.reason) == (won, TIME_OVER)
    assert len(told.scores) == persons


def test_a_clock_that_stands_ends_nothing(rig):
    rig.start("squares", ONE)
    rig.controller.hear(replace(rig.controller.snapshot, time=TimeCard(0)))
    rig.wait(SECOND)
    assert said(rig, Result) == []
