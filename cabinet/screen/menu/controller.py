"""The service menu's controller: buttons in, requests out, and what is measured."""

from dataclasses import replace
from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.diagnostics.measurements import Measurements
from cabinet.protocol.codec import BusMessage, Panel
from cabinet.protocol.doctor import Examine, Examined, ScreenTest
from cabinet.protocol.machine import LookAtMachine
from cabinet.protocol.operator import PATTERNS, Look, ShowTest, TrySound
from cabinet.screen.loop.key_repeat import KeyRepeat, button_of
from cabinet.screen.menu.key_learner import KeyLearner
from cabinet.screen.menu.machine_rows import ASK_EVERY, is_about_machine
from cabinet.screen.menu.state import SHUT, TEST_SOUND, MenuRequest, MenuState

# A stick that is held turns numbers faster and faster: after so many, so many steps.
_GEARS: Final = ((30, 50), (12, 10), (0, 1))
# Where every button is tried, Start goes back.
_ALL_BUTTONS: Final = ("inputs", "wires", "latency")
# Pages that the owner's page may open here, and is told of.
_LED_TO: Final = ("pattern", "latency")
_MOST_PRESSED: Final = 100
_ASK_EVERY: Final = 100 * MILLISECOND


class MenuController:
    """The menu as it is now, and the buttons held."""

    def __init__(self) -> None:
        self.menu_state = MenuState()
        self.measurements = Measurements()
        self.at_work = False
        self._key_repeat = KeyRepeat()
        self._repeats = 0
        self._ask_at: Nanos = 0
        # Pressed while the counter had yet to answer; done one by one when it has.
        self._pressed: list[str] = []
        self._told = ScreenTest()

    def enter(self, mode: str) -> MenuRequest:
        """The counter's mode; whoever comes into service finds the menu asked for."""
        was, self.at_work = self.at_work, mode == "service"
        if self.at_work == was:
            return None
        self.menu_state, self.measurements = MenuState(), Measurements()
        self._told = ScreenTest()
        self._pressed.clear()
        self._key_repeat.still()
        return Look() if self.at_work else None

    @property
    def tries_all(self) -> bool:
        """Whether every button is only being tried: Start alone ends that."""
        return self.menu_state.page in _ALL_BUTTONS

    @property
    def learns(self) -> bool:
        """Whether a key is being learnt: what is pressed is no order to the menu."""
        return isinstance(self.menu_state.writing, KeyLearner)

    def hear(self, message: BusMessage) -> MenuRequest:
        """What the counter says to the menu."""
        if not self.at_work:
            return None
        if isinstance(message, TrySound):
            return TEST_SOUND
        if isinstance(message, ShowTest):
            return self._led(message)
        if isinstance(message, Examined):
            self.measurements = self.measurements.heard(message)
            self.menu_state, request = self.menu_state.learnt(message.about)
            return request
        self.menu_state = self.menu_state.told(message)
        return None

    def touch(self, event: Panel) -> MenuRequest:
        """A hand on the panel."""
        if not self.at_work:
            return None
        if event.what == "released":
            self._key_repeat.release(event.line, event.at)
        if self.tries_all:
            if self.menu_state.page == "latency" and event.what == "pressed":
                self.measurements = self.measurements.pressed(event.at)
            back = (event.line, event.what) == ("start", "tapped")
            return self._press("b") if back else None
        if event.what != "pressed" or not button_of(event.line) or self.learns:
            return None
        self._key_repeat.hold(event.line, event.at)
        self._repeats = 0
        if self._pressed or self.menu_state.is_waiting:
            self._pressed = [*self._pressed, button_of(event.line)][:_MOST_PRESSED]
            return None
        return self._press(button_of(event.line))

    def tick(self, now: Nanos) -> MenuRequest:
        """Time passes: a stick that is held moves on, wires are asked for."""
        if self._pressed and not self.menu_state.is_waiting:
            return self._press(self._pressed.pop(0))
        for line in self._key_repeat.repeated(now) if self.at_work else ():
            self._repeats += 1
            gear = next(steps for after, steps in _GEARS if self._repeats >= after)
            self._press(button_of(line), gear)
        if (
            self.at_work
            and (self.learns or measures_wires(self.menu_state.page))
            and now >= self._ask_at
        ):
            self._ask_at = now + _ASK_EVERY
            return Examine(self.measurements.seen or 0)
        about_machine = self.at_work and is_about_machine(self.menu_state.page)
        if about_machine and now >= self._ask_at:
            self._ask_at = now + ASK_EVERY
            return LookAtMachine()
        return self._news()

    def shown(self, now: Nanos) -> None:
        """A picture is on the screen."""
        if self.measurements.pending:
            self.measurements = self.measurements.shown(now)

    def _led(self, to: ShowTest) -> MenuRequest:
        """The owner's page opens a test here, or shuts the one that is open.

        B leads to the first page then: that of all tests may be behind the PIN.
        """
        was, trail = self.menu_state.page, MenuState().trail
        if to.page in _LED_TO:
            trail = (*trail, (to.page, to.place % len(PATTERNS)))
        elif was not in _LED_TO:
            return None
        self._pressed.clear()
        self.measurements = Measurements()
        self.menu_state = replace(
            self.menu_state, trail=trail, draft=None, writing=None, notice="", why=()
        )
        return SHUT if was.startswith("calibrate.") else None

    def _news(self) -> ScreenTest | None:
        """Which test is open here and what it measured, if that is news."""
        now = ScreenTest()
        if self.menu_state.page in _LED_TO:
            now = ScreenTest(
                self.menu_state.page, self.menu_state.cursor, self.measurements.took()
            )
        if now == self._told:
            return None
        self._told = now
        return now

    def _press(self, button: str, gear: int = 1) -> MenuRequest:
        page = self.menu_state.page
        measured = self.measurements
        self.menu_state, request = self.menu_state.press(button, gear, measured)
        if self.menu_state.page != page or self.menu_state.anew:
            self.measurements = Measurements()
            self.menu_state = replace(self.menu_state, anew=False)
        return request


def measures_wires(page: str) -> bool:
    """Whether a page wants to know what the wires do."""
    return page in ("wires", "link") or page.startswith("calibrate.")
