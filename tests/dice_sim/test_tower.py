"""The dice tower the cabinet is tested against, and its faults."""

import os
import subprocess
import sys
from contextlib import ExitStack
from itertools import islice
from random import Random
from threading import Event, Thread
from time import monotonic_ns

import pytest

from firmware_bridge.dice import DiceSession
from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    LinkDown,
    Thrown,
    ThrowRefused,
    ThrowSpoiled,
    TowerUnknown,
)
from tools.dice_sim.cli import main
from tools.dice_sim.dice import ALIEN, FIRE, MOVE
from tools.dice_sim.errors import LabError
from tools.dice_sim.fair import drawn
from tools.dice_sim.tower import (
    FAULTS,
    SILENT_FOR,
    Faults,
    Terminal,
    TowerBoard,
    as_sides,
    read_faults,
    sides_of,
)
from tools.dice_sim.tower_source import open_tower


def taken_from(faults, rate=0.5, throws=30, seed=1):
    """A host takes so many throws, in virtual time; the throws, the board, the news."""
    sides = as_sides((MOVE, FIRE), drawn((MOVE, FIRE), Random(seed)))
    board = TowerBoard(sides, Faults(faults, rate, Random(seed)))
    now = 10 * SECOND
    session = DiceSession({}, 7, now)
    session.roll()
    took, news = [], []
    while len(took) < throws:
        now += 10 * MILLISECOND
        assert now < 1000 * SECOND, "the host waits for ever"
        board.receive(session.outgoing(now), now)
        heard = board.outgoing(now)
        for event in [*session.receive(heard, now), *session.tick(now)]:
            news.append(event)
            if isinstance(event, TowerUnknown):
                session.adopt(event.tower, event.throw)
            elif isinstance(event, Thrown):
                took.append(event.faces)
                session.taken(event.tower, event.throw)
                session.roll()
    return took, board, news


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "faults", [(), *((fault,) for fault in FAULTS), FAULTS], ids=",".join
)
def test_every_throw_is_taken_once_whatever_goes_wrong(faults, seed):
    took, board, _ = taken_from(faults, seed=seed)
    assert took == board.made[: len(took)]


@pytest.mark.parametrize(
    ("fault", "news"),
    [("cocked", ThrowSpoiled), ("double", ThrowRefused), ("silence", LinkDown)],
)
def test_each_fault_is_noticed_as_what_it_is(fault, news):
    assert any(isinstance(event, news) for event in taken_from((fault,))[2])
    assert not any(isinstance(event, news) for event in taken_from(())[2])


def test_garbage_reaches_the_line():
    board = TowerBoard(iter([(1, 2)] * 9), Faults(("garbage",), 1.0))
    quiet = TowerBoard(iter([(1, 2)] * 9), Faults())
    said = []
    for each in (board, quiet):
        session = DiceSession({0xD1CE: 0}, 7, 0)
        session.roll()
        heard = b""
        for now in range(0, SECOND, 10 * MILLISECOND):
            each.receive(session.outgoing(now), now)
            heard += (piece := each.outgoing(now))
            session.receive(piece, now)
        said.append(len(heard))
    assert said[0] > said[1] + 60


def test_a_silent_tower_says_nothing_for_longer_than_a_host_waits():
    board = TowerBoard(iter([(1, 2)] * 9), Faults(("silence",), 1.0))
    session = DiceSession({0xD1CE: 0}, 7, 0)
    session.roll()
    quiet = longest = 0
    for now in range(0, 4 * SECOND, 10 * MILLISECOND):
        board.receive(session.outgoing(now), now)
        heard = board.outgoing(now)
        session.receive(heard, now)
        session.tick(now)
        quiet = 0 if heard else quiet + 10 * MILLISECOND
        longest = max(longest, quiet)
    assert longest >= SILENT_FOR - 20 * MILLISECOND


def test_sides_of_a_painted_die_are_its_faces():
    assert sides_of(ALIEN) == (0, 0, 1, 1, 2, 2)
    throws = list(islice(drawn((MOVE, ALIEN), Random(4)), 50))
    for sides, throw in zip(as_sides((MOVE, ALIEN), iter(throws)), throws, strict=True):
        assert (sides_of(MOVE)[sides[0] - 1], sides_of(ALIEN)[sides[1] - 1]) == throw


def test_a_fault_nobody_knows_is_refused():
    with pytest.raises(LabError, match="no fault 'cockd'; did you mean cocked"):
        read_faults("silence,cockd")


def test_a_tower_on_a_terminal_is_put_on_trial(tmp_path, capsys):
    port, recorded = tmp_path / "tower", tmp_path / "throws.txt"
    words = ["tower", "--port", str(port), "--die", "move,fire", "--throws", "12"]
    words += ["--faults", "double,garbage", "--rate", "0.5", "--seed", "9"]
    with subprocess.Popen(
        [sys.executable, "-m", "tools.dice_sim", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as tower:
        assert "with move fire at" in tower.stdout.readline()
        asked = ["fair", "tower", "--port", str(port), "--die", "move,fire"]
        assert main([*asked, "--throws", "12", "--record", str(recorded)]) == 0
        rest, _ = tower.communicate(timeout=30)
    assert rest == "12 throws were taken\n"
    assert "12 throws\n" in capsys.readouterr().out
    expected = [
        f"{MOVE.faces[move]} {FIRE.faces[fire]}"
        for move, fire in islice(drawn((MOVE, FIRE), Random(9)), 12)
    ]
    assert recorded.read_text().splitlines()[1:-1] == expected


def test_a_tower_that_was_unplugged_goes_on_where_it_was(tmp_path, caplog):
    made = list(islice(drawn((MOVE, FIRE), Random(3)), 6))
    board = TowerBoard(as_sides((MOVE, FIRE), iter(made)), Faults())
    port, over = tmp_path / "tower", Event()

    def stand():
        pulled = False
        with Terminal(port) as terminal:
            ready.set()
            while not over.is_set():
                if board.taken == 3 and not pulled:
                    board.unplug(monotonic_ns() + 50 * MILLISECOND)
                    pulled = True
                terminal.pump(board, 0.05)

    ready = Event()
    tower = Thread(target=stand)
    tower.start()
    try:
        assert ready.wait(10)
        with ExitStack() as held:
            throws = open_tower(port, (MOVE, FIRE), held)
            assert list(islice(throws, 5)) == made[:5]
    finally:
        over.set()
        tower.join(10)
    assert "was unplugged" in caplog.text


def test_a_port_that_is_not_there_is_a_sentence(tmp_path, capsys):
    assert main(["fair", "tower", "--port", str(tmp_path / "none")]) == 1
    assert "port cannot be opened" in capsys.readouterr().err


def test_a_file_is_not_overwritten_by_the_terminals_link(tmp_path, capsys):
    path = tmp_path / "precious"
    path.write_text("mine", encoding="utf-8")
    assert main(["tower", "--port", str(path)]) == 1
    assert "is something else already" in capsys.readouterr().err
    assert path.read_text() == "mine"
