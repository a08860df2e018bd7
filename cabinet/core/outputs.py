"""What the lamps and the lock-out should be doing, as a function of the state.

The lock-out is fail-safe: on means coins are accepted, and everything that can
go wrong (boot, a lost screen, a jam, a full purse, a stopped program) means off.
"""

from cabinet.core.house import House
from cabinet.core.matches import seating
from cabinet.core.modes import Attract, Cabinet, Join, Playing, Result, Select
from cabinet.core.till import can_choose, price

LAMPED_SEATS = range(1, 7)


def accepts_coins(state: Cabinet, house: House) -> bool:
    """Whether a coin dropped now can be credited."""
    return (
        isinstance(state.mode, Attract | Select | Join | Playing | Result)
        and state.screen_gone is None
        and len(state.jammed) < len(house.slots)
        and not house.tariff.free_play
        and house.tariff.has_room(state.purse, house.dearest_coin)
    )


def outputs(state: Cabinet, house: House) -> dict[str, bool]:
    """Every output line, on or off."""
    slot_open = accepts_coins(state, house)
    seated = _persons(state, house)
    lamps = {f"lamp.p{seat}": seat <= seated for seat in LAMPED_SEATS}
    return {
        "lockout": slot_open,
        "lamp.coin": slot_open,
        "lamp.start": _start_does_something(state, house),
        **lamps,
    }


def _start_does_something(state: Cabinet, house: House) -> bool:
    match state.mode:
        case Attract():
            return can_choose(state, house)
        case Select() | Join():
            return price(state, house)[1] == 0
        case Playing(question=question):
            return question is not None
        case Result():
            return True
    return False


def _persons(state: Cabinet, house: House) -> int:
    match state.mode:
        case Join() as mode:
            seats = seating(mode, house)
        case Playing(match=record):
            seats = record.seats
        case _:
            return 0
    return sum(seat.kind == "person" for seat in seats)
