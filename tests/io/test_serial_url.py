"""A board at the end of a network: the port is a URL, everything else is the same."""

import socket
import threading
from contextlib import suppress

import pytest
from serial import Serial
from serial.rfc2217 import PortManager

from tests.io.pty_board import CounterAtPort, JumpingClock, PtyBoard


class WithoutModemLines(Serial):
    """A pty as a serial device: it has no lines but the two."""

    cts = dsr = ri = cd = True

    def _update_dtr_state(self):
        pass

    _update_rts_state = _update_break_state = _update_dtr_state


class Connection:
    """What `PortManager` answers through."""

    def __init__(self, line):
        self._line = line

    def write(self, octets):
        self._line.sendall(octets)


def serve(listening, device):
    """One visitor after the other gets the serial device, as RFC 2217 says."""
    with suppress(OSError):
        while True:
            line, _ = listening.accept()
            manager = PortManager(device, Connection(line))
            out = threading.Thread(target=tell, args=(line, device, manager))
            out.start()
            with suppress(OSError):
                while octets := line.recv(1024):
                    device.write(b"".join(manager.filter(octets)))
            line.close()
            out.join()


def tell(line, device, manager):
    with suppress(OSError, TypeError):
        while line.fileno() >= 0:
            octets = device.read(1)
            line.sendall(b"".join(manager.escape(octets)))


@pytest.fixture
def board(tmp_path):
    board = PtyBoard(tmp_path / "board", JumpingClock())
    board.plug()
    yield board
    board.unplug()


@pytest.fixture
def url(board):
    with (
        WithoutModemLines(str(board.path), 115200, timeout=0.05) as device,
        socket.create_server(("127.0.0.1", 0)) as listening,
    ):
        server = threading.Thread(target=serve, args=(listening, device))
        server.start()
        yield f"rfc2217://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
        server.join()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's
def test_coins_come_over_the_network(tmp_path, board, url):
    cabinet = CounterAtPort(tmp_path, url, board)
    cabinet.linked()
    board.count()
    cabinet.until(lambda shown: shown.credits == 1)
    cabinet.until(lambda _: board.credited == (1, 0))
    cabinet.close()
