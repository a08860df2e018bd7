"""A disk that refuses and a plug that is pulled: nothing shown that is not so."""

from dataclasses import replace

import pytest

from cabinet.core.errors import BooksError
from cabinet.core.events import SECOND
from cabinet.core.modes.faults import RETRY
from cabinet.core.ports import Wire, Wiring
from cabinet.i18n.message import verbatim
from cabinet.io.sim import SimPort
from cabinet.protocol.codec import Action
from cabinet.protocol.snapshot import Snapshot
from tests.counter.stand import HOUSE, SCREEN, WIRING, Stand, full_disk


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.envelopes()
    yield stand
    stand.close()


def test_a_coin_that_cannot_be_written_is_not_shown_and_the_slot_shuts(stand):
    with full_disk():
        stand.coin()
    assert stand.mode == "out_of_order"
    assert stand.shown.reason == "books"
    assert stand.shown.credits == 0
    assert stand.shown.books.coins == stand.coins_on_disk() == 0
    assert not stand.lockout
    assert not stand.port.outputs["lamp.coin"]


def test_no_snapshot_was_ever_wrong_while_the_disk_was_full(stand):
    stand.coin()
    stand.envelopes()
    with full_disk():
        stand.press("start")
        stand.press("start")
        stand.advance(SECOND)
        assert {m.credits for _, m in stand.envelopes(Snapshot)} == {1}
    assert stand.mode == "out_of_order"
    assert stand.on_disk() == {"coin": (1, 1)}


def test_test_mends_it_when_there_is_room_and_not_before(stand):
    with full_disk():
        stand.coin()
        stand.press("test")
        assert stand.mode == "out_of_order", "the disk must take that it is mended"
    stand.press("test")
    assert stand.mode == "select"
    assert stand.shown.credits == stand.coins_on_disk() == 1, "the coin it had refused"
    assert stand.coin()
    assert stand.shown.credits == stand.coins_on_disk() == 2


def test_a_disk_that_takes_entries_again_mends_it_by_itself(stand):
    with full_disk():
        stand.coin()
        stand.advance(3 * RETRY)
        assert stand.mode == "out_of_order"
        assert stand.shown.credits == stand.coins_on_disk() == 0
    stand.advance(RETRY)
    assert stand.mode == "select"
    assert stand.lockout
    assert stand.shown.credits == stand.coins_on_disk() == 1
    assert stand.on_disk()["alarm"][0] == 1, "the books say that the disk refused"


def test_damaged_books_do_not_mend_by_themselves(stand):
    stand.counter.distrust(verbatim("posting 17 is not what was written"))
    stand.advance(10 * RETRY)
    assert stand.mode == "out_of_order"
    stand.press("test")
    assert stand.mode == "attract"


def test_the_slot_stays_shut_where_the_books_cannot_be_written(stand):
    """They can still be opened: what a full disk had allotted before is there."""
    prove, commit = stand.books.prove_writable, stand.books.commit_all

    def refuse(*_):
        raise BooksError(verbatim("the disk is full"))

    stand.books.prove_writable = stand.books.commit_all = refuse
    stand.kill_counter()
    stand.join()
    assert (stand.mode, stand.lockout) == ("out_of_order", False)
    assert not stand.coin()
    stand.advance(RETRY)
    assert stand.mode == "out_of_order"
    stand.books.prove_writable, stand.books.commit_all = prove, commit
    stand.advance(RETRY)
    assert (stand.mode, stand.lockout) == ("attract", True)


def test_the_slot_shuts_before_the_disk_is_full_and_opens_when_there_is_room(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, reserve=100))
    room = [200]
    stand.books.free_space = room.pop
    stand.join()
    assert stand.lockout
    for free, is_open in ((99, False), (105, False), (110, True), (100, True)):
        room[:] = [free]
        stand.advance(10 * SECOND)
        assert stand.mode == "attract"
        assert stand.lockout == is_open, free
        alarms = () if is_open else ("disk nearly full",)
        assert tuple(map(str, stand.shown.alarms)) == alarms
    assert stand.on_disk()["alarm"][0] == 1
    stand.close()


