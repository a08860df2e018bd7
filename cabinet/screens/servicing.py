"""The service menu under a stick: where one stands in it, and what one changes.

Up and down move, A opens or changes, left and right turn a value, B goes back. A
value that was turned is a draft until A keeps it; then the counter has it written,
and its menu says what is so. Everything here is a value; `Clerk` holds the newest.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cabinet.core.events import Nanos
from cabinet.hallway import Message, Panel, Refused
from cabinet.hallway_desk import (
    Adopted,
    Edit,
    Entry,
    Look,
    Menu,
    TryOutput,
    Unlock,
    Unlocked,
    for_staff,
)
from cabinet.screens.fingers import Fingers, button_of
from cabinet.screens.menu_rows import Door, Row, Switch, rows, turned

AUTHOR: Final = "service menu"
DIGITS: Final = 4
TEST_SOUND: Final = "coin"
# A stick that is held turns numbers faster and faster: after so many, so many steps.
_GEARS: Final = ((30, 50), (12, 10), (0, 1))
_NO_VALUES: Final = ("text", "more")


Wish: TypeAlias = Message | str | None


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the operator stands: the pages open, each with its cursor.

    `draft` is what the value under the cursor would become. `notice` is what became
    of the last wish: kept, waits, restart, elsewhere, or refused with its `why`.
    `tried` are outputs that are on by hand. `busy`: the counter has yet to answer.
    `owner`: whoever is here has said the PIN, which is written digit by digit.
    """

    menu: Menu | None = None
    trail: tuple[tuple[str, int], ...] = (("", 0),)
    draft: str | None = None
    notice: str = ""
    why: str = ""
    tried: frozenset[str] = frozenset()
    busy: bool = False
    owner: bool = False
    pin: tuple[int, ...] = (0,)

    @property
    def page(self) -> str:
        """The page that is open; "" is the first one."""
        return self.trail[-1][0]

    @property
    def cursor(self) -> int:
        """The row that is chosen on it."""
        return min(self.trail[-1][1], max(0, len(self.rows) - 1))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the page."""
        return tuple(rows(self.menu, self.page)) if self.menu else ()

    @property
    def row(self) -> Row | None:
        """The row that is chosen."""
        return self.rows[self.cursor] if self.rows else None

    def press(self, button: str, gear: int = 1) -> tuple["Desk", Wish]:
        """The desk after a button of a stick, and what has to be done for it."""
        if self.menu is None or self.busy:
            return self, None
        if self.notice:
            return replace(self, notice="", why="").press(button, gear)
        if self.page == "pin":
            return self._dialled(button)
        if button in ("a", "left", "right") and self._is_shut(self.row):
            return replace(self, trail=(*self.trail, ("pin", 0)), pin=(0,)), None
        match button:
            case "up" | "down" if self.draft is None and self.rows:
                return self._moved(1 if button == "down" else -1), None
            case "left" | "right":
                return self._turned(gear if button == "right" else -gear), None
            case "a":
                return self._acted()
            case "b" if self.draft is not None:
                return replace(self, draft=None), None
            case "b" if len(self.trail) > 1:
                return replace(self, trail=self.trail[:-1]), None
        return self, None

    def told(self, message: Message) -> "Desk":
        """The desk after what the counter says."""
        match message:
            case Menu():
                return replace(self, menu=message)
            case Adopted(waits=waits, restart=restart) if self.busy:
                notice = "restart" if restart else "waits" if waits else "kept"
                return replace(self, busy=False, draft=None, notice=notice)
            case Unlocked(right=True) if self.page == "pin":
                trail = self.trail[:-1]
                return replace(self, busy=False, owner=True, trail=trail)
            case Unlocked(wait_s=wait) if self.page == "pin":
                why = str(wait) if wait else ""
                return replace(self, busy=False, pin=(0,), notice="wrong", why=why)
            case Refused(why=why) if self.busy:
                return replace(self, busy=False, notice="refused", why=why)
        return self

    def value(self, path: str) -> str:
        """What a setting is, or would be: the draft of the one under the cursor."""
        row = self.row
        if isinstance(row, Entry) and row.path == path and self.draft is not None:
            return self.draft
        groups = self.menu.groups if self.menu else ()
        every = (entry for group in groups for entry in group.entries)
        return next((entry.value for entry in every if entry.path == path), "")

    def _is_shut(self, row: Row | None) -> bool:
        """Whether this can be changed only by somebody who has said the PIN."""
        if self.menu is None or not self.menu.locked or self.owner:
            return False
        if isinstance(row, Door):
            return row.page == "reset.now"
        return isinstance(row, Entry) and not for_staff(row.path)

    def _dialled(self, button: str) -> tuple["Desk", Wish]:
        """A digit is turned; the last one is followed by asking the counter."""
        *before, digit = self.pin
        match button:
            case "up" | "down":
                turned_ = (digit + (1 if button == "up" else -1)) % 10
                return replace(self, pin=(*before, turned_)), None
            case "a" | "right" if len(self.pin) == DIGITS:
                said = "".join(map(str, self.pin))
                return replace(self, busy=True), Unlock(said)
            case "a" | "right":
                return replace(self, pin=(*self.pin, 0)), None
            case "b" | "left" if before:
                return replace(self, pin=tuple(before)), None
            case "b":
                return replace(self, trail=self.trail[:-1]), None
        return self, None

    def _moved(self, by: int) -> "Desk":
        cursor = (self.cursor + by) % len(self.rows)
        return replace(self, trail=(*self.trail[:-1], (self.page, cursor)))

    def _turned(self, by: int) -> "Desk":
        row = self.row
        if not isinstance(row, Entry) or row.kind in _NO_VALUES:
            return self
        now = row.value if self.draft is None else self.draft
        return replace(self, draft=turned(row, now, by))

    def _acted(self) -> tuple["Desk", Wish]:
        match self.row:
            case Door() if self.page in ("pattern", "scores"):
                return self, None
            case Door(page="reset.now") if self.draft is None:
                return replace(self, draft="sure"), None
            case Door(page="reset.now"):
                rows = (row for row in self.rows if isinstance(row, Entry))
                changes = {row.path: row.default for row in rows}
                return replace(self, busy=True), Edit(changes, AUTHOR)
            case Door(page="sound.test"):
                return self, TEST_SOUND
            case Door(page=page):
                opened = replace(self, trail=(*self.trail, (page, 0)))
                return opened, Look() if page == "books" else None
            case Switch(line=line):
                on = line not in self.tried
                tried = self.tried | {line} if on else self.tried - {line}
                return replace(self, tried=tried), TryOutput(line, on)
            case Entry(kind=kind) if kind in _NO_VALUES:
                return replace(self, notice="elsewhere"), None
            case Entry() as entry:
                return self._kept(entry)
        return self, None

    def _kept(self, entry: Entry) -> tuple["Desk", Wish]:
        """Keep the draft; without one begin one, or flip what has two sides."""
        draft = self.draft
        if draft is None and entry.kind == "bool":
            draft = turned(entry, entry.value, 1)
        if draft is None:
            return replace(self, draft=entry.value), None
        if draft == entry.value:
            return replace(self, draft=None), None
        wish = Edit({entry.path: draft}, AUTHOR)
        return replace(self, draft=draft, busy=True), wish


class Clerk:
    """The desk as it is now, and the hands on it."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.at_work = False
        self._fingers = Fingers()
        self._repeats = 0

    def enter(self, mode: str) -> Wish:
        """The counter's mode; whoever comes into service finds the menu asked for."""
        was, self.at_work = self.at_work, mode == "service"
        if self.at_work == was:
            return None
        self.desk = Desk()
        self._fingers.still()
        return Look() if self.at_work else None

    def hear(self, message: Message) -> None:
        """What the counter says to desks."""
        if self.at_work:
            self.desk = self.desk.told(message)

    def touch(self, event: Panel) -> Wish:
        """A hand on the panel. Where all buttons are tried, Start goes back."""
        if not self.at_work:
            return None
        if event.what == "released":
            self._fingers.release(event.line, event.at)
        if self.desk.page == "inputs":
            back = (event.line, event.what) == ("start", "tapped")
            return self._press("b") if back else None
        if event.what != "pressed" or not button_of(event.line):
            return None
        self._fingers.hold(event.line, event.at)
        self._repeats = 0
        return self._press(button_of(event.line))

    def tick(self, now: Nanos) -> None:
        """Time passes: a stick that is held moves on."""
        for line in self._fingers.repeated(now) if self.at_work else ():
            self._repeats += 1
            gear = next(steps for after, steps in _GEARS if self._repeats >= after)
            self._press(button_of(line), gear)

    def _press(self, button: str, gear: int = 1) -> Wish:
        self.desk, wish = self.desk.press(button, gear)
        return wish
