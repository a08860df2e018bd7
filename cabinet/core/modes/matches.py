"""A match from its charge to its end: start, moves, questions in mid-game.

Start charges once or not at all: the charge and the opening of the match are one
commit. A match that cannot go on gives its credit back.
"""

from dataclasses import replace
from hashlib import blake2b
from typing import Final

from cabinet.core.events import (
    HandSeen,
    Held,
    MatchFailed,
    MatchOver,
    Nanos,
    PanelEvent,
    Played,
    Pressed,
    Signed,
    Tapped,
    stick,
)
from cabinet.core.modes.checkpoints import is_checkpoint
from cabinet.core.modes.dice_tower import is_reachable, note_hand
from cabinet.core.modes.results import (
    REMEMBERED,
    from_before,
    last_look,
    once_more,
)
from cabinet.core.modes.sold_time import bought, unused
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Join,
    Mode,
    Playing,
    Question,
    Result,
    ShowAgain,
    Signing,
    Step,
)
from cabinet.core.modes.timeouts import idle_at, wait_longer
from cabinet.core.money.high_scores import entered, proper
from cabinet.core.money.ledger import (
    TIME_OVER,
    MatchClosed,
    MatchOpened,
    MatchRecord,
    Move,
    MovePlayed,
    ScoreSigned,
    Seating,
)
from cabinet.core.money.pricing import continue_shares, payments
from cabinet.core.money.till import alarm, charge, refund
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import message
from cabinet.throws import FORTUNE, open_throw

NOBODY_RESUMED: Final = message("nobody_resumed")


def seating(mode: Join, operating: OperatingSettings) -> tuple[Seating, ...]:
    """Who would play if Start were pressed now."""
    fewest, _ = operating.offers[mode.offer].seats
    people = (Seating(),) * mode.persons
    bots = (Seating("bot", mode.level),) * (fewest - mode.persons)
    before = mode.seat if mode.persons == 1 else 0
    return bots[:before] + people + bots[before:]


def start_match(
    state: Cabinet, mode: Join, at: Nanos, operating: OperatingSettings
) -> Step:
    """Charge once and begin; not at all when credit is missing."""
    sold = operating.offers[mode.offer]
    record = MatchRecord(
        id=state.next_match,
        offer=mode.offer,
        game=sold.game,
        options=sold.chosen(mode.choice),
        seats=seating(mode, operating),
        seed=0,
        credits=0,
    )
    return _begin(state, record, sold.shares(mode.persons), at, operating)


def play_on(
    state: Cabinet, mode: Result, at: Nanos, operating: OperatingSettings
) -> Step:
    """The same people at the same table, for the price of a continue."""
    shares = continue_shares(mode, operating)
    return _begin(state, mode.match, shares, at, operating, "continue")


def _begin(
    state: Cabinet,
    like: MatchRecord,
    shares: tuple[int, ...],
    at: Nanos,
    operating: OperatingSettings,
    note: str = "",
) -> Step:
    paid, lacks = (
        ((), ()) if operating.tariff.free_play else payments(state.purses, shares)
    )
    if any(lacks):
        return state, ()
    sold = operating.offers[like.offer]
    record = replace(
        like,
        id=state.next_match,
        seed=next_seed(state),
        credits=sum(credits for _, credits in paid),
        mode=sold.key,
        paid=paid,
        pace="" if sold.hands is None else state.preferences.pace,
        log=(),
    )
    state, charges = charge(state, record, operating, note)
    time = bought(record, operating)
    playing = Playing(record, idle_at(record.offer, at, operating), time=time)
    state = replace(state, mode=playing, next_match=record.id + 1)
    return state, (*charges, MatchOpened(record))


def next_seed(state: Cabinet) -> int:
    """What the next match will be dealt from: 128 bits, which tell of no other."""
    drawn = blake2b(
        f"{state.seed}/{state.next_match}".encode(), digest_size=16, person=b"match"
    )
    return int.from_bytes(drawn.digest(), "big")


def match_news(
    state: Cabinet,
    event: Played | HandSeen | MatchOver | MatchFailed,
    operating: OperatingSettings,
) -> Step:
    """What the screen says of the match; about any other match it is wrong."""
    mode = state.mode
    if not isinstance(mode, Playing) or mode.match.id != event.match:
        return state, (ShowAgain(),)
    match event:
        case Played():
            return _move(state, mode, event, operating)
        case HandSeen(at=at):
            return _hand_seen(state, mode, at, operating), ()
        case MatchOver():
            closed = MatchClosed(
                event.match, "finished", event.winners, event.scores, event.reason
            )
            state = last_look(state, mode.match, closed, event.at, operating)
            return state, (closed,)
        case MatchFailed(why=why):
            state, effects = refund(state, unused(mode, event.at, operating), why)
            state, booked = alarm(
                state, message("match_failed", match=event.match, why=why)
            )
            return state, (*effects, *booked)


def _hand_seen(
    state: Cabinet, mode: Playing, at: Nanos, operating: OperatingSettings
) -> Cabinet:
    """Somebody plays at a phone, which also answers whether anybody is there."""
    if mode.question is None:
        return wait_longer(state, at, operating)
    return unask(state, at, operating) if mode.question.about == "idle" else state


