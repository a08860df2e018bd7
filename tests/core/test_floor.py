"""The floor by example: one case per sentence of the cabinet's front sheet."""

from dataclasses import replace

import pytest

from cabinet.core.effects import Forward, Halt, ShowAgain
from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    BooksFailed,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    Held,
    MatchFailed,
    MatchOver,
    Played,
    Pressed,
    Released,
    ScreenJoined,
    ScreenLost,
    StopAsked,
    Tapped,
    Ticked,
)
from cabinet.core.floor import SCREEN_LOSSES_FORGIVEN, begin, deadline, step
from cabinet.core.house import House, Offer, Patience
from cabinet.core.ledger import (
    Kind,
    MatchClosed,
    MatchOpened,
    MatchRecord,
    Move,
    MovePlayed,
    OpenBooks,
    Posting,
    Seating,
    Totals,
)
from cabinet.core.modes import (
    Attract,
    Cabinet,
    Join,
    OutOfOrder,
    Playing,
    Question,
    Result,
    Select,
    Service,
    Standby,
)
from cabinet.core.outputs import Light, accepts_coins, lights
from cabinet.core.tariff import NOTHING, Purse, Tariff

DUEL = Offer("nim", {"fr": "Nim", "en": "Nim"}, seats=(2, 2))
PARTY = Offer(
    "pig", {"fr": "Cochon", "en": "Pig"}, credits=2, per_player=True, seats=(2, 4)
)
HOUSE = House(offers=(DUEL, PARTY))
FREE = replace(HOUSE, tariff=Tariff(free_play=True))
KEY = HOUSE.tariff.key
WAIT = Patience()
NOW = 100 * SECOND


def cabinet(mode, credits=0, **more):
    return Cabinet(
        mode=mode,
        purses=(Purse(credits), *NOTHING[1:]),
        screen_gone=None,
        money_at=NOW,
        **more,
    )


def select(cursor=0):
    return Select(cursor, NOW + WAIT.select)


def join(offer=0, persons=1, level="normal"):
    return Join(offer, NOW + WAIT.join, persons, level)


RECORD = MatchRecord(
    id=7,
    offer=0,
    game="nim",
    options={},
    seats=(Seating(), Seating("bot", "normal")),
    seed=1,
    credits=1,
    mode="nim",
    paid=((0, 1),),
)
REFUNDED = Attract(refunded=1)


def playing(about=None, record=RECORD):
    question = Question(about, NOW + WAIT.question) if about else None
    return Playing(record, NOW + WAIT.playing, question)


START, HELD_START = Tapped("start", NOW), Held("start", NOW)
POWER, HELD_POWER = Tapped("power", NOW), Held("power", NOW)


def pressed(line):
    return Pressed(line, NOW)


@pytest.mark.parametrize(
    ("mode", "credits", "event", "then"),
    [
        # ON/OFF
        (Standby(), 0, POWER, Attract()),
        (Attract(), 0, POWER, Standby()),
        (select(), 1, POWER, Standby()),
        (join(), 1, POWER, Standby()),
        (OutOfOrder("books", Attract()), 0, POWER, OutOfOrder("books", Attract())),
        (Standby(), 3, START, Standby()),
        # Coin and Start in attract
        (Attract(), 0, START, Attract()),
        (Attract(), 1, START, select()),
        # Select a mode
        (select(0), 3, pressed("mode"), select(1)),
        (select(1), 3, pressed("mode"), select(0)),
        (select(0), 3, pressed("p1.right"), select(1)),
        (select(0), 3, pressed("p1.left"), select(1)),
        (select(0), 3, START, join(0)),
        (select(1), 3, pressed("p1.a"), join(1)),
        (select(1), 1, START, select(1)),
        (select(), 3, HELD_START, Attract()),
        (select(), 3, pressed("p1.b"), Attract()),
        # Add a player
        (join(1), 9, pressed("player"), join(1, persons=2)),
        (join(1, persons=4), 9, pressed("player"), join(1, persons=4)),
        (join(0), 9, pressed("p2.a"), join(0, persons=2)),
        (join(0, persons=2), 9, pressed("p1.b"), join(0, persons=1)),
        (join(0), 9, pressed("p1.b"), select(0)),
        (join(1), 9, HELD_START, select(1)),
        (join(0), 9, pressed("p1.up"), join(0, level="hard")),
        (join(0), 9, pressed("p1.down"), join(0, level="easy")),
        (join(0, level="hard"), 9, pressed("p1.up"), join(0, level="hard")),
        # Start without enough credit
        (join(1, persons=2), 3, START, join(1, persons=2)),
        # The operator
        (Attract(), 0, pressed("test"), Service(NOW + WAIT.service)),
        (Service(NOW + WAIT.service), 0, pressed("test"), Attract()),
        (playing(), 0, pressed("test"), playing()),
        (OutOfOrder("books", Attract()), 0, pressed("test"), Attract()),
        # Questions in mid-game
        (playing(), 0, POWER, playing("power")),
        (playing("power"), 0, POWER, Standby()),
        (playing("power"), 0, START, playing()),
        (playing("power"), 0, pressed("p1.a"), playing()),
        (playing(), 0, HELD_POWER, playing("power")),
        (playing(), 0, HELD_START, playing("leave")),
        (playing("leave"), 0, HELD_START, Attract()),
        (playing("leave"), 0, START, playing()),
        (playing("idle"), 0, pressed("p2.left"), playing()),
        (playing("resume"), 0, START, playing()),
        (playing("resume"), 0, HELD_START, REFUNDED),
        (playing("resume"), 0, POWER, Standby()),
    ],
)
def test_a_button_leads_where_the_front_sheet_says(mode, credits, event, then):
    state, _ = step(cabinet(mode, credits), event, HOUSE)
    assert state.mode == then


