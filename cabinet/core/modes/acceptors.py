"""What a coin acceptor at a cable tells: its counter and its last five events.

A reading is absolute, so one that is told twice or late gives what is missing, which
is most often nothing. A coin is credited in the commit that says which event it was.
An acceptor that the books do not know brings no money: it is entered as it stands.
"""

from typing import Final

from cabinet.core.acceptors import UNKNOWN, Pair, Seen, judge, seen_note
from cabinet.core.events import CoinAccepted, CreditsRead
from cabinet.core.modes.bills import bills_told
from cabinet.core.modes.state import Cabinet, Effect, Step
from cabinet.core.modes.tilt import hold, is_doubtful
from cabinet.core.modes.timeouts import welcome
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.money.till import alarm, bank, post
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import Message, message

# Errors that somebody has to know of; a coin that was refused is none of them.
_ERRORS: Final[dict[int, Message]] = {
    3: message("acceptor_many_coins"),
    4: message("acceptor_wake_up"),
    5: message("acceptor_sensor"),
    6: message("acceptor_jam"),
    7: message("acceptor_jam"),
    8: message("acceptor_close_in"),
    9: message("acceptor_gate"),
    10: message("acceptor_sorter"),
    11: message("acceptor_sensor"),
    12: message("acceptor_sensor"),
    14: message("acceptor_jam"),
    15: message("acceptor_slug"),
    16: message("acceptor_string"),
    17: message("acceptor_string"),
    20: message("acceptor_string"),
    21: message("acceptor_jam"),
}
ORDINARY: Final = frozenset({0, 1, 2, 18, 19, *range(128, 161)})


def credits_read(
    state: Cabinet, event: CreditsRead, operating: OperatingSettings
) -> Step:
    """Credit what is new in a reading."""
    before = state.acceptors.get(event.board)
    if before is None:
        seen = Seen(0, event.counter, event.pairs, event.accepted)
        state, entered = _enter(state, event.board, seen)
        state, told = alarm(state, message("acceptor_new", acceptor=event.board))
        return state, (*entered, *told)
    judged = judge(before, event.counter, event.pairs, event.accepted)
    effects: list[Effect] = []
    if event.bills:
        state, seen, effects = bills_told(state, event, before, judged, operating)
    else:
        seen = before
        for pair in judged.events:
            seen = seen.after(pair)
            state, more = _take(state, event, pair, seen, operating)
            effects += more
    if judged.restarted:
        state, more = alarm(state, message("acceptor_restarted", slot=event.slot))
        effects += more
    if judged.missed and not event.bills:
        state, more = alarm(state, _missed(event.slot, judged.missed))
        effects += more
    accepted = seen.accepted if event.accepted == UNKNOWN else event.accepted
    stands = Seen(seen.number, event.counter, event.pairs, accepted, seen.held)
    if stands != state.acceptors[event.board]:
        state, more = _enter(state, event.board, stands)
        effects += more
    return welcome(state, event.at, operating), tuple(effects)


def _take(
    state: Cabinet,
    event: CreditsRead,
    pair: Pair,
    seen: Seen,
    operating: OperatingSettings,
) -> Step:
    """One event: a coin, or an error."""
    place, code = pair
    slot = event.slot
    if not place:
        if code in ORDINARY:
            return state, ()
        why = _ERRORS.get(code, message("acceptor_error", n=code))
        return alarm(state, message("acceptor_told", slot=slot, why=why))
    value = event.values[place - 1] if place <= len(event.values) else 0
    if not value:
        return alarm(state, message("coin_worthless", slot=slot, place=place))
    if is_doubtful(state, slot, event.at, operating):
        return hold(state, slot, value)
    coin = CoinAccepted(slot, value, event.at)
    return bank(state, coin, operating, seen_note(event.board, seen))


def _missed(slot: int, missed: int) -> Message:
    if missed == UNKNOWN:
        return message("coins_perhaps_missed", slot=slot)
    return message("coins_missed", slot=slot, n=missed)


def _enter(state: Cabinet, acceptor: str, seen: Seen) -> Step:
    run = state.purses[EVERYBODY].run
    posting = Posting(Kind.BOARD, run=run, note=seen_note(acceptor, seen))
    return post(state, posting), (posting,)
