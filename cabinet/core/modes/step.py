"""The cabinet's one state machine: `step(state, event, operating) -> state, effects`.

Rule 1: `step` is the only writer of the cabinet's mode and money. It hands each event
to a module: money to `till`; buttons to `buttons`; matches to `matches`; the operator
to `service_actions`; coin door, tilt, boards and dice tower to the module of that name;
a missing screen or failing books to `faults`; time to `deadlines` and `timeouts`.
Rule 2: nothing here knows pins, pixels or files; games are named by id.
Rule 3: what a step wants written is committed whole before the new state is
adopted, so nothing is shown that is not on the disk, and a charge and the match
it pays for are one commit.
Rule 4: a recognised coin is posted in every mode. Where coins are not wanted the
lock-out refuses them before they are coins (see `outputs`); what a blow may have
shaken out is booked and left to the staff (see `tilt`).
"""

from collections.abc import Iterable
from dataclasses import replace

from cabinet.core.events import (
    Asked,
    BoardMet,
    BoardTroubled,
    BooksFailed,
    CashCounted,
    Chosen,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    CoinRejected,
    CoinsCounted,
    CollectionCorrected,
    CreditGiven,
    CreditsRead,
    CreditsTaken,
    DiceFell,
    DiceSpoiled,
    DiceWanted,
    EdgesLost,
    Event,
    HandSeen,
    Held,
    HoursTurned,
    LinkFound,
    LinkLost,
    MatchFailed,
    MatchOver,
    MeterClicked,
    MeterTried,
    Nanos,
    PanelEvent,
    Played,
    Preferred,
    Pressed,
    Released,
    ScoresCleared,
    ScreenJoined,
    ScreenLost,
    SentenceSaid,
    Signed,
    SpaceSeen,
    StopAsked,
    Tapped,
    Ticked,
    TowerFound,
    TowerLost,
    TowerMet,
)
from cabinet.core.modes import coin_door, tilt
from cabinet.core.modes.boards import board_news
from cabinet.core.modes.buttons import button
from cabinet.core.modes.deadlines import lapse
from cabinet.core.modes.dice_tower import tower_news
from cabinet.core.modes.faults import books_failed, break_down, screen_news
from cabinet.core.modes.match_clock import turn_clock
from cabinet.core.modes.matches import match_news, sign
from cabinet.core.modes.service_actions import (
    no_credit,
    no_taking,
    remote,
    service_action,
)
from cabinet.core.modes.sold_time import add_time, bought
from cabinet.core.modes.state import (
    DISK_SHORT,
    Attract,
    Away,
    Cabinet,
    Effect,
    Forward,
    Halt,
    Playing,
    Question,
    Service,
    Standby,
    Step,
    Tower,
    coin_jammed,
    coin_noisy,
)
from cabinet.core.modes.timeouts import (
    idle_at,
    patience_for,
    wait_for_ears,
    welcome,
)
from cabinet.core.modes.visits import (
    choose,
    end_of_visit,
    heard,
    prefer,
    scans,
    worn,
)
from cabinet.core.money.journal import edits, note_of
from cabinet.core.money.ledger import MatchRecord, OpenBooks
from cabinet.core.money.notes import giver
from cabinet.core.money.till import (
    alarm,
    bank,
    click,
    collect,
    convert,
    correct,
    refund,
    service_credit,
    take_away,
)
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import from_text, message


def begin(
    books: OpenBooks,
    operating: OperatingSettings,
    seed: int,
    at: Nanos,
    *,
    awaited: Iterable[str] = (),
    tower: bool = False,
) -> Step:
    """The cabinet as it wakes up: where the books left it.

    Out of order, if they had to be restored and nobody has looked at them since.
    `awaited` are the devices that have yet to be found (see `BoardPort.awaited`). So
    has the dice tower, where there is one.
    """
    state, effects = _wake(books, operating, seed, at)
    state = replace(
        state,
        away={device: Away(at) for device in awaited},
        tower=Tower() if tower else None,
    )
    doubt = from_text(books.doubt) if books.doubt else None
    return break_down(state, "books", doubt) if doubt else state, effects


