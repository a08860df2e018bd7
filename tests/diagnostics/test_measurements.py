"""What the tests of the service menu measure, and how the controller asks for it."""

from dataclasses import replace

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.calibration import COINS, Proposal
from cabinet.diagnostics.measurements import MeasuredWire, Measurements
from cabinet.i18n import words
from cabinet.protocol.codec import Panel
from cabinet.protocol.doctor import EdgeCard, Examine, Examined, PressCard, ScreenTest
from cabinet.protocol.operator import PATTERNS, Edit, ShowTest, TryOutput
from cabinet.screen.menu.controller import MenuController
from cabinet.screen.menu.state import MenuState
from cabinet.screen.scenes import menu
from cabinet.screen.scenes.menu_tests import pattern
from cabinet.screen.scenes.show import Show
from tools.gallery.menu import MENU, menu_places
from tools.gallery.samples import NOW, waiting


def told(*edges, seen=0, at=9 * SECOND, **levels):
    cards = tuple(EdgeCard(line, on, ms * MILLISECOND) for line, on, ms in edges)
    return Examined(at, 0, seen, levels, "service", cards)


PRESS = (("start", True, 100), ("start", False, 190))


def at_work(page):
    controller = MenuController()
    controller.enter("service")
    controller.hear(MENU)
    controller.menu_state = MenuState(MENU, (("", 0), ("tests", 0), (page, 0)))
    return controller


def test_what_happened_before_the_page_was_opened_is_not_shown():
    measurements = Measurements().heard(told(*PRESS, seen=2))
    assert measurements.wires() == []
    measurements = measurements.heard(told(*PRESS, seen=4, door=True))
    width = 90 * MILLISECOND
    assert measurements.wires() == [
        MeasuredWire("start", False, 2, 1, width, width, width),
        MeasuredWire("door", active=True),
    ]


def test_the_wires_are_asked_ten_times_a_second_while_the_page_is_open():
    controller = at_work("wires")
    assert controller.tick(SECOND) == Examine(0)
    controller.hear(told(*PRESS, seen=7))
    assert controller.tick(SECOND + 1) is None
    assert controller.tick(SECOND + 100 * MILLISECOND) == Examine(7)
    controller.touch(Panel("p1.b", "pressed", SECOND))
    assert controller.menu_state.page == "wires"
    controller.touch(Panel("start", "tapped", SECOND))
    assert (controller.menu_state.page, controller.measurements) == (
        "tests",
        Measurements(),
    )
    assert controller.tick(2 * SECOND) is None


def test_a_press_is_measured_until_the_picture_after_it():
    controller = at_work("latency")
    controller.touch(Panel("p1.a", "pressed", 5 * MILLISECOND))
    controller.touch(Panel("p1.a", "released", 9 * MILLISECOND))
    controller.shown(17 * MILLISECOND)
    controller.shown(33 * MILLISECOND)
    assert controller.measurements.presses == (12 * MILLISECOND,)


def test_what_presses_came_to_is_told_when_it_is_news():
    controller = at_work("latency")
    assert controller.tick(0) == ScreenTest("latency")
    assert controller.tick(1) is None
    for took in (12, 40, 8):
        controller.touch(Panel("p1.a", "pressed", 0))
        controller.shown(took * MILLISECOND)
    ms = MILLISECOND
    card = PressCard(3, 8 * ms, 12 * ms, 12 * ms, 40 * ms, within=66)
    assert controller.tick(2) == ScreenTest("latency", 0, card)
    controller.touch(Panel("start", "tapped", SECOND))
    assert controller.tick(3) == ScreenTest()


def test_the_owners_page_turns_the_patterns_round_and_shuts_them():
    controller = at_work("wires")
    for place, shown in ((0, 0), (-1, len(PATTERNS) - 1), (len(PATTERNS), 0)):
        assert controller.hear(ShowTest("pattern", place)) is None
        assert (controller.menu_state.page, controller.menu_state.cursor) == (
            "pattern",
            shown,
        )
    assert controller.tick(0) == ScreenTest("pattern", 0)
    controller.touch(Panel("p1.down", "pressed", 0))
    assert controller.tick(0) == ScreenTest("pattern", 1)
    controller.hear(ShowTest(""))
    assert controller.menu_state.page == ""


def test_a_test_opened_from_elsewhere_does_not_wait_for_the_menu():
    controller = MenuController()
    controller.enter("service")
    controller.hear(ShowTest("pattern", 1))
    assert controller.tick(0) == ScreenTest("pattern", 1)
    show = Show(
        waiting("service", 290), NOW, 90, words("fr"), menu_state=controller.menu_state
    )
    assert menu.picture(show) == pattern(1)


def test_the_owners_page_opens_no_door_to_what_is_behind_the_pin():
    controller = at_work("tests")
    controller.hear(replace(MENU, locked=True))
    controller.hear(ShowTest("pattern"))
    controller.touch(Panel("p1.b", "pressed", 0))
    assert controller.menu_state.page == ""
    controller.hear(ShowTest("outputs"))
    assert controller.menu_state.page == ""


def test_a_test_opened_from_elsewhere_shuts_the_slot_that_calibration_opened():
    controller = at_work("calibrate")
    controller.touch(Panel("p1.a", "pressed", 0))
    assert controller.hear(ShowTest("")) is None
    assert controller.menu_state.page == "calibrate.0"
    assert controller.hear(ShowTest("latency")) == TryOutput("lockout", on=False)


def test_calibration_opens_the_slot_accepts_or_begins_again_and_shuts_it():
    controller = at_work("calibrate")
    assert controller.touch(Panel("p1.a", "pressed", 0)) == TryOutput(
        "lockout", on=True
    )
    assert controller.menu_state.page == "calibrate.0"
    assert controller.touch(Panel("p1.a", "pressed", 0)) is None
    _, controller.measurements = menu_places()["menu_calibrate_widths"]
    assert controller.measurements.proposal("coin.1") == "widths"
    controller.touch(Panel("p1.a", "pressed", 0))
    assert controller.measurements == Measurements()
    _, controller.measurements = menu_places()["menu_calibrate_trains"]
    assert len(controller.measurements.coins("coin.1")) == COINS
    assert isinstance(controller.measurements.proposal("coin.1"), Proposal)
    wish = controller.touch(Panel("p1.a", "pressed", 0))
    assert wish == Edit(
        {
            "coins.0.width_ms": "[28, 58]",
            "coins.0.jam_ms": "500",
            "coins.0.gap_ms": "42",
            "coins.0.max_per_s": "13",
        },
        "service menu",
    )
    controller.menu_state = MenuState(MENU, controller.menu_state.trail)
    assert controller.touch(Panel("p1.b", "pressed", 0)) == TryOutput(
        "lockout", on=False
    )