def end_time(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    """The minutes are over, and the screen has not told the scores."""
    assert isinstance(state.mode, Playing)
    record = state.mode.match
    closed = MatchClosed(record.id, "finished", reason=TIME_OVER)
    return last_look(state, record, closed, at, operating), (closed,)


def sign(state: Cabinet, event: Signed, operating: OperatingSettings) -> Step:
    """The next name of a high score; any other is wrong."""
    mode = state.mode
    if (
        not isinstance(mode, Signing)
        or (mode.match.id, mode.seats[0]) != (event.match, event.seat)
        or not proper(event.name)
    ):
        return state, (ShowAgain(),)
    record, closed = mode.match, mode.closed
    signed = ScoreSigned(record.id, event.seat, record.table, mode.score, event.name)
    state = replace(state, high_scores=entered(state.high_scores, signed))
    until = event.at + operating.patience.signing
    rest = replace(mode, seats=mode.seats[1:], until=until, since=event.at)
    if rest.seats:
        return replace(state, mode=rest), (signed,)
    return once_more(state, record, closed, event.at), (signed,)


def signing_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    """Buttons write the name, on the screen; Start held writes none."""
    mode = state.mode
    assert isinstance(mode, Signing)
    match event:
        case Held(line="start") if not from_before(mode.since, event.at):
            return once_more(state, mode.match, mode.closed, event.at), ()
    return wait_longer(state, event.at, operating), ()


def _move(
    state: Cabinet, mode: Playing, event: Played, operating: OperatingSettings
) -> Step:
    record = mode.match
    if event.turn != len(record.log) or not _may_play(state, record, event):
        return state, (ShowAgain(),)
    move = Move(event.seat, event.action)
    by_hand = event.seat == FORTUNE
    state, noted = note_hand(state, record.id) if by_hand else (state, ())
    record = replace(record, log=(*record.log, move))
    state = replace(state, mode=replace(mode, match=record))
    acted = by_hand or record.seats[event.seat].kind == "person"
    if acted and not is_checkpoint(event.action):
        state = wait_longer(state, event.at, operating)
    return state, (MovePlayed(record.id, event.turn, move), *noted)


def _may_play(state: Cabinet, record: MatchRecord, event: Played) -> bool:
    """Whether that seat is one; fortune's dice are told by hand, or by a tower."""
    if event.seat == FORTUNE:
        return event.action.startswith("dice ") and not is_reachable(state)
    return event.seat in range(len(record.seats)) and open_throw(record.log) is None


def close(state: Cabinet, then: Mode, how: str, at: Nanos) -> Step:
    """End the match without an outcome."""
    assert isinstance(state.mode, Playing)
    record = state.mode.match
    closed = MatchClosed(record.id, how)
    played = record.offer, at + REMEMBERED
    return replace(state, mode=then, played=played), (closed,)


def ask(state: Cabinet, about: str, at: Nanos, operating: OperatingSettings) -> Cabinet:
    """Ask the players before anything cuts their match off."""
    mode = state.mode
    assert isinstance(mode, Playing)
    question = Question(about, at + operating.patience.question)
    return replace(state, mode=replace(mode, question=question))


def unask(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Cabinet:
    """Go on with the match."""
    mode = state.mode
    assert isinstance(mode, Playing)
    return wait_longer(replace(state, mode=replace(mode, question=None)), at, operating)


def playing_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    """Buttons in mid-game belong to the game, except those that leave it."""
    mode = state.mode
    assert isinstance(mode, Playing)
    asked = mode.question.about if mode.question else ""
    match event:
        case Held(line="start") if asked == "resume":
            return refund(state, mode.match, NOBODY_RESUMED)
        case Held(line="start") if asked == "leave":
            return close(state, Attract(), "abandoned", event.at)
        case Held(line="start"):
            return ask(state, "leave", event.at, operating), ()
        case Tapped(line="start") if asked:
            return unask(state, event.at, operating), ()
        case Pressed(line=line) if asked == "idle" or (asked and stick(line) == "a"):
            return unask(state, event.at, operating), ()
        case Pressed(line=line) if asked == "leave" and stick(line) == "b":
            reading = mode.question is not None and mode.question.reading
            if reading:
                return ask(state, asked, event.at, operating), ()
            return unask(state, event.at, operating), ()
        case Pressed(line=line) if asked == "power" and stick(line) == "b":
            return unask(state, event.at, operating), ()
        case Pressed(line=line) if asked == "leave":  # a lesson is being read
            return _reading(ask(state, asked, event.at, operating), mode, line), ()
        case Pressed() if not asked:
            return wait_longer(state, event.at, operating), ()
    return state, ()


def _reading(state: Cabinet, before: Playing, line: str) -> Cabinet:
    """The question, with the how-to over it from when it is asked for."""
    mode, old = state.mode, before.question
    assert isinstance(mode, Playing)
    assert mode.question is not None
    opens = line == "mode" or stick(line) == "up" or bool(old and old.reading)
    return replace(
        state, mode=replace(mode, question=replace(mode.question, reading=opens))
    )
