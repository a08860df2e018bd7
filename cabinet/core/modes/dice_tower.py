"""What a dice tower throws, and the place each throw has in a match.

A place is bound before the dice fall: the entry that asks for a throw (written as
`cabinet.throws` says) and the number of that throw are one commit, and no number is
ever asked for twice. So whatever is unplugged, killed or thrown again, the place waits
for that one throw of that one tower, the throw counts nowhere else, and a throw nobody
asked for has no number at all. Only while that tower is out of reach may a person tell
how dice fell.
"""

from dataclasses import replace

from cabinet.core.boards import board_note
from cabinet.core.events import (
    DiceFell,
    DiceSpoiled,
    DiceWanted,
    TowerFound,
    TowerLost,
    TowerMet,
)
from cabinet.core.modes.state import (
    Cabinet,
    OutOfOrder,
    Playing,
    ShowAgain,
    Step,
    Tower,
)
from cabinet.core.modes.timeouts import wait_longer
from cabinet.core.money.ledger import Kind, Move, MovePlayed, Posting
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.money.till import alarm, post
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import message
from cabinet.throws import FORTUNE, Throw, fell, open_throw


def tower_news(
    state: Cabinet,
    event: DiceWanted | TowerMet | TowerFound | TowerLost | DiceFell | DiceSpoiled,
    operating: OperatingSettings,
) -> Step:
    """Take what a tower told, or what the screen wants of it."""
    tower = state.tower
    if tower is None:
        return state, ()
    match event:
        case DiceWanted():
            return _ask(state, tower, event)
        case DiceFell():
            return _fall(state, event, operating)
        case DiceSpoiled(tower=number, throw=throw, why=why):
            if asked_throw(state) != Throw(number, throw):
                return state, ()
            return replace(state, tower=replace(tower, trouble=why)), ()
        case TowerMet(tower=number, throw=throw):
            known = number in state.boards
            return (state, ()) if known else _count(state, number, throw)
        case TowerFound(tower=number):
            return replace(state, tower=Tower(number, trouble=tower.trouble)), ()
        case TowerLost():
            return _lose(state, tower, event)


def asked_throw(state: Cabinet) -> Throw | None:
    """The throw that the match waits for, also while the cabinet is out of order."""
    mode = _played(state)
    return open_throw(mode.match.log) if mode else None


def _played(state: Cabinet) -> Playing | None:
    mode = state.mode.then if isinstance(state.mode, OutOfOrder) else state.mode
    return mode if isinstance(mode, Playing) else None


def is_reachable(state: Cabinet) -> bool:
    """Whether a tower is there that can make the throw the match needs."""
    if state.tower is None or state.tower.here is None:
        return False
    asked = asked_throw(state)
    return asked is None or asked.tower == state.tower.here


def note_hand(state: Cabinet, match: int) -> Step:
    """Dice were told by hand in place of the tower: said once for each absence."""
    tower = state.tower
    if tower is None or tower.by_hand:
        return state, ()
    state = replace(state, tower=replace(tower, by_hand=True))
    return alarm(state, message("dice_by_hand", match=match))


def _ask(state: Cabinet, tower: Tower, event: DiceWanted) -> Step:
    mode = state.mode
    if (
        not isinstance(mode, Playing)
        or (mode.match.id, len(mode.match.log)) != (event.match, event.turn)
        or open_throw(mode.match.log)
    ):
        return state, (ShowAgain(),)
    if tower.here is None or tower.here not in state.boards:
        return state, ()
    throw = Throw(tower.here, state.boards[tower.here][0] + 1)
    state, counted = _count(state, *throw)
    state = replace(state, tower=replace(tower, trouble=""))
    state, played = _enter(state, mode, str(throw))
    return state, (*played, *counted)


def _fall(state: Cabinet, event: DiceFell, operating: OperatingSettings) -> Step:
    mode = _played(state)
    asked = asked_throw(state) == Throw(event.tower, event.throw)
    if not asked or mode is None or state.tower is None:
        return state, ()
    state = replace(state, tower=replace(state.tower, trouble=""))
    state, played = _enter(state, mode, fell(event.sides))
    return wait_longer(state, event.at, operating), played


def _enter(state: Cabinet, mode: Playing, action: str) -> Step:
    """Fortune's next entry in the log of the match."""
    record, move = mode.match, Move(FORTUNE, action)
    played = MovePlayed(record.id, len(record.log), move)
    mode = replace(mode, match=replace(record, log=(*record.log, move)))
    broken = state.mode if isinstance(state.mode, OutOfOrder) else None
    return replace(state, mode=replace(broken, then=mode) if broken else mode), (
        played,
    )


def _count(state: Cabinet, tower: int, throw: int) -> Step:
    """No throw of this tower up to this one will be asked for any more."""
    _, *others = state.boards.get(tower, (0,))
    note = board_note(tower, (throw, *others))
    posting = Posting(Kind.BOARD, run=state.purses[EVERYBODY].run, note=note)
    return post(state, posting), (posting,)


def _lose(state: Cabinet, tower: Tower, event: TowerLost) -> Step:
    """One alarm for a loss, however often its reason changes."""
    known = tower.here is None and tower.why
    lost = replace(tower, here=None, why=event.why)
    state = replace(state, tower=lost)
    if known:
        return state, ()
    return alarm(state, message("tower_lost", why=event.why))
