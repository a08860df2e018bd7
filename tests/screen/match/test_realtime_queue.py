"""A game of real time: what happens is taken in the order in which it happened."""

from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND
from cabinet.core.money.ledger import Move, Seating
from cabinet.games.arkade import GAME
from cabinet.i18n import words
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.match.realtime_queue import RealtimeQueue
from cabinet.screen.match.table import Table
from cabinet.tabletop.api import CHANCE, RulesError
from tests.games.arkade.table import lane

PEOPLE = (Seating("person"), Seating("person"))
ARCADE = {"mode": "arcade"}


def table_of(options, log=(), seats=PEOPLE, **how):
    return Table(GAME, MatchCard(1, "arkade", options, seats, 3, tuple(log)), **how)


def taken(realtime_queue, now):
    return [
        (e.seat, e.line or e.action)
        for e in iter(lambda: realtime_queue.next(now), None)
    ]


def test_presses_are_taken_by_the_time_of_the_contact():
    realtime_queue = RealtimeQueue()
    realtime_queue.press(30, 0, "p1.a")
    realtime_queue.press(10, 1, "p2.a")
    assert taken(realtime_queue, 40) == [(1, "p2.a"), (0, "p1.a")]


def test_at_the_same_moment_the_first_seat_comes_first():
    realtime_queue = RealtimeQueue()
    realtime_queue.press(10, 1, "p2.a")
    realtime_queue.press(10, 0, "p1.a")
    assert taken(realtime_queue, 10) == [(0, "p1.a"), (1, "p2.a")]


def test_presses_are_forgotten_when_something_else_is_asked():
    realtime_queue = RealtimeQueue()
    realtime_queue.press(10, 0, "p1.a")
    realtime_queue.begin(1, "roll", 10)
    realtime_queue.forget()
    assert taken(realtime_queue, 10) == [(1, "roll")]


def test_an_action_is_under_way_until_its_time_is_over():
    realtime_queue = RealtimeQueue()
    realtime_queue.begin(1, "roll", 50)
    assert realtime_queue.busy == (1,)
    assert taken(realtime_queue, 49) == []
    realtime_queue.press(60, 0, "p1.a")
    assert taken(realtime_queue, 60) == [(1, "roll"), (0, "p1.a")]
    assert realtime_queue.busy == ()


def test_each_has_their_own_stick_even_alone_with_a_question():
    table = table_of(ARCADE | {"tiles": True})
    assert [table.seat_of(stick) for stick in (1, 2)] == [0, 1]
    assert table.press(1, "b") == (0, "roll")
    assert table.press(2, "b") == (1, "roll")
    alone = table_of(ARCADE, seats=(Seating("bot", "easy"), Seating("person")))
    assert [alone.seat_of(stick) for stick in (1, 2)] == [1, 1]


def test_a_seat_whose_dice_are_in_the_air_only_aims():
    table = table_of(ARCADE, [Move(0, "roll")])
    table.realtime_queue.begin(0, "roll", 800 * MILLISECOND)
    assert table.press(1, "b") is None
    assert table.press(1, "a") is None
    assert table.press(2, "b") == (1, "roll")
    assert table.takes("roll") == 800
    assert table.takes("step 2,1 3,1 V") == 0
    assert table_of({}).takes("roll") == 0


def test_both_hands_and_all_that_just_happened_are_shown():
    table = table_of(ARCADE)
    table.play(0, "roll")
    table.tick()
    table.play(1, "roll")
    looks = []

    class Watched(type(GAME.view)):
        def picture(self, look):
            looks.append(look)
            return super().picture(look)

    table.game = replace(GAME, view=Watched())
    table.show(words("en"))
    assert [pointing.seat for pointing in looks[0].hands] == [0, 1]
    assert [age for age, told in looks[0].news if told["event"] == "dice"] == [
        1,
        1,
        0,
        0,
    ]


def test_a_step_is_taken_back_and_the_log_only_grows():
    table = table_of({})
    table.play(0, "roll")
    before = table.match.document()
    step = next(a for a in table.match.legal(0) if a.startswith("step"))
    table.play(0, step)
    table.play(0, "undo")
    assert table.match.document() == before
    assert [move.action for move in table.log] == ["roll", step, "undo"]
    again = table_of({}, table.log)
    assert again.match.document() == before


