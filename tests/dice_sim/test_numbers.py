"""Intervals, tables, the bar and the files, from counts that were made by hand."""

import csv
import io
import json
from math import isclose

import pytest

from tests.dice_sim.laboratory import plan
from tools.dice_sim.crew import Progress, bar, clock
from tools.dice_sim.keeping import POINT, Kept, Tally
from tools.dice_sim.plan import Stretch
from tools.dice_sim.report import (
    deciders,
    deciders_csv,
    first_sentence,
    leading,
    line_of,
    markdown_table,
    mean,
    play_csv,
    play_table,
    quantile,
    text_bars,
    text_table,
    wilson,
)


def kept_with(counts, asked=None):
    asked = asked or plan(games=100, varied=())
    kept = Kept(asked, "rules")
    for cell in asked.cells:
        stretch = Stretch(asked.game, cell, asked.manner, 0, asked.games)
        kept.take(stretch, Tally(counts))
    return kept


COUNTS = {
    "games": {"finished": 100, "won": 90, "drawn": 10},
    "wins": {"0": 60, "1": 30},
    "points": {"0": 65 * POINT, "1": 35 * POINT},
    "seat points": {"0": 65 * POINT, "1": 35 * POINT},
    "turns": {"10": 50, "20": 50},
    "actions": {"24": 100},
    "seen tile": {"good": 50, "bad": 50, "rare": 2},
    "won tile": {"good": 40 * POINT, "bad": 10 * POINT, "rare": 2 * POINT},
    "seen opening": {"roll": 100},
}


@pytest.mark.parametrize(
    ("successes", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (15, 100, 0.0931, 0.2328),
    ],
)
def test_wilsons_intervals_are_the_known_ones(successes, of, low, high):
    share = wilson(successes, of)
    assert isclose(share.low, low, abs_tol=5e-5)
    assert isclose(share.high, high, abs_tol=5e-5)


def test_nothing_is_known_of_no_games():
    share = wilson(0, 0)
    assert (share.low, share.high) == (0.0, 1.0)
    assert str(share) == "-"


def test_means_and_quantiles_of_counts():
    counts = {1: 1, 2: 1, 10: 2}
    assert mean(counts) == 5.75
    assert [quantile(counts, part) for part in (0.1, 0.5, 0.9)] == [1, 2, 10]
    assert mean({}) == quantile({}, 0.5) == 0


def test_a_line_has_wins_shares_and_lengths():
    kept = kept_with(COUNTS)
    line = line_of(kept.plan.cells[0], kept.of(kept.plan.cells[0]))
    assert [share.part for share in line.wins] == [0.6, 0.3]
    assert [share.part for share in line.shares] == [0.65, 0.35]
    assert (line.turns, line.spread) == (15.0, (10, 10, 20))
    assert (line.drawn, line.shared, line.unfinished) == (10, 0, 0)


def test_what_decides_is_beside_the_usual_draw_of_its_kind():
    kept = kept_with(COUNTS)
    found = {one.name: one for one in deciders(kept.of(kept.plan.cells[0]))}
    assert set(found) == {"good", "bad", "rare"}
    assert isclose(found["good"].usual, 52 / 102)
    assert found["good"].edge > 0.28
    assert found["good"].p < 0.001
    assert [one.name for one in leading(kept, 5)] == ["bad", "good"]


def test_a_thing_is_not_credited_with_the_cell_it_was_drawn_in():
    """Where one side always wins, no tile of its decides, however often it is drawn."""
    asked = plan(games=100)
    kept = Kept(asked, "rules")
    for cell, seen in zip(
        asked.cells, ({"x": 90, "y": 10}, {"x": 10, "y": 90}), strict=True
    ):
        won = {
            name: many * POINT * (cell is asked.cells[0]) for name, many in seen.items()
        }
        counts = {"games": {"finished": 100}, "seen tile": seen, "won tile": won}
        kept.take(Stretch("azteka", cell, asked.manner, 0, 100), Tally(counts))
    assert [one.edge for one in leading(kept, 5)] == [0.0, 0.0]


def test_files_for_programs_say_the_same():
    kept = kept_with(COUNTS)
    (row,) = csv.DictReader(io.StringIO(play_csv(kept, 5)))
    assert (row["wins_0"], row["share_1"], row["minutes"]) == ("0.6", "0.35", "2")
    rows = list(csv.DictReader(io.StringIO(deciders_csv(kept))))
    assert [row["name"] for row in rows] == ["bad", "good", "rare"]
    cell = json.loads(json.dumps(kept.write()))["cells"][0]
    assert Tally(cell["counts"]).write() == Tally(COUNTS).write()


def test_tables_for_people():
    rows = play_table(kept_with(COUNTS), 5)
    assert rows[1][:3] == ["random,easy", "as shipped", "100"]
    assert rows[1][3].startswith("60.0 % (50.2-69.1)")
    assert rows[1][-1] == "2.0"
    assert text_table([["a", "b"], ["cc", ""]]) == "a   b\n--  -\ncc"
    assert markdown_table([["a"], ["b"]]) == "| a |\n| --- |\n| b |"
    assert text_bars([("half", 0.5)], 10) == "half  #####       50.0 %"


def test_beginning_is_judged_only_where_levels_are_equal():
    assert "cannot be said" in first_sentence(kept_with(COUNTS))
    equal = plan(games=100, seats=("easy,easy",), varied=())
    assert "gets 65.0 %" in first_sentence(kept_with(COUNTS, equal))
    swapped = plan(games=100, varied=(), swap=True)
    assert "gets 65.0 %" in first_sentence(kept_with(COUNTS, swapped))


def test_the_bar_tells_how_long_it_takes():
    assert bar(0, 100, 0.0) == f"[{'.' * 28}]  0/100"
    assert bar(50, 100, 5.0) == f"[{'#' * 14}{'.' * 14}]  50/100  10 games/s  0:05 left"
    assert "0:50 left" in bar(50, 100, 10.0, before=40)
    assert (clock(70), clock(7384)) == ("1:10", "2:03:04")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_is_drawn_on_a_terminal_only():
    for out, seen in ((Terminal(), True), (io.StringIO(), False)):
        times = iter(range(10))
        progress = Progress(out, lambda times=times: float(next(times)), 10)
        progress.begin(0)
        progress.at(5)
        progress.end()
        assert ("5/10" in out.getvalue()) is seen
