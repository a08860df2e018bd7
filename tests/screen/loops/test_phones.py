"""Phones are the sticks of loops and programs; the counter hears of their hands."""

import json
from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.guests import Guest
from cabinet.loops.registry import GameShelf
from cabinet.protocol.codec import PhoneUsed
from cabinet.protocol.phones import PhoneAnswer, PhoneButton, PhoneHere, SeatView
from cabinet.protocol.snapshot import MatchCard, TimeCard
from cabinet.screen.loops.process import InlineLoop
from cabinet.screen.match.phones import Phones
from tests.screen.controller_rig import FRAME, PERSON, Rig
from tests.screen.guests.test_controller import Script, Stage

pytestmark = pytest.mark.usefixtures("strange_loops", "display")
TOKENS = ("one", "two")


class PadRig(Rig):
    """A controller with a phone at each of two seats."""

    def __init__(self, **more):
        super().__init__(games=GameShelf(), start=InlineLoop, **more)
        self.phones = Phones(self.controller)
        self.said = []
        self.snapshot = replace(self.snapshot, phones=TOKENS, phones_at="http://x/")
        for token in TOKENS:
            self.phones.hear(PhoneHere(token, here=True, language="en"))

    def hear(self, **fields):
        self.snapshot = replace(self.snapshot, **fields)
        self.phones.hear(self.snapshot)

    def wait(self, duration):
        end = self.now + duration
        while self.now < end:
            self.now += FRAME
            phones = getattr(self, "phones", self.controller)
            phones.tick(self.now)
            if phones is not self.controller:
                self.said += phones.say()

    def touch(self, token, button, *, down=True):
        self.phones.hear(PhoneButton(token, 1, button, down))
        self.wait(FRAME)

    def all(self, kind):
        return [message for message in self.said if isinstance(message, kind)]

    def refusal(self):
        return str(self.all(PhoneAnswer)[-1].why or "")

    def view(self, token):
        return [json.loads(m.view) for m in self.all(SeatView) if m.token == token][-1]


@pytest.fixture
def rig():
    rig = PadRig()
    yield rig
    rig.phones.close()


@pytest.fixture
def loop(rig):
    rig.start("squares", (PERSON, PERSON), length=100_000)
    return rig.controller.loops.table.run._run._loop


def test_each_phone_moves_its_own_square_for_as_long_as_it_is_held(rig, loop):
    rig.touch("two", "right")
    rig.wait(9 * FRAME)
    rig.touch("two", "right", down=False)
    rig.wait(20 * FRAME)
    rig.touch("one", "left")
    assert rig.refusal() == ""
    assert [at[0] for at in loop.at] == [99, 160]
    rig.phones.hear(PhoneHere("one", here=False))
    rig.wait(10 * FRAME)
    assert loop.at[0][0] == 99


def test_the_counter_hears_of_hands_once_a_second(rig, loop):
    for _ in range(30):
        rig.touch("one", "a")
        rig.touch("one", "a", down=False)
    assert rig.all(PhoneUsed) == [PhoneUsed(1)]
    rig.wait(SECOND)
    rig.touch("two", "a")
    assert rig.all(PhoneUsed) == [PhoneUsed(1), PhoneUsed(1)]


def test_a_pad_says_that_somebody_is_there_and_answers_nothing_else(rig, loop):
    rig.hear(question="idle")
    rig.wait(FRAME)
    assert rig.view("one")["mode"] == "idle"
    rig.touch("one", "a")
    assert rig.refusal() == ""
    assert rig.all(PhoneUsed) == [PhoneUsed(1)]
    assert loop.log == ["pause"]
    rig.hear(question="leave")
    rig.touch("one", "a")
    assert rig.refusal() == "the cabinet asks something: answer there first"
    assert rig.view("one")["mode"] == "asked"


def test_a_phone_counts_the_minutes_that_were_sold(rig, loop):
    assert "time" not in rig.view("one")
    rig.hear(time=TimeCard(90 * SECOND, rig.now))
    rig.wait(FRAME)
    assert rig.view("one")["time"] in range(89_900, 90_001)
    assert rig.view("one")["stands"] is False
    shown = len(rig.all(SeatView))
    rig.wait(SECOND)
    assert len(rig.all(SeatView)) == shown  # the page counts by itself
    rig.hear(time=TimeCard(30 * SECOND))
    rig.wait(SECOND)
    assert (rig.view("one")["time"], rig.view("one")["stands"]) == (30_000, True)


def test_a_loop_that_is_over_is_no_match_for_a_pad(rig):
    rig.start("squares", (PERSON, PERSON), length=60)
    rig.wait(2 * SECOND)
    rig.touch("one", "a")
    assert rig.refusal() == "no match is being played"


def test_a_phone_presses_the_keys_of_a_program():
    rig = PadRig(start_guest=lambda *_: Script())
    rig.controller.guests.stage = stage = Stage()
    guest = Guest("trial", ("/bin/true",), keys={"p2.left": "left"})
    card = MatchCard(1, "program", {"name": "trial"}, (PERSON, PERSON), seed=1)
    rig.hear(mode="playing", match=card, guest=guest)
    rig.wait(SECOND)
    rig.touch("two", "left")
    rig.touch("two", "left", down=False)
    assert stage.tape.told == [("left", 1, True), ("left", 1, False)]
    assert rig.all(PhoneUsed) == [PhoneUsed(1)]
    rig.phones.close()
