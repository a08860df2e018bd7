"""A game is its seed, its cell and its number: who plays it does not matter."""

import json
import multiprocessing
import os
import pty
import signal
import subprocess
import sys
import tracemalloc

import pytest

from cabinet.tabletop.registry import load
from tests.dice_sim.laboratory import Bar, plan, played, text
from tools.dice_sim.crew import alone, with_processes
from tools.dice_sim.errors import InterruptedRunError, LabError
from tools.dice_sim.keeping import RESULTS, Kept, Tally, joined
from tools.dice_sim.plan import Cell, Stretch, missing, read_cells, stretches
from tools.dice_sim.playing import play_stretch


def interrupt():
    raise KeyboardInterrupt


def test_the_same_seed_gives_the_same_results_and_another_others():
    once = text(played(plan()))
    assert text(played(plan())) == once
    assert text(played(plan(seed=8))) != once


def test_it_does_not_matter_how_the_games_are_split():
    asked = plan()
    (cell, _) = asked.cells
    whole = play_stretch(Stretch(asked.game, cell, asked.manner, 0, 12))
    for size in (1, 5, 7):
        parts = Tally()
        for start in reversed(range(0, 12, size)):
            stop = min(12, start + size)
            parts.merge(
                play_stretch(Stretch(asked.game, cell, asked.manner, start, stop))
            )
        assert parts.write() == whole.write()


def test_a_pool_of_processes_gives_what_one_gives():
    asked = plan()
    assert text(played(asked, with_processes(2))) == text(played(asked, alone))


def test_all_games_are_given_out_once():
    asked = plan(games=23)
    done = {asked.cells[0].label: [(3, 9), (11, 12)]}
    given = [
        (stretch.cell.label, number)
        for stretch in stretches(asked, done, lambda: 4)
        for number in range(stretch.start, stretch.stop)
    ]
    assert len(given) == len(set(given)) == 23 * 2 - 7


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ([], [(0, 10)]),
        ([(0, 10)], []),
        ([(2, 4), (6, 20)], [(0, 2), (4, 6)]),
        ([(-5, 3)], [(3, 10)]),
    ],
)
def test_what_is_missing(done, left):
    assert list(missing(0, 10, done)) == left


def test_spans_that_touch_are_one():
    assert joined([(5, 9), (0, 2), (2, 5), (11, 12)]) == [(0, 9), (11, 12)]


# Beginning again


def test_a_run_that_was_interrupted_goes_on_and_ends_the_same(tmp_path):
    asked = plan()
    with pytest.raises(KeyboardInterrupt):
        played(asked, folder=tmp_path, bar=Bar(at=9, then=interrupt))
    half = json.loads((tmp_path / RESULTS).read_text())
    assert half["complete"] is False
    again = Kept(asked, "rules")
    assert again.load(tmp_path)
    assert 9 <= again.played < asked.total
    bar = Bar()
    played(asked, folder=tmp_path, kept=again, bar=bar)
    assert bar.began == again.played - (asked.total - bar.began)
    assert text(again) == text(played(asked))
    assert json.loads((tmp_path / RESULTS).read_text()) == again.write()


def test_more_games_go_on_where_fewer_ended(tmp_path):
    played(plan(games=4), folder=tmp_path)
    asked = plan(games=12)
    more = Kept(asked, "rules")
    more.load(tmp_path)
    assert more.played == 8
    assert text(played(asked, kept=more)) == text(played(asked))


def test_other_games_are_not_mixed_in(tmp_path):
    played(plan(games=4), folder=tmp_path)
    with pytest.raises(LabError, match="holds games with seed 7, not 8"):
        Kept(plan(seed=8), "rules").load(tmp_path)
    with pytest.raises(LabError, match="holds games with rules rules, not others"):
        Kept(plan(), "others").load(tmp_path)
    with pytest.raises(LabError, match="already holds 4 games"):
        Kept(plan(games=3), "rules").load(tmp_path)
    with pytest.raises(LabError, match="which was not asked for"):
        Kept(plan(varied=("placement=life",)), "rules").load(tmp_path)


def test_a_damaged_file_is_a_sentence(tmp_path):
    (tmp_path / RESULTS).write_text('{"dice-sim": 1, "game"', encoding="utf-8")
    with pytest.raises(LabError, match="is not what dice-sim wrote"):
        Kept(plan(), "rules").load(tmp_path)


# Trouble


def kill_a_worker():
    os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)


