import subprocess
import sys
from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.hallway import (
    Action,
    Failed,
    Goodbye,
    MatchCard,
    MoveCard,
    Panel,
    Result,
    ResultCard,
    SeatCard,
    Signature,
    SigningCard,
)
from cabinet.picture import Neon, Text
from cabinet.screens.director import Director
from cabinet.screens.samples import BASE
from cabinet.screens.thinking import InlineThinker
from cabinet.screens.thumb import Thumb
from cabinet.tabletop.api import RulesError
from tests.support.tiny_games import NIM, TINY_GAMES, Nim

PERSON = SeatCard("person")
BOT = SeatCard("bot", "easy")
FRAME = SECOND // 60


class Broken(Nim):
    """Nim, until somebody takes a second stone."""

    name = "broken"

    def apply(self, state, seat, action, story=None):
        if action[0] == 2:
            raise ZeroDivisionError("a bug in the rules")
        return super().apply(state, seat, action, story)


class Blind:
    """A view that can do everything but draw."""

    def __init__(self, view):
        self._view = view

    def __getattr__(self, name):
        return getattr(self._view, name)

    def picture(self, look):
        raise KeyError("no picture")


GAMES = TINY_GAMES | {
    "broken": replace(NIM, rules=Broken()),
    "blind": replace(NIM, view=Blind(NIM.view)),
}


class Silent:
    """A thinker that never answers."""

    def __init__(self):
        self.asked = 0

    def ask(self, game, document, seat, level, seed, ms):
        self.asked += 1

    def answer(self):
        return None

    def cancel(self):
        pass

    close = cancel


class Rig:
    """A director, a virtual clock, and hands on the panel."""

    def __init__(self, thinker=None, thumb=None):
        thinker = thinker or InlineThinker(GAMES, 5)
        self.director = Director(GAMES, thinker, thumb=thumb)
        self.now = 10 * SECOND
        self.snapshot = BASE
        self.wait(FRAME)

    def hear(self, **fields):
        self.snapshot = replace(self.snapshot, **fields)
        self.director.hear(self.snapshot)

    def start(self, game="nim", seats=(PERSON, PERSON), log=(), match=1, **options):
        moves = tuple(MoveCard(*move) for move in log)
        card = MatchCard(match, game, options, seats, seed=3, log=moves)
        self.hear(mode="playing", match=card)
        self.wait(FRAME)

    def wait(self, duration):
        end = self.now + duration
        while self.now < end:
            self.now += FRAME
            self.director.tick(self.now)

    def press(self, line):
        self.now += FRAME
        self.director.hear(Panel(line, "pressed", self.now))

    def release(self, line):
        self.director.hear(Panel(line, "released", self.now))

    @property
    def log(self):
        return [tuple(move) for move in self.director.match.log]

    @property
    def shown(self):
        picture = self.director.picture()
        return "\n".join(s.words for s in picture if isinstance(s, Text | Neon))


@pytest.fixture
def rig():
    return Rig()


def test_the_mind_of_the_screen_needs_no_screen():
    code = "import cabinet.screens.director, sys; print('pygame' in sys.modules)"
    run = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


def test_before_the_first_snapshot_and_after_goodbye_people_are_asked_to_wait(rig):
    assert "UN INSTANT" in rig.shown
    rig.hear()
    assert "UN INSTANT" not in rig.shown
    rig.director.hear(Goodbye())
    assert "UN INSTANT" in rig.shown
    assert rig.director.snapshot is None


def test_the_screens_own_language_is_for_the_time_before_the_counter_speaks():
    director = Director(GAMES, Silent(), language="en")

    def said():
        director.tick(SECOND)
        return {s.words for s in director.picture() if isinstance(s, Text | Neon)}

    assert "ONE MOMENT…" in said()
    director.hear(replace(BASE, language="fr"))
    assert "INSERT COIN" not in said()
    director.hear(replace(BASE, language="en"))
    assert "INSERT COIN" in said()


def test_a_screen_that_joins_late_is_at_the_same_position_at_once(rig):
    log = [(0, "take 3 from 0"), (1, "take 1 from 1")]
    rig.start(log=log)
    assert rig.log == log
    assert rig.director.match.actors == (0,)
    assert rig.director.say() == []


def test_a_snapshot_that_is_only_behind_changes_nothing(rig):
    rig.start()
    rig.director.play(0, "take 1 from 0")
    match = rig.director.match
    rig.hear()
    assert rig.director.match is match
    assert rig.log == [(0, "take 1 from 0")]


def test_a_snapshot_with_another_log_is_right(rig):
    rig.start()
    rig.director.play(0, "take 1 from 0")
    rig.start(log=[(0, "take 2 from 0")])
    assert rig.log == [(0, "take 2 from 0")]


def test_a_snapshot_with_more_log_is_right(rig):
    rig.start(log=[(0, "take 1 from 0")])
    longer = [(0, "take 1 from 0"), (1, "take 1 from 0")]
    rig.start(log=longer)
    assert rig.log == longer


