"""What a board with the wires has to tell: coins it counted, and whether it is there.

Totals are absolute, so whatever was lost or told twice on the way, the difference to
what the books have is exactly what is not credited yet. No total ever takes money
away, and one that cannot be true gives none: it is an alarm, and entered as seen.
"""

from typing import Final

from cabinet.core.boards import board_note, coin_note, credited
from cabinet.core.events import (
    BoardEvent,
    BoardMet,
    BoardTroubled,
    CoinAccepted,
    CoinsCounted,
    CreditsRead,
    LinkFound,
    LinkLost,
)
from cabinet.core.modes.acceptors import credits_read
from cabinet.core.modes.devices import find_device, lose_device
from cabinet.core.modes.state import Cabinet, Effect, Step
from cabinet.core.modes.tilt import hold, is_doubtful
from cabinet.core.modes.timeouts import welcome
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.money.till import alarm, bank, post
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import Message, message

# The slot shuts seconds after the cabinet fell silent: nobody drops more meanwhile.
MOST_COINS_AT_ONCE: Final = 1_000


def board_news(state: Cabinet, event: BoardEvent, operating: OperatingSettings) -> Step:
    """Take what a board told."""
    match event:
        case CoinsCounted():
            return _count(state, event, operating)
        case CreditsRead():
            return credits_read(state, event, operating)
        case BoardMet():
            return _meet(state, event)
        case BoardTroubled(why=why):
            return alarm(state, why)
        case LinkLost():
            return lose_device(state, event, operating)
        case LinkFound():
            return find_device(state, event, operating), ()


def _count(state: Cabinet, event: CoinsCounted, operating: OperatingSettings) -> Step:
    board, slot, total = event.board, event.slot, event.total
    last = credited(state.boards, board, slot)
    fresh = total - last
    if board not in state.boards or fresh <= 0:
        return state, ()
    value = next((s.pulse_value for s in operating.slots if s.number == slot), None)
    if value is None:
        return _enter(state, event, message("coins_without_slot", slot=slot, n=fresh))
    if fresh > MOST_COINS_AT_ONCE:
        return _enter(state, event, message("too_many_coins", slot=slot, n=fresh))
    if is_doubtful(state, slot, event.at, operating):
        state, entered = _remember(state, event)
        state, told = hold(state, slot, fresh * value, fresh)
        return state, (*entered, *told)
    effects: list[Effect] = []
    coin = CoinAccepted(slot, value, event.at)
    for number in range(last + 1, total + 1):
        state, posted = bank(state, coin, operating, coin_note(board, number))
        effects += posted
    return welcome(state, event.at, operating), tuple(effects)


def _enter(state: Cabinet, event: CoinsCounted, why: Message) -> Step:
    """Remember a total that is no money, and say why not."""
    state, entered = _remember(state, event)
    if not entered:
        return state, ()
    state, told = alarm(state, why)
    return state, (*entered, *told)


def _remember(state: Cabinet, event: CoinsCounted) -> Step:
    """Enter a total as seen; a slot that no board has is nobody's."""
    totals = list(state.boards[event.board])
    if not 0 < event.slot <= len(totals):
        return state, ()
    totals[event.slot - 1] = event.total
    return _write_down(state, event.board, tuple(totals))


def _meet(state: Cabinet, event: BoardMet) -> Step:
    if event.board in state.boards:
        return state, ()
    state, entered = _write_down(state, event.board, event.totals)
    board, counted = f"{event.board:08x}", sum(event.totals)
    state, told = alarm(state, message("board_new", board=board, n=counted))
    return state, (*entered, *told)


def _write_down(state: Cabinet, board: int, totals: tuple[int, ...]) -> Step:
    run = state.purses[EVERYBODY].run
    posting = Posting(Kind.BOARD, run=run, note=board_note(board, totals))
    return post(state, posting), (posting,)
