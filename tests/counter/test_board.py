"""A counter whose wires are behind a board: coins once, whatever happens between."""

from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.modes.devices import LINK_GRACE
from cabinet.core.operating import Meter
from cabinet.i18n.message import from_text
from cabinet.io.serial_link import SerialPort
from firmware_bridge.messages import SetMeter, Verdict
from tests.counter.stand import HOUSE, WIRING, Stand, full_disk
from tests.io.paper_board import BOARD, PaperBoard


class BoardStand(Stand):
    """A stand with a paper board instead of simulated wires."""

    def __init__(self, folder, operating=HOUSE, totals=(0, 0)):
        self.totals = totals
        self.board = None
        super().__init__(folder, operating, port=object())

    def start(self):
        self.board = self.board or PaperBoard(self.clock, totals=self.totals)
        self.port = SerialPort(WIRING, self.clock, self.board, "paper")
        super().start()
        self.settle()

    def settle(self):
        while self.board.queued:
            self.counter.turn()

    def advance(self, duration):
        """Beat as the board does, which tells its state twice a second."""
        for _ in range(duration // (100 * MILLISECOND)):
            self.board.say_state()
            super().advance(100 * MILLISECOND)
            self.settle()

    def drop(self, slot=1, coins=1):
        self.board.count(slot, coins)
        self.settle()

    def kill_counter(self):
        """As kill -9: the port is not closed, the books are what they are."""
        self.books.close()
        self.screens.clear()
        self.start()

    @property
    def lockout(self):
        return self.board.outputs["lockout"]

    def alarms_on_disk(self):
        with self.reading() as db:
            return [
                str(from_text(note))
                for (note,) in db.execute(
                    "SELECT note FROM postings WHERE kind = 'alarm' ORDER BY seq"
                )
            ]


@pytest.fixture
def stand(tmp_path):
    stand = BoardStand(tmp_path)
    stand.join()
    yield stand
    stand.close()


def test_a_coin_is_shown_written_and_acknowledged(stand):
    assert stand.lockout
    stand.drop()
    assert stand.shown.credits == 1
    assert stand.coins_on_disk() == 1
    assert stand.board.credited == (1, 0)


def test_a_coin_is_acknowledged_only_when_it_is_on_the_disk(stand):
    with full_disk():
        stand.drop()
        stand.drop()
        assert stand.mode == "out_of_order"
        assert stand.board.credited is None
        assert not stand.lockout
    stand.board.touch("test", True)
    stand.settle()
    stand.advance(SECOND)
    assert stand.mode in ("attract", "select")
    assert stand.shown.credits == 2
    assert stand.coins_on_disk() == 2
    assert stand.board.credited == (2, 0)


def test_coins_that_fell_while_no_counter_ran_are_credited_by_the_next(stand):
    stand.drop()
    stand.books.close()
    stand.board.unplug()
    stand.board.count(coins=2)
    stand.board.plug()
    stand.screens.clear()
    stand.start()
    assert stand.shown.credits == 3
    assert stand.coins_on_disk() == 3


def test_kill_the_counter_between_every_coin_and_none_is_lost_or_doubled(stand):
    for coins in range(1, 6):
        stand.board.count()
        if coins % 2:
            stand.settle()
        stand.kill_counter()
        assert stand.shown.books.coins == coins == stand.coins_on_disk()
    assert stand.board.credited == (5, 0)


def test_a_new_board_brings_an_alarm_and_no_money(tmp_path):
    stand = BoardStand(tmp_path, totals=(40, 2))
    stand.join()
    assert stand.shown.credits == 0
    (alarm,) = stand.alarms_on_disk()
    assert f"{BOARD:08x}" in alarm
    assert "42 coins" in alarm
    stand.drop()
    assert stand.shown.credits == 1
    stand.close()


def test_another_board_brings_no_money_and_the_old_one_goes_on_where_it_was(stand):
    stand.drop(coins=3)
    first = stand.board
    stand.board.unplug()
    stand.settle()
    stand.books.close()
    stand.board = PaperBoard(stand.clock, totals=(99, 0), board=7)
    stand.start()
    stand.join()
    assert stand.shown.books.coins == 3
    stand.drop()
    assert stand.shown.books.coins == 4
    stand.books.close()
    stand.board = first
    first.plug()
    stand.start()
    stand.join()
    stand.drop()
    assert stand.shown.books.coins == 5
    assert len([a for a in stand.alarms_on_disk() if "is new to the books" in a]) == 2


def test_a_board_that_forgot_coins_is_an_alarm_and_goes_on_counting(stand):
    stand.drop(coins=3)
    stand.board.unplug()
    stand.board.totals = [1, 0]
    stand.board.plug()
    stand.settle()
    assert stand.shown.books.coins == 3
    assert any("has forgotten 2 coins" in alarm for alarm in stand.alarms_on_disk())
    stand.drop()
    assert stand.shown.books.coins == 4


def test_unplugging_shuts_the_slot_and_shows_it_and_plugging_mends_it(stand):
    stand.drop()
    stand.board.unplug("the board was unplugged from /dev/x: plug it in again")
    stand.settle()
    assert not stand.shown.lockout_open
    assert stand.mode == "select"
    stand.advance(LINK_GRACE)
    assert stand.shown.reason == "link"
    assert "/dev/x" in str(stand.shown.detail)
    stand.board.plug()
    stand.settle()
    assert stand.mode == "attract"
    assert stand.shown.lockout_open
    assert stand.lockout
    assert stand.shown.credits == 1
    lost = [alarm for alarm in stand.alarms_on_disk() if "link lost" in alarm]
    assert len(lost) == 1


def test_buttons_of_the_board_play(stand):
    stand.drop()
    for _ in range(2):
        stand.board.touch("start", True)
        stand.settle()
        stand.advance(100 * MILLISECOND)
        stand.board.touch("start", False)
        stand.settle()
        stand.advance(100 * MILLISECOND)
    assert stand.mode == "playing"


def test_a_match_waits_while_the_board_is_away(stand):
    test_buttons_of_the_board_play(stand)
    match = stand.shown.match.id
    stand.board.unplug()
    stand.settle()
    stand.advance(10 * SECOND)
    assert stand.mode == "out_of_order"
    stand.board.plug()
    stand.settle()
    assert stand.shown.match.id == match


def test_the_meter_is_paid_when_the_board_is_back(tmp_path):
    stand = BoardStand(tmp_path, replace(HOUSE, meter=Meter()))
    stand.join()
    stand.drop()
    stand.advance(SECOND)
    assert stand.board.clicks == 1
    stand.board.count(coins=2)
    stand.board.unplug()
    stand.settle()
    stand.advance(SECOND)
    assert stand.counter.state.clicks == 2
    assert stand.board.clicks == 1
    stand.board.plug()
    stand.settle()
    stand.advance(SECOND)
    assert stand.counter.state.clicks == 0
    assert stand.board.clicks == 3
    stand.close()


@pytest.fixture
def metered(tmp_path):
    stand = BoardStand(tmp_path, replace(HOUSE, meter=Meter(on=80 * MILLISECOND)))
    stand.join()
    yield stand
    stand.close()


def test_the_board_is_told_how_long_a_click_is(metered):
    assert metered.board.coil == SetMeter(on_ms=80, off_ms=60)


def test_a_click_is_owed_until_the_board_has_told_of_it(metered):
    metered.board.answers = False
    metered.drop(coins=3)
    for _ in range(10):
        Stand.advance(metered, 100 * MILLISECOND)
    assert (metered.counter.state.clicks, metered.board.clicks) == (3, 0)
    metered.board.answers = True
    metered.advance(3 * SECOND)
    assert (metered.counter.state.clicks, metered.board.clicks) == (0, 3)


def test_a_click_the_disk_refused_is_booked_later_and_not_made_again(metered):
    metered.board.answers = False
    metered.drop()
    metered.board.answers = True
    with full_disk():
        metered.advance(SECOND)
        assert metered.mode == "out_of_order"
        assert (metered.counter.state.clicks, metered.board.clicks) == (1, 1)
    metered.board.touch("test", True)
    metered.settle()
    metered.advance(SECOND)
    assert (metered.counter.state.clicks, metered.board.clicks) == (0, 1)


def test_time_the_board_did_not_look_is_an_alarm_and_no_money(stand):
    stand.board.lost_ms = 7
    stand.advance(SECOND)
    (alarm,) = [note for note in stand.alarms_on_disk() if "too busy" in note]
    assert "for 7 ms" in alarm
    assert stand.shown.credits == 0


def test_what_a_board_refused_is_kept_with_what_is_known_of_it(stand):
    kept = []
    stand.counter._keep = kept.append
    stand.board.refuse(Verdict.SHORT, width_ms=7)
    stand.settle()
    stand.advance(SECOND)
    (case,) = [case for case in kept if case.line]
    assert case.by_board
    assert (case.line, case.why) == ("coin.1", "short, 7.0 ms")
    assert "12 to 80 ms wide" in str(case.told_limits)
    assert " coins a second" not in str(case.told_limits)


def test_jams_and_refused_pulses_are_told_as_those_of_any_wire(stand):
    stand.board.refuse(Verdict.JAMMED)
    stand.settle()
    assert "coin.1 jammed" in map(str, stand.shown.alarms)
    assert not stand.lockout
    stand.board.refuse(Verdict.FREED)
    stand.settle()
    assert stand.lockout
    stand.board.refuse(Verdict.SHORT)
    stand.settle()
    assert stand.shown.credits == 0
    stand.board.refuse(Verdict.NOISY)
    stand.settle()
    assert "coin.1 noisy" in map(str, stand.shown.alarms)
    assert not stand.lockout
    stand.board.refuse(Verdict.QUIET)
    stand.settle()
    assert stand.lockout


def test_the_board_is_told_what_a_pulse_of_each_slot_must_be(stand):
    stand.advance(100 * MILLISECOND)
    window = stand.board.windows[1]
    assert (window.min_ms, window.max_ms, window.gap_ms) == (12, 80, 20)
    assert (window.jam_ms, window.max_per_s) == (500, HOUSE.slots[0].max_per_s)


def test_where_every_pulse_is_a_coin_the_board_keeps_the_limit_of_coins(tmp_path):
    slot = replace(HOUSE.slots[0], coin_pause=0, max_coins_per_s=3)
    stand = BoardStand(tmp_path, replace(HOUSE, slots=(slot,)))
    assert stand.board.windows[1].max_per_s == 3
    stand.close()


def test_a_counter_that_ends_shuts_the_slot_at_once(stand):
    assert stand.lockout
    stand.counter.close()
    assert not stand.lockout


def test_a_coin_door_that_is_open_when_the_board_is_found_is_noticed(tmp_path):
    stand = BoardStand(tmp_path)
    stand.board.touch("door", active=True)
    stand.kill_counter()
    stand.join()
    assert stand.mode == "service"
    assert tuple(map(str, stand.shown.alarms)) == ("door open",)
    assert stand.alarms_on_disk()[-1] == "door open"
    assert not stand.lockout
    stand.board.touch("door", active=False)
    stand.advance(SECOND)
    assert stand.mode == "attract"
    assert stand.lockout
    stand.close()