def _wake(books: OpenBooks, operating: OperatingSettings, seed: int, at: Nanos) -> Step:
    state = Cabinet(
        mode=Attract(),
        purses=books.purses,
        totals=books.totals,
        next_match=books.next_match,
        seed=seed,
        screen_gone=at,
        notices=(from_text(books.doubt),) if books.doubt else (),
        clicks=books.clicks,
        money_at=at,
        high_scores=books.high_scores,
        boards=books.boards,
        acceptors=books.acceptors,
        gifts=books.gifts,
        preferences=operating.preferences,
    )
    state, effects = convert(state, books.tariff, operating)
    record = books.unfinished
    if record is None:
        return state, effects
    if record.offer >= len(operating.offers) or not _same(record, operating):
        state, more = refund(state, record, message("game_not_on_offer"))
        return state, (*effects, *more)
    question = Question("resume", at + patience_for("resume", operating))
    waits = idle_at(record.offer, at, operating)
    mode = Playing(record, waits, question, time=bought(record, operating))
    return replace(state, mode=mode), effects


def refit(
    state: Cabinet, before: OperatingSettings, operating: OperatingSettings
) -> Step:
    """The same cabinet under new settings: its money, and who set them.

    Only where `may_refit`: a match knows its offer by number.
    """
    state, effects = convert(state, before.tariff.key, operating)
    state = replace(state, preferences=operating.preferences)
    return state, (*effects, *edits(note_of(before), operating, state.purses[0].run))


def may_refit(state: Cabinet) -> bool:
    """Whether nobody is choosing, playing or mending."""
    return isinstance(state.mode, Attract | Standby | Service)


def hours_turn(state: Cabinet, operating: OperatingSettings) -> bool:
    """Whether the schedule wants the cabinet closed that is open, or the other way."""
    return turn_hours(state, operating) is not state


def turn_hours(state: Cabinet, operating: OperatingSettings) -> Cabinet:
    """Closed or open, as the schedule says; who plays or mends is left alone."""
    closed = operating.closed_until is not None
    if closed and isinstance(state.mode, Attract):
        return replace(state, mode=Standby(closed=True))
    if not closed and state.mode == Standby(closed=True):
        return replace(state, mode=Attract())
    return state


def _same(record: MatchRecord, operating: OperatingSettings) -> bool:
    """Whether the offer still sells that game, or that very program."""
    offer = operating.offers[record.offer]
    if offer.guest is not None:
        return offer.key == record.mode
    return offer.game == record.game


def step(state: Cabinet, event: Event, operating: OperatingSettings) -> Step:
    """Take one event; return the next state and what the shell must do."""
    operating = operating.for_visit(state.preferences)
    after, effects = _step(state, event, operating)
    after = end_of_visit(after, operating)
    if type(after.mode) is not type(state.mode):
        after = replace(after, money_at=event.at)
    return turn_clock(after, event.at, operating), effects


