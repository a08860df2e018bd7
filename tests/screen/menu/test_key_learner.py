"""Learning a key in the service menu: what is pressed on the encoder is written."""

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.protocol.codec import Panel
from cabinet.protocol.doctor import Examine, Examined
from cabinet.protocol.operator import Adopted, Edit
from cabinet.screen.menu.controller import MenuController
from cabinet.screen.menu.key_learner import PATIENCE
from tools.gallery.menu import MENU


class Bench:
    """The menu's controller at the page of the keys, and an encoder far away."""

    def __init__(self):
        self.menu, self.now, self.asked = MenuController(), SECOND, []
        self.menu.enter("service")
        self.menu.hear(MENU)
        state = self.menu.menu_state
        self.menu.menu_state = state._opened("more")._opened("io.lines")
        self.presses, self.last = 7, "left ctrl"

    def press(self, button):
        self.now += SECOND
        asked = self.menu.touch(Panel(f"p1.{button}", "pressed", self.now))
        self.menu.touch(Panel(f"p1.{button}", "released", self.now))
        return asked

    def look(self):
        """The menu asks, and the counter answers; what comes of it."""
        self.now += 200 * MILLISECOND
        request = self.menu.tick(self.now)
        assert isinstance(request, Examine)
        about = {
            "sticks: kind": "evdev",
            "sticks: presses": str(self.presses),
            "sticks: last": self.last,
        }
        return self.menu.hear(Examined(self.now, 0, 0, {}, "service", (), about))

    def pressed_there(self, key):
        self.presses, self.last = self.presses + 1, key


def test_the_next_key_that_is_pressed_is_the_lines():
    bench = Bench()
    bench.press("down")
    assert bench.press("a") is None
    assert bench.menu.learns
    assert bench.look() is None, "what was pressed before is not meant"
    assert bench.look() is None
    bench.pressed_there("button 3")
    wanted = bench.look()
    assert isinstance(wanted, Edit)
    assert wanted.changes == {"io.lines.p1.down.key": "button 3"}
    assert bench.menu.menu_state.busy
    bench.menu.hear(Adopted((), waits=False, restart=("io.lines.p1.down.key",)))
    assert bench.menu.menu_state.notice == "restart"


def test_what_is_pressed_meanwhile_does_nothing_in_the_menu():
    bench = Bench()
    bench.press("a")
    before = bench.menu.menu_state
    for button in ("down", "a", "b"):
        assert bench.press(button) is None
    assert bench.menu.menu_state == before


def test_the_key_that_it_is_already_changes_nothing():
    bench = Bench()
    bench.press("a")
    bench.look()
    bench.pressed_there("up")
    assert bench.look() is None
    assert not bench.menu.learns


def test_after_ten_seconds_without_a_press_it_stays_as_it_is():
    bench = Bench()
    bench.press("a")
    for _ in range(PATIENCE + 1):
        assert bench.look() is None
        assert bench.menu.learns
    assert bench.look() is None
    assert not bench.menu.learns
    assert bench.press("b") is None
    assert bench.menu.menu_state.page == "more"
