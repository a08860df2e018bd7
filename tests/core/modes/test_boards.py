"""Coins that a board has counted, and a board that comes and goes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.core.events import (
    SECOND,
    BoardMet,
    BoardTroubled,
    BooksFailed,
    CoinsCounted,
    LinkFound,
    LinkLost,
    Pressed,
    ScreenJoined,
    ScreenLost,
    Tapped,
    Ticked,
)
from cabinet.core.modes.boards import MOST_COINS_AT_ONCE
from cabinet.core.modes.deadlines import deadline
from cabinet.core.modes.devices import LINK_GRACE
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import (
    Attract,
    Join,
    OutOfOrder,
    Playing,
    Question,
    Service,
    Standby,
)
from cabinet.core.modes.step import begin, step
from cabinet.core.money.ledger import Kind, OpenBooks, Posting, fold
from cabinet.core.operating import Meter, Offer, OperatingSettings, Slot
from cabinet.i18n.message import from_text, message, verbatim

BOARD = 0xC0FFEE
HOUSE = OperatingSettings(
    slots=(Slot(1, 100), Slot(2, 50, owner=2)),
    offers=(Offer("nim", {"fr": "Nim", "en": "Nim"}),),
    meter=Meter(),
)
PULLED = message("board_unplugged", port="/dev/ttyACM0")
GONE = message("board_missing", setting="io.port", port="/dev/ttyACM0")


class Floor:
    """A cabinet whose board is known and there."""

    def __init__(self, operating=HOUSE, boards=None):
        books = OpenBooks(boards={BOARD: (5, 0)} if boards is None else boards)
        self.operating, self.entries = operating, []
        self.state, _ = begin(books, operating, 1, 0, awaited=("",))
        self.do(ScreenJoined(0), LinkFound(0))

    def do(self, *events):
        for event in events:
            self.state, effects = step(self.state, event, self.operating)
            self.entries += [e for e in effects if isinstance(e, Posting)]
        return self.state

    def lapse(self, until):
        while (
            due := deadline(self.state, self.operating)
        ) is not None and due <= until:
            self.do(Ticked(due))
        return self.state

    def kinds(self):
        return [entry.kind for entry in self.entries]

    def play(self):
        self.do(CoinsCounted(BOARD, 1, 6, 0), Tapped("start", 1), Tapped("start", 2))
        assert isinstance(self.state.mode, Playing)
        return self.state.mode.match


@pytest.fixture
def floor():
    return Floor()


def test_counted_coins_are_worth_what_their_slot_says(floor):
    floor.do(CoinsCounted(BOARD, 1, 7, 0), CoinsCounted(BOARD, 2, 1, 0))
    common, _, two = floor.state.purses[:3]
    assert (common.credits, two.credits, two.run) == (2, 0, 50)
    assert floor.state.totals.coins == 3
    assert floor.state.totals.minor_units == 250
    assert floor.state.clicks == 3
    assert [entry.note for entry in floor.entries] == [
        "board 00c0ffee coin 6",
        "board 00c0ffee coin 7",
        "board 00c0ffee coin 1",
    ]


def test_a_counted_coin_is_welcomed_like_any_other(floor):
    floor.do(CoinsCounted(BOARD, 1, 6, 0))
    assert floor.state.mode_name == "select"


@pytest.mark.parametrize("total", [0, 4, 5])
def test_a_total_that_is_not_more_is_no_money_and_takes_none(floor, total):
    before = floor.state
    assert floor.do(CoinsCounted(BOARD, 1, total, 0)) == before
    assert floor.entries == []


@given(st.lists(st.integers(0, 40), max_size=30))
def test_whatever_totals_are_told_each_coin_is_credited_once(totals):
    floor = Floor(boards={BOARD: (0, 0)})
    floor.do(*(CoinsCounted(BOARD, 1, total, 0) for total in totals))
    assert floor.state.totals.coins == max(totals, default=0)
    assert fold(floor.entries, OpenBooks(boards={BOARD: (0, 0)})).boards == (
        floor.state.boards
    )


def test_in_service_a_counted_coin_is_a_test_and_counted_all_the_same(floor):
    floor.state = replace(floor.state, mode=Service(100 * SECOND))
    floor.do(CoinsCounted(BOARD, 1, 6, 0))
    assert floor.kinds() == [Kind.TEST]
    assert floor.state.credits == 0
    assert floor.state.boards == {BOARD: (6, 0)}


def test_an_unknown_board_is_entered_with_an_alarm_and_without_money(floor):
    floor.do(BoardMet(7, (40, 2), 0))
    assert floor.kinds() == [Kind.BOARD, Kind.ALARM]
    assert floor.entries[0].note == "board 00000007 counted 40 2"
    assert "42 coins" in str(from_text(floor.entries[1].note))
    assert floor.state.credits == 0
    floor.do(CoinsCounted(7, 1, 41, 0))
    assert floor.state.credits == 1
    assert floor.state.boards == {BOARD: (5, 0), 7: (41, 2)}


def test_a_board_is_met_once(floor):
    floor.do(BoardMet(BOARD, (99, 99), 0))
    assert floor.entries == []
    assert floor.state.boards == {BOARD: (5, 0)}


def test_coins_of_a_board_nobody_has_met_are_no_money(floor):
    floor.do(CoinsCounted(9, 1, 3, 0))
    assert floor.entries == []


def test_a_slot_nobody_has_described_gives_an_alarm_once_and_no_money():
    floor = Floor(replace(HOUSE, slots=(Slot(1, 100),)))
    floor.do(CoinsCounted(BOARD, 2, 3, 0), CoinsCounted(BOARD, 2, 3, 0))
    assert floor.kinds() == [Kind.BOARD, Kind.ALARM]
    assert floor.state.boards == {BOARD: (5, 3)}
    assert floor.state.credits == 0


def test_more_coins_at_once_than_anybody_drops_are_an_alarm(floor):
    floor.do(CoinsCounted(BOARD, 1, 5 + MOST_COINS_AT_ONCE + 1, 0))
    assert floor.kinds() == [Kind.BOARD, Kind.ALARM]
    assert floor.state.credits == 0
    floor.do(CoinsCounted(BOARD, 1, 5 + MOST_COINS_AT_ONCE + 2, 0))
    assert floor.state.credits == 1


def test_a_board_that_forgot_is_an_alarm(floor):
    floor.do(BoardTroubled(message("board_busy", n=3), 0))
    assert floor.kinds() == [Kind.ALARM]
    assert floor.state.credits == 0


# The link


def test_the_slot_is_shut_until_the_board_is_found():
    state, _ = begin(OpenBooks(), HOUSE, 1, 0, awaited=("",))
    state, _ = step(state, ScreenJoined(0), HOUSE)
    assert not accepts_coins(state, HOUSE)
    assert not state.alarms
    assert deadline(state, HOUSE) is None
    state, effects = step(state, LinkFound(1), HOUSE)
    assert accepts_coins(state, HOUSE)
    assert effects == ()


def test_a_lost_link_shuts_the_slot_at_once_and_is_one_alarm(floor):
    assert accepts_coins(floor.state, HOUSE)
    floor.do(LinkLost(PULLED, 1), LinkLost(GONE, 2))
    assert not accepts_coins(floor.state, HOUSE)
    (entry,) = floor.entries
    assert from_text(entry.note) == message("link_lost", why=PULLED)
    assert floor.state.alarms == (message("link_lost", why=GONE),)


def test_a_board_that_only_restarts_is_not_out_of_order(floor):
    floor.do(LinkLost(PULLED, 0))
    floor.lapse(LINK_GRACE - 1)
    assert floor.state.mode == Attract()
    floor.do(LinkFound(LINK_GRACE - 1))
    floor.lapse(10 * LINK_GRACE)
    assert floor.state.mode == Attract()
    assert accepts_coins(floor.state, HOUSE)


def test_a_board_that_stays_away_is_shown_and_its_reason_follows(floor):
    floor.do(LinkLost(PULLED, 0))
    floor.lapse(LINK_GRACE)
    assert floor.state.mode == OutOfOrder("link", Attract(), PULLED)
    floor.do(LinkLost(GONE, LINK_GRACE + 1))
    assert floor.state.mode == OutOfOrder("link", Attract(), GONE)
    floor.do(LinkFound(LINK_GRACE + 2))
    assert floor.state.mode == Attract()
    assert accepts_coins(floor.state, HOUSE)


def test_a_match_waits_for_the_board_and_goes_on(floor):
    match = floor.play()
    floor.do(LinkLost(PULLED, 10))
    floor.lapse(3600 * SECOND)
    assert floor.state.mode.reason == "link"
    floor.do(LinkFound(3600 * SECOND))
    assert floor.state.mode.match == match
    floor.lapse(3601 * SECOND)
    assert isinstance(floor.state.mode, Playing)


def test_a_question_is_asked_again_when_the_board_is_back(floor):
    floor.play()
    asked = replace(floor.state.mode, question=Question("idle", 20 * SECOND))
    floor.state = replace(floor.state, mode=asked)
    floor.do(LinkLost(PULLED, 10))
    floor.lapse(3600 * SECOND)
    floor.do(LinkFound(3600 * SECOND))
    floor.lapse(3601 * SECOND)
    assert floor.state.mode.question.about == "idle"


def test_test_does_not_mend_a_lost_link(floor):
    floor.do(LinkLost(PULLED, 0))
    floor.lapse(LINK_GRACE)
    floor.do(Pressed("test", LINK_GRACE + 1))
    assert floor.state.mode.reason == "link"
    assert Kind.TRUSTED not in floor.kinds()


@pytest.mark.parametrize("first", ["screen", "link"])
def test_screen_and_link_may_be_lost_together_and_come_back_in_any_order(floor, first):
    match = floor.play()
    floor.do(ScreenLost(message("screen_left"), 3), LinkLost(PULLED, 3))
    floor.lapse(100 * SECOND)
    assert isinstance(floor.state.mode, OutOfOrder)
    back = [ScreenJoined(100 * SECOND), LinkFound(100 * SECOND)]
    for event in back if first == "screen" else reversed(back):
        floor.do(event)
        floor.lapse(100 * SECOND)
    assert floor.state.mode.match == match


def test_books_that_failed_stay_out_of_order_when_the_board_is_back(floor):
    floor.do(BooksFailed(verbatim("full"), 0), LinkLost(PULLED, 1), LinkFound(2))
    assert floor.state.mode.reason == "books"


def test_a_cabinet_that_is_switched_off_stays_off_without_its_board(floor):
    floor.state = replace(floor.state, mode=Standby())
    floor.do(LinkLost(PULLED, 0))
    floor.lapse(100 * SECOND)
    assert floor.state.mode == Standby()


def test_somebody_joining_goes_back_to_attract_with_the_credit_kept(floor):
    floor.do(CoinsCounted(BOARD, 1, 6, 0), Tapped("start", 1))
    assert isinstance(floor.state.mode, Join)
    floor.do(LinkLost(PULLED, 2))
    floor.lapse(10 * SECOND)
    floor.do(LinkFound(10 * SECOND))
    assert floor.state.mode == Attract()
    assert floor.state.credits == 1


# The ledger's own law


@pytest.mark.parametrize(
    "note",
    [
        "board 00c0ffee coin 5",
        "board 00c0ffee coin 7",
        "board 00c0ffed coin 1",
        "board 00c0ffee counted 6",
        "board nonsense coin 6",
        "board 00c0ffee",
    ],
)
def test_the_books_refuse_a_coin_that_is_not_the_next(note):
    books = OpenBooks(boards={BOARD: (5, 0)})
    with pytest.raises(ValueError, match=r"coin|expected|not enough|invalid"):
        books.after(Posting(Kind.COIN, amount=100, credits=1, slot=1, note=note))


@pytest.mark.parametrize("slot", [None, 0, 3])
def test_the_books_refuse_a_coin_of_a_slot_the_board_does_not_have(slot):
    books = OpenBooks(boards={BOARD: (5, 0)})
    note = "board 00c0ffee coin 1"
    with pytest.raises(ValueError, match="cannot follow"):
        books.after(Posting(Kind.COIN, amount=100, slot=slot, note=note))


@pytest.mark.parametrize(
    "note",
    ["board 00c0ffee counted 4 0", "board 00c0ffee counted 5", "board 1 counted "],
)
def test_the_books_refuse_a_board_that_would_forget_coins(note):
    books = OpenBooks(boards={BOARD: (5, 0)})
    with pytest.raises(ValueError, match=r"cannot be entered|invalid"):
        books.after(Posting(Kind.BOARD, note=note))