def test_a_coin_is_posted_and_lets_the_player_choose():
    state, effects = step(cabinet(Attract()), CoinAccepted(1, 100, NOW), HOUSE)
    assert effects == (Posting(Kind.COIN, amount=100, credits=1, run=0, slot=1),)
    assert state.mode == select()
    assert state.purses[0] == Purse(1, 0)
    assert state.totals == Totals(coins=1, minor_units=100)


def test_half_a_price_is_kept_and_the_cabinet_goes_on_waiting():
    state, _ = step(cabinet(Attract()), CoinAccepted(1, 50, NOW), HOUSE)
    assert state.mode == Attract()
    assert state.purses[0] == Purse(0, 50)


@pytest.mark.parametrize(
    "mode",
    [Standby(), select(), join(), playing(), OutOfOrder("books", Attract())],
    ids=lambda mode: type(mode).__name__,
)
def test_a_coin_is_worth_what_it_is_worth_in_every_mode(mode):
    state, effects = step(cabinet(mode, 99), CoinAccepted(1, 100, NOW), HOUSE)
    assert state.credits == 100
    assert effects[0].kind is Kind.COIN


def test_start_charges_and_opens_the_match_in_one_breath():
    state, effects = step(cabinet(join(1, persons=2), 5, seed=3), START, HOUSE)
    charge, opened = effects
    assert charge == Posting(
        Kind.CHARGE, credits=-4, run=0, match=1, players=2, mode="pig"
    )
    assert isinstance(opened, MatchOpened)
    assert opened.record.game == "pig"
    assert opened.record.seats == (Seating(), Seating())
    assert opened.record.credits == 4
    assert state.credits == 1
    assert state.mode == Playing(opened.record, NOW + WAIT.playing)
    assert state.next_match == 2


def test_an_empty_seat_the_game_needs_is_taken_by_a_house_bot():
    state, _ = step(cabinet(join(0, level="hard"), 1), START, HOUSE)
    assert state.mode.match.seats == (Seating(), Seating("bot", "hard"))


def test_the_same_seed_deals_the_same_match_and_another_match_another():
    def seed_of(**more):
        return step(cabinet(join(), 1, **more), START, HOUSE)[0].mode.match.seed

    assert seed_of(seed=3) == seed_of(seed=3)
    assert seed_of(seed=3) != seed_of(seed=4)
    assert seed_of(seed=3) != seed_of(seed=3, next_match=2)


def test_six_start_presses_charge_once():
    state, charges = cabinet(join(), 3), 0
    for _ in range(6):
        state, effects = step(state, START, HOUSE)
        charges += sum(isinstance(e, Posting) for e in effects)
    assert charges == 1
    assert state.credits == 2


def test_free_play_charges_nothing_but_books_the_play():
    state, effects = step(cabinet(Attract()), START, FREE)
    state, effects = step(state, START, FREE)
    state, effects = step(state, START, FREE)
    assert effects[0] == Posting(Kind.CHARGE, match=1, players=1, mode="nim")
    assert state.totals.plays == 1


def test_a_move_of_the_match_is_logged_with_its_turn():
    state, effects = step(cabinet(playing()), Played(7, 0, 0, "take 1 1", NOW), HOUSE)
    assert effects == (MovePlayed(7, 0, Move(0, "take 1 1")),)
    assert state.mode.match.log == (Move(0, "take 1 1"),)


