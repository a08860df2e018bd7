"""What each button does in each mode; `docs/architecture.md` has the table.

Lines that can be held (`start`, `power`) act when they are let go (`Tapped`) or
held (`Held`); all others act when they go down.
"""

from collections.abc import Callable
from dataclasses import replace

from cabinet.core.events import Held, Nanos, PanelEvent, Pressed, Tapped, stick
from cabinet.core.modes.devices import most_persons
from cabinet.core.modes.faults import mend
from cabinet.core.modes.matches import (
    NOBODY_RESUMED,
    ask,
    close,
    play_on,
    playing_button,
    signing_button,
    start_match,
)
from cabinet.core.modes.state import (
    LEVELS,
    Attract,
    Cabinet,
    Halt,
    Join,
    Mode,
    OutOfOrder,
    Playing,
    Question,
    Result,
    Select,
    Service,
    Signing,
    Standby,
    Step,
)
from cabinet.core.modes.timeouts import after_result, to_select, wait_longer
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.pricing import can_choose, continue_offer, price
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.money.till import post, refund
from cabinet.core.operating import OperatingSettings


def button(
    state: Cabinet, event: Pressed | Tapped | Held, operating: OperatingSettings
) -> Step:
    """What a button does now."""
    if event.line == "power" and _is_locked(state, operating):
        return state, ()
    match event:
        case Tapped(line="power"):
            return _toggle_power(state, event.at, operating)
        case Held(line="power") if isinstance(state.mode, Playing):
            return _cut_off(state, event.at, operating)
        case Held(line="power"):
            return state, (Halt(),)
        case Pressed(line="test"):
            return _toggle_service(state, event.at, operating)
    handler = _BUTTONS.get(type(state.mode))
    return handler(state, event, operating) if handler else (state, ())


def _is_locked(state: Cabinet, operating: OperatingSettings) -> bool:
    """Whether ON/OFF is not for whoever stands there: it still wakes, and mends."""
    return (
        operating.power_locked
        and not state.door_open
        and not isinstance(state.mode, Standby | Service)
    )


