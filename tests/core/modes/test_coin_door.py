"""The coin door's switch: open means service and no coins, closed means business."""

import pytest

from cabinet.core.events import Pressed, Released
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import DOOR_OPEN, Attract, OutOfOrder, Service, Standby
from cabinet.core.modes.step import step
from cabinet.core.money.ledger import Kind, Posting
from cabinet.i18n.message import from_text
from tests.core.example import HOUSE, NOW, cabinet, join, playing, select

OPEN, CLOSED = Pressed("door", NOW), Released("door", NOW)


@pytest.mark.parametrize("mode", [Attract(), Standby(), select(), join()])
def test_the_open_door_is_booked_and_opens_the_menu(mode):
    state, effects = step(cabinet(mode), OPEN, HOUSE)
    assert isinstance(state.mode, Service)
    (posting,) = (effect for effect in effects if isinstance(effect, Posting))
    assert (posting.kind, from_text(posting.note)) == (Kind.ALARM, DOOR_OPEN)
    state, _ = step(state, CLOSED, HOUSE)
    assert state.mode == Attract()
    assert state.alarms == ()


@pytest.mark.parametrize("mode", [playing(), OutOfOrder("link", Attract())])
def test_a_match_goes_on_though_the_door_is_open_but_takes_no_coin(mode):
    state, _ = step(cabinet(mode), OPEN, HOUSE)
    assert state.mode == mode
    assert not accepts_coins(state, HOUSE)
    state, _ = step(state, CLOSED, HOUSE)
    assert state.mode == mode
