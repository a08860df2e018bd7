"""The owner's PIN: once a visit, in service only, and three guesses."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.modes.state import Service
from cabinet.core.owner_pin import SALT_BYTES, sealed
from cabinet.i18n.message import message
from cabinet.protocol.codec import Refused, refused
from cabinet.protocol.operator import ClearScores, Edit, TryOutput, Unlock, Unlocked
from cabinet.protocol.snapshot import Snapshot
from tests.counter.stand import HOUSE, SCREEN, Stand

TOOL = 9
RIGHT = Unlocked(right=True, role="owner", number=1)
PRICE = Edit({"pricing.credit": "200"}, "service menu")
QUIET = Edit({"sound.music": "5"}, "service menu")
FREE = Edit({"pricing.free_play": "true"}, "service menu")
HOURS = Edit({"schedule.rules.0.from": "21:00"}, "service menu")
BOTH = Edit(PRICE.changes | QUIET.changes, "service menu")


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, pin="4711"))
    stand.join()
    stand.press("test")
    stand.counter.outbox.clear()
    yield stand
    stand.close()


def said(stand, message, client=SCREEN):
    """What the counter answers at once; "asked" when the file has to tell."""
    stand.counter.outbox.clear()
    stand.counter.hear(client, message)
    if stand.counter.asked:
        stand.counter.asked.clear()
        return "asked"
    said = [each.message for each in stand.counter.outbox]
    return next((each for each in said if not isinstance(each, Snapshot)), None)


def test_without_the_pin_volumes_are_set_and_nothing_else(stand):
    assert said(stand, QUIET) == "asked"
    lamp = TryOutput("lamp.start", on=True)
    for wish in (PRICE, FREE, BOTH, HOURS, lamp, ClearScores(0)):
        assert said(stand, wish) == refused(message("refused.needs_pin"))
    assert said(stand, Unlock("4711")) == RIGHT
    assert said(stand, lamp) is None
    assert stand.port.outputs["lamp.start"]


def test_a_sealed_pin_opens_like_a_plain_one(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, pin=sealed("4711", bytes(SALT_BYTES))))
    stand.join()
    stand.press("test")
    assert said(stand, Unlock("4710")) == Unlocked(right=False)
    assert said(stand, Unlock("4711" * 99)) == Unlocked(right=False)
    assert said(stand, Unlock("4711")) == RIGHT
    stand.close()


def test_who_says_the_pin_may_change_everything_until_service_is_left(stand):
    assert said(stand, Unlock("4711")) == RIGHT
    assert said(stand, PRICE) == "asked"
    stand.press("test")
    stand.press("test")
    assert isinstance(said(stand, PRICE), Refused)


def test_three_guesses_and_a_pause_that_leaving_does_not_shorten(stand):
    assert said(stand, Unlock("0000")) == Unlocked(right=False)
    assert said(stand, Unlock("")) == Unlocked(right=False)
    assert said(stand, Unlock("4710")) == Unlocked(right=False, wait_s=30)
    stand.press("test")
    stand.press("test")
    assert said(stand, Unlock("4711")) == Unlocked(right=False, wait_s=30)
    stand.advance(31 * SECOND)
    assert said(stand, Unlock("4711")) == RIGHT


def test_every_pause_is_twice_as_long_until_somebody_is_right(stand):
    for pause in (30, 60, 120):
        for _ in range(2):
            assert said(stand, Unlock("0000")) == Unlocked(right=False)
        assert said(stand, Unlock("0000")) == Unlocked(right=False, wait_s=pause)
        stand.advance((pause + 1) * SECOND)
        if not isinstance(stand.counter.state.mode, Service):
            stand.press("test")
    assert said(stand, Unlock("4711")) == RIGHT
    for _ in range(2):
        said(stand, Unlock("0000"))
    assert said(stand, Unlock("0000")) == Unlocked(right=False, wait_s=30)


def test_without_a_pin_everybody_is_the_owner(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.press("test")
    assert said(stand, PRICE) == "asked"
    stand.close()


def test_the_menu_on_the_cabinet_changes_nothing_outside_service(stand):
    stand.press("test")
    assert isinstance(said(stand, QUIET), Refused)
    assert isinstance(said(stand, Unlock("4711")), Refused)


def test_a_terminal_is_not_asked_and_cannot_guess(stand):
    assert said(stand, PRICE, TOOL) == "asked"
    assert isinstance(said(stand, Unlock("4711"), TOOL), Refused)
