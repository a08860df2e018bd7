"""Every way a serial port can be wrong: a sentence, a shut slot, and it mends itself.

Real ptys, the real port with its threads, a real counter; only the board is paper.
"""

import grp
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from serial import Serial

from cabinet.core.events import SECOND
from cabinet.io.serial_wire import MOST_AT_ONCE, MOST_QUEUED
from firmware_bridge.frames import encode
from firmware_bridge.messages import PROTOCOL, Coin, to_frame
from tests.io.pty_board import CounterAtPort, JumpingClock, PtyBoard
from tests.support.accounts import nobody


@pytest.fixture
def board(tmp_path):
    board = PtyBoard(tmp_path / "board", JumpingClock())
    yield board
    if board.master >= 0:
        board.unplug()


@pytest.fixture
def at_port(tmp_path, board):
    """Start a counter at the board's port, or at another one."""
    started = []

    def start(port=None):
        started.append(CounterAtPort(tmp_path, port or board.path, board))
        return started[-1]

    yield start
    for cabinet in started:
        cabinet.close()


def test_no_board(at_port, board):
    cabinet = at_port()
    said = cabinet.missing("there is no board at")
    assert str(board.path) in said
    board.plug()
    cabinet.linked()


def test_no_board_to_be_found(at_port):
    cabinet = at_port("auto")
    cabinet.missing("no board is plugged in")


def test_something_else_talks(at_port, board):
    board.answers = False
    board.noise = b"\r\nWelcome to BusyBox\r\nlogin: "
    board.plug()
    cabinet = at_port()
    cabinet.until(lambda _: board.is_open())
    cabinet.skip(3 * SECOND)
    cabinet.missing("talks, but not as a board of this cabinet")
    board.noise, board.answers = b"", True
    cabinet.linked()


def test_an_echo_is_no_board(at_port):
    cabinet = at_port("loop://")
    cabinet.until(lambda _: cabinet.port.due() is not None)
    cabinet.skip(3 * SECOND)
    cabinet.until(lambda shown: shown.alarms)
    cabinet.missing("talks, but not as a board of this cabinet")


def test_a_board_in_its_boot_loader_is_reset_by_opening_it_again(at_port, board):
    board.answers = False
    board.plug()
    cabinet = at_port()
    cabinet.until(lambda _: board.is_open())
    cabinet.skip(3 * SECOND)
    cabinet.missing("it is in its boot loader")
    cabinet.skip(4 * SECOND)
    cabinet.until(lambda _: not board.is_open())
    board.answers = True
    cabinet.linked()


def test_a_board_of_another_protocol(at_port, board):
    board.protocol = PROTOCOL + 1
    board.plug()
    cabinet = at_port()
    cabinet.missing(
        f"the board speaks protocol {PROTOCOL + 1}, this cabinet speaks {PROTOCOL}"
    )
    board.unplug()
    board.protocol = PROTOCOL
    board.plug()
    cabinet.linked()


def test_a_busy_port(at_port, board):
    board.plug()
    with Serial(str(board.path), exclusive=True):
        cabinet = at_port()
        cabinet.missing("another program has")
    cabinet.linked()


def test_no_permission_names_the_group(at_port, board):
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        board.path = Path(folder) / "board"
        cabinet = at_port()
        cabinet.missing("there is no board at")
        board.plug(rights=0o000)
        with nobody():
            said = cabinet.missing("may only be used by the group")
        group = grp.getgrgid(board.path.stat().st_gid).gr_name
        assert f"by the group {group}:" in said
        assert f"usermod -aG {group}" in said
        board.path.chmod(0o600)
        cabinet.linked()
        board.unplug()


def test_a_file_is_no_port(at_port, tmp_path, board):
    (tmp_path / "file").write_text("not a port")
    cabinet = at_port(tmp_path / "file")
    cabinet.missing("is no serial port")


def test_half_a_frame_at_open_is_nothing(at_port, board):
    board.plug()
    board.answers = False
    cabinet = at_port()
    cabinet.until(lambda _: board.is_open())
    board.write(encode(to_frame(Coin((9, 9), 1, 50, 0), 0))[5:])
    board.answers = True
    shown = cabinet.linked()
    assert shown.credits == 0
    assert not any("link" in str(alarm) for alarm in shown.alarms)


def test_a_flood_is_taken_in_helpings_and_ends(at_port, board):
    board.answers = False
    board.noise = b"\x02\xff\0" * 2000
    board.plug()
    cabinet = at_port()
    helpings = []
    take = cabinet.port._talk._wire.take

    def measured():
        taken = take()
        helpings.append(sum(len(getattr(each, "octets", b"")) for each in taken))
        return taken

    cabinet.port._talk._wire.take = measured
    cabinet.until(lambda _: sum(helpings) > 500_000)
    assert max(helpings) <= MOST_QUEUED * (MOST_AT_ONCE + 1)
    cabinet.skip(3 * SECOND)
    cabinet.missing("talks, but not as a board of this cabinet")
    board.noise, board.answers = b"", True
    cabinet.linked()
    board.count()
    cabinet.until(lambda shown: shown.credits == 1)


def test_noise_on_a_good_link_costs_no_coin(at_port, board):
    board.plug()
    cabinet = at_port()
    cabinet.linked()
    board.write(os.urandom(300))
    board.count()
    board.write(os.urandom(300))
    board.say_state()
    cabinet.until(lambda shown: shown.books.coins == 1)
    about = cabinet.port.about()
    assert float(about["round_trip_ms"]) >= 0
    assert int(about["damaged"]) > 0


@pytest.mark.parametrize("cut", [1, 9, 20])
def test_pulled_out_at_any_byte_and_the_coin_is_credited_once(at_port, board, cut):
    board.plug()
    cabinet = at_port()
    cabinet.linked()
    board.totals[0] = 1
    board.write(encode(to_frame(Coin((1, 0), 1, 50, 0), 0))[:cut])
    board.unplug()
    shown = cabinet.until(lambda shown: not shown.lockout_open)
    assert any("unplugged" in str(alarm) for alarm in shown.alarms)
    board.plug()
    cabinet.until(lambda shown: shown.books.coins == 1)
    board.count()
    cabinet.until(lambda shown: shown.books.coins == 2)
