"""What the tests of the service menu measure, and how the clerk asks for it."""

from dataclasses import replace

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.calibration import COINS, Proposal
from cabinet.diagnostics.measurements import Measurements, Wire
from cabinet.i18n import words
from cabinet.protocol.codec import Panel
from cabinet.protocol.doctor import EdgeCard, Examine, Examined, PressCard, ScreenTest
from cabinet.protocol.operator import PATTERNS, Edit, ShowTest, TryOutput
from cabinet.screen.menu.controller import MenuController
from cabinet.screen.menu.state import MenuState
from cabinet.screen.scenes import menu
from cabinet.screen.scenes.menu_tests import pattern
from cabinet.screen.scenes.show import Show
from tools.gallery.menu import MENU
from tools.gallery.menu_places import benches
from tools.gallery.samples import NOW, waiting


def told(*edges, seen=0, at=9 * SECOND, **levels):
    cards = tuple(EdgeCard(line, on, ms * MILLISECOND) for line, on, ms in edges)
    return Examined(at, 0, seen, levels, "service", cards)


PRESS = (("start", True, 100), ("start", False, 190))


def at_work(page):
    clerk = MenuController()
    clerk.enter("service")
    clerk.hear(MENU)
    clerk.menu_state = MenuState(MENU, (("", 0), ("tests", 0), (page, 0)))
    return clerk


def test_what_happened_before_the_page_was_opened_is_not_shown():
    measurements = Measurements().heard(told(*PRESS, seen=2))
    assert measurements.wires() == []
    measurements = measurements.heard(told(*PRESS, seen=4, door=True))
    width = 90 * MILLISECOND
    assert measurements.wires() == [
        Wire("start", False, 2, 1, width, width, width),
        Wire("door", active=True),
    ]


def test_the_wires_are_asked_ten_times_a_second_while_the_page_is_open():
    clerk = at_work("wires")
    assert clerk.tick(SECOND) == Examine(0)
    clerk.hear(told(*PRESS, seen=7))
    assert clerk.tick(SECOND + 1) is None
    assert clerk.tick(SECOND + 100 * MILLISECOND) == Examine(7)
    clerk.touch(Panel("p1.b", "pressed", SECOND))
    assert clerk.menu_state.page == "wires"
    clerk.touch(Panel("start", "tapped", SECOND))
    assert (clerk.menu_state.page, clerk.measurements) == ("tests", Measurements())
    assert clerk.tick(2 * SECOND) is None


def test_a_press_is_measured_until_the_picture_after_it():
    clerk = at_work("latency")
    clerk.touch(Panel("p1.a", "pressed", 5 * MILLISECOND))
    clerk.touch(Panel("p1.a", "released", 9 * MILLISECOND))
    clerk.shown(17 * MILLISECOND)
    clerk.shown(33 * MILLISECOND)
    assert clerk.measurements.presses == (12 * MILLISECOND,)


def test_what_presses_came_to_is_told_when_it_is_news():
    clerk = at_work("latency")
    assert clerk.tick(0) == ScreenTest("latency")
    assert clerk.tick(1) is None
    for took in (12, 40, 8):
        clerk.touch(Panel("p1.a", "pressed", 0))
        clerk.shown(took * MILLISECOND)
    ms = MILLISECOND
    card = PressCard(3, 8 * ms, 12 * ms, 12 * ms, 40 * ms, within=66)
    assert clerk.tick(2) == ScreenTest("latency", 0, card)
    clerk.touch(Panel("start", "tapped", SECOND))
    assert clerk.tick(3) == ScreenTest()


def test_the_owners_page_turns_the_patterns_round_and_shuts_them():
    clerk = at_work("wires")
    for place, shown in ((0, 0), (-1, len(PATTERNS) - 1), (len(PATTERNS), 0)):
        assert clerk.hear(ShowTest("pattern", place)) is None
        assert (clerk.menu_state.page, clerk.menu_state.cursor) == ("pattern", shown)
    assert clerk.tick(0) == ScreenTest("pattern", 0)
    clerk.touch(Panel("p1.down", "pressed", 0))
    assert clerk.tick(0) == ScreenTest("pattern", 1)
    clerk.hear(ShowTest(""))
    assert clerk.menu_state.page == ""


def test_a_test_opened_from_elsewhere_does_not_wait_for_the_menu():
    clerk = MenuController()
    clerk.enter("service")
    clerk.hear(ShowTest("pattern", 1))
    assert clerk.tick(0) == ScreenTest("pattern", 1)
    show = Show(
        waiting("service", 290), NOW, 90, words("fr"), menu_state=clerk.menu_state
    )
    assert menu.picture(show) == pattern(1)


def test_the_owners_page_opens_no_door_to_what_is_behind_the_pin():
    clerk = at_work("tests")
    clerk.hear(replace(MENU, locked=True))
    clerk.hear(ShowTest("pattern"))
    clerk.touch(Panel("p1.b", "pressed", 0))
    assert clerk.menu_state.page == ""
    clerk.hear(ShowTest("outputs"))
    assert clerk.menu_state.page == ""


def test_a_test_opened_from_elsewhere_shuts_the_slot_that_calibration_opened():
    clerk = at_work("calibrate")
    clerk.touch(Panel("p1.a", "pressed", 0))
    assert clerk.hear(ShowTest("")) is None
    assert clerk.menu_state.page == "calibrate.0"
    assert clerk.hear(ShowTest("latency")) == TryOutput("lockout", on=False)


def test_calibration_opens_the_slot_accepts_or_begins_again_and_shuts_it():
    clerk = at_work("calibrate")
    assert clerk.touch(Panel("p1.a", "pressed", 0)) == TryOutput("lockout", on=True)
    assert clerk.menu_state.page == "calibrate.0"
    assert clerk.touch(Panel("p1.a", "pressed", 0)) is None
    _, clerk.measurements = benches()["menu_calibrate_widths"]
    assert clerk.measurements.proposal("coin.1") == "widths"
    clerk.touch(Panel("p1.a", "pressed", 0))
    assert clerk.measurements == Measurements()
    _, clerk.measurements = benches()["menu_calibrate_trains"]
    assert len(clerk.measurements.coins("coin.1")) == COINS
    assert isinstance(clerk.measurements.proposal("coin.1"), Proposal)
    wish = clerk.touch(Panel("p1.a", "pressed", 0))
    assert wish == Edit(
        {
            "coins.0.width_ms": "[28, 58]",
            "coins.0.jam_ms": "500",
            "coins.0.gap_ms": "42",
            "coins.0.max_per_s": "13",
        },
        "service menu",
    )
    clerk.menu_state = MenuState(MENU, clerk.menu_state.trail)
    assert clerk.touch(Panel("p1.b", "pressed", 0)) == TryOutput("lockout", on=False)