def test_a_killed_worker_is_a_sentence_and_what_was_done_is_kept(tmp_path):
    asked = plan(games=400)
    bar = Bar(at=3, then=kill_a_worker)
    with pytest.raises(InterruptedRunError, match=r"died \(signal 9: killed") as told:
        played(asked, with_processes(2), tmp_path, bar)
    assert f"kept in {tmp_path}: the same command goes on from there" in str(told.value)
    assert bar.ended
    again = Kept(asked, "rules")
    again.load(tmp_path)
    assert 3 <= again.played < asked.total
    assert multiprocessing.active_children() == []


def test_ctrl_c_ends_the_program_with_what_it_has(tmp_path):
    words = ["play", "azteka", "--seats", "random,random", "--games", "1000000"]
    words += ["--workers", "2", "--charts", "none", "--out", str(tmp_path)]
    mine, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tools.dice_sim", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as program:
        os.close(theirs)
        seen = b""
        while b"left" not in seen:
            seen += os.read(mine, 1000)
        program.send_signal(signal.SIGINT)
        said, _ = program.communicate(timeout=60)
        os.close(mine)
    assert program.returncode == 130
    assert b"the same command goes on from there" in said
    assert b"seat 0 wins" in said
    kept = json.loads((tmp_path / RESULTS).read_text())
    assert kept["cells"][0]["counts"]["games"]["finished"] > 0


def test_a_game_that_fails_is_named_with_its_seed():
    asked = plan()
    broken = Stretch("azteka", Cell(("no such level", "easy")), asked.manner, 0, 1)
    with pytest.raises(InterruptedRunError, match="seed 7, games 0 to 0"):
        list(alone(iter([broken])))


# Counting


def test_whoever_swaps_seats_has_sat_everywhere():
    asked = plan(games=10, seats=("easy,random",), varied=(), swap=True)
    kept = played(asked)
    tally = kept.of(asked.cells[0])
    stay = played(plan(games=10, seats=("easy,random",), varied=())).of(asked.cells[0])
    assert stay.table("wins") == stay.table("seat wins")
    assert tally.table("wins") != tally.table("seat wins")
    assert sum(tally.table("points").values()) == 10 * 60


def test_games_without_end_are_counted_as_such():
    tally = played(plan(games=3, longest=5, varied=())).of(plan(varied=()).cells[0])
    assert tally.write() == {"games": {"unfinished": 3}}


def test_arkades_tiles_are_counted_with_who_won():
    asked = plan(5, "arkade", ("random,random",), ("tiles=true,false",))
    kept = played(asked)
    with_tiles, without = (kept.of(cell) for cell in asked.cells)
    seen = with_tiles.table("seen Alien tile")
    assert set(seen) <= {"life", "speed", "rift", "hit", "repair", "reactor"}
    assert sum(seen.values()) > 0
    assert with_tiles.table("seen Defender tile")
    assert without.table("seen Alien tile") == {}


def test_cards_are_counted_by_what_is_printed_on_them():
    asked = plan(2, "space_aztecs", ("random,random,random",), ())
    seen = played(asked).of(asked.cells[0]).table("seen card")
    assert "pink villager" in seen
    assert all(not name.isdigit() for name in seen)


def test_memory_is_flat_in_the_number_of_games():
    """What one more game of a kind already seen adds: nothing."""
    tally = played(plan(games=6)).of(plan().cells[0])
    grown = Tally()
    for _ in range(10):
        grown.merge(tally)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(500):
            grown.merge(tally)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 20_000
    assert grown.games == 510 * 6


# Asking


@pytest.mark.parametrize(
    ("seats", "varied", "what"),
    [
        (["hrad,easy"], [], "level of arkade 'hrad'; did you mean hard"),
        (["easy"], [], "has 2 seats, and 'easy' is 1"),
        (["easy,easy"], ["nugets=4"], "option of arkade 'nugets'; did you mean nug"),
        (["easy,easy"], ["nuggets=5"], "no nuggets of arkade '5'.*4, 6, 8"),
        (["easy,easy"], ["nuggets"], "which nuggets"),
        (["easy,easy"], ["nuggets=4", "nuggets=6"], "nuggets is set twice"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(seats, varied, what):
    with pytest.raises(LabError, match=what):
        read_cells(load("arkade"), seats, [], varied)


def test_a_combination_the_rules_do_not_have_is_named():
    with pytest.raises(LabError, match="'easy,easy rounds=3' cannot be played: rounds"):
        read_cells(load("aztec"), ["easy,easy"], [], ["rounds=1,3"])


def test_every_combination_is_a_cell():
    cells = read_cells(
        load("arkade"),
        ["hard,easy", "easy,hard"],
        ["tiles=false"],
        ["nuggets=4,6,8", "face=classic,advanced"],
    )
    assert len(cells) == 12
    assert cells[0].label == "hard,easy tiles=false nuggets=4 face=classic"