def test_another_match_with_the_same_log_is_another_match(rig):
    rig.start(match=1)
    first = rig.director.match
    rig.start(match=2)
    assert rig.director.match is not first


def test_when_the_counter_has_no_match_there_is_none(rig):
    rig.start()
    rig.hear(mode="attract", match=None)
    assert rig.director.match is None


def test_every_action_is_told_with_its_number_in_the_log(rig):
    rig.start(log=[(0, "take 1 from 0")])
    rig.director.play(1, "take 1 from 0")
    rig.director.play(0, "take 1 from 0")
    assert rig.director.say() == [
        Action(1, 1, 1, "take 1 from 0"),
        Action(1, 2, 0, "take 1 from 0"),
    ]
    assert rig.director.say() == []


def test_a_button_plays_through_the_games_own_view(rig):
    rig.start()
    rig.press("p1.down")
    rig.press("p1.a")
    assert rig.director.say() == [Action(1, 0, 0, "take 2 from 0")]


def test_on_a_panel_with_one_button_holding_it_is_the_other():
    rig = Rig(thumb=Thumb(single=True))
    rig.start()
    before = rig.log
    rig.press("p1.a")
    assert rig.log == before, "not before it is let go"
    rig.release("p1.a")
    assert len(rig.log) == len(before) + 1


def test_any_stick_acts_for_the_one_person_who_is_due(rig):
    rig.start()
    rig.press("p4.a")
    rig.press("p1.a")
    assert [seat for seat, _ in rig.log] == [0, 1]


def test_when_several_are_due_each_has_their_own_stick(rig):
    rig.start("pennies")
    rig.press("p3.a")
    assert rig.log == []
    rig.press("p2.down")
    rig.press("p2.a")
    assert rig.log == [(1, "tails")]
    rig.press("p1.a")
    assert rig.log == [(1, "tails"), (0, "heads")]


def test_a_person_never_acts_for_a_bot(rig):
    rig.start(seats=(BOT, PERSON))
    rig.press("p1.a")
    assert rig.log == []


def test_buttons_of_the_cabinet_are_not_the_games(rig):
    rig.start()
    for line in ("start", "player", "power", "mode", "p1.start", "px.a"):
        rig.press(line)
    assert rig.log == []


@pytest.mark.parametrize(
    "fields",
    [{"question": "leave"}, {"mode": "result"}, {"mode": "out_of_order"}],
)
def test_hands_and_bots_rest_while_the_cabinet_does_something_else(fields):
    rig = Rig()
    rig.start(seats=(PERSON, BOT), log=[(0, "take 1 from 0")])
    rig.hear(**fields)
    rig.press("p1.a")
    rig.wait(5 * SECOND)
    with pytest.raises(RulesError):
        rig.director.play(1, "take 1 from 0")
    assert len(rig.log) == 1


def test_the_press_that_answers_a_question_is_not_the_games(rig):
    rig.start()
    rig.hear(question="idle")
    rig.now += FRAME
    pressed = rig.now
    rig.hear(question="")
    rig.director.hear(Panel("p1.a", "pressed", pressed))
    assert rig.log == []
    rig.wait(FRAME)
    rig.director.hear(Panel("p2.a", "pressed", pressed))
    assert rig.log == [], "nor when it is heard a frame later"
    rig.press("p1.a")
    assert len(rig.log) == 1


def test_a_direction_that_is_held_repeats_until_it_is_released(rig):
    def pointed():
        rig.press("p1.a")
        return rig.log[-1][1]

    rig.start()
    rig.press("p1.down")
    rig.wait(300 * MILLISECOND)
    rig.release("p1.down")
    rig.wait(SECOND)
    assert pointed() == "take 2 from 0"
    rig.start(match=2)
    rig.press("p1.down")
    rig.wait(560 * MILLISECOND)
    rig.release("p1.down")
    rig.wait(SECOND)
    # At once, then after 0.35, 0.45 and 0.55 s: four lines down.
    assert pointed() == "take 2 from 1"


def test_a_button_that_plays_never_repeats(rig):
    rig.start()
    rig.press("p1.a")
    rig.wait(3 * SECOND)
    assert len(rig.log) == 1


def test_a_held_direction_ends_with_the_turn(rig):
    rig.start()
    rig.press("p1.down")
    rig.press("p1.a")
    rig.wait(2 * SECOND)
    rig.press("p1.a")
    assert rig.log[1] == (1, "take 1 from 0")


def test_a_bot_plays_but_not_before_people_have_seen_the_action_before(rig):
    rig.start(seats=(PERSON, BOT))
    rig.press("p1.a")
    rig.wait(550 * MILLISECOND)
    assert len(rig.log) == 1
    rig.wait(200 * MILLISECOND)
    assert [seat for seat, _ in rig.log] == [0, 1]
    assert rig.director.say()[1] == Action(1, 1, *rig.log[1])


def test_bots_alone_play_a_match_to_its_end(rig):
    rig.start(seats=(BOT, BOT))
    rig.wait(30 * SECOND)
    assert rig.director.match.over


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


