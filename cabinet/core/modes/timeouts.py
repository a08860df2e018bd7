"""Waiting for people: how long each mode has patience, and what follows."""

from dataclasses import replace
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Join,
    Playing,
    Question,
    Result,
    Select,
    Service,
    Signing,
)
from cabinet.core.money.pricing import can_choose
from cabinet.core.operating import OperatingSettings

# How long the cabinet asks for another game, again after each coin.
AGAIN: Final[Nanos] = 9 * SECOND
# How long a result stays after the last word of it has been said.
AFTER_EARS: Final[Nanos] = 3 * SECOND


def again(state: Cabinet) -> Nanos:
    """The same for whoever is there."""
    return AGAIN * state.preferences.slowness


def to_select(
    state: Cabinet, at: Nanos, operating: OperatingSettings, cursor: int | None = None
) -> Cabinet:
    """Let a player choose among the offers, first the one that was just played."""
    if cursor is None:
        offer, until = state.played or (0, 0)
        known = at < until and offer < len(operating.offers)
        cursor = offer if known else 0
    return replace(state, mode=Select(cursor, at + operating.patience.select))


def wait_longer(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Cabinet:
    """Somebody is there: the mode's patience starts anew."""
    mode = state.mode
    match mode:
        case Select():
            mode = replace(mode, until=at + operating.patience.select)
        case Join():
            mode = replace(mode, until=at + operating.patience.join)
        case Signing():
            mode = replace(mode, until=at + operating.patience.signing)
        case Result(stage="again"):
            mode = replace(mode, until=max(mode.until, at + again(state)))
        case Service():
            mode = replace(mode, until=at + operating.patience.service)
        case Playing():
            mode = replace(mode, idle_at=idle_at(mode.match.offer, at, operating))
    return replace(state, mode=mode)


def wait_for_ears(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Cabinet:
    """A sentence is being said: every patience begins when it is over."""
    mode = state.mode
    match mode:
        case Playing(question=Question(about=about) as asked):
            until = at + patience_for(about, operating)
            mode = replace(mode, question=replace(asked, until=until))
        case Result(stage="verdict" | "look"):
            mode = replace(mode, until=max(mode.until, at + AFTER_EARS))
        case Service():
            pass
        case _:
            return wait_longer(state, at, operating)
    return replace(state, mode=mode)


def idle_at(offer: int, at: Nanos, operating: OperatingSettings) -> Nanos:
    """When we ask whether anybody is there, if nobody touches anything."""
    return at + operating.offers[offer].patience(operating.patience.playing)


def welcome(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Cabinet:
    """New credit: keep waiting for whoever paid, or let them choose."""
    if isinstance(state.mode, Attract) and can_choose(state, operating):
        return to_select(state, at, operating)
    return wait_longer(state, at, operating)


def after_result(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Cabinet:
    """Back to the offers while paid credit remains, else to attract."""
    if can_choose(state, operating) and not operating.tariff.free_play:
        return to_select(state, at, operating)
    return replace(state, mode=Attract())


def patience_for(about: str, operating: OperatingSettings) -> Nanos:
    """How long a question in mid-game waits; longest after a cut."""
    return (3 if about == "resume" else 1) * operating.patience.question
