"""The host's side, word by word, against a board whose words the test writes."""

from dataclasses import replace

import pytest

from cabinet.io.serial_messages import trouble, why_left_alone
from firmware_bridge.conversation import AGAIN
from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    BoardForgot,
    BoardUnknown,
    CommandRefused,
    FreshCoins,
    LineChanged,
    LinkDown,
    LinkUp,
    Restarted,
    Silent,
    Unplugged,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.frames import Frame, FrameReader, encode
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Coin,
    Credited,
    Done,
    Hello,
    Input,
    Kind,
    Ping,
    Result,
    SetOutputs,
    State,
    Welcome,
    from_frame,
)
from tests.firmware_bridge.table import (
    BOARD,
    HELLO,
    NONCE,
    STATE,
    WINDOW,
    Table,
    bit,
    linked,
)


@pytest.fixture
def table():
    return linked()


def test_the_first_word_is_a_question_asked_until_it_is_answered():
    table = Table()
    assert table.hears() == [Ask(NONCE)]
    assert table.hears() == []
    table.wait(250 * MILLISECOND)
    assert table.hears() == [Ask(NONCE)]


def test_a_known_board_is_welcomed_then_told_everything():
    table = Table(settings=[WINDOW])
    table.session.set_output("lamp.start", on=True)
    table.hears()
    assert table.says(HELLO) == []
    assert table.hears() == [Welcome(PROTOCOL, NONCE, (5, 0))]
    assert table.answers() == [LinkUp(BOARD, "1.0", 7, table.now)]
    assert table.settle() == [WINDOW, SetOutputs(2, 0)]


def test_a_hello_that_answers_somebody_else_is_asked_about_not_believed():
    table = Table()
    table.hears()
    assert table.says(replace(HELLO, nonce=7, base=(99, 99), totals=(99, 99))) == []
    assert table.hears() == [Ask(NONCE)]


def test_an_unknown_board_is_an_alarm_and_is_not_welcomed_before_it_is_adopted():
    table = Table(credited={})
    table.hears()
    [unknown] = table.says(HELLO)
    assert unknown == BoardUnknown(BOARD, (5, 0), table.now)
    assert table.says(HELLO) == []
    assert table.hears() == []
    table.session.adopt(BOARD, (5, 0))
    assert table.hears() == [Ask(NONCE)]
    table.says(HELLO)
    assert table.hears() == [Welcome(PROTOCOL, NONCE, (5, 0))]
    table.answers()
    assert table.says(replace(STATE, totals=(6, 0))) == [
        FreshCoins(BOARD, 1, 6, 1, table.now)
    ]


def test_a_board_that_forgot_is_told_and_nothing_is_credited():
    table = Table(credited={BOARD: (7, 0)})
    table.hears()
    [forgot] = table.says(HELLO)
    assert forgot == BoardForgot(BOARD, 1, 7, 5, table.now)
    assert str(trouble(forgot)) == (
        "the board 00c0ffee has forgotten 2 coins of slot 1 (5 counted, 7 credited)"
    )
    assert table.hears() == [Welcome(PROTOCOL, NONCE, (7, 0))]
    table.answers()
    assert table.says(replace(STATE, totals=(7, 0))) == []


def test_coins_from_before_a_forgotten_record_was_noticed_stay_counted():
    table = Table(credited={BOARD: (7, 0)})
    table.hears()
    table.says(replace(HELLO, totals=(6, 0)))
    assert table.hears() == [Welcome(PROTOCOL, NONCE, (7, 0))]
    table.answers()
    assert table.says(replace(STATE, totals=(8, 0))) == [
        FreshCoins(BOARD, 1, 8, 1, table.now)
    ]


def test_a_boot_that_was_welcomed_before_is_taken_at_its_word():
    table = Table(credited={BOARD: (7, 0)})
    table.hears()
    assert table.says(replace(HELLO, flags=1, totals=(9, 0))) == []
    assert table.hears() == [Welcome(PROTOCOL, NONCE, (5, 0))]


