"""Which of the USB devices may be a board, and what is said when none is."""

from dataclasses import dataclass

import pytest

from cabinet.core.errors import BusyError, CabinetError
from cabinet.io.serial_device import boards_among, candidates, open_device


@dataclass
class Listed:
    device: str
    vid: int | None
    pid: int | None


@pytest.mark.parametrize(
    ("vid", "pid"),
    [(0x2341, 0x0043), (0x2A03, 0x0043), (0x1A86, 0x7523), (0x0403, 0x6001)],
)
def test_an_uno_and_a_nano_are_found_by_their_usb_ids(vid, pid):
    assert list(boards_among([Listed("/dev/ttyX", vid, pid)])) == ["/dev/ttyX"]


def test_others_are_left_alone_and_the_order_is_always_the_same():
    listed = [
        Listed("/dev/ttyUSB1", 0x1A86, 0x7523),
        Listed("/dev/ttyAMA0", None, None),
        Listed("/dev/ttyACM1", 0x05AC, 0x0043),
        Listed("/dev/ttyACM0", 0x2341, 0x0043),
    ]
    assert list(boards_among(listed)) == ["/dev/ttyACM0", "/dev/ttyUSB1"]


def test_a_port_that_is_named_is_the_only_one():
    assert candidates("/dev/ttyACM7") == ("/dev/ttyACM7",)


def test_a_port_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CabinetError, match=r"there is no board at .*nothing") as told:
        open_device(str(tmp_path / "nothing"))
    assert not isinstance(told.value, BusyError)


@pytest.mark.parametrize("url", ["nonsense://x", "socket://127.0.0.1:1"])
def test_a_url_where_nobody_answers_cannot_be_reached(url):
    with pytest.raises(CabinetError, match=f"io.port: {url} cannot be reached"):
        open_device(url)
