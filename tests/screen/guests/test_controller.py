"""A paid program on the screen: what it is told, and what the counter hears of it."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.guests import Guest
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.money.ledger import TIME_OVER, Seating
from cabinet.i18n.message import message
from cabinet.protocol.codec import Failed, Panel, Result
from cabinet.protocol.snapshot import MatchCard, OfferCard, TimeCard
from cabinet.screen.guests.controller import END_PATIENCE, GuestController
from cabinet.screen.guests.process import Ended, GuestFailedError
from cabinet.screen.guests.stage import NoStage, Pulse
from tests.screen.guests.test_hands import Tape
from tools.gallery.samples import BASE

FRAME = SECOND // 60
GUEST = Guest(
    "trial",
    ("/usr/games/trial",),
    keys={"p1.a": "x", "start": "return"},
    coin_key="5",
    score=r"(\d+)",
    window_s=3,
)
OFFER = OfferCard("program", {"fr": "Essai", "en": "Trial"}, 1, False, 1, 2, True)


class Script:
    """A running guest whose part is written: what it does is said by the test."""

    def __init__(self):
        self.shows = False
        self.ended = None
        self.failed = None
        self.told = []
        self.gone = False

    def hear(self):
        if self.failed:
            raise self.failed
        return self.ended

    def freeze(self, *, on):
        self.told.append("freeze" if on else "thaw")

    def end(self):
        self.told.append("end")

    def close(self):
        self.told.append("close")


class Stage(NoStage):
    """A display of which is written down who had it."""

    def __init__(self):
        self.tape, self.moves, self.windows, self.hands_fail = Tape(), [], None, None
        self.well = True

    def hands(self, guest):
        if self.hands_fail:
            raise self.hands_fail
        return self.tape

    def give(self):
        self.moves.append("given")

    def shows(self):
        return self.windows

    def answers(self, now):
        return self.well

    def front(self, *, ours):
        self.moves.append("ours" if ours else "theirs")

    def take(self):
        self.moves.append("taken")
        return True


class Cabinet:
    """A guest controller, the counter it hears and the time that passes."""

    def __init__(self):
        self.runs, self.said, self.now = [], [], 10 * SECOND
        self.stage = Stage()
        self.controller = GuestController(
            self.said.append, wired=WiredButtons(), start=self._start
        )
        self.controller.stage = self.stage
        self.snapshot = replace(
            BASE,
            mode="playing",
            offers=(OFFER,),
            offer=0,
            question="",
            guest=GUEST,
            match=MatchCard(
                7, "program", {"name": "trial"}, (Seating(),), 1, credits=1
            ),
        )

    def _start(self, guest, card):
        assert guest == self.snapshot.guest
        assert card == self.stage.card
        self.runs.append(Script())
        return self.runs[-1]

    @property
    def run(self):
        return self.runs[-1]

    def show(self, **changed):
        self.snapshot = replace(self.snapshot, **changed)
        self.controller.adopt(self.snapshot)

    def wait(self, nanos=FRAME):
        end = self.now + nanos
        while self.now < end:
            self.now += FRAME
            self.controller.tick(self.now)

    def touch(self, line, what="pressed"):
        self.controller.touch(Panel(line, what, self.now))

    def heard(self, kind):
        return [each for each in self.said if isinstance(each, kind)]


@pytest.fixture
def cabinet():
    cabinet = Cabinet()
    cabinet.show()
    cabinet.wait()
    return cabinet


def test_it_gets_the_display_before_it_begins_and_then_its_coin(cabinet):
    assert cabinet.stage.moves == ["given", "theirs"]
    cabinet.wait(SECOND // 2)
    assert cabinet.stage.tape.told == []
    cabinet.wait(SECOND)
    assert cabinet.stage.tape.told == [("5", 0, True), ("5", 0, False)]


def test_everybody_who_paid_has_a_coin():
    other = Cabinet()
    match = replace(other.snapshot.match, seats=(Seating(), Seating()), credits=2)
    other.show(match=match, offers=(replace(OFFER, per_player=True),))
    other.wait(3 * SECOND)
    assert [down for _, _, down in other.stage.tape.told] == [True, False] * 2


def test_a_coin_that_buys_more_of_it_is_a_coin_for_it_too(cabinet):
    cabinet.wait(3 * SECOND)
    cabinet.show(match=replace(cabinet.snapshot.match, credits=2))
    cabinet.wait(SECOND)
    assert len(cabinet.stage.tape.told) == 4


def test_buttons_are_nothing_before_it_shows_something():
    other = Cabinet()
    other.stage.windows = False
    other.show()
    other.wait()
    other.touch("p1.a")
    assert other.stage.tape.told == []
    other.stage.windows = True
    other.wait(SECOND // 5)
    other.touch("p1.a", "released")
    other.touch("p1.a")
    assert other.stage.tape.told == [("x", 0, True)]


def test_one_that_shows_nothing_is_a_match_that_failed():
    cabinet = Cabinet()
    cabinet.stage.windows = False
    cabinet.show()
    cabinet.wait(4 * SECOND)
    (failed,) = cabinet.heard(Failed)
    assert (failed.match, failed.told) == (7, message("guest_no_window", n=3))
    cabinet.wait()
    assert cabinet.run.told == ["close"]
    # Only when nothing of it is left is the display ours.
    assert "taken" not in cabinet.stage.moves
    cabinet.run.gone = True
    cabinet.wait()
    assert cabinet.stage.moves[-1] == "taken"
    cabinet.show()
    cabinet.wait()
    assert len(cabinet.runs) == 1


def test_a_question_freezes_it_and_brings_us_to_the_front(cabinet):
    cabinet.touch("p1.a")
    cabinet.show(question="leave")
    cabinet.wait()
    assert cabinet.run.told == ["freeze"]
    assert cabinet.stage.moves[-1] == "ours"
    assert cabinet.stage.tape.told == [("x", 0, True), ("x", 0, False)]
    cabinet.touch("start", "tapped")
    cabinet.show(question="")
    cabinet.wait(SECOND)
    assert cabinet.run.told == ["freeze", "thaw"]
    assert cabinet.stage.moves[-1] == "theirs"
    assert ("return", 0, True) not in cabinet.stage.tape.told


def test_one_that_hangs_is_a_match_that_failed(cabinet):
    cabinet.show(question="leave")
    cabinet.stage.well = False
    cabinet.wait(SECOND)
    assert not cabinet.heard(Failed)  # it is we who made it stand still
    cabinet.show(question="")
    cabinet.wait(SECOND)
    (failed,) = cabinet.heard(Failed)
    assert failed.told == message("guest_silent", n=20)


class Windows:
    """A guest's windows: whether they can be asked, and answer."""

    can = answers = True

    def ping(self):
        return self.can

    def ponged(self):
        return self.answers