def test_a_match_goes_on_where_the_disk_stopped_it(stand):
    match = stand.play()
    stand.counter.hear(SCREEN, Action(match, 0, 0, "place 1 0"))
    with full_disk():
        stand.counter.hear(SCREEN, Action(match, 1, 1, "place 2 0"))
    assert stand.mode == "out_of_order"
    stand.press("test")
    assert stand.mode == "playing"
    assert [move.action for move in stand.shown.match.log] == ["place 1 0"]
    stand.counter.hear(SCREEN, Action(match, 1, 1, "place 2 0"))
    assert len(stand.shown.match.log) == 2


def test_a_screen_lost_while_the_disk_is_full_is_lost_all_the_same(stand):
    with full_disk():
        stand.leave()
    assert stand.mode == "out_of_order"
    stand.press("test")
    assert not stand.lockout, "nobody could see what a coin brings"


def test_a_jam_that_could_not_be_written_keeps_the_slot_shut(stand):
    with full_disk():
        stand.port.stick("coin.1", active=True, for_ns=10 * SECOND)
        stand.advance(SECOND)
    assert stand.mode == "out_of_order"
    stand.press("test")
    assert stand.mode == "attract"
    assert not stand.lockout
    assert tuple(map(str, stand.shown.alarms)) == ("coin.1 jammed",)
    stand.advance(10 * SECOND)
    assert stand.lockout


def test_books_that_cannot_be_opened_leave_the_slot_shut(tmp_path):
    (tmp_path / "books.sqlite3").write_bytes(b"not books at all" * 100)
    with pytest.raises(BooksError, match="are damaged"):
        Stand(tmp_path)


def test_a_cut_in_mid_game_asks_whether_to_go_on_and_then_does(stand):
    match = stand.play()
    stand.counter.hear(SCREEN, Action(match, 0, 0, "place 1 0"))
    stand.kill_counter()
    assert not stand.lockout, "until a screen is there"
    stand.join(2)
    assert (stand.mode, stand.shown.question) == ("playing", "resume")
    stand.press("start")
    assert stand.shown.question == ""
    assert [move.action for move in stand.shown.match.log] == ["place 1 0"]
    assert stand.on_disk() == {"coin": (1, 1), "charge": (1, -1)}


def test_a_game_that_is_gone_after_a_cut_gives_the_credit_back(stand):
    stand.play()
    stand.operating = replace(HOUSE, offers=HOUSE.offers[1:])
    stand.kill_counter()
    assert stand.shown.credits == 1
    assert stand.on_disk()["refund"] == (1, 1)


def test_a_coin_line_stuck_at_boot_is_a_jam_and_no_money(tmp_path):
    stand = Stand(tmp_path)
    stand.port.stick("coin.1", active=True, for_ns=5 * SECOND)
    stand.counter.turn()
    stand.kill_counter()
    stand.join()
    assert tuple(map(str, stand.shown.alarms)) == ("coin.1 jammed",)
    assert not stand.lockout
    stand.advance(5 * SECOND)
    assert stand.lockout
    assert stand.coins_on_disk() == 0
    stand.close()


def test_two_slots_stay_in_use_when_one_jams(tmp_path):
    wiring = Wiring({**WIRING.inputs, "coin.2": Wire()}, WIRING.outputs)
    operating = replace(
        HOUSE, slots=(HOUSE.slots[0], replace(HOUSE.slots[0], number=2))
    )
    stand = Stand(tmp_path, operating)
    stand.port = SimPort(wiring, stand.clock)
    stand.kill_counter()
    stand.join()
    stand.port.stick("coin.2", active=True, for_ns=5 * SECOND)
    stand.advance(SECOND)
    assert stand.lockout
    assert stand.coin()
    assert stand.shown.credits == 1
    stand.close()
