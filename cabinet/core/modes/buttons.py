"""What each button does in each mode; `docs/architecture.md` has the table.

Lines that can be held (`start`, `power`) act when they are let go (`Tapped`) or
held (`Held`); all others act when they go down.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cabinet.core.events import Held, Nanos, PanelEvent, Pressed, Tapped, stick
from cabinet.core.inputs.wired_buttons import WAYS, menu_rows
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
from cabinet.core.modes.results import pressed_on, wants_more
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
from cabinet.core.preferences import USUAL_SCAN

# So many games stand side by side in the menu.
MENU_COLUMNS: Final = 4


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
            return close(state, Standby(), "abandoned", at)
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
        case Held(line="start") if operating.offers:
            return _with_one_button(state, event.at, operating), ()
    return state, ()


def _with_one_button(
    state: Cabinet, at: Nanos, operating: OperatingSettings
) -> Cabinet:
    """Whoever has no other button asks for it with that: see `scanning`."""
    scan = state.preferences.scan or USUAL_SCAN
    state = replace(state, preferences=replace(state.preferences, scan=scan))
    state = to_select(state, at, operating.for_visit(state.preferences))
    return _chosen(state, row="preferences", adjusting=True)


def _select_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Step:
    mode = state.mode
    assert isinstance(mode, Select)
    waiting = wait_longer(state, event.at, operating)
    if mode.reading and is_back(event):
        return _chosen(waiting, reading=False), ()
    if mode.adjusting:
        return _chosen(waiting, adjusting=not is_back(event)), ()
    if mode.row:
        return _row_button(waiting, event, operating), ()
    match event:
        case Held(line="start"):
            return replace(state, mode=Attract()), ()
        case Tapped(line="start"):
            return _confirm(state, mode.cursor, event.at, operating), ()
        case Pressed(line="mode"):
            return _chosen(waiting, reading=True), ()
        case Pressed(line=line) if stick(line) in WAYS and not mode.reading:
            return _moved(waiting, stick(line), operating), ()
        case Pressed(line=line) if stick(line) == "a":
            return _confirm(state, mode.cursor, event.at, operating), ()
        case Pressed(line=line) if stick(line) == "b":
            return replace(state, mode=Attract()), ()
        case Pressed():  # a page, a language: the screen's
            return waiting, ()
    return state, ()


def _chosen(state: Cabinet, **changes: object) -> Cabinet:
    assert isinstance(state.mode, Select)
    return replace(state, mode=replace(state.mode, **changes))  # type: ignore[arg-type]


def _moved(state: Cabinet, way: str, operating: OperatingSettings) -> Cabinet:
    """The stick goes the way it is pushed, over rows of `MENU_COLUMNS` offers."""
    mode, count = state.mode, len(operating.offers)
    assert isinstance(mode, Select)
    cursor, last = mode.cursor, (count - 1) // MENU_COLUMNS
    match way:
        case "left" | "right":
            cursor = (cursor + (1 if way == "right" else -1)) % count
        case "up" if cursor >= MENU_COLUMNS:
            cursor -= MENU_COLUMNS
        case "down" if cursor // MENU_COLUMNS < last:
            cursor = min(cursor + MENU_COLUMNS, count - 1)
        case "down" if rows := menu_rows(operating.wired):
            return _chosen(state, row=rows[0])
    return _chosen(state, cursor=cursor)


def _row_button(
    state: Cabinet, event: PanelEvent, operating: OperatingSettings
) -> Cabinet:
    """A row below the offers; A and Start are the screen's, which turns the page."""
    mode, rows = state.mode, menu_rows(operating.wired)
    assert isinstance(mode, Select)
    match event:
        case Held(line="start"):
            return _chosen(state, row="")
        case Pressed(line=line) if line == "start" or stick(line) == "a":
            if mode.row == "preferences":
                return _chosen(state, adjusting=True)
            return _chosen(state, reading=mode.row == "howto")
        case Pressed(line=line) if stick(line) == "b" or (
            stick(line) == "up" and not mode.reading
        ):
            return _chosen(state, row="")
        case Pressed(line=line) if stick(line) in ("left", "right"):
            if not mode.reading:
                by = 1 if stick(line) == "right" else -1
                place = (rows.index(mode.row) + by) % len(rows)
                return _chosen(state, row=rows[place])
    return state


def is_back(event: PanelEvent) -> bool:
    """Whether a button goes one step back: B, or Start held."""
    match event:
        case Held(line="start"):
            return True
        case Pressed(line=line):
            return stick(line) == "b"
    return False


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
    if mode.reading and is_back(event):
        return replace(state, mode=replace(mode, reading=False)), ()
    if mode.adjusting:
        mode = replace(mode, adjusting=not is_back(event))
        return replace(state, mode=mode), ()
    if mode.row:
        return replace(state, mode=_join_row(mode, event)), ()
    match event:
        case Held(line="start"):
            return to_select(state, event.at, operating, mode.offer), ()
        case Pressed(line="mode"):
            return replace(state, mode=replace(mode, reading=True)), ()
        case Pressed(line=line) if mode.reading and stick(line) != "a":
            return state, ()  # the screen's, which turns the pages
        case Tapped(line="start"):
            return start_match(state, mode, event.at, operating)
        case Pressed(line="player"):
            return replace(state, mode=_one_more(state, mode, operating)), ()
        case Pressed(line=line) if _player(line) > mode.persons:
            return replace(state, mode=_one_more(state, mode, operating)), ()
        case Pressed(line=line) if _player(line):
            return _seated_stick(state, mode, stick(line), event.at, operating)
    return state, ()


def _join_row(mode: Join, event: PanelEvent) -> Join:
    """The row below the seats: Start and A open it, everything else leaves it."""
    match event:
        case Pressed(line=line) if line == "start" or stick(line) == "a":
            return replace(mode, adjusting=True)
        case Held(line="start"):
            return replace(mode, row="")
        case Pressed(line=line) if stick(line) in ("up", "b"):
            return replace(mode, row="")
    return mode


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
        case "down" if choices := len(operating.offers[mode.offer].choices):
            choice = (mode.choice + 1) % choices
            mode = replace(mode, choice=choice, row="" if choice else "preferences")
        case "up" if operating.offers[mode.offer].choices:
            level = (level + 1) % len(LEVELS)
        case "up":
            level = min(level + 1, len(LEVELS) - 1)
        case "down" if level == 0 or not _has_level(mode, operating):
            mode = replace(mode, row="preferences")
        case "down":
            level -= 1
    return replace(state, mode=replace(mode, level=LEVELS[level])), ()


def _has_level(mode: Join, operating: OperatingSettings) -> bool:
    """Whether the house takes a seat."""
    return mode.persons < operating.offers[mode.offer].seats[0]


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
    if (earlier := pressed_on(state, mode, event, operating)) is not None:
        return earlier, ()
    match wants_more(mode, event):
        case True:
            return _again(state, mode, event.at, operating)
        case False:
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