def test_a_board_of_another_protocol_is_named_once_and_left_alone():
    table = Table()
    table.hears()
    stranger = encode(Frame(Hello.TYPE, 0, b"\x03whatever comes then"))
    [wrong] = table.session.receive(stranger, table.now)
    assert wrong == WrongProtocol(3, table.now)
    assert str(why_left_alone(wrong)) == (
        "the board speaks protocol 3, this cabinet speaks 2: write this cabinet's"
        " firmware to it (make flash PORT=/dev/ttyACM0)"
    )
    assert table.session.receive(stranger, table.now) == []
    assert not table.session.up


def test_a_coin_is_told_once_and_acknowledged_only_when_it_is_in_the_books(table):
    coin = Coin((6, 0), 1, 50, 1100)
    assert table.says(coin) == [FreshCoins(BOARD, 1, 6, 1, table.now)]
    assert table.says(coin, replace(STATE, totals=(6, 0))) == []
    assert Credited not in map(type, table.settle())
    table.session.credited(BOARD, 1, 6)
    assert table.settle() == [Credited((6, 0))]


def test_a_lost_acknowledgement_is_said_again_when_the_coin_is_told_again(table):
    table.says(Coin((6, 0), 1, 50, 1100))
    table.session.credited(BOARD, 1, 6)
    table.settle()
    assert table.says(Coin((6, 0), 1, 50, 1100)) == []
    assert table.settle() == [Credited((6, 0))]


def test_a_command_is_said_again_until_it_is_answered(table):
    table.session.set_output("lockout", on=True)
    assert table.hears() == [SetOutputs(1, 0)]
    assert table.hears() == []
    table.wait(AGAIN)
    assert table.hears() == [SetOutputs(1, 0)]
    assert table.frames[-1] == table.frames[-2]
    table.answers()
    table.wait(AGAIN)
    assert table.hears() == []


def test_how_long_an_answer_took_and_what_was_said_again_is_known(table):
    repeated = table.session.health["repeated"]
    table.session.set_output("lockout", on=True)
    table.hears()
    table.wait(AGAIN)
    table.hears()
    table.wait(3 * MILLISECOND)
    table.answers()
    assert table.session.round_trip == 3 * MILLISECOND
    assert table.session.health["repeated"] == repeated + 1


def test_an_old_answer_is_no_answer(table):
    table.session.set_output("lockout", on=True)
    table.hears()
    last = table.frames[-1]
    table.says(Done(last.type, (last.sequence - 1) % 256, Result.OK))
    table.says(Done(Ping.TYPE, last.sequence, Result.OK))
    table.wait(AGAIN)
    assert table.hears() == [SetOutputs(1, 0)]


def test_only_the_newest_wish_is_sent(table):
    table.session.set_output("lockout", on=True)
    table.hears()
    table.session.set_output("lamp.coin", on=True)
    table.session.set_output("lockout", on=False)
    table.answers()
    assert table.settle() == [SetOutputs(4, 0)]


def test_an_output_the_board_does_not_have_is_ignored(table):
    table.session.set_output("lamp.p6", on=True)
    assert table.hears() == []


def test_outputs_the_board_has_dropped_are_set_again(table):
    table.session.set_output("lockout", on=True)
    table.settle()
    assert table.says(replace(STATE, outputs=1)) == []
    assert table.settle() == []
    table.says(replace(STATE, outputs=0))
    assert table.settle() == [SetOutputs(1, 0)]


def test_silence_is_broken_before_the_board_believes_that_nobody_is_there(table):
    table.wait(900 * MILLISECOND)
    assert table.hears() == []
    table.says(STATE)
    table.wait(100 * MILLISECOND)
    assert table.hears() == [Ping()]


def test_a_silent_board_is_lost_and_its_lines_read_idle(table):
    table.says(Input(bit("start") | bit("coin.1"), 1000))
    assert table.session.lines == {"start", "coin.1"}
    assert table.wait(1400 * MILLISECOND) == []
    assert table.wait(100 * MILLISECOND) == [
        LinkDown(Silent(1.5), table.now),
        LineChanged("start", False, table.now),
    ]
    assert not table.session.up
    assert table.hears() == [Ask(NONCE)]