def finish(rig):
    rig.start(heaps="1-1")
    rig.director.play(0, "take 1 from 0")
    rig.director.play(1, "take 1 from 1")


def test_the_result_is_told_once_when_the_match_is_over(rig):
    finish(rig)
    said = rig.director.say()
    assert said[-1] == Result(1, (1,), (0, 1), "the last stone")
    assert len([m for m in said if isinstance(m, Result)]) == 1
    assert not any(isinstance(m, Result) for m in rig.director.say())


def test_the_last_position_stays_for_a_look_before_the_result(rig):
    finish(rig)
    ended = ResultCard("finished", (1,), (0, 1), "the last stone")
    rig.hear(mode="result", result=ended)
    rig.wait(2 * SECOND)
    assert "GAGNE" not in rig.shown
    assert "Partie terminée" in rig.shown
    rig.wait(SECOND)
    assert "GAGNE" in rig.shown
    assert "Joueur 2 gagne (the last stone)" in rig.shown


def test_a_screen_that_joins_at_the_result_shows_it_at_once(rig):
    log = ((0, "take 1 from 0"), (1, "take 1 from 1"))
    rig.start(heaps="1-1", log=log)
    rig.hear(mode="result", result=ResultCard("finished", (1,), (0, 1), ""))
    assert "GAGNE" in rig.shown


def test_a_high_score_is_signed_after_the_last_look_and_told_once(rig):
    finish(rig)
    rig.director.say()
    rig.hear(
        mode="signing", signing=SigningCard(1, 1, 1), deadline=rig.now + 60 * SECOND
    )
    rig.press("p2.up")
    rig.wait(5 * SECOND)
    assert "RECORD !" in rig.shown
    for button in ("up", "a", "a"):
        rig.press(f"p2.{button}")
    assert rig.director.say() == [], "the press in the last look wrote nothing"
    rig.press("p2.a")
    assert rig.director.say() == [Signature(1, 1, "BAA")]
    rig.wait(70 * SECOND)
    assert rig.director.say() == []


def test_leaving_the_result_needs_no_last_look(rig):
    finish(rig)
    rig.hear(mode="attract", match=None)
    assert "Partie terminée" not in rig.shown


def test_a_screen_that_comes_back_to_a_finished_match_tells_its_result(rig):
    rig.start(heaps="1-1", log=[(0, "take 1 from 0"), (1, "take 1 from 1")])
    assert rig.director.say() == [Result(1, (1,), (0, 1), "the last stone")]


def test_what_the_counter_did_not_hear_is_told_again(rig):
    finish(rig)
    said = rig.director.say()
    rig.wait(SECOND // 2)
    assert rig.director.say() == []
    rig.wait(SECOND)
    assert rig.director.say() == said


def test_what_the_counter_has_heard_is_not_told_again(rig):
    rig.start()
    rig.director.play(0, "take 1 from 0")
    rig.director.say()
    rig.start(log=[(0, "take 1 from 0")])
    rig.wait(5 * SECOND)
    assert rig.director.say() == []


def test_an_action_that_is_refused_is_refused_to_who_plays_it(rig):
    rig.start()
    with pytest.raises(RulesError):
        rig.director.play(0, "take 9 from 0")
    assert rig.director.say() == []
    assert rig.director.match is not None


def test_rules_that_raise_are_a_failed_match_and_a_please_wait(rig):
    rig.start("broken")
    rig.press("p1.down")
    rig.press("p1.a")
    why = "ZeroDivisionError: a bug in the rules"
    assert rig.director.say() == [Failed(1, why)]
    assert "UN INSTANT" in rig.shown
    rig.hear()
    rig.wait(3 * SECOND)
    assert rig.director.say() == [], "once"


def test_a_view_that_raises_is_a_failed_match(rig):
    rig.start("blind")
    assert "UN INSTANT" in rig.shown
    assert rig.director.say() == [Failed(1, "KeyError: 'no picture'")]


def test_a_match_that_cannot_be_rebuilt_is_a_failed_match(rig):
    rig.start(log=[(0, "take 9 from 0")])
    (failed,) = rig.director.say()
    assert isinstance(failed, Failed)
    assert failed.match == 1
    assert "action 1 of the log" in failed.why


def test_a_game_that_is_not_installed_is_a_failed_match(rig):
    rig.start("chess")
    (failed,) = rig.director.say()
    assert failed == Failed(1, "LookupError: no game 'chess' is installed")


def test_after_a_failed_match_the_next_is_played(rig):
    rig.start("chess")
    rig.director.say()
    rig.hear(mode="attract", match=None)
    assert "UN INSTANT" not in rig.shown
    rig.start(match=2)
    rig.press("p1.a")
    assert rig.director.say() == [Action(2, 0, 0, "take 1 from 0")]


def test_the_inputs_that_are_down_are_shown_to_the_operator(rig):
    def lit():
        picture = rig.director.picture()
        return sum(getattr(shape, "color", "") == "green" for shape in picture)

    rig.hear(mode="service")
    dark = lit()
    rig.press("p2.left")
    assert lit() == dark + 1
    rig.release("p2.left")
    assert lit() == dark
