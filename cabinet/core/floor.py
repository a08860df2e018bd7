"""The cabinet's one state machine: `step(state, event, house) -> state, effects`.

Rule 1: `step` is the only door to the cabinet's mode and money. Behind it are
five rooms: `till` (money), `waiting` (patience), `buttons`, `matches` and
`board_news` (coins and link of a board with the wires).
Rule 2: nothing here knows pins, pixels or files; games are named by id.
Rule 3: what a step wants written is committed whole before the new state is
adopted, so nothing is shown that is not on the disk, and a charge and the match
it pays for are one commit.
Rule 4: a recognised coin is posted in every mode. Where coins are not wanted the
lock-out refuses them before they are coins (see `outputs`).
"""

from dataclasses import replace

from cabinet.core.board_news import board_news, link_due
from cabinet.core.buttons import button
from cabinet.core.effects import Forward, Halt, ShowAgain, Step
from cabinet.core.events import (
    BoardMet,
    BoardTroubled,
    BooksFailed,
    CashCounted,
    CoinAccepted,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    CoinRejected,
    CoinsCounted,
    EdgesLost,
    Event,
    Held,
    LinkFound,
    LinkLost,
    MatchFailed,
    MatchOver,
    MeterClicked,
    Nanos,
    PanelEvent,
    Played,
    Pressed,
    Released,
    ScreenJoined,
    ScreenLost,
    Signed,
    StopAsked,
    Tapped,
    Ticked,
)
from cabinet.core.house import House
from cabinet.core.journal import edits, note_of
from cabinet.core.ledger import MatchRecord, OpenBooks
from cabinet.core.matches import (
    NOBODY_RESUMED,
    ask,
    close,
    match_news,
    show_result,
    sign,
    unask,
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
    Signing,
    Standby,
    is_dark,
)
from cabinet.core.till import (
    alarm,
    bank,
    click,
    collect,
    convert,
    expire,
    expiry,
    refund,
    service_credit,
)
from cabinet.core.waiting import after_result, mend, patience_for, welcome

# A screen that dies this often in one match will not finish it.
SCREEN_LOSSES_FORGIVEN = 3


def begin(
    books: OpenBooks, house: House, seed: int, at: Nanos, *, linked: bool = True
) -> Step:
    """The cabinet as it wakes up: where the books left it.

    Out of order, if they had to be restored and nobody has looked at them since.
    `linked` is false where a board has the wires: it has yet to be found.
    """
    state, effects = _wake(books, house, seed, at)
    state = replace(state, link_gone=None if linked else at)
    return _break(state, "books", books.doubt) if books.doubt else state, effects


def _wake(books: OpenBooks, house: House, seed: int, at: Nanos) -> Step:
    state = Cabinet(
        mode=Attract(),
        purses=books.purses,
        totals=books.totals,
        next_match=books.next_match,
        seed=seed,
        screen_gone=at,
        notices=(*books.warnings, *filter(None, [books.doubt])),
        clicks=books.clicks,
        money_at=at,
        honours=books.honours,
        boards=books.boards,
    )
    state, effects = convert(state, books.tariff, house)
    record = books.unfinished
    if record is None:
        return state, effects
    if record.offer >= len(house.offers) or not _same(record, house):
        state, more = refund(state, record, "its game is not on offer any more")
        return state, (*effects, *more)
    question = Question("resume", at + patience_for("resume", house))
    idle_at = at + house.patience.playing
    return replace(state, mode=Playing(record, idle_at, question)), effects


def refit(state: Cabinet, before: House, house: House) -> Step:
    """The same cabinet in another house: money under the new prices, and who set them.

    Only where `may_refit`: a match knows its offer by number.
    """
    state, effects = convert(state, before.tariff.key, house)
    return state, (*effects, *edits(note_of(before), house, state.purses[0].run))


def may_refit(state: Cabinet) -> bool:
    """Whether nobody is choosing, playing or mending."""
    return isinstance(state.mode, Attract | Standby | Service)


def _same(record: MatchRecord, house: House) -> bool:
    return house.offers[record.offer].game == record.game


def step(state: Cabinet, event: Event, house: House) -> Step:
    """Take one event; return the next state and what the shell must do."""
    after, effects = _step(state, event, house)
    if type(after.mode) is not type(state.mode):
        after = replace(after, money_at=event.at)
    return after, effects