def test_a_restarted_board_is_noticed_and_welcomed_again(table):
    fresh = replace(HELLO, nonce=0, boots=8, reset_cause=8)
    assert table.says(fresh) == [LinkDown(Restarted(8), table.now)]
    assert table.hears() == [Ask(NONCE)]
    table.says(replace(fresh, nonce=NONCE))
    assert table.hears() == [Welcome(PROTOCOL, NONCE, (5, 0))]
    assert table.answers() == [LinkUp(BOARD, "1.0", 8, table.now)]


def test_a_board_that_says_it_was_not_welcomed_has_restarted(table):
    table.session.set_output("lockout", on=True)
    table.hears()
    assert table.answers(Result.NOT_WELCOMED) == [LinkDown(Restarted(), table.now)]


def test_a_hello_said_twice_changes_nothing(table):
    assert table.says(HELLO) == []
    assert table.session.up


def test_an_unplugged_wire_is_told_and_asking_begins_again(table):
    assert table.session.unplugged(table.now) == [LinkDown(Unplugged(), table.now)]
    assert table.session.unplugged(table.now) == []
    [ask] = table.hears()
    assert isinstance(ask, Ask)
    assert ask.nonce != NONCE


def test_a_refused_command_is_told_and_not_said_again():
    table = Table(settings=[WINDOW])
    table.hears()
    table.says(HELLO)
    table.hears()
    table.answers()
    assert table.hears() == [WINDOW]
    [refused] = table.answers(Result.BAD_VALUE)
    assert refused == CommandRefused(WINDOW, Result.BAD_VALUE, table.now)
    assert str(trouble(refused)).startswith(
        "the board refused SetSlot(slot=1, min_ms=60"
    )
    assert str(trouble(refused)).endswith("(bad value)")
    assert WINDOW not in table.settle()


def test_due_says_when_to_come_back():
    table = Table()
    assert table.session.due() <= table.now
    table.hears()
    assert table.session.due() == table.now + 250 * MILLISECOND
    table.says(HELLO)
    assert table.session.due() <= table.now
    table.hears()
    assert table.session.due() == table.now + AGAIN
    table.answers()
    table.settle()
    assert table.session.due() == table.now + 1 * SECOND


def test_a_good_frame_that_is_no_message_is_counted_as_damaged(table):
    table.session.receive(encode(Frame(State.TYPE, 0, b"short")), table.now)
    assert table.session.health["damaged"] == 1


def test_a_dice_tower_at_the_coin_slots_port_is_named_once_and_left_alone():
    table = Table()
    told = table.says(replace(HELLO, flags=0x10)) + table.says(
        replace(HELLO, flags=0x10)
    )
    assert told == [WrongBoard(1, Kind.SLOT, table.now)]
    said = str(why_left_alone(told[0]))
    assert said.startswith("the board here is a dice tower and not a coin slot")
    assert not table.session.up


def test_a_host_that_ends_says_all_outputs_off_without_waiting_for_its_turn(table):
    table.session.set_output("lockout", on=True)
    assert table.hears() == [SetOutputs(1, 0)]
    octets = table.session.goodbye(table.now)
    [frame] = FrameReader().feed(octets)
    assert from_frame(frame) == SetOutputs(0, 0)


def test_a_host_that_never_met_anybody_says_no_goodbye():
    assert Table().session.goodbye(0) == b""


def test_nothing_is_due_while_a_strange_board_waits_for_its_page():
    table = Table({})
    table.hears()
    table.says(HELLO)
    table.wait(1200 * MILLISECOND)
    assert table.hears() == []
    assert table.session.due() > table.now


def test_a_board_of_another_protocol_is_named_again_after_it_was_unplugged():
    table = Table()
    table.hears()
    assert table.says(replace(HELLO, protocol=9)) == [WrongProtocol(9, table.now)]
    table.session.unplugged(table.now)
    assert table.says(replace(HELLO, protocol=9)) == [WrongProtocol(9, table.now)]
