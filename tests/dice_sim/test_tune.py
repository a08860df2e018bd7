"""The race for the handicap, on a game whose truth is known."""

from random import Random

from tools.dice_sim.keeping import POINT, Kept, Tally
from tools.dice_sim.plan import Cell, Manner, Plan, Stretch
from tools.dice_sim.tournaments import race, standing, survivors

TRUTH = {4: 0.2, 6: 0.51, 8: 0.9}
CELLS = tuple(Cell(("easy", "hard"), (("nuggets", many),)) for many in TRUTH)


def game(cell, number):
    """Who wins game `number`, by the truth."""
    luck = Random(f"{cell.label} {number}").random()
    return 0 if luck < TRUTH[cell.options[0][1]] else 1


def play(kept, asked):
    for cell in asked.cells:
        done = sum(high - low for low, high in kept.spans[cell.label])
        tally = Tally()
        for number in range(done, asked.games):
            winner = game(cell, number)
            tally.add("games", "finished")
            tally.add("points", winner, POINT)
        kept.take(Stretch("arkade", cell, Manner(), done, asked.games), tally)


def raced():
    kept = Kept(Plan("arkade", CELLS, 400, Manner()), "rules")
    rounds = []

    def play_part(asked):
        rounds.append((asked.games, len(asked.cells)))
        play(kept, asked)

    return kept, race(kept, 25, play_part), rounds


def test_the_even_setting_wins_the_race():
    kept, found, _ = raced()
    assert found[0].cell == CELLS[1]
    assert found[0].games == 400
    assert found[0].least == 0.0
    assert abs(found[0].shares[0].part - 0.51) < 0.08
    assert kept.played < kept.plan.total


def test_settings_that_are_surely_worse_stop_early():
    _, found, rounds = raced()
    assert rounds[0] == (25, 3)
    assert rounds[-1] == (400, 1)
    assert {one.games for one in found[1:]} <= {25, 50, 100}


def test_the_race_is_the_same_every_time():
    assert raced()[1:] == raced()[1:]


def test_nobody_is_sent_home_without_proof():
    kept = Kept(Plan("arkade", CELLS[1:2] * 1, 5, Manner()), "rules")
    play(kept, kept.plan)
    assert survivors([standing(kept, CELLS[1])]) == [CELLS[1]]
