"""Waiting for people: how long each mode has patience, and what follows."""

from dataclasses import replace

from cabinet.core.events import Nanos
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Join,
    Playing,
    Select,
    Service,
    Signing,
)
from cabinet.core.money.pricing import can_choose
from cabinet.core.operating import House


def to_select(state: Cabinet, at: Nanos, house: House, cursor: int = 0) -> Cabinet:
    """Let a player choose among the offers."""
    return replace(state, mode=Select(cursor, at + house.patience.select))


def wait_longer(state: Cabinet, at: Nanos, house: House) -> Cabinet:
    """Somebody is there: the mode's patience starts anew."""
    mode = state.mode
    match mode:
        case Select():
            mode = replace(mode, until=at + house.patience.select)
        case Join():
            mode = replace(mode, until=at + house.patience.join)
        case Signing():
            mode = replace(mode, until=at + house.patience.signing)
        case Service():
            mode = replace(mode, until=at + house.patience.service)
        case Playing():
            mode = replace(mode, idle_at=at + house.patience.playing)
    return replace(state, mode=mode)


def welcome(state: Cabinet, at: Nanos, house: House) -> Cabinet:
    """New credit: keep waiting for whoever paid, or let them choose."""
    if isinstance(state.mode, Attract) and can_choose(state, house):
        return to_select(state, at, house)
    return wait_longer(state, at, house)


def after_result(state: Cabinet, at: Nanos, house: House) -> Cabinet:
    """Back to the offers while paid credit remains, else to attract."""
    if can_choose(state, house) and not house.tariff.free_play:
        return to_select(state, at, house)
    return replace(state, mode=Attract())


def patience_for(about: str, house: House) -> Nanos:
    """How long a question in mid-game waits; longest after a cut."""
    return (3 if about == "resume" else 1) * house.patience.question
