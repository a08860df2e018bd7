"""A visit: how who is there wants to play, and what their one button means.

With one button the screen lights the choices up in turn, and Start takes what is lit.
So while somebody scans Start does nothing here: the screen hears it and says what was
`Chosen`, as the lines that another hand would have pressed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from cabinet.core.events import (
    Chosen,
    Held,
    Nanos,
    PanelEvent,
    Preferred,
    Pressed,
    Tapped,
)
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Effect,
    Forward,
    Join,
    Playing,
    Result,
    Select,
    Service,
    ShowAgain,
    Signing,
    Standby,
    Step,
)
from cabinet.core.modes.timeouts import wait_longer
from cabinet.core.operating import OperatingSettings

# More lines than any choice stands for.
MOST_LINES: Final = 64
_VISITED: Final = (Select, Join, Playing, Signing, Result)
_Press: TypeAlias = Pressed | Tapped | Held
_Button: TypeAlias = Callable[[Cabinet, _Press, OperatingSettings], Step]
_Event = TypeVar("_Event", bound=PanelEvent)


def end_of_visit(state: Cabinet, operating: OperatingSettings) -> Cabinet:
    """Whoever comes next plays as the operator wants it."""
    gone = isinstance(state.mode, Attract | Standby | Service)
    if not gone or state.preferences == operating.preferences:
        return state
    return replace(state, preferences=operating.preferences)


def prefer(state: Cabinet, event: Preferred, operating: OperatingSettings) -> Step:
    """Play like that from now on."""
    chosen = state.preferences.with_choice(event.name, event.value)
    if not isinstance(state.mode, _VISITED) or chosen == state.preferences:
        return state, (ShowAgain(),)
    state = replace(state, preferences=chosen)
    return wait_longer(state, event.at, operating.for_visit(chosen)), ()


def scans(state: Cabinet, event: PanelEvent, operating: OperatingSettings) -> bool:
    """Whether Start is for the screen, which knows what is lit.

    In a game of real time that does not wait it is the game's button; held, it asks
    to leave as ever. A program of others knows nothing of it.
    """
    if event.line != "start" or not state.preferences.scan:
        return False
    match state.mode:
        case Playing(match=record, question=None):
            offer = operating.offers[record.offer]
            return offer.guest is None and not (
                offer.runs_on and isinstance(event, Held)
            )
    return isinstance(state.mode, _VISITED)


def heard(state: Cabinet, event: PanelEvent, operating: OperatingSettings) -> Step:
    """Start, for the screen: somebody is there."""
    return wait_longer(state, event.at, operating), (Forward(event),)


def choose(
    state: Cabinet, event: Chosen, operating: OperatingSettings, button: _Button
) -> Step:
    """Press one line after the other, as long as the cabinet is in the same mode."""
    mode, effects = state.mode, list[Effect]()
    opened = isinstance(mode, Select | Join) and mode.adjusting
    if not isinstance(mode, _VISITED) or not (state.preferences.scan or opened):
        return state, (ShowAgain(),)
    for line in event.lines[:MOST_LINES]:
        state, more = button(state, _pressed(line, event.at), operating)
        effects += more
        if type(state.mode) is not type(mode):
            break
    return state, tuple(effects)


def _pressed(line: str, at: Nanos) -> _Press:
    if line == "hold start":
        return Held("start", at)
    return Tapped(line, at) if line in ("start", "power") else Pressed(line, at)


def worn(state: Cabinet, event: _Event, operating: OperatingSettings) -> _Event:
    """The event as the visitor means it, whose sticks or buttons are swapped."""
    wired, preferences = operating.wired, state.preferences
    if isinstance(state.mode, Service):
        return event
    line = preferences.swapped(event.line, wired.sticks, wired.lines)
    return event if line == event.line else replace(event, line=line)
