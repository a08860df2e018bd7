"""What is said when the kernel does not give the pins."""

import gpiod
import pytest
from gpiod.line import Direction

from tests.pins.counter import TIMEOUT, cabinet, place

CHIP = "/dev/gpiochip0"
BUSY = 4


def words_of(program):
    """Exit code and words of a program that cannot work."""
    said, _ = program.communicate(timeout=TIMEOUT)
    assert "Traceback" not in said
    return program.returncode, said


@pytest.mark.usefixtures("free_pins")
def test_an_account_outside_the_group_gpio_reads_what_to_do():
    code, said = words_of(cabinet(place(), "counter", groups=()))
    assert code == 1
    assert "add the user to the group gpio" in said


@pytest.mark.usefixtures("free_pins")
@pytest.mark.parametrize(
    ("line", "pin", "direction"),
    [
        ("coin.1", 17, Direction.INPUT),
        ("start", 27, Direction.INPUT),
        ("lockout", 20, Direction.OUTPUT),
    ],
)
def test_a_pin_that_another_program_has_is_named(line, pin, direction):
    settings = gpiod.LineSettings(direction=direction)
    with gpiod.request_lines(CHIP, config={pin: settings}, consumer="another"):
        code, said = words_of(cabinet(place(), "counter"))
    assert code == BUSY
    assert f"io.lines: {line} is on GPIO{pin}, and another program has that pin" in said


def test_beside_a_running_counter_nobody_gets_its_pins(counter):
    code, said = words_of(cabinet(place(), "counter"))
    assert code == BUSY
    assert "another program has that pin" in said
    code, said = words_of(cabinet(counter.state, "shut"))
    assert code == BUSY
    assert "could not be shut: lockout, lamp.start, lamp.coin" in said
    assert counter.listen(1).lockout_open, "and it did not notice"
