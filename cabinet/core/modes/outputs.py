"""What the lamps and the lock-out should be doing, as a function of the state.

The lock-out is fail-safe: on means coins are accepted, and everything that can
go wrong (boot, a lost screen, a jam, a blow, a full purse, a full disk, a stopped
program) means off.
"""

from enum import Enum

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.modes.devices import (
    cut_off,
    is_away,
    most_persons,
    slots_away,
)
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Join,
    Playing,
    Result,
    Select,
    Signing,
)
from cabinet.core.modes.tilt import is_shut
from cabinet.core.money.pricing import can_choose, price
from cabinet.core.operating import OperatingSettings

PLAYERS = range(1, 7)


class Light(Enum):
    """How a lamp shines."""

    OFF = "off"
    ON = "on"
    SLOW = "slow"
    FAST = "fast"

    def lit(self, now: Nanos) -> bool:
        """Whether the bulb is on at this moment."""
        half = _HALVES.get(self)
        return self is Light.ON if half is None else now // half % 2 == 0

    def changes_at(self, now: Nanos) -> Nanos | None:
        """When the bulb changes next; None when it does not."""
        half = _HALVES.get(self)
        return None if half is None else (now // half + 1) * half


_HALVES = {Light.SLOW: 500 * MILLISECOND, Light.FAST: 150 * MILLISECOND}


def accepts_coins(state: Cabinet, operating: OperatingSettings) -> bool:
    """Whether a coin dropped now can be credited."""
    return (
        isinstance(state.mode, Attract | Select | Join | Playing | Signing | Result)
        and state.screen_gone is None
        and not cut_off(state, operating)
        and not is_away(state, "lockout", operating)
        and not state.door_open
        and not state.disk_short
        and not is_shut(state, operating)
        and len(_blocked(state, operating)) < len(operating.slots)
        and not operating.tariff.free_play
        and all(
            operating.tariff.has_room(state.purses[slot.owner], slot.pulse_value)
            for slot in operating.slots
        )
    )


def _blocked(state: Cabinet, operating: OperatingSettings) -> frozenset[int]:
    """The slots that can take nothing: stuck, noisy, or out of reach."""
    return state.jammed | state.noisy | slots_away(state, operating)


def lights(state: Cabinet, operating: OperatingSettings) -> dict[str, Light]:
    """Every lamp of the panel."""
    coin = Light.OFF
    if accepts_coins(state, operating):
        coin = Light.SLOW if isinstance(state.mode, Attract) else Light.ON
    seats = {f"lamp.p{player}": _seat(player, state, operating) for player in PLAYERS}
    return {"lamp.coin": coin, "lamp.start": _start(state, operating), **seats}


def _start(state: Cabinet, operating: OperatingSettings) -> Light:
    """Lit when Start does something; fast when it begins a game."""
    match state.mode:
        case Attract():
            return Light.SLOW if can_choose(state, operating) else Light.OFF
        case Select():
            return Light.SLOW if price(state, operating)[1] == 0 else Light.OFF
        case Join():
            return Light.FAST if price(state, operating)[1] == 0 else Light.OFF
        case Playing(question=question):
            return Light.OFF if question is None else Light.FAST
        case Signing() | Result():
            return Light.SLOW
    return Light.OFF


def _seat(player: int, state: Cabinet, operating: OperatingSettings) -> Light:
    """On for a seated person, blinking for a seat one may still take."""
    match state.mode:
        case Join(offer=offer, persons=persons):
            if player <= persons:
                return Light.ON
            most = most_persons(state, operating.offers[offer], operating)
            free = player == persons + 1 <= most
            return Light.SLOW if free else Light.OFF
        case Playing(match=record):
            return Light.ON if player <= record.persons else Light.OFF
    return Light.OFF
