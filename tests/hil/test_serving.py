"""The simulated board as a serial port of its own, in wall-clock time."""

import os

import pytest

from firmware_bridge.events import LinkDown, LinkUp
from tests.hil.pty_board import Host, Program

BOUNCING_COIN = "coin.1 1@100000 0@100400 1@100900 0@150000 1@150300 0@151000"


@pytest.fixture
def board(new_chip):
    board = Program()
    yield board
    assert board.end() == 0


@pytest.fixture
def host(board):
    host = Host(board.port)
    host.link()
    yield host
    host.close()


def test_a_bouncing_coin_on_its_pin_is_one_coin_at_the_port(board, host):
    for coins in (1, 2, 3):
        board.say(BOUNCING_COIN)
        host.run_until(lambda coins=coins: host.coins == coins)
    assert host.coins == 3


def test_lines_and_outputs_are_told_both_ways(board, host):
    board.say("p1.left 1@0")
    host.run_until(lambda: "p1.left" in host.session.lines)
    host.session.set_output("lockout", on=True)
    host.session.set_output("lamp.start", on=True)
    host.session.pulse_meter()
    host.run_until(lambda: board.has_told("lockout on", "lamp.start on", "meter on"))


def test_a_power_cut_shuts_the_slot_and_the_board_comes_back_as_itself(board, host):
    host.session.set_output("lockout", on=True)
    board.say(BOUNCING_COIN)
    host.run_until(lambda: host.coins == 1)
    board.say("power off")
    board.wait_for("lockout off")
    host.run_until(lambda: LinkDown in map(type, host.events))
    board.say("power on")
    host.link()
    host.run_until(lambda: len([e for e in host.events if type(e) is LinkUp]) == 2)
    board.say(BOUNCING_COIN)
    host.run_until(lambda: host.coins == 2)
    assert len({e.board for e in host.events if isinstance(e, LinkUp)}) == 1


def test_an_unplugged_cable_is_dead_and_a_plugged_one_works_again(board, host):
    board.say("unplug")
    with pytest.raises(OSError, match="Input/output error"):
        host.run_until(lambda: False)
    board.say(BOUNCING_COIN)
    board.say("plug")
    port = board.wait_for("port ")
    other = Host(port.removeprefix("port "), host.credited)
    other.run_until(lambda: other.coins == 1)
    other.close()


def test_what_it_kept_outlives_the_program(new_chip, tmp_path):
    eeprom, link = tmp_path / "eeprom", tmp_path / "tty"
    boards, coins, credited = [], 0, {}
    for _ in range(2):
        board = Program("--eeprom", str(eeprom), "--link", str(link))
        assert board.port == link
        host = Host(link, credited)
        host.link()
        board.say(BOUNCING_COIN)
        host.run_until(lambda host=host: host.coins == 1)
        coins += host.coins
        boards += [e.board for e in host.events if isinstance(e, LinkUp)]
        host.close()
        assert board.end() == 0
        assert not os.path.lexists(link)
    assert len(set(boards)) == 1
    assert credited[boards[0]] == (2, 0)


@pytest.mark.parametrize("nonsense", ["coin.9 1@0", "coin.1 2@0", "coin.1 1@x", "fly"])
def test_a_command_nobody_understands_is_named_and_changes_nothing(board, nonsense):
    board.say(nonsense)
    assert nonsense.split()[-1] in board.complaint()


def test_a_file_that_is_no_eeprom_is_refused(new_chip, tmp_path):
    (tmp_path / "eeprom").write_bytes(b"short")
    board = Program("--eeprom", str(tmp_path / "eeprom"))
    assert "holds 5 bytes and is no EEPROM of 1024" in board.complaint()
    assert board.end() == 1
