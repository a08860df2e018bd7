"""Phones at the counter: passed on to who they are meant for, and nothing else."""

from dataclasses import replace

from cabinet.core.events import SECOND
from cabinet.counter.envelopes import Envelope
from cabinet.counter.publisher import token
from cabinet.counter.relays import MOST_LOOKING, ONLY_SCREEN, ONLY_WEB, PhoneRelay
from cabinet.protocol.codec import Result, refused
from cabinet.protocol.phones import (
    PhoneAction,
    PhoneAnswer,
    PhoneHere,
    PhonesAt,
    SeatView,
)
from tests.counter.stand import Stand

SCREEN, WEB, STRANGER = 1, 2, 3
HERE = PhoneHere("abc", here=True, language="fr")
ACTION = PhoneAction("abc", 1, 1, 0, "take 1")


def web_there():
    board = PhoneRelay()
    assert board.connect(WEB, PhonesAt("http://x/p/"), SCREEN) == []
    return board


def test_the_web_program_reaches_the_screen_and_the_screen_the_web_program():
    board = web_there()
    assert board.connect(WEB, ACTION, SCREEN) == [Envelope(SCREEN, ACTION)]
    for said in (SeatView("abc", "{}"), PhoneAnswer("abc", 1)):
        assert board.connect(SCREEN, said, SCREEN) == [Envelope(WEB, said)]


def test_nobody_else_speaks_for_a_phone_or_to_one():
    board = web_there()
    for client in (SCREEN, STRANGER):
        told = [Envelope(client, refused(ONLY_WEB))]
        assert board.connect(client, ACTION, SCREEN) == told
        assert board.connect(client, HERE, SCREEN) == told
    assert board.looking(SCREEN) == []
    told = [Envelope(STRANGER, refused(ONLY_SCREEN))]
    assert board.connect(STRANGER, SeatView("abc", "{}"), SCREEN) == told


def test_a_screen_that_comes_back_hears_which_phones_look():
    board = web_there()
    board.connect(WEB, HERE, None)
    assert board.looking(SCREEN) == [Envelope(SCREEN, HERE)]
    board.connect(WEB, replace(HERE, here=False), None)
    assert board.looking(SCREEN) == []


def test_only_so_many_phones_are_remembered_and_no_endless_address():
    board = web_there()
    phones = [replace(HERE, token=str(n)) for n in range(MOST_LOOKING + 10)]
    for phone in (*phones, replace(HERE, token="x" * 10_000)):
        board.connect(WEB, phone, None)
    assert [each.message for each in board.looking(SCREEN)] == phones[10:]
    board.connect(WEB, PhonesAt("http://x/" + "p" * 10_000), SCREEN)
    assert board.url == ""


def test_without_a_web_program_there_is_no_address():
    board = web_there()
    board.connect(WEB, HERE, SCREEN)
    assert not board.leave(STRANGER)
    assert board.url == "http://x/p/"
    assert board.leave(WEB)
    assert (board.url, board.looking(SCREEN)) == (None, [])


def test_tokens_differ_by_seat_and_match_and_are_long():
    tokens = {token(seed, seat) for seed in range(50) for seat in range(6)}
    assert len(tokens) == 300
    assert {len(each) for each in tokens} == {22}


def test_a_token_is_a_persons_from_join_to_result_and_then_another(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    assert stand.shown.phones_at == ""
    stand.counter.hear(WEB, PhonesAt("http://x/p/"))
    stand.coin()
    stand.press("start")
    joined = stand.shown
    assert (joined.mode, joined.phones_at) == ("join", "http://x/p/")
    assert [bool(token) for token in joined.phones] == [True, False]
    stand.counter.hear(WEB, PhonesAt(""))
    assert (stand.shown.phones_at, stand.shown.phones) == ("", joined.phones)
    stand.press("start")
    assert (stand.mode, stand.shown.phones) == ("playing", joined.phones)
    number = stand.shown.match.id
    stand.counter.hear(SCREEN, Result(number, (0,), (1, 0), "won"))
    assert (stand.mode, stand.shown.phones) == ("result", joined.phones)
    stand.coin()
    for _ in range(6):  # the end is seen, and not pressed away
        stand.advance(2 * SECOND)
        stand.press("start")
    assert stand.mode == "playing"
    assert not set(stand.shown.phones) & set(filter(None, joined.phones))
    stand.leave(WEB)
    assert (stand.shown.phones_at, stand.shown.phones) == ("", ())
    stand.close()
