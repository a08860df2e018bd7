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
from tests.hil.rig import Rig


@pytest.fixture
def rig(new_chip):
    rig = Rig(new_chip())
    rig.link()
    rig.run(300 * MILLISECOND)
    return rig


def test_a_board_knows_itself_and_counts_its_boots(rig):
    for _ in range(3):
        rig.cut_power()
        rig.link()
        rig.run(100 * MILLISECOND)
    ups = [event for event in rig.events if isinstance(event, LinkUp)]
    assert [up.boots for up in ups] == [1, 2, 3, 4]
    assert len({up.board for up in ups}) == 1
    assert sum(isinstance(event, BoardUnknown) for event in rig.events) == 1


def test_coins_counted_while_no_host_was_there_survive_a_power_cut(rig):
    rig.kill_host()
    for _ in range(5):
        rig.drop_coin(rig.chip.now)
        rig.run(200 * MILLISECOND)
    rig.cut_power()
    rig.run(100 * MILLISECOND)
    rig.start_host()
    rig.run(SECOND)
    assert rig.books.coins == 5


def test_an_acceptor_of_long_pulses_is_judged_by_its_own_window_at_power_on(new_chip):
    rig = Rig(new_chip(), settings=[SetSlot(1, 60, 160, 20, 500, 8)])
    rig.link()
    rig.run(300 * MILLISECOND)
    rig.kill_host()
    rig.cut_power()
    rig.run(100 * MILLISECOND)
    for width_ms in (100, 40, 100):
        rig.drop_coin(rig.chip.now, width_ms)
        rig.run(300 * MILLISECOND)
    rig.start_host()
    rig.run(SECOND)
    assert rig.books.coins == 2


def test_a_cut_at_any_moment_after_a_coin_never_doubles_and_soon_never_loses(new_chip):
    chip = new_chip()
    chip.run(300 * MILLISECOND)
    named = chip.eeprom()
    safe_after = 0
    for cut_ms in range(0, 90, 3):
        rig = Rig(new_chip(named))
        rig.link()
        rig.run(200 * MILLISECOND)
        rig.kill_host()
        end = rig.drop_coin(rig.chip.now, 30)
        rig.run(end - rig.chip.now + cut_ms * MILLISECOND)
        rig.cut_power()
        rig.start_host()
        rig.run(SECOND)
        assert rig.books.coins in (0, 1)
        if rig.books.coins == 0:
            safe_after = cut_ms
    assert 0 < safe_after < 70


def test_a_coin_the_host_heard_is_not_told_again_by_a_board_that_forgot_it(rig):
    rig.chip.run(50 * MILLISECOND)
    before = rig.chip.eeprom()
    rig.drop_coin(rig.chip.now)
    rig.run(300 * MILLISECOND)
    assert rig.books.coins == 1
    rig.chip = type(rig.chip)(*rig.chip.made_of, eeprom=before)
    rig.kill_host()
    rig.start_host()
    rig.link()
    rig.drop_coin(rig.chip.now + 50 * MILLISECOND)
    rig.run(SECOND)
    assert BoardForgot in map(type, rig.events)
    assert rig.books.coins == 2


def test_another_board_is_never_money(rig, new_chip):
    for _ in range(3):
        rig.drop_coin(rig.chip.now)
        rig.run(200 * MILLISECOND)
    other = bytearray(rig.chip.eeprom())
    other[:4] = bytes.fromhex("0df0adba")
    other[4:6] = crc16(bytes(other[:4])).to_bytes(2, "little")
    rig.chip = new_chip(bytes(other))
    rig.kill_host()
    rig.start_host()
    rig.run(SECOND)
    unknown = [event for event in rig.events if isinstance(event, BoardUnknown)]
    assert unknown[-1].board == 0xBAADF00D
    assert unknown[-1].totals == (3, 0)
    assert rig.books.coins == 3
    rig.drop_coin(rig.chip.now)
    rig.run(300 * MILLISECOND)
    assert rig.books.coins == 4


def test_a_board_with_a_ruined_eeprom_starts_again_and_says_hello(new_chip):
    rig = Rig(new_chip(bytes(range(256)) * 4))
    rig.link()
    _, hello = rig.messages(Hello)[-1]
    assert hello.boots == 1
    assert hello.totals == (0, 0)
