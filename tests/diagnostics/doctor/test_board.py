"""A board on a pseudo-terminal, named by the doctor with and without a counter."""

from contextlib import contextmanager
from threading import Event, Thread

import pytest

from cabinet.core.events import MILLISECOND
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.diagnostics.doctor.link import Link
from cabinet.diagnostics.doctor.listening import examine
from cabinet.protocol.doctor import Examine, Examined
from tests.io.pty_board import CounterAtPort, JumpingClock, PtyBoard

DOCTOR = 7


@pytest.fixture
def board(tmp_path):
    board = PtyBoard(tmp_path / "board", JumpingClock())
    board.plug()
    yield board
    if board.master >= 0:
        board.unplug()


def asked(at_port):
    at_port.counter.outbox.clear()
    at_port.counter.hear(DOCTOR, Examine())
    (told,) = [
        each.message
        for each in at_port.counter.outbox
        if isinstance(each.message, Examined)
    ]
    return told


def test_the_counter_names_its_board_and_says_when_it_is_gone(tmp_path, board):
    at_port = CounterAtPort(tmp_path, board.path, board)
    try:
        at_port.linked()
        (finding,) = Link("serial", asked(at_port).about).judge()
        assert finding.code == "link.board"
        assert finding.values["port"] == str(board.path)
        assert len(finding.values["board"]) == 8
        assert finding.values["firmware"] != "?"
        board.unplug()
        at_port.missing("board")
        (finding,) = Link("serial", asked(at_port).about).judge()
        assert finding.code == "link.lost"
    finally:
        at_port.counter.close()


@contextmanager
def alive(board):
    """The board listens and answers by itself."""
    done = Event()

    def live():
        while not done.wait(0.002):
            board.pump()

    thread = Thread(target=live)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("is_known", [True, False])
def test_without_a_counter_the_doctor_asks_the_board_itself(board, is_known):
    wiring = Wiring({"coin.1": Wire(), "start": Wire()}, {}, {"port": str(board.path)})
    board.totals[0] = 3
    with alive(board):
        told, seen = examine(
            "serial",
            wiring,
            (Slot(),),
            board._clock,
            MILLISECOND,
            boards={board.board: (0, 0)} if is_known else {},
        )
    (finding,) = told.judge()
    assert finding.code == ("link.board" if is_known else "link.new_board")
    assert finding.values["board"] == f"{board.board:08x}"
    assert board.credited in (None, (0, 0)), "three coins wait for the counter"
    assert seen.levels == {"coin.1": False, "start": False}
    assert seen.slots == (), "a board judges its pulses by itself"
