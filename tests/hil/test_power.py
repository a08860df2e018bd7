"""Power that goes at any moment."""

import pytest

from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    BoardForgot,
    BoardUnknown,
    LinkUp,
)
from firmware_bridge.frames import crc16
from firmware_bridge.messages import Hello, SetSlot
from tests.hil.desk import Desk


@pytest.fixture
def desk(new_chip):
    desk = Desk(new_chip())
    desk.link()
    desk.run(300 * MILLISECOND)
    return desk


def test_a_board_knows_itself_and_counts_its_boots(desk):
    for _ in range(3):
        desk.cut_power()
        desk.link()
        desk.run(100 * MILLISECOND)
    ups = [event for event in desk.events if isinstance(event, LinkUp)]
    assert [up.boots for up in ups] == [1, 2, 3, 4]
    assert len({up.board for up in ups}) == 1
    assert sum(isinstance(event, BoardUnknown) for event in desk.events) == 1


def test_coins_counted_while_no_host_was_there_survive_a_power_cut(desk):
    desk.kill_host()
    for _ in range(5):
        desk.drop_coin(desk.chip.now)
        desk.run(200 * MILLISECOND)
    desk.cut_power()
    desk.run(100 * MILLISECOND)
    desk.start_host()
    desk.run(SECOND)
    assert desk.books.coins == 5


def test_an_acceptor_of_long_pulses_is_judged_by_its_own_window_at_power_on(new_chip):
    desk = Desk(new_chip(), settings=[SetSlot(1, 60, 160, 20, 500, 8)])
    desk.link()
    desk.run(300 * MILLISECOND)
    desk.kill_host()
    desk.cut_power()
    desk.run(100 * MILLISECOND)
    for width_ms in (100, 40, 100):
        desk.drop_coin(desk.chip.now, width_ms)
        desk.run(300 * MILLISECOND)
    desk.start_host()
    desk.run(SECOND)
    assert desk.books.coins == 2


def test_a_cut_at_any_moment_after_a_coin_never_doubles_and_soon_never_loses(new_chip):
    chip = new_chip()
    chip.run(300 * MILLISECOND)
    named = chip.eeprom()
    safe_after = 0
    for cut_ms in range(0, 90, 3):
        desk = Desk(new_chip(named))
        desk.link()
        desk.run(200 * MILLISECOND)
        desk.kill_host()
        end = desk.drop_coin(desk.chip.now, 30)
        desk.run(end - desk.chip.now + cut_ms * MILLISECOND)
        desk.cut_power()
        desk.start_host()
        desk.run(SECOND)
        assert desk.books.coins in (0, 1)
        if desk.books.coins == 0:
            safe_after = cut_ms
    assert 0 < safe_after < 70


def test_a_coin_the_host_heard_is_not_told_again_by_a_board_that_forgot_it(desk):
    desk.chip.run(50 * MILLISECOND)
    before = desk.chip.eeprom()
    desk.drop_coin(desk.chip.now)
    desk.run(300 * MILLISECOND)
    assert desk.books.coins == 1
    desk.chip = type(desk.chip)(*desk.chip.made_of, eeprom=before)
    desk.kill_host()
    desk.start_host()
    desk.link()
    desk.drop_coin(desk.chip.now + 50 * MILLISECOND)
    desk.run(SECOND)
    assert BoardForgot in map(type, desk.events)
    assert desk.books.coins == 2


def test_another_board_is_never_money(desk, new_chip):
    for _ in range(3):
        desk.drop_coin(desk.chip.now)
        desk.run(200 * MILLISECOND)
    other = bytearray(desk.chip.eeprom())
    other[:4] = bytes.fromhex("0df0adba")
    other[4:6] = crc16(bytes(other[:4])).to_bytes(2, "little")
    desk.chip = new_chip(bytes(other))
    desk.kill_host()
    desk.start_host()
    desk.run(SECOND)
    unknown = [event for event in desk.events if isinstance(event, BoardUnknown)]
    assert unknown[-1].board == 0xBAADF00D
    assert unknown[-1].totals == (3, 0)
    assert desk.books.coins == 3
    desk.drop_coin(desk.chip.now)
    desk.run(300 * MILLISECOND)
    assert desk.books.coins == 4


def test_a_board_with_a_ruined_eeprom_starts_again_and_says_hello(new_chip):
    desk = Desk(new_chip(bytes(range(256)) * 4))
    desk.link()
    _, hello = desk.messages(Hello)[-1]
    assert hello.boots == 1
    assert hello.totals == (0, 0)