@pytest.mark.parametrize(
    "news",
    [
        Played(7, 1, 0, "take 1 1", NOW),
        Played(8, 0, 0, "take 1 1", NOW),
        MatchOver(6, (0,), (1, 0), "", NOW),
        MatchFailed(6, "", NOW),
    ],
)
def test_news_that_does_not_fit_the_match_is_answered_with_the_truth(news):
    before = cabinet(playing())
    assert step(before, news, HOUSE) == (before, (ShowAgain(),))


def test_the_end_of_a_match_is_shown_and_booked():
    over = MatchOver(7, (1,), (0, 1), "took the last", NOW)
    state, effects = step(cabinet(playing()), over, HOUSE)
    closed = MatchClosed(7, "finished", (1,), (0, 1), "took the last")
    assert effects == (closed,)
    assert state.mode == Result(RECORD, closed, NOW + WAIT.result)


@pytest.mark.parametrize(("credits", "then"), [(1, select()), (0, Attract())])
def test_after_the_result_one_plays_on_while_credit_remains(credits, then):
    result = Result(RECORD, MatchClosed(7, "finished"), NOW)
    assert step(cabinet(result, credits), START, HOUSE)[0].mode == then
    assert step(cabinet(result, credits), Ticked(NOW), HOUSE)[0].mode == then


def test_a_match_that_fails_gives_its_credit_back():
    state, effects = step(cabinet(playing()), MatchFailed(7, "bug", NOW), HOUSE)
    assert state.mode == REFUNDED
    assert state.credits == 1
    assert effects == (
        Posting(Kind.REFUND, credits=1, match=7, note="bug", players=1, mode="nim"),
        MatchClosed(7, "failed", reason="bug"),
        Posting(Kind.ALARM, note="match 7 failed: bug"),
    )


def test_a_screen_that_dies_is_forgiven_a_few_times_then_the_credit_goes_back():
    state = cabinet(playing())
    for loss in range(1, SCREEN_LOSSES_FORGIVEN + 1):
        state, _ = step(state, ScreenLost("it left", NOW), HOUSE)
        assert state.mode.losses == loss
        state, effects = step(state, ScreenJoined(NOW), HOUSE)
        assert effects == (ShowAgain(),)
    state, effects = step(state, ScreenLost("it left", NOW), HOUSE)
    assert state.mode == REFUNDED
    assert state.credits == 1


def test_without_a_screen_the_cabinet_is_out_of_order_until_one_comes():
    state, _ = step(cabinet(playing()), ScreenLost("it left", NOW), HOUSE)
    due = deadline(state, HOUSE)
    assert due == NOW + WAIT.screen
    state, _ = step(state, Ticked(due), HOUSE)
    assert state.mode.reason == "screen"
    state, _ = step(state, ScreenJoined(due), HOUSE)
    assert state.mode.match == RECORD


@pytest.mark.parametrize(
    ("mode", "then"),
    [
        (Select(0, NOW), Attract()),
        (Join(0, NOW), Attract()),
        (Service(NOW), Attract()),
        (Playing(RECORD, NOW), playing("idle")),
        (Playing(RECORD, 0, Question("idle", NOW)), Attract()),
        (Playing(RECORD, 0, Question("power", NOW)), playing()),
        (Playing(RECORD, 0, Question("resume", NOW)), REFUNDED),
    ],
)
def test_every_mode_gives_up_waiting_and_keeps_the_credit(mode, then):
    before = cabinet(mode, 2)
    assert deadline(before, HOUSE) == NOW
    assert step(before, Ticked(NOW - 1), HOUSE) == (before, ())
    state, _ = step(before, Ticked(NOW), HOUSE)
    if isinstance(then, Playing) and then.question:
        assert state.mode.question == then.question
    else:
        assert state.mode == then
    assert state.credits >= 2


def test_an_abandoned_match_is_closed_and_one_nobody_resumed_is_refunded():
    idle = cabinet(Playing(RECORD, 0, Question("idle", NOW)))
    assert step(idle, Ticked(NOW), HOUSE)[1] == (MatchClosed(7, "abandoned"),)
    resume = cabinet(Playing(RECORD, 0, Question("resume", NOW)))
    assert step(resume, Ticked(NOW), HOUSE)[0].credits == 1


def test_power_held_ends_the_program_but_asks_in_mid_game():
    assert Halt() in step(cabinet(Attract()), HELD_POWER, HOUSE)[1]
    assert Halt() not in step(cabinet(playing()), HELD_POWER, HOUSE)[1]
    state, effects = step(cabinet(playing("power")), HELD_POWER, HOUSE)
    assert effects == (Halt(),)
    assert state.mode.match == RECORD


def test_closing_the_window_ends_the_program():
    assert step(cabinet(playing()), StopAsked(NOW), HOUSE)[1] == (Halt(),)