def test_a_pulse_is_missed_only_where_there_was_one():
    windows = Windows()
    pulse, now = Pulse(windows), 0

    def well(seconds):
        nonlocal now
        end = now + seconds * SECOND
        while now < end:
            now += FRAME
            if not pulse.beats(now):
                return False
        return True

    windows.answers = False
    assert well(60)  # it never answered
    windows.answers = True
    assert well(1)
    windows.answers = False
    assert well(19)
    now += 60 * SECOND  # a question was asked meanwhile
    assert well(19)
    assert not well(2)
    windows.answers = True
    assert well(1)
    windows.can = windows.answers = False
    assert well(60)  # its next window is not one that answers


def test_no_question_can_be_hidden_by_one_that_begins():
    cabinet = Cabinet()
    cabinet.show(question="resume")
    cabinet.wait(SECOND)
    assert cabinet.runs == []
    cabinet.show(question="")
    cabinet.wait()
    assert len(cabinet.runs) == 1


def test_its_end_is_told_until_the_counter_has_it(cabinet):
    cabinet.run.ended = Ended(0, 60.0, "", {"p1": 120})
    cabinet.wait(3 * SECOND)
    told = cabinet.heard(Result)
    assert set(told) == {Result(7, (0,), (120,), "")}
    assert len(told) in (3, 4)