def _toggle_power(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    match state.mode:
        case Standby(closed=True):
            return state, ()
        case Standby():
            return replace(state, mode=Attract()), ()
        case OutOfOrder():
            return state, ()
        case Playing(question=Question(about="power")):
            return close(state, Standby(), "abandoned")
        case Playing(match=record, question=Question(about="resume")):
            state, effects = refund(state, record, NOBODY_RESUMED)
            return replace(state, mode=Standby()), effects
        case Playing():
            return ask(state, "power", at, operating), ()
    return replace(state, mode=Standby()), ()


def _cut_off(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    """ON/OFF held in mid-game asks first; held again it ends, the match kept."""
    match state.mode:
        case Playing(question=Question(about="power" | "resume")):
            return state, (Halt(),)
    return ask(state, "power", at, operating), ()


def _toggle_service(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    """Into service and out; books out of order are mended by booking just that."""
    match state.mode:
        case Playing() | OutOfOrder(reason="screen" | "link"):
            return state, ()
        case OutOfOrder() as mode:
            trusted = Posting(Kind.TRUSTED, run=state.purses[EVERYBODY].run)
            state = replace(mend(state, mode, at, operating), notices=())
            return post(state, trusted), (trusted,)
        case Service():
            return replace(state, mode=Attract()), ()
    return replace(state, mode=Service(at + operating.patience.service)), ()


def _attract_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    match event:
        case Tapped(line="start") if can_choose(state, operating):
            return to_select(state, event.at, operating), ()
    return state, ()


def _select_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    mode = state.mode
    assert isinstance(mode, Select)
    count = len(operating.offers)
    match event:
        case Held(line="start"):
            return replace(state, mode=Attract()), ()
        case Tapped(line="start"):
            return _confirm(state, mode.cursor, event.at, operating), ()
        case Pressed(line=line):
            match stick(line):
                case "right" | "mode":
                    moved = (mode.cursor + 1) % count
                    return to_select(state, event.at, operating, moved), ()
                case "left":
                    moved = (mode.cursor - 1) % count
                    return to_select(state, event.at, operating, moved), ()
                case "up" | "down" | "player":  # a lesson, a language: the screen's
                    return wait_longer(state, event.at, operating), ()
                case "a":
                    return _confirm(state, mode.cursor, event.at, operating), ()
                case "b":
                    return replace(state, mode=Attract()), ()
    return state, ()


def _confirm(
    state: Cabinet, offer: int, at: Nanos, operating: OperatingSettings
) -> Cabinet:
    if price(state, operating)[1]:
        return wait_longer(state, at, operating)
    until, level = at + operating.patience.join, operating.offers[offer].level
    return replace(state, mode=Join(offer, until, level=level))


def _join_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    assert isinstance(state.mode, Join)
    mode = replace(state.mode, until=event.at + operating.patience.join)
    state = replace(state, mode=mode)
    match event:
        case Held(line="start"):
            return to_select(state, event.at, operating, mode.offer), ()
        case Tapped(line="start"):
            return start_match(state, mode, event.at, operating)
        case Pressed(line="player"):
            return replace(state, mode=_one_more(state, mode, operating)), ()
        case Pressed(line=line) if _player(line) > mode.persons:
            return replace(state, mode=_one_more(state, mode, operating)), ()
        case Pressed(line=line) if _player(line):
            return _seated_stick(state, mode, stick(line), event.at, operating)
    return state, ()


def _seated_stick(
    state: Cabinet, mode: Join, button: str, at: Nanos, operating: OperatingSettings
) -> Step:
    level = LEVELS.index(mode.level)
    match button:
        case "a":
            return start_match(state, mode, at, operating)
        case "b" if mode.persons > 1:
            return replace(state, mode=replace(mode, persons=mode.persons - 1)), ()
        case "b":
            return to_select(state, at, operating, mode.offer), ()
        case "right":
            mode = _further(state, mode, operating)
        case "left" if mode.persons > 1:
            mode = replace(mode, persons=mode.persons - 1)
        case "left":
            mode = replace(mode, seat=max(mode.seat - 1, 0))
        case "up":
            level = min(level + 1, len(LEVELS) - 1)
        case "down":
            level = max(level - 1, 0)
    return replace(state, mode=replace(mode, level=LEVELS[level])), ()


def _further(state: Cabinet, mode: Join, operating: OperatingSettings) -> Join:
    """The next seat of who is alone with the house; after the last, one person more."""
    last = operating.offers[mode.offer].seats[0] - 1
    if mode.persons == 1 and mode.seat < last:
        return replace(mode, seat=mode.seat + 1)
    return _one_more(state, mode, operating)


def _one_more(state: Cabinet, mode: Join, operating: OperatingSettings) -> Join:
    most = most_persons(state, operating.offers[mode.offer], operating)
    return replace(mode, persons=min(mode.persons + 1, most))


def _player(line: str) -> int:
    """Whose panel a line is on: 3 for `p3.left`, 0 for `player` or `start`."""
    owner, dot, _ = line.partition(".")
    return int(owner[1:]) if dot and owner[0] == "p" else 0


def _result_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    mode = state.mode
    assert isinstance(mode, Result)
    match event:
        case Tapped(line="start"):
            return _again(state, mode, event.at, operating)
        case Pressed(line=line) if stick(line) == "a":
            return _again(state, mode, event.at, operating)
        case Held(line="start"):
            return after_result(state, event.at, operating), ()
        case Pressed(line=line) if stick(line) == "b":
            return after_result(state, event.at, operating), ()
    return state, ()


def _again(
    state: Cabinet, mode: Result, at: Nanos, operating: OperatingSettings
) -> Step:
    """Play on where that is offered and paid for, else back to the offers."""
    if not continue_offer(mode, operating):
        return after_result(state, at, operating), ()
    if price(state, operating)[1]:
        return state, ()
    return play_on(state, mode, at, operating)


def _service_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    return wait_longer(state, event.at, operating), ()


_BUTTONS: dict[type[Mode], Callable[[Cabinet, PanelEvent, OperatingSettings], Step]] = {
    Attract: _attract_button,
    Select: _select_button,
    Join: _join_button,
    Playing: playing_button,
    Signing: signing_button,
    Result: _result_button,
    Service: _service_button,
}