def test_what_dice_have_shown_is_not_taken_back():
    table = table_of({})
    table.play(0, "roll")
    with pytest.raises(RulesError, match="seat 0 has nothing to take back"):
        table.play(0, "undo")
    table.play(0, "end")
    for seat in (0, 1):
        assert not table.match.can_take_back(seat)


def test_nothing_is_taken_back_in_real_time():
    table = table_of(ARCADE)
    table.play(0, "roll")
    table.play(0, next(a for a in table.match.legal(0) if a.startswith("step")))
    assert not table.match.can_take_back(0)


def test_typed_dice_are_in_the_log_and_come_back_with_it():
    table = table_of({}, real_dice=True)
    table.play(0, "roll")
    assert table.asks_dice
    assert table.due("person") == (0,)
    assert table.press(1, "a") == (0, "dice O O")
    assert table.press(1, "down") is None
    assert table.press(2, "right") is None
    assert table.press(1, "a") == (0, "dice B B")
    table.play(0, "dice B B")
    assert table.log[-1] == Move(CHANCE, "dice B B")
    assert table.match.document()["alien_dice"] == ["B", "B"]
    assert table_of({}, table.log).match.document() == table.match.document()


def test_dice_the_log_does_not_tell_were_thrown_from_the_seed():
    seeded = table_of({})
    seeded.play(0, "roll")
    dice = seeded.match.document()["alien_dice"]
    step = next(a for a in seeded.match.legal(0) if a.startswith("step"))
    typed = table_of({}, [*seeded.log, Move(0, step)], real_dice=True)
    seeded.play(0, step)
    assert None not in dice
    assert typed.match.document() == seeded.match.document()


def test_a_person_tells_the_dice_of_the_house_too():
    seats = (Seating("bot", "easy"), Seating("person"))
    table = table_of({}, seats=seats, real_dice=True)
    table.play(0, "roll")
    assert table.due("bot") == ()
    assert table.due("person") == (1,)
    assert table.show(words("fr")).picture


def test_a_quick_victory_is_noted_for_more():
    state = lane("8,1 O", options={"mode": "arcade"})
    rules = GAME.rules
    assert GAME.points(state, ()) == (0, 0)
    over = rules.apply(
        state.but(alien_dice=(2, 2)),
        0,
        rules.read_action(state.but(alien_dice=(2, 2)), 0, "step 8,1 9,1 V"),
    )
    step = (0, "step 8,1 9,1 V")
    quick = GAME.points(over, [(0, "roll"), step])
    slow = GAME.points(over, [(0, "roll"), *[step] * 9])
    assert quick[0] > slow[0] > 0 == quick[1] == slow[1]
    assert GAME.points(over, [(0, "roll")] * 50 + [step]) == quick  # rolling is free


@pytest.mark.parametrize(
    ("mode", "winner", "said"),
    [
        ("strategy", 0, ["Victory +500", "2 turns +950", "1 saucer +50"]),
        ("arcade", 0, ["Victory +500", "1 step +790", "1 saucer +50"]),
        ("arcade", 1, ["Victory +500", "1 step of the Alien +790", "6 nuggets +300"]),
    ],
)
def test_the_end_says_what_the_points_are_made_of(mode, winner, said):
    saucers = ("9,1 O",) if winner == 0 else ()
    lost = [] if winner == 0 else ["O"]
    end = lane(*saucers, options={"mode": mode}, lost=lost)
    log = [(0, "roll"), (1, "roll"), (0, "step 8,1 9,1 V"), (1, "roll"), (0, "roll")]
    parts = GAME.parts(end, log, "en")
    assert [f"{what} +{worth}" for what, worth in parts[winner]] == said
    assert sum(worth for _, worth in parts[winner]) == GAME.points(end, log)[winner]
    assert (
        sum(worth for _, worth in parts[1 - winner])
        == GAME.points(end, log)[1 - winner]
    )
    assert GAME.parts(end, log, "fr") != parts


def test_the_result_shows_what_the_points_are_made_of():
    table = table_of({})
    while not table.match.over:
        seat = table.match.actors[0]
        table.play(seat, table.match.legal(seat)[0])
    shown = table.show(words("fr")).made_of
    assert sorted("Victoire +500" in line for line in shown) == [False, True]
