"""The service menu under a stick: where one stands in it, and what one changes.

Up and down move, A opens or changes, left and right turn a value, B goes back. A
value that was turned is a draft until A keeps it; then the counter has it written,
and its menu says what is so. What cannot be taken back asks first. Everything here is
a value; `MenuController` holds the newest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cabinet.core.inputs.calibration import Proposal
from cabinet.core.people import is_enough
from cabinet.diagnostics.measurements import Measurements, changes
from cabinet.protocol.codec import Booked, BusMessage, Refused
from cabinet.protocol.login import PersonChanged
from cabinet.protocol.machine import Machine
from cabinet.protocol.operator import (
    Adopted,
    Edit,
    Entry,
    Look,
    Menu,
    TryOutput,
    Unlock,
    Unlocked,
)
from cabinet.protocol.refusals import Problem
from cabinet.screen.menu.key_learner import KeyLearner
from cabinet.screen.menu.list_editor import ListEditor
from cabinet.screen.menu.machine_rows import (
    LONGEST_SECRET,
    DeedRow,
    clock_with,
    is_about_machine,
    look,
)
from cabinet.screen.menu.rows import (
    ACTS,
    AUTHOR,
    OutputRow,
    PageRow,
    Row,
    asks_first,
    edit,
    of_person,
    pinned,
    request_of,
    role_for,
    rows,
    settings,
    slot_of,
    turned,
)
from cabinet.screen.menu.text_editor import (
    DIGITS,
    SECRET_SIGNS,
    Digits,
    TextEditor,
    dialled,
    said,
)

TEST_SOUND: Final = "coin"
SURE: Final = "sure"
OPEN, SHUT = (TryOutput("lockout", on=on) for on in (True, False))
# What has a page of its own, where it is written or dialled.
_LISTS: Final = ("pair", "rows", "several")
_NOT_TURNED: Final = ("text", "key", "pin", *ACTS, *_LISTS)
# What is said where something was done; pages of root say it themselves.
_DONE: Final = {
    "scores": "cleared",
    "tests": "clicked",
    "more": "begins_anew",
    "restart": "begins_anew",
    "credits": "given",
}
# Pages that show something, where A has nothing to do.
_TO_LOOK_AT: Final = ("pattern", "link", "alarms", "certificate", "page")
# Pages that show what may have changed since the menu was opened.
_FRESH: Final = ("books", "alarms", "network", "page", "people")


MenuRequest: TypeAlias = BusMessage | str | None


@dataclass(frozen=True, slots=True)
class MenuState:
    """Where the operator stands: the pages open, each with its cursor.

    `draft` is what the value under the cursor would become. `notice` is what became
    of the last request: kept, waits, restart, or refused with its `why`; a PIN that was
    wrong too often has to `wait_s`.
    `tried` are outputs that are on by hand. `busy`: the counter has yet to answer.
    `role`, `who` and `number` are of whoever has said a PIN, which is written digit by
    digit; `drawn` is one that the counter has just drawn for somebody.
    `new_pin` is one that was written once and has to be written again.
    `writing` is a text or a list being written. `anew`: what was measured is to be
    forgotten. `machine` is what root does, while its pages are open.
    """

    menu: Menu | None = None
    trail: tuple[tuple[str, int], ...] = (("", 0),)
    draft: str | None = None
    notice: str = ""
    why: tuple[Problem, ...] = ()
    wait_s: int = 0
    tried: frozenset[str] = frozenset()
    busy: bool = False
    role: str = ""
    who: str = ""
    number: int = 0
    drawn: str = ""
    pin: Digits = (0,)
    new_pin: str = ""
    writing: TextEditor | ListEditor | KeyLearner | None = None
    anew: bool = False
    machine: Machine | None = None

    @property
    def page(self) -> str:
        """The page that is open; "" is the first one."""
        return self.trail[-1][0]

    @property
    def cursor(self) -> int:
        """The row that is chosen on it."""
        at = self.trail[-1][1]
        return min(at, max(0, len(self.rows) - 1)) if self.menu else at

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the page."""
        return tuple(rows(self.menu, self.page, self.machine)) if self.menu else ()

    @property
    def row(self) -> Row | None:
        """The row that is chosen."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def is_waiting(self) -> bool:
        """Whether the counter has yet to answer."""
        return self.menu is None or self.busy

    @property
    def is_asking(self) -> bool:
        """Whether A, pressed again, does what cannot be taken back."""
        return self.draft == SURE and asks_first(self.row)

    def press(
        self, button: str, gear: int = 1, measurements: Measurements | None = None
    ) -> tuple["MenuState", MenuRequest]:
        """The menu after a button of a stick, and what has to be done for it."""
        if self.is_waiting:
            return self, None
        if self.notice == "restart" and button in ("a", "b"):
            return self._offered(button)
        if self.notice:
            return replace(self, notice="", why=(), drawn="").press(
                button, gear, measurements
            )
        if self.page in ("pin", "pin.new"):
            return self._dialled(button)
        if self.writing is not None:
            return self._wrote(self.writing.press(button, gear))
        if self.page.startswith("calibrate."):
            return self._calibrated(button, measurements or Measurements())
        if button in ("a", "left", "right") and self._is_shut(self.row):
            return replace(self._opened("pin"), pin=(0,)), None
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
                return self._back(), None
        return self, None

    def told(self, message: BusMessage) -> "MenuState":
        """The menu after what the counter says."""
        match message:
            case Menu():
                return replace(self, menu=message)
            case Machine():
                return replace(self, machine=message)
            case Adopted(waits=waits, restart=restart) if self.busy:
                notice = "restart" if restart else "waits" if waits else "kept"
                done = replace(self._followed(), busy=False, draft=None, writing=None)
                return replace(done, notice=notice)
            case Booked() if self.busy:
                notice = _DONE.get(self.page, "")
                if self.draft == SURE and self.page == "credits":
                    notice = "taken"
                return replace(self, busy=False, draft=None, notice=notice)
            case PersonChanged() if self.busy:
                return self._of_people(message)
            case Unlocked(right=True, role=role, name=who, number=number) if (
                self.page == "pin"
            ):
                known = replace(self._back(), busy=False, role=role, who=who)
                return replace(known, number=number)
            case Unlocked(wait_s=wait) if self.page == "pin":
                return replace(self, busy=False, pin=(0,), notice="wrong", wait_s=wait)
            case Refused(why=why) if self.busy:
                return replace(self, busy=False, notice="refused", why=why)
        return self

    @property
    def opens_a_page(self) -> bool:
        """Whether the PIN is asked to look at something, and not to change it."""
        before = replace(self, trail=self.trail[:-1] or self.trail)
        return isinstance(before.row, PageRow)

    def value(self, path: str) -> str:
        """What a setting is, or would be: the draft of the one under the cursor."""
        row = self.row
        if isinstance(row, Entry) and row.path == path:
            if isinstance(self.writing, ListEditor):
                return self.writing.text
            if self.draft is not None:
                return self.draft
        return settings(self.menu).get(path, "")

    def _is_shut(self, row: Row | None) -> bool:
        """Whether this is only for somebody who has said the PIN."""
        if self.menu is None or not self.menu.locked:
            return False
        return not is_enough(self.role, role_for(row))

    def _opened(self, page: str) -> "MenuState":
        return replace(self, trail=(*self.trail, (page, 0)))

    def _back(self) -> "MenuState":
        return replace(self, trail=self.trail[:-1], draft=None, writing=None)

    def _followed(self) -> "MenuState":
        """A mode that has another place now is still the one that is open."""
        row, (page, cursor) = self.row, self.trail[-1]
        if not isinstance(row, Entry) or not row.path.endswith(".place"):
            return self
        moved = f"{page.partition('.')[0]}.{int(self.draft or 1) - 1}"
        return replace(self, trail=(*self.trail[:-1], (moved, cursor)))

    def _of_people(self, done: PersonChanged) -> "MenuState":
        """Somebody was changed; one's own PIN has to be said again after that."""
        row = self.row
        gone = isinstance(row, PageRow) and row.page == "person.end"
        trail = self.trail[:-1] if gone or self.page == "people.add" else self.trail
        notice = "drawn" if done.pin else "kept"
        after = replace(self, trail=trail, busy=False, draft=None, writing=None)
        after = replace(after, notice=notice, drawn=done.pin)
        if done.number == self.number:
            after = replace(after, role="", who="", number=0)
        return after

    def _offered(self, button: str) -> tuple["MenuState", MenuRequest]:
        """A restart is offered: A leads there, B stays; a slot that is open shuts."""
        request = SHUT if self.page.startswith("calibrate.") else None
        trail = self.trail
        if button == "a":
            trail = (*trail, ("restart", 0))
        elif request:
            trail = trail[:-1]
        return replace(self, trail=trail, notice="", why=()), request

    def _dialled(self, button: str) -> tuple["MenuState", MenuRequest]:
        """A digit is turned; the last one is followed by asking the counter."""
        digits = dialled(self.pin, button)
        if not digits:
            return replace(self._back(), new_pin=""), None
        pin = said(digits)
        if not pin:
            return replace(self, pin=digits), None
        if self.page == "pin":
            return replace(self, busy=True), Unlock(pin)
        if not self.new_pin:
            return replace(self, new_pin=pin, pin=(0,)), None
        if pin != self.new_pin:
            anew = replace(self, new_pin="", pin=(0,), notice="pin_differs")
            return anew, None
        dialled_all = replace(self._back(), new_pin="", draft="*" * DIGITS, busy=True)
        return dialled_all, pinned(pin)

    def learnt(self, about: Mapping[str, str]) -> tuple["MenuState", MenuRequest]:
        """The menu after what the counter says of its devices."""
        if not isinstance(self.writing, KeyLearner):
            return self, None
        return self._wrote(self.writing.heard(about))

    def _wrote(
        self, writing: TextEditor | ListEditor | KeyLearner
    ) -> tuple["MenuState", MenuRequest]:
        """A sign or a cell is written; a key keeps all of it or leaves it as it was.

        A list stays open until the counter has taken it: it is mended in its place.
        """
        row = self.row
        if writing.over and isinstance(row, DeedRow):
            done = replace(self, writing=None)
            if writing.over == "drop" or not writing.text:
                return done, None
            return replace(done, busy=True), row.with_secret(writing.text)
        if not writing.over or not isinstance(row, Entry):
            return replace(self, writing=writing), None
        if writing.over == "drop" or writing.text == row.value:
            return replace(self, writing=None, draft=None), None
        still = replace(writing, over="") if isinstance(writing, ListEditor) else None
        drafted = replace(self, writing=still, draft=writing.text, busy=True)
        return drafted, edit(row, writing.text)

    def _calibrated(
        self, button: str, measurements: Measurements
    ) -> tuple["MenuState", MenuRequest]:
        """The slot is open; A takes what ten coins propose, or begins again."""
        if button == "b":
            return self._back(), SHUT
        assert self.menu is not None
        found = measurements.proposal(slot_of(self.menu, self.page)[0])
        if button != "a" or found is None:
            return self, None
        if not isinstance(found, Proposal):
            return replace(self, anew=True), None
        request = Edit(changes(self.page.replace("calibrate", "coins"), found), AUTHOR)
        return replace(self, busy=True), request

    def _moved(self, by: int) -> "MenuState":
        cursor = (self.cursor + by) % len(self.rows)
        return replace(self, trail=(*self.trail[:-1], (self.page, cursor)))

    def _turned(self, by: int) -> "MenuState":
        row = self.row
        if not isinstance(row, Entry) or row.kind in _NOT_TURNED:
            return self
        now = row.value if self.draft is None else self.draft
        return replace(self, draft=turned(row, now, by))

    def _acted(self) -> tuple["MenuState", MenuRequest]:
        if self.page == "storage":
            return self, Look("storage")
        if self.page in _TO_LOOK_AT:
            return self, None
        if asks_first(self.row) and self.draft is None:
            return replace(self, draft=SURE), None
        match self.row:
            case PageRow(page=page):
                return self._went(page)
            case OutputRow(line=line):
                on = line not in self.tried
                tried = self.tried | {line} if on else self.tried - {line}
                return replace(self, tried=tried), TryOutput(line, on)
            case DeedRow(secret=True):
                signs = TextEditor("", LONGEST_SECRET, signs=SECRET_SIGNS)
                return replace(self, writing=signs), None
            case DeedRow(asks=asks):
                return replace(self, busy=True), asks
            case Entry() as entry:
                return self._changed(entry)
        return self, None

    def _went(self, page: str) -> tuple["MenuState", MenuRequest]:
        """Through a door: to a page, or to what is done behind it."""
        request = request_of(page, self.rows, self.cursor)
        of_people = of_person(self.page, page)
        if request or of_people:
            return replace(self, busy=True), request or of_people
        if page == "sound.test":
            return self, TEST_SOUND
        if page.startswith("calibrate."):
            return self._opened(page), OPEN
        if is_about_machine(page):
            return self._opened(page), look(page)
        fresh = {"storage": Look("storage")} | dict.fromkeys(_FRESH, Look())
        return self._opened(page), fresh.get(page)

    def _changed(self, entry: Entry) -> tuple["MenuState", MenuRequest]:
        match entry.kind:
            case "text":
                text = entry.value if self.draft is None else self.draft
                return replace(self, writing=TextEditor(text, entry.most)), None
            case "key":
                device = entry.choices[0]
                return replace(self, writing=KeyLearner(device, entry.value)), None
            case "pin":
                return replace(self._opened("pin.new"), pin=(0,), new_pin=""), None
            case "act" | "add":
                return replace(self, busy=True), edit(entry, entry.choices[0])
            case _ if entry.kind in _LISTS or (entry.columns and self.draft is None):
                return replace(self, writing=ListEditor.of(entry, entry.value)), None
        return self._kept(entry)

    def _kept(self, entry: Entry) -> tuple["MenuState", MenuRequest]:
        """Keep the draft; without one begin one, or flip what has two sides."""
        draft = self.draft
        if draft is None and entry.kind == "bool":
            draft = turned(entry, entry.value, 1)
        if draft is None:
            return replace(self, draft=entry.value), None
        if draft == entry.value:
            return replace(self, draft=None), None
        wanted = clock_with(self.machine, entry, draft) or edit(entry, draft)
        return replace(self, draft=draft, busy=True), wanted
