"""Out of order: the way in, and the way back to where the cabinet was."""

from dataclasses import replace

from cabinet.core.events import Nanos
from cabinet.core.modes.state import Attract, Cabinet, OutOfOrder, Playing, Question
from cabinet.core.modes.timeouts import patience_for, wait_longer
from cabinet.core.operating import House


def break_down(state: Cabinet, reason: str, detail: str) -> Cabinet:
    """Put the cabinet out of order; a match in progress is kept."""
    if isinstance(state.mode, OutOfOrder):
        return state
    then = state.mode if isinstance(state.mode, Playing) else Attract()
    return replace(state, mode=OutOfOrder(reason, then, detail))


def mend(state: Cabinet, mode: OutOfOrder, at: Nanos, house: House) -> Cabinet:
    """Go on where the cabinet was before it was out of order, and ask again."""
    then = mode.then
    match then:
        case Playing(question=Question(about=about) as question):
            until = at + patience_for(about, house)
            then = replace(then, question=replace(question, until=until))
    return wait_longer(replace(state, mode=then), at, house)