def _step(state: Cabinet, event: Event, operating: OperatingSettings) -> Step:
    match event:
        case CoinAccepted(slot=slot, at=at):
            if tilt.is_doubtful(state, slot, at, operating):
                return tilt.hold(state, slot, event.amount)
            return _more_time(bank(state, event, operating), at, operating)
        case Pressed(line="service", at=at):
            given = service_credit(state, at, operating)
            return _more_time(given, at, operating)
        case CreditGiven(note=note, at=at, n=n):
            if no_credit(state, at, operating, n, giver(note)):
                return state, ()
            return _more_time(_give(state, at, operating, note, n), at, operating)
        case CreditsTaken(author=author):
            if no_taking(state):
                return state, ()
            return take_away(state, author)
        case Pressed(line=coin_door.LINE, at=at):
            opened = coin_door.door_opened(state, at, operating)
            return opened[0], (*opened[1], Forward(event))
        case Released(line=coin_door.LINE):
            return coin_door.door_closed(state), (Forward(event),)
        case Pressed(line=tilt.LINE, at=at):
            struck = tilt.struck(state, at)
            return struck[0], (*struck[1], Forward(event))
        case Released(line=tilt.LINE, at=at):
            return tilt.came_to_rest(state, at), (Forward(event),)
        case CoinJammed(slot=slot):
            state = replace(state, jammed=state.jammed | {slot})
            return alarm(state, coin_jammed(slot))
        case CoinFreed(slot=slot):
            return replace(state, jammed=state.jammed - {slot}), ()
        case CoinNoisy(slot=slot):
            state = replace(state, noisy=state.noisy | {slot})
            return alarm(state, coin_noisy(slot))
        case CoinQuiet(slot=slot):
            return replace(state, noisy=state.noisy - {slot}), ()
        case EdgesLost(line=line, count=count):
            return alarm(state, message("edges_lost", line=line, n=count))
        case MeterClicked():
            return click(state)
        case MeterTried() | ScoresCleared():
            return service_action(state, event, operating)
        case CashCounted(amount=amount, note=note):
            return collect(state, amount, note)
        case CollectionCorrected(difference=difference, note=note):
            return correct(state, difference, note)
        case Asked():
            return remote(state, event, operating)
        case Ticked(at=at):
            return lapse(state, at, operating)
        case CoinsCounted() | CreditsRead() | BoardMet() | BoardTroubled():
            return board_news(state, event, operating)
        case LinkLost() | LinkFound():
            return board_news(state, event, operating)
        case DiceWanted() | DiceFell() | DiceSpoiled():
            return tower_news(state, event, operating)
        case TowerMet() | TowerFound() | TowerLost():
            return tower_news(state, event, operating)
        case ScreenJoined() | ScreenLost():
            return screen_news(state, event, operating)
        case BooksFailed():
            return books_failed(state, event), ()
        case SpaceSeen(short=short):
            state = replace(state, disk_short=short)
            return alarm(state, DISK_SHORT) if short else (state, ())
        case HoursTurned():
            return turn_hours(state, operating), ()
        case StopAsked():
            return state, (Halt(),)
        case Played() | HandSeen() | MatchOver() | MatchFailed():
            return match_news(state, event, operating)
        case SentenceSaid(at=at):
            return wait_for_ears(state, at, operating), ()
        case Signed():
            return sign(state, event, operating)
        case Preferred():
            return prefer(state, event, operating)
        case Chosen():
            return choose(state, event, operating, _pressed)
        case Pressed() | Tapped() | Held():
            event = worn(state, event, operating)
            if scans(state, event, operating):
                return heard(state, event, operating)
            return _pressed(state, event, operating)
        case Released():
            return state, (Forward(worn(state, event, operating)),)
        case CoinRejected():
            return state, ()


def _give(
    state: Cabinet, at: Nanos, operating: OperatingSettings, note: str, n: int
) -> Step:
    """Several credits, each a posting of its own: so the day's limit counts them."""
    effects: tuple[Effect, ...] = ()
    for _ in range(n):
        state, more = service_credit(state, at, operating, note)
        effects += more
    return state, effects


def _more_time(credited: Step, at: Nanos, operating: OperatingSettings) -> Step:
    """New credit: minutes of the match that is played, or a match to choose."""
    state, effects = credited
    state, charges = add_time(state, operating)
    return welcome(state, at, operating), (*effects, *charges)


def _pressed(
    state: Cabinet, event: Pressed | Tapped | Held, operating: OperatingSettings
) -> Step:
    return _heard_by_one(state, button(state, event, operating), event)


def _heard_by_one(before: Cabinet, after: Step, event: PanelEvent) -> Step:
    """A button that changed the mode or answered a question is not also a move.

    One that does not answer whether to leave is the screen's: a lesson may be read.
    """
    state, effects = after
    answered = _asked(before) and not _asked(before) == _asked(state) == "leave"
    if answered or type(state.mode) is not type(before.mode):
        return after
    return state, (*effects, Forward(event))


def _asked(state: Cabinet) -> str:
    question = state.mode.question if isinstance(state.mode, Playing) else None
    return question.about if question else ""
