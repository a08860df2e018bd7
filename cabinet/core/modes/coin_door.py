"""The coin door's switch, where one is wired: open, the operator is at the cabinet.

Opening it is booked. As long as it is open no coin is taken and the service menu does
not close by itself; a match in progress goes on. Closing it leaves the menu.
"""

from dataclasses import replace

from cabinet.core.events import Nanos
from cabinet.core.modes.state import (
    DOOR_OPEN,
    Attract,
    Cabinet,
    OutOfOrder,
    Playing,
    Service,
    Step,
)
from cabinet.core.money.till import alarm
from cabinet.core.operating import OperatingSettings

LINE = "door"


def door_opened(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    """Book it, and open the service menu unless somebody plays."""
    state, effects = alarm(replace(state, door_open=True), DOOR_OPEN)
    if isinstance(state.mode, Playing | OutOfOrder | Service):
        return state, effects
    return replace(state, mode=Service(at + operating.patience.service)), effects


def door_closed(state: Cabinet) -> Cabinet:
    """The operator has gone."""
    state = replace(state, door_open=False)
    if isinstance(state.mode, Service):
        return replace(state, mode=Attract())
    return state
