"""Arkade's arcade mode at the cabinet: two sticks, one clock, one order of things."""

from dataclasses import replace

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.ledger import Move, Seating
from cabinet.games.arkade import GAME
from cabinet.games.arkade.rules.rules import ArkadeRules
from cabinet.protocol.codec import Panel
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.table import COUNT_IN, GO
from cabinet.screen.match.thinking import InlineThinker
from tests.games.arkade.table import lane
from tools.gallery.samples import BASE

FRAME = SECOND // 60
PERSON = Seating("person")


class Duel(ArkadeRules):
    """A saucer one step from the last line, and a ship that has it in its sights."""

    def new(self, players, options, rng):
        return lane(
            *("8,1 O", "1,2 B"),
            options={"mode": "arcade"},
            alien_dice=["V", None],
            alien_rolls=1,
            defender_dice={"move": None, "fire": "O"},
            defender_rolls=1,
            ship=1,
        )


class Cabinet:
    """A controller with Arkade on it, and two people before it."""

    def __init__(
        self, rules=GAME.rules, seats=(PERSON, PERSON), log=(), *, counted_in=True
    ):
        games = {"arkade": replace(GAME, rules=rules)}
        self.controller = ScreenController(games, InlineThinker(games, 5))
        self.now = 10 * SECOND
        moves = tuple(Move(*move) for move in log)
        options = {"mode": "arcade"}
        card = MatchCard(1, "arkade", options, seats, seed=3, log=moves)
        self.wait(FRAME)
        self.snapshot = replace(BASE, mode="playing", match=card)
        self.controller.hear(self.snapshot)
        self.wait(COUNT_IN + 4 * FRAME if counted_in else 2 * FRAME)

    def wait(self, duration):
        end = self.now + duration
        while self.now < end:
            self.now += FRAME
            self.controller.tick(self.now)

    def press(self, line, before=0):
        self.controller.hear(Panel(line, "pressed", self.now + FRAME - before))

    def asks(self, question):
        self.snapshot = replace(self.snapshot, question=question)
        self.controller.hear(self.snapshot)

    @property
    def counted(self):
        return self.controller.table.counted_in

    @property
    def log(self):
        return [tuple(move) for move in self.controller.match.log]


def test_nobody_acts_before_three_two_one_are_over():
    cabinet = Cabinet(seats=(PERSON, Seating("bot", "hard")), counted_in=False)
    said = [cabinet.counted]
    for _ in range((COUNT_IN + GO) // FRAME):
        cabinet.press("p1.b")
        cabinet.wait(FRAME)
        if cabinet.counted != said[-1]:
            said.append(cabinet.counted)
            assert said[-1] in (0, None) or cabinet.log == []
    assert said == [3, 2, 1, 0, None]
    cabinet.wait(SECOND)
    assert (0, "roll") in cabinet.log


def test_after_a_question_it_counts_again():
    cabinet = Cabinet(seats=(PERSON, Seating("bot", "hard")))
    cabinet.wait(SECOND)
    assert cabinet.counted is None
    cabinet.asks("leave")
    cabinet.wait(SECOND)
    cabinet.asks("")
    cabinet.wait(FRAME)
    played = len(cabinet.log)
    assert cabinet.counted == 3
    cabinet.wait(COUNT_IN - 2 * FRAME)
    assert len(cabinet.log) == played
    cabinet.wait(5 * SECOND)
    assert len(cabinet.log) > played


def test_the_house_is_faster_against_who_hammers_on_the_buttons():
    def acts(presses):
        cabinet = Cabinet(seats=(PERSON, Seating("bot", "normal")))
        for number in range(150):
            if number % presses == 0:
                cabinet.press("p1.a")
            cabinet.wait(8 * FRAME)
        return sum(seat == 1 for seat, _ in cabinet.log)

    assert acts(1) > 1.3 * acts(12)


def test_a_roll_is_played_when_the_dice_come_to_rest():
    cabinet = Cabinet()
    cabinet.press("p1.b")
    cabinet.wait(780 * MILLISECOND)
    assert cabinet.log == []
    cabinet.wait(60 * MILLISECOND)
    assert cabinet.log == [(0, "roll")]


def test_nobody_waits_for_the_other():
    cabinet = Cabinet()
    cabinet.press("p2.b")
    cabinet.wait(400 * MILLISECOND)
    cabinet.press("p1.b")
    cabinet.wait(480 * MILLISECOND)
    assert cabinet.log == [(1, "roll")]
    cabinet.wait(400 * MILLISECOND)
    assert cabinet.log == [(1, "roll"), (0, "roll")]


def test_who_pressed_earlier_is_first_whatever_came_first():
    cabinet = Cabinet(Duel())
    cabinet.press("p1.a")
    cabinet.press("p2.a", before=1)
    cabinet.wait(FRAME)
    assert cabinet.log == [(1, "fire ship")]


def test_on_the_same_tick_an_arrival_comes_before_a_shot():
    cabinet = Cabinet(Duel())
    cabinet.press("p2.a")
    cabinet.press("p1.a")
    cabinet.wait(FRAME)
    assert cabinet.log == [(0, "step 8,1 9,1 V")]
    assert cabinet.controller.match.outcome().winners == (0,)


def test_a_roll_in_the_air_is_lost_with_the_power_and_what_was_played_is_not():
    cabinet = Cabinet()
    cabinet.press("p1.b")
    cabinet.wait(SECOND)
    cabinet.press("p2.b")
    cabinet.wait(100 * MILLISECOND)
    dice = cabinet.controller.match.document()["alien_dice"]
    again = Cabinet(log=cabinet.log)
    assert again.log == [(0, "roll")]
    assert again.controller.match.document()["alien_dice"] == dice
    again.wait(SECOND)
    assert again.log == [(0, "roll")]


def test_the_house_rolls_as_slowly_as_people_and_takes_its_time():
    cabinet = Cabinet(seats=(Seating("bot", "hard"), PERSON))
    cabinet.wait(30 * SECOND)
    rolls = sum(action == "roll" for _, action in cabinet.log)
    fastest = 30_000 // (800 + 650)
    assert 5 <= rolls <= fastest
    assert len(cabinet.log) <= 30_000 // 650


def test_a_frantic_person_does_not_hold_the_house_up():
    cabinet = Cabinet(seats=(Seating("bot", "hard"), PERSON))
    for _ in range(300):
        cabinet.press("p1.left")
        cabinet.press("p1.b")
        cabinet.wait(2 * FRAME)
    assert sum(seat == 0 for seat, _ in cabinet.log) >= 5
