"""The match's dice are exactly what the tower threw, each once, whatever happens."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import repeat

import pytest

from cabinet.core.events import SECOND
from cabinet.i18n.message import from_text
from cabinet.protocol.codec import Action
from cabinet.protocol.dice import WantDice
from cabinet.tabletop.api import CHANCE
from cabinet.throws import FORTUNE, open_throw
from tests.counter.tower_stand import SCREEN, TowerStand, two_dice
from tools.dice_sim.tower import FAULTS, Faults, TowerBoard

SLOW = 10 * SECOND


def rolled(stand):
    """A match whose first throw has been asked for."""
    stand.begin()
    stand.roll()
    return stand


def alarms(stand):
    with closing(sqlite3.connect(stand.path)) as db:
        rows = db.execute("SELECT note FROM postings WHERE kind = 'alarm'")
        notes = [str(from_text(note)) for (note,) in rows]
        return [note for note in notes if "screen lost" not in note]


def test_fortune_is_called_the_same_by_table_and_till():
    assert FORTUNE == CHANCE


@pytest.mark.parametrize("fault", ["", *FAULTS])
def test_whatever_the_tower_does_its_throws_are_the_match_s(tmp_path, fault):
    stand = rolled(TowerStand(tmp_path, (fault,) if fault else ()))
    while len(stand.fallen) < 4:
        stand.act()
        stand.run(SECOND // 10)
    assert stand.fallen == stand.board.made[: len(stand.fallen)]
    asked = [text for text in stand.log if text.startswith("throw ")]
    assert asked == [f"throw 0000d1ce {n}" for n in range(1, len(asked) + 1)]


@pytest.mark.parametrize("who", ["screen", "counter"])
@pytest.mark.parametrize("moment", ["asked", "thrown", "told"])
def test_no_death_rolls_twice(tmp_path, who, moment):
    stand = TowerStand(tmp_path, after=SECOND)
    stand.begin()
    stand.roll()
    assert open_throw(stand.shown.match.log) == (0xD1CE, 1)
    if moment != "asked":
        stand.clock.advance_to(stand.clock.now() + SECOND)
        stand.board.outgoing(stand.clock.now())
        assert len(stand.board.made) == 1
    if moment == "told":
        stand.counter.turn()
    kill = stand.kill_screen if who == "screen" else stand.kill_counter
    kill()
    stand.until(lambda: stand.fallen)
    stand.run(3 * SECOND)
    assert stand.fallen == stand.board.made == [stand.board.made[0]]
    assert stand.log == ["roll", "throw 0000d1ce 1", f"fell {_words(stand.fallen[0])}"]
    assert not stand.table.asks_dice


def _words(sides):
    return " ".join(map(str, sides))


def test_an_evening_of_kills_and_faults(tmp_path):
    stand = rolled(TowerStand(tmp_path, FAULTS, rate=0.3, seed=5))
    losses = 0
    while stand.shown.mode == "playing" and len(stand.fallen) < 25:
        stand.act()
        dice = stand.rng.random()
        if dice < 0.03 and losses < 3:
            losses += 1
            stand.kill_screen()
        elif dice < 0.1:
            stand.kill_counter()
            losses = 0
    assert len(stand.fallen) >= 25
    assert stand.fallen == stand.board.made[: len(stand.fallen)]


def test_sides_are_what_is_painted_on_them(tmp_path):
    stand = rolled(TowerStand(tmp_path, sides=iter([(1, 6), *repeat((4, 3), 99)])))
    stand.until(lambda: stand.fallen)
    assert stand.table.match.document()["alien_dice"] == ["O", "V"]
    stand.controller.play(0, "reroll 2")
    stand.until(lambda: len(stand.fallen) == 2)
    assert stand.table.match.document()["alien_dice"] == ["O", "B"], "the first stays"


def test_too_few_dice_are_no_throw(tmp_path):
    stand = rolled(TowerStand(tmp_path, sides=iter([(5,), (7, 1), (2, 3)])))
    stand.until(lambda: len(stand.fallen) == 3)
    stand.run(SECOND // 5)
    assert stand.fallen == [(5,), (7, 1), (2, 3)]
    assert stand.table.match.document()["alien_dice"] == ["O", "B"]
    assert stand.told == "saw"


def test_nobody_waits_for_a_throw_that_nobody_asked_for(tmp_path):
    stand = TowerStand(tmp_path)
    stand.begin()
    stand.counter.hear(SCREEN, WantDice(stand.shown.match.id, 3))
    stand.counter.hear(SCREEN, WantDice(99, 0))
    stand.run(SECOND)
    assert stand.log == []
    assert stand.board.made == []


def test_a_throw_of_a_match_that_was_left_is_not_the_next_one_s(tmp_path):
    stand = rolled(TowerStand(tmp_path, after=SLOW))
    left = stand.shown.match.id
    stand.port.touch("start", active=True)
    stand.run(2 * SECOND)
    stand.port.touch("start", active=False)
    stand.run(SECOND // 5)
    stand.port.touch("start", active=True)
    stand.run(2 * SECOND)
    stand.port.touch("start", active=False)
    assert stand.shown.mode == "attract"
    stand.run(SLOW)
    rolled(stand)
    assert stand.shown.match.id == left + 1
    stand.until(lambda: stand.fallen)
    assert stand.log[1] == "throw 0000d1ce 2"
    assert stand.fallen == stand.board.made[-1:]


def test_a_tower_out_of_reach_is_said_and_a_hand_may_tell_the_dice(tmp_path):
    stand = TowerStand(tmp_path)
    stand.wire.cut = True
    rolled(stand)
    assert stand.told == "away"
    assert stand.log == ["roll"]
    stand.press("p1.b")
    assert stand.told == "away", "only A takes them in hand"
    stand.press("p1.a")
    stand.press("p1.down")
    stand.press("p1.a")
    assert stand.log == ["roll", "dice B O"]
    assert alarms(stand)[-1] == "match 1: dice told by hand, the dice tower is away"
    stand.wire.cut = False
    stand.run(SECOND)
    stand.controller.play(0, "reroll both")
    stand.until(lambda: stand.fallen)
    assert stand.fallen == stand.board.made == stand.board.made[:1]


def test_no_hand_tells_dice_while_the_tower_is_there(tmp_path):
    stand = rolled(TowerStand(tmp_path, after=SLOW))
    match, turn = stand.shown.match.id, len(stand.log)
    for seat, action in ((CHANCE, "dice O O"), (CHANCE, "fell 1 1"), (0, "end")):
        stand.counter.hear(SCREEN, Action(match, turn, seat, action))
    assert stand.log == ["roll", "throw 0000d1ce 1"]


def test_a_throw_told_by_hand_is_spent(tmp_path):
    """Pulled out with the dice in the air, told by hand: that throw never counts."""
    stand = rolled(TowerStand(tmp_path, after=SECOND))
    stand.wire.cut = True
    stand.run(SECOND // 5)
    stand.press("p1.a")
    stand.press("p1.a")
    assert stand.log[1:] == ["throw 0000d1ce 1", "dice O O"]
    stand.wire.cut = False
    stand.run(5 * SECOND)
    stand.controller.play(0, "reroll both")
    stand.until(lambda: stand.fallen)
    assert stand.log[4] == "throw 0000d1ce 2"
    assert stand.fallen == stand.board.made[1:]


def test_another_tower_does_not_answer_for_the_first(tmp_path):
    stand = rolled(TowerStand(tmp_path, after=3 * SECOND))
    other = TowerBoard(two_dice(9), Faults())
    other._hello = lambda now: replace(TowerBoard._hello(other, now), board=0xBEEF)
    stand.swap(other)
    stand.run(2 * SECOND)
    assert (stand.told, stand.fallen, other.made) == ("other", [], [])
    stand.swap(stand.board)
    stand.until(lambda: stand.fallen)
    assert stand.fallen == stand.board.made


def test_a_cocked_die_and_a_tower_that_comes_back_are_said(tmp_path):
    stand = rolled(TowerStand(tmp_path, ("cocked",)))
    assert stand.told == "cocked"
    stand.until(lambda: stand.fallen)
    stand.run(SECOND // 10)
    assert stand.told == "saw"
    assert alarms(stand) == []


def test_dice_told_in_two_ways_are_an_alarm(tmp_path):
    stand = rolled(TowerStand(tmp_path, ("double",)))
    stand.until(lambda: stand.fallen)
    stand.run(SECOND)
    assert "it does not count" in alarms(stand)[0]
    assert stand.fallen == stand.board.made


def test_in_arcade_mode_the_seed_throws(tmp_path):
    stand = TowerStand(tmp_path)
    stand.begin()
    card = stand.table.card
    live = type(card)(9, "arkade", {"mode": "arcade"}, card.seats, 3)
    stand.controller.hear(replace(stand.shown, match=live))
    stand.table.play(0, "roll")
    assert not stand.table.asks_dice
    assert [move.action for move in stand.table.log] == ["roll"]


class NoTower(TowerStand):
    """A house whose people throw their own dice."""

    def make_tower(self):
        return None


def test_without_a_tower_dice_are_told_and_written(tmp_path):
    stand = rolled(NoTower(tmp_path))
    assert stand.shown.tower is None
    stand.press("p1.down")
    stand.press("p1.a")
    assert stand.log == ["roll", "dice B O"]
    assert alarms(stand) == []
    stand.kill_screen()
    stand.run(SECOND // 5)
    assert stand.table.match.document()["alien_dice"] == ["B", "O"]


def test_a_disk_that_refuses_loses_no_throw(tmp_path, monkeypatch):
    from cabinet.core.errors import BooksError

    stand = rolled(TowerStand(tmp_path, after=SECOND))

    def refuse(dated):
        raise BooksError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(stand.books, "commit_all", refuse)
        stand.run(2 * SECOND)
        assert stand.shown.mode == "out_of_order"
    stand.press("test")
    stand.until(lambda: stand.shown.mode == "playing" and stand.fallen)
    assert stand.fallen == stand.board.made