def test_the_game_hears_its_buttons_but_not_the_answer_to_a_question():
    press = pressed("p1.a")
    assert step(cabinet(playing()), press, HOUSE)[1] == (Forward(press),)
    assert step(cabinet(playing("leave")), press, HOUSE)[1] == ()
    assert Forward(press) not in step(cabinet(join(), 1), press, HOUSE)[1]
    release = Released("p1.a", NOW)
    assert step(cabinet(playing()), release, HOUSE)[1] == (Forward(release),)


def test_a_service_credit_is_counted_apart_and_stops_at_the_cap():
    state, effects = step(cabinet(Attract()), pressed("service"), HOUSE)
    assert effects == (Posting(Kind.SERVICE, credits=1, run=0),)
    assert state.totals == Totals(service=1)
    full = cabinet(Attract(), HOUSE.tariff.max_credits)
    assert step(full, pressed("service"), HOUSE)[1] == ()


def test_a_jam_is_one_alarm_until_it_is_freed():
    state, effects = step(cabinet(Attract()), CoinJammed(1, NOW), HOUSE)
    assert state.alarms == ("coin.1 jammed",)
    assert effects == (Posting(Kind.ALARM, note="coin.1 jammed"),)
    assert not accepts_coins(state, HOUSE)
    state, _ = step(state, CoinFreed(1, NOW), HOUSE)
    assert state.alarms == ()
    assert accepts_coins(state, HOUSE)


def test_books_that_fail_put_the_cabinet_out_of_order_and_shut_the_slot():
    state, effects = step(cabinet(playing()), BooksFailed("disk full", NOW), HOUSE)
    assert state.mode == OutOfOrder("books", playing(), "disk full")
    assert effects == ()
    assert not accepts_coins(state, HOUSE)


def test_the_slot_is_open_only_when_a_coin_can_be_credited():
    assert accepts_coins(cabinet(Attract()), HOUSE)
    assert accepts_coins(cabinet(playing()), HOUSE)
    assert not accepts_coins(cabinet(Standby()), HOUSE)
    assert not accepts_coins(cabinet(Service(NOW)), HOUSE)
    assert not accepts_coins(replace(cabinet(Attract()), screen_gone=NOW), HOUSE)
    assert not accepts_coins(cabinet(Attract(), HOUSE.tariff.max_credits), HOUSE)
    assert not accepts_coins(cabinet(Attract()), FREE)


def test_the_start_lamp_tells_whether_start_does_anything():
    def start(mode, credits):
        return lights(cabinet(mode, credits), HOUSE)["lamp.start"]

    assert start(Attract(), 0) is Light.OFF
    assert start(Attract(), 1) is Light.SLOW
    assert start(join(1, persons=2), 3) is Light.OFF
    assert start(join(1, persons=2), 4) is Light.FAST
    lamps = lights(cabinet(join(1, persons=2), 9), HOUSE)
    seats = [lamps[f"lamp.p{n}"] for n in (1, 2, 3, 4)]
    assert seats == [Light.ON, Light.ON, Light.SLOW, Light.OFF]


def test_a_blinking_lamp_says_when_it_changes():
    assert [Light.SLOW.lit(ms * MILLISECOND) for ms in (0, 499, 500, 999)] == [
        True,
        True,
        False,
        False,
    ]
    assert Light.SLOW.changes_at(499 * MILLISECOND) == 500 * MILLISECOND
    assert Light.ON.changes_at(5) is None
    assert Light.ON.lit(5)
    assert not Light.OFF.lit(5)


def test_the_cabinet_wakes_up_where_the_books_left_it():
    purses = (Purse(3, 50), *NOTHING[1:])
    books = OpenBooks(purses, Totals(coins=4), next_match=9, tariff=KEY, clicks=2)
    state, effects = begin(books, HOUSE, seed=5, at=NOW)
    assert effects == ()
    assert state.clicks == 2
    assert (state.mode, state.purses[0]) == (Attract(), Purse(3, 50))
    assert (state.next_match, state.totals.coins) == (9, 4)


def test_a_match_cut_by_a_power_failure_is_offered_again():
    books = OpenBooks(unfinished=RECORD, tariff=KEY)
    state, effects = begin(books, HOUSE, seed=5, at=NOW)
    assert effects == ()
    assert state.mode.match == RECORD
    assert state.mode.question.about == "resume"


def test_a_match_whose_game_is_gone_is_refunded_at_once():
    orphan = replace(RECORD, game="chess")
    books = OpenBooks(unfinished=orphan, tariff=KEY)
    state, effects = begin(books, HOUSE, seed=5, at=NOW)
    assert state.mode == REFUNDED
    assert state.credits == 1
    assert [type(e) for e in effects] == [Posting, MatchClosed]