def _step(state: Cabinet, event: Event, house: House) -> Step:
    match event:
        case CoinAccepted(at=at):
            state, effects = bank(state, event, house)
            return welcome(state, at, house), effects
        case Pressed(line="service", at=at):
            state, effects = service_credit(state, at, house)
            return welcome(state, at, house), effects
        case CoinJammed(slot=slot):
            state = replace(state, jammed=state.jammed | {slot})
            return alarm(state, f"coin.{slot} jammed")
        case CoinFreed(slot=slot):
            return replace(state, jammed=state.jammed - {slot}), ()
        case CoinNoisy(slot=slot):
            state = replace(state, noisy=state.noisy | {slot})
            return alarm(state, f"coin.{slot} noisy")
        case CoinQuiet(slot=slot):
            return replace(state, noisy=state.noisy - {slot}), ()
        case EdgesLost(line=line, count=count):
            return alarm(state, f"{line}: {count} edges lost")
        case MeterClicked():
            return click(state)
        case CashCounted(amount=amount, note=note):
            return collect(state, amount, note)
        case Ticked(at=at):
            return _lapse(state, at, house)
        case CoinsCounted() | BoardMet() | BoardTroubled() | LinkLost() | LinkFound():
            return board_news(state, event, house)
        case ScreenJoined(at=at):
            return _screen_joined(state, at, house)
        case ScreenLost(at=at, why=why):
            return _screen_lost(state, at, why)
        case BooksFailed(why=why):
            return _break(state, "books", why), ()
        case StopAsked():
            return state, (Halt(),)
        case Played() | MatchOver() | MatchFailed():
            return match_news(state, event, house)
        case Signed():
            return sign(state, event, house)
        case Pressed() | Tapped() | Held():
            return _heard_by_one(state, button(state, event, house), event)
        case Released():
            return state, (Forward(event),)
        case CoinRejected():
            return state, ()


def _heard_by_one(before: Cabinet, after: Step, event: PanelEvent) -> Step:
    """A button that changed the mode or answered a question is not also a move."""
    state, effects = after
    answered = getattr(before.mode, "question", None) is not None
    if answered or type(state.mode) is not type(before.mode):
        return after
    return state, (*effects, Forward(event))


def deadline(state: Cabinet, house: House) -> Nanos | None:
    """When `step` wants to be told that time has passed."""
    times: list[Nanos] = []
    match state.mode:
        case Select(until=until) | Join(until=until):
            times.append(until)
        case Signing(until=until) | Result(until=until) | Service(until=until):
            times.append(until)
        case Playing(question=Question(until=until)):
            times.append(until)
        case Playing(idle_at=idle_at):
            times.append(idle_at)
    if state.screen_gone is not None and not is_dark(state.mode):
        times.append(state.screen_gone + house.patience.screen)
    unreachable = link_due(state)
    if unreachable is not None and not is_dark(state.mode):
        times.append(unreachable)
    runs_out = expiry(state, house)
    if runs_out is not None:
        times.append(runs_out)
    return min(times, default=None)


def _lapse(state: Cabinet, at: Nanos, house: House) -> Step:
    due = deadline(state, house)
    if due is None or at < due:
        return state, ()
    gone = state.screen_gone
    if gone is not None and at >= gone + house.patience.screen:
        return alarm(_break(state, "screen", ""), "screen missing")
    unreachable = link_due(state)
    if unreachable is not None and at >= unreachable:
        return _break(state, "link", state.link_why), ()
    match state.mode:
        case Attract():
            return expire(state, at, house)
        case Playing(match=record, question=Question(about=about)):
            if about == "idle":
                return close(state, Attract(), "abandoned")
            if about == "resume":
                return refund(state, record, NOBODY_RESUMED)
            return unask(state, at, house), ()
        case Playing():
            return ask(state, "idle", at, house), ()
        case Signing(match=record, closed=closed):
            return show_result(state, record, closed, at, house), ()
        case Result():
            return after_result(state, at, house), ()
    return replace(state, mode=Attract()), ()


def _break(state: Cabinet, reason: str, detail: str) -> Cabinet:
    if isinstance(state.mode, OutOfOrder):
        return state
    then = state.mode if isinstance(state.mode, Playing) else Attract()
    return replace(state, mode=OutOfOrder(reason, then, detail))


def _screen_joined(state: Cabinet, at: Nanos, house: House) -> Step:
    state = replace(state, screen_gone=None)
    match state.mode:
        case OutOfOrder(reason="screen") as mode:
            return mend(state, mode, at, house), (ShowAgain(),)
    return state, (ShowAgain(),)


def _screen_lost(state: Cabinet, at: Nanos, why: str) -> Step:
    if state.screen_gone is not None:
        return state, ()
    state = replace(state, screen_gone=at)
    state, effects = alarm(state, f"screen lost: {why}")
    match state.mode:
        case Playing(match=record, losses=losses) as mode:
            if losses + 1 > SCREEN_LOSSES_FORGIVEN:
                state, more = refund(state, record, "the screen failed again and again")
                return state, (*effects, *more)
            mode = replace(mode, losses=losses + 1)
            return replace(state, mode=mode), effects
    return state, effects