def test_one_without_a_pattern_has_no_scores():
    cabinet = Cabinet()
    cabinet.show(guest=replace(GUEST, score=""))
    cabinet.wait()
    cabinet.run.ended = Ended(0)
    cabinet.wait()
    assert cabinet.heard(Result) == [Result(7, (), (), "")]


@pytest.mark.parametrize(
    ("ended", "code"),
    [
        (Ended(3, 9.0, "no such level"), "guest_failed"),
        (Ended(-11, 9.0), "guest_killed"),
    ],
)
def test_an_end_that_is_none_is_a_match_that_failed(cabinet, ended, code):
    cabinet.run.ended = ended
    cabinet.wait()
    (failed,) = cabinet.heard(Failed)
    assert failed.told.code == code
    assert failed.why == str(failed.told)


def test_one_that_dies_at_once_is_a_match_that_failed_whatever_its_code():
    cabinet = Cabinet()
    cabinet.stage.windows = False
    cabinet.show()
    cabinet.wait()
    cabinet.run.ended = Ended(0, 0.1, "bye")
    cabinet.wait()
    (failed,) = cabinet.heard(Failed)
    assert failed.told.code == "guest_died"


def test_at_its_last_second_it_is_ended_and_its_score_counts(cabinet):
    cabinet.show(time=TimeCard(2 * SECOND, cabinet.now))
    cabinet.wait(3 * SECOND)
    assert cabinet.run.told == ["end"]
    cabinet.run.ended = Ended(None, 2.0, "", {"p1": 30})
    cabinet.wait()
    assert cabinet.heard(Result) == [Result(7, (0,), (30,), TIME_OVER)]


def test_one_that_does_not_end_and_whose_guard_is_silent_has_failed(cabinet):
    cabinet.show(time=TimeCard(SECOND, cabinet.now))
    cabinet.wait(2 * SECOND + END_PATIENCE)
    (failed,) = cabinet.heard(Failed)
    assert failed.told == message("guest_hangs")


def test_a_guard_that_is_lost_is_a_match_that_failed(cabinet):
    cabinet.run.failed = GuestFailedError(message("guest_lost", why="gone"))
    cabinet.wait()
    (failed,) = cabinet.heard(Failed)
    assert failed.told.code == "guest_lost"


def test_without_hands_it_does_not_begin():
    cabinet = Cabinet()
    cabinet.stage.hands_fail = PermissionError(13, "Permission denied")
    cabinet.show()
    (failed,) = cabinet.heard(Failed)
    assert failed.told.code == "guest_no_hands"
    assert cabinet.runs == []


def test_one_that_no_mode_sells_any_more_does_not_begin():
    cabinet = Cabinet()
    cabinet.show(guest=None)
    (failed,) = cabinet.heard(Failed)
    assert failed.told.code == "guest_unknown"


@pytest.mark.parametrize("goes", ["abandoned", "counter"])
def test_it_ends_with_its_match(cabinet, goes):
    if goes == "counter":
        cabinet.controller.leave()
    else:
        cabinet.show(mode="attract", match=None, guest=None)
    assert cabinet.run.told[-1] == "close"
    cabinet.run.gone = True
    cabinet.wait()
    assert cabinet.stage.moves[-1] == "taken"


def test_the_next_one_waits_until_nothing_is_left_of_the_last(cabinet):
    match = replace(cabinet.snapshot.match, id=8)
    cabinet.show(match=match)
    cabinet.wait(SECOND)
    assert len(cabinet.runs) == 1
    cabinet.run.gone = True
    cabinet.wait()
    assert len(cabinet.runs) == 2


def test_out_of_order_on_a_desktop_it_stands_still_behind_us(cabinet):
    match = cabinet.snapshot.match
    cabinet.show(mode="out_of_order", match=None)
    cabinet.wait()
    assert cabinet.run.told == ["freeze"]
    cabinet.show(mode="playing", match=match)
    cabinet.wait()
    assert cabinet.run.told == ["freeze", "thaw"]


def test_out_of_order_on_a_card_it_ends_for_the_notice_to_be_seen(cabinet):
    cabinet.stage.card = True
    cabinet.show(mode="out_of_order", match=None)
    assert cabinet.run.told == ["close"]
