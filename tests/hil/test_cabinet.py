"""The whole cabinet in front of the real firmware, as processes, by the wall clock."""

import sqlite3
from contextlib import closing

import pytest

from cabinet.protocol.codec import Quit
from tests.support.command_line import cabinet
from tests.system.running import RunningCabinet


@pytest.fixture
def start(new_chip, tmp_path):
    """Start `cabinet --sim --chip` on a folder; all are stopped in the end."""
    running = []

    def begin():
        running.append(RunningCabinet(tmp_path, "--chip").enter())
        return running[-1]

    yield begin
    for each in running:
        each.close()


def notes(state, kind):
    """What the postings of a kind say, oldest first."""
    books = state / "books.sqlite3"
    with closing(sqlite3.connect(f"file:{books}?mode=ro", uri=True)) as rows:
        found = rows.execute("SELECT note FROM postings WHERE kind = ?", (kind,))
        return [note for (note,) in found]


def end(running):
    running.say(Quit())
    code, said = running.end()
    assert code == 0
    assert "Traceback" not in said


def panel(state, *words):
    code, out, err = cabinet("panel", "--state", state, *words)
    assert (code, err) == (0, "")
    return out


def test_bouncing_coins_on_the_chips_pin_are_credits_and_a_match(start, tmp_path):
    running = start()
    panel(tmp_path, "coin")
    running.until(lambda shown: shown.credits == 1)
    [board] = notes(tmp_path, "board")
    name = board.split()[1]
    assert notes(tmp_path, "coin") == [f"board {name} coin 1"]
    running.begin_a_match()
    assert running.shown.credits == 0
    code, _, err = cabinet("panel", "--state", tmp_path, "p5.up")
    assert (code, err) == (1, "cabinet: no line is called 'p5.up'\n")


def test_after_a_death_and_a_restart_the_board_is_the_same_and_no_coin_is_lost(
    start, tmp_path
):
    running = start()
    running.coin()
    running.kill("counter")
    running.lost()
    running.enter()
    assert running.shown.credits == 1
    assert running.coin().credits == 2
    end(running)
    running = start()
    assert running.coin().credits == 3
    end(running)
    assert len(notes(tmp_path, "board")) == 1
    numbers = [note.split()[-1] for note in notes(tmp_path, "coin")]
    assert numbers == ["1", "2", "3"]


def test_without_the_tools_it_says_what_to_install(tmp_path):
    code, out, err = cabinet(
        *("--sim", "--chip", "--headless", "--state", tmp_path / "state"),
        PATH=str(tmp_path),
    )
    assert (code, out) == (1, "")
    [sentence] = [line for line in err.splitlines() if "cannot be built" in line]
    assert sentence.startswith("cabinet: the chip cannot be built: gcc-avr, ")
    assert "Install it: sudo apt-get install -y gcc-avr " in sentence
    assert "make firmware" in sentence


@pytest.mark.parametrize("words", [("--chip",), ("--sim", "--chip", "--record", "t")])
def test_the_chip_goes_with_the_simulation_only(tmp_path, words):
    code, _, err = cabinet(*words, "--headless", "--state", tmp_path)
    assert code == 1
    assert err == "cabinet: --chip goes with --sim, and not with --record\n"
