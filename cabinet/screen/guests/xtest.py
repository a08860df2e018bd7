"""An X desktop for a guest: whose windows there are, and keys through XTEST.

Keys are those of a place on the keyboard, as everywhere in the settings, not of a sign.
"""

import os
from contextlib import suppress
from typing import Any, Final

from Xlib import X, Xatom, error
from Xlib.display import Display
from Xlib.ext import xtest
from Xlib.protocol import event

from cabinet.core.guests import MOUSE_BUTTONS, key_code

# What a kernel's key is for X: the rule of every X server on Linux.
_FIRST_KEY: Final = 8
_BUTTONS: Final = {"mouse button 1": 1, "mouse button 2": 2, "mouse button 3": 3}
# A window smaller than this is nothing to look at.
_LEAST: Final = 32
assert _BUTTONS.keys() == MOUSE_BUTTONS.keys()


class Desktop:
    """The display that our window is on."""

    def __init__(self) -> None:
        try:
            self._display = Display()
        except (error.DisplayError, error.ConnectionClosedError) as wrong:
            raise OSError(str(wrong)) from None
        # A window may be gone by the time we speak of it.
        self._display.set_error_handler(lambda *_: None)
        self._root = self._display.screen().root
        self._before: set[int] = set()
        self._pid = self._display.intern_atom("_NET_WM_PID")
        self._active = self._display.intern_atom("_NET_ACTIVE_WINDOW")
        self._clients = self._display.intern_atom("_NET_CLIENT_LIST")
        self._ping = self._display.intern_atom("_NET_WM_PING")
        self._protocols = self._display.intern_atom("WM_PROTOCOLS")

    def hands(self) -> "XtestHands":
        """Keys and mouse for whoever has the keys on this display."""
        return XtestHands(self)

    @property
    def display(self) -> Display:
        """The connection."""
        return self._display

    def remember(self) -> None:
        """The windows that there are now are not the guest's."""
        self._before = {window.id for window in self._windows()}
        # Answers to a ping are sent to the root window.
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask)

    def forget(self) -> None:
        """The guest is gone: hear no more of windows."""
        with suppress(error.ConnectionClosedError, OSError):  # the display went first
            self._root.change_attributes(event_mask=0)
            self._display.sync()
            self.ponged()

    def guest_window(self) -> bool:
        """Whether one has come since that can be seen."""
        return bool(self._guests())

    def raise_guest(self) -> None:
        """Have people see the guest, and let it have the keys."""
        for window in self._guests():
            try:
                self._raise(window)
            except error.XError:  # it has gone since
                continue
        self._display.sync()

    def ping(self) -> bool:
        """Ask the guest's windows whether they are well; False where none can be."""
        asked = False
        for window in self._guests():
            try:
                can = self._ping in (window.get_wm_protocols() or ())
            except error.XError:  # it has gone since
                continue
            if can:
                said = (32, [self._ping, X.CurrentTime, window.id, 0, 0])
                window.send_event(
                    event.ClientMessage(
                        window=window, client_type=self._protocols, data=said
                    )
                )
                asked = True
        self._display.flush()
        return asked

    def ponged(self) -> bool:
        """Whether one has answered since the last look."""
        answered = False
        while self._display.pending_events():
            heard = self._display.next_event()
            if heard.type == X.ClientMessage and heard.client_type == self._protocols:
                answered = answered or heard.data[1][0] == self._ping
        return answered

    def let_have_keys(self) -> None:
        """See to it that keys reach the guest and no window of ours."""
        focus = self._display.get_input_focus().focus
        if isinstance(focus, int) or self._is_ours(focus):
            self.raise_guest()

    def _raise(self, window: Any) -> None:  # noqa: ANN401 - Xlib has no types
        if self._managed():
            told = event.ClientMessage(
                window=window, client_type=self._active, data=(32, [2, 0, 0, 0, 0])
            )
            mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
            self._root.send_event(told, event_mask=mask)
        else:
            window.configure(stack_mode=X.Above)
            window.set_input_focus(X.RevertToParent, X.CurrentTime)

    def _managed(self) -> bool:
        """Whether a window manager decides what is in front."""
        found = self._root.get_full_property(self._clients, Xatom.WINDOW)
        return found is not None

    def _windows(self) -> list[Any]:
        """What can be in front: as the window manager has them, or all there are."""
        found = self._root.get_full_property(self._clients, Xatom.WINDOW)
        if found is None:
            return list(self._root.query_tree().children)
        return [self._display.create_resource_object("window", n) for n in found.value]

    def _guests(self) -> list[Any]:
        windows = []
        for window in self._windows():
            try:
                if window.id in self._before or self._is_ours(window):
                    continue
                about, place = window.get_attributes(), window.get_geometry()
            except error.XError:  # it has gone since
                continue
            seen = about.map_state == X.IsViewable and about.win_class == X.InputOutput
            if seen and min(place.width, place.height) >= _LEAST:
                windows.append(window)
        return windows

    def _is_ours(self, window: Any) -> bool:  # noqa: ANN401 - Xlib has no types
        try:
            found = window.get_full_property(self._pid, X.AnyPropertyType)
        except error.XError:
            return False
        return found is not None and os.getpid() in found.value


class XtestHands:
    """Keys and mouse of a guest, through the display."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop, self._display = desktop, desktop.display
        self._down: set[tuple[int, int]] = set()

    def set(self, name: str, seat: int, *, down: bool) -> None:
        """Press or let go a key or a button of the mouse."""
        del seat  # there is one keyboard, and one mouse
        if name in _BUTTONS:
            kinds, what = (X.ButtonPress, X.ButtonRelease), _BUTTONS[name]
        elif (code := key_code(name)) is not None:
            kinds, what = (X.KeyPress, X.KeyRelease), code + _FIRST_KEY
        else:
            return
        if down:
            self._desktop.let_have_keys()
            self._down.add((kinds[1], what))
        else:
            self._down.discard((kinds[1], what))
        xtest.fake_input(self._display, kinds[0 if down else 1], what)
        self._display.flush()

    def move(self, across: int, down: int) -> None:
        """Move the mouse by so much."""
        xtest.fake_input(self._display, X.MotionNotify, 1, x=across, y=down)
        self._display.flush()

    def close(self) -> None:
        """Let go of what is still down."""
        for release, what in self._down:
            xtest.fake_input(self._display, release, what)
        self._down.clear()
        self._display.sync()
