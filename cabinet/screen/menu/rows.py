"""The rows of the service menu: what is on each page, and how a value turns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cabinet.core.money.notes import REASONS
from cabinet.core.people import FIRST, LONGEST_NAME
from cabinet.i18n import LANGUAGES, words
from cabinet.i18n.authors import AT_CABINET, ROLES
from cabinet.protocol.login import AddPerson, ChangePerson, DrawPin, EndPerson
from cabinet.protocol.machine import AskMachine, Machine
from cabinet.protocol.operator import (
    PATTERNS,
    ClearScores,
    Column,
    Edit,
    Entry,
    GiveCredit,
    Group,
    Menu,
    PersonCard,
    Restart,
    TakeCredits,
    TryOutput,
    not_as_shipped,
    role_of,
    without_pin,
)
from cabinet.screen.menu.machine_rows import (
    DeedRow,
    deeds,
    is_about_machine,
    reboot,
    regions,
)

_MAIN: Final = ("books", "pricing", "modes", "cabinet", "house", "sound", "patience")
# What everybody may open, PIN or not: the pages with what anybody may set.
FOR_ALL: Final = ("pricing", "sound")
_FOR_STAFF: Final = ("credit", "alarms")
_FOR_OWNERS: Final = (
    *("people", "person", "pin.none", "page.open", "page.shut"),
    *("reset", "calibrate", "wifi", "clock", "zone", "update"),
)
METER: Final = "meter"
_TESTS: Final = (
    "inputs",
    "wires",
    "outputs",
    "meter.test",
    "sound.test",
    "pattern",
    "calibrate",
    "link",
    "storage",
    "latency",
)
_ASK_FIRST: Final = (
    *("restart.now", "reboot.now", "reset.now", "pin.none", "scores."),
    *("page.open", "page.shut", "credits.take", "person.end", "person.pin_none"),
)
# Where the operator's page listens: opened, it is everywhere this machine is.
_HOST: Final = "web.host"
EVERYWHERE: Final = "0.0.0.0"
_ONLY_HERE: Final = ("127.0.0.1", "localhost", "::1")
# Rows that do something at once; an `act` asks whether one is sure.
ACTS: Final = ("act", "add")
_DAY: Final = 24 * 60
_QUARTER: Final = 15
# No range is run through in fewer turns than this, no day faster than by the hour.
_TURNS: Final = 20
_FASTEST: Final = 4


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row that opens a page; a group of settings has its own `title`."""

    page: str
    title: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OutputRow:
    """A row that drives an output."""

    line: str


Row: TypeAlias = PageRow | OutputRow | DeedRow | Entry


def rows(menu: Menu, page: str, machine: Machine | None = None) -> Iterator[Row]:
    """The rows of a page; "" is the first page."""
    if is_about_machine(page):
        yield from _of_machine(machine, page)
        return
    groups = {group.name: group for group in menu.groups}
    modes = [name for name in groups if name.startswith("modes.")]
    match page:
        case "":
            for name in _MAIN:
                if name in groups or name in ("books", "modes"):
                    yield PageRow(name, groups[name].title if name in groups else {})
            rest = ("credits", "scores", "alarms", "network", "more", "tests")
            yield from map(PageRow, rest)
        case "credits":
            yield from (PageRow(f"credit.{reason}") for reason in REASONS)
            yield PageRow("credits.take")
        case "scores":
            sold = (groups[name] for name in modes if _is_sold(groups[name]))
            for number, group in enumerate(sold):
                yield PageRow(f"scores.{number}", group.title)
        case "modes":
            yield from (PageRow(name, groups[name].title) for name in modes)
        case "more":
            elsewhere = (*modes, *_MAIN, "web")
            for name, group in groups.items():
                if name not in elsewhere:
                    yield PageRow(name, group.title)
            yield PageRow("people")
            yield from map(PageRow, ("clock", "update", "restart.now", "reboot.now"))
            yield PageRow("reset")
        case "reset":
            changed = list(not_as_shipped(menu))
            if changed:
                yield PageRow("reset.now")
            yield from changed
        case "tests":
            for name in _TESTS:
                if name != "meter.test" or METER in menu.outputs:
                    yield PageRow(name)
        case "calibrate":
            for name, group in groups.items():
                if name.startswith("coins.") and _has_pulses(group):
                    yield PageRow(
                        f"calibrate.{name.removeprefix('coins.')}", group.title
                    )
        case "network":
            web = groups.get("web")
            yield PageRow("page")
            yield PageRow("page.open" if only_here(menu) else "page.shut")
            yield from web.entries if web else ()
            yield PageRow("certificate")
            yield PageRow("wifi")
        case "restart":
            yield PageRow("restart.now")
        case "people" | "people.add":
            yield from _people(menu, page)
        case _ if page.startswith("people."):
            yield from _person(menu, int(page.partition(".")[2]))
        case "outputs":
            yield from (OutputRow(line) for line in menu.outputs if line != METER)
        case "pattern":
            yield from (PageRow("pattern") for _ in PATTERNS)
        case _ if page in groups:
            yield from groups[page].entries
            if page == "service" and menu.locked:
                yield PageRow("pin.none")


def _people(menu: Menu, page: str) -> Iterator[Row]:
    """Everybody, and a way to add somebody; or the roles that somebody may have."""
    if page == "people":
        for one in menu.people:
            yield PageRow(f"people.{one.number}", _called(one))
        yield PageRow("people.add")
        return
    for role in ROLES:
        title = {each: words(each)(f"menu.person.add_{role}") for each in LANGUAGES}
        helped = {each: words(each)(f"menu.person.may_{role}") for each in LANGUAGES}
        path = f"people.0.{role}"
        yield Entry(path, "text", title, helped, "", most=LONGEST_NAME)


def _person(menu: Menu, number: int) -> Iterator[Row]:
    """What there is to change of somebody; the first owner's PIN is a setting."""
    for one in menu.people:
        if one.number != number:
            continue
        yield _entry_of(one, "name", "text", one.name)
        if number != FIRST:
            yield _entry_of(one, "role", "choice", one.role)
            yield PageRow("person.pin")
            if one.pin:
                yield PageRow("person.pin_none")
            yield PageRow("person.end")


def _entry_of(one: PersonCard, what: str, kind: str, value: str) -> Entry:
    """A row of somebody; `fresh` is who they are now, for the counter."""
    title = {each: words(each)(f"menu.person.{what}") for each in LANGUAGES}
    helped = {each: words(each)(f"menu.person.{what}_help") for each in LANGUAGES}
    names = {
        each: tuple(words(each)(f"author.{role}") for role in ROLES)
        for each in LANGUAGES
    }
    return Entry(
        f"people.{one.number}.{what}",
        kind,
        title,
        helped,
        value,
        choices=ROLES if kind == "choice" else (),
        names=names if kind == "choice" else {},
        most=LONGEST_NAME,
        fresh=(one.name, one.role),
    )


def _called(one: PersonCard) -> dict[str, str]:
    """What a person is called in each language: by name, or by what they are."""
    return {each: one.name or words(each)(f"author.{one.role}") for each in LANGUAGES}


def _of_machine(machine: Machine | None, page: str) -> Iterator[Row]:
    """What root does: rows that ask it, and those that lead to them."""
    if page == "zone":
        for region in regions():
            yield PageRow(f"zone.{region}", {"fr": region, "en": region})
        return
    yield from deeds(machine, page)
    if page == "clock" and machine is not None and machine.installed:
        yield PageRow("zone")


def only_here(menu: Menu) -> bool:
    """Whether the operator's page is for this machine alone."""
    return menu.value(_HOST) in _ONLY_HERE


def _has_pulses(group: Group) -> bool:
    """Whether a slot's coins are pulses, which can be measured."""
    return any(entry.path.endswith(".width_ms") for entry in group.entries)


def asks_first(row: Row | None) -> bool:
    """Whether this cannot be taken back, or changes much at once."""
    if isinstance(row, PageRow):
        return row.page.startswith(_ASK_FIRST)
    if isinstance(row, DeedRow):
        return not row.secret
    return isinstance(row, Entry) and row.kind == "act"


def settings(menu: Menu | None) -> dict[str, str]:
    """Every setting of the menu that has a value of its own, by its path."""
    groups = menu.groups if menu else ()
    every = (entry for group in groups for entry in group.entries)
    return {entry.path: entry.value for entry in every if entry.kind not in ACTS}


def slot_of(menu: Menu, page: str) -> tuple[str, str]:
    """The line and the kind of the slot that `calibrate.N` is about."""
    name, held = page.replace("calibrate", "coins"), settings(menu)
    return f"coin.{held.get(f'{name}.slot', '1')}", held.get(f"{name}.kind", "pulse")


def _is_sold(group: Group) -> bool:
    """Whether a mode is on the screen; they have the same order there."""
    path = f"{group.name}.enabled"
    return any(entry.path == path and entry.value == "true" for entry in group.entries)


def turned(entry: Entry, now: str, by: int) -> str:
    """The value `by` steps on: round a ring of choices, up to the end of a range."""
    match entry.kind:
        case "bool":
            return flipped(now)
        case "choice":
            ring = entry.choices
            step = (by > 0) - (by < 0)
            at = ring.index(now) + step if now in ring else 0
            return ring[at % len(ring)]
        case "time":
            hours, _, minutes = now.partition(":")
            minute = (int(hours) * 60 + int(minutes)) // _QUARTER * _QUARTER
            minute = (minute + _within(by, _FASTEST) * _QUARTER) % _DAY
            return f"{minute // 60:02}:{minute % 60:02}"
    return stepped(entry, now, by)


def flipped(now: str) -> str:
    """The other of yes and no."""
    return "false" if now == "true" else "true"


def stepped(of: Entry | Column, now: str, by: int) -> str:
    """A number `by` steps on, within its range."""
    room = (of.most - of.least) // of.step
    by = _within(by, max(1, room // _TURNS))
    number = (round(float(now or 0)) // of.step + by) * of.step
    return str(min(max(number, of.least), of.most))


def _within(by: int, most: int) -> int:
    return min(max(by, -most), most)


# What the rows of the service menu ask of the counter.

AUTHOR: Final = AT_CABINET


def edit(entry: Entry, value: str) -> Edit | AddPerson | ChangePerson:
    """That a setting be `value`, or somebody's name or role."""
    of, number, what = (*entry.path.split("."), "", "")[:3]
    if of != "people":
        return Edit(entry.change(value), AUTHOR)
    if what in ROLES:
        return AddPerson(value, what)
    name, role = entry.fresh
    if what == "name":
        return ChangePerson(int(number), value, role)
    return ChangePerson(int(number), name, value)


def of_person(page: str, at: str) -> DrawPin | EndPerson | None:
    """What a row on the page of somebody asks of the counter."""
    number = int(page.partition(".")[2]) if page.startswith("people.") else 0
    match at:
        case "person.pin":
            return DrawPin(number)
        case "person.pin_none":
            return DrawPin(number, off=True)
        case "person.end":
            return EndPerson(number)
    return None


def role_for(row: Row | None) -> str:
    """The least role that may open a row, or do what it does; "": everybody."""
    match row:
        case Entry(path=path):
            return "" if without_pin(path) else role_of(path)
        case DeedRow():
            return "owner"
        case PageRow(page=page) if page in FOR_ALL:
            return ""
        case PageRow(page=page) if page.startswith(_FOR_STAFF):
            return "staff"
        case PageRow(page=page) if page.startswith(_FOR_OWNERS):
            return "owner"
    return "manager"


def pinned(pin: str) -> Edit:
    """That this be the owner's PIN; "" is none."""
    return Edit({"service.pin": pin}, AUTHOR)


def request_of(
    page: str, rows: Sequence[Row], cursor: int
) -> (
    Edit
    | TryOutput
    | ClearScores
    | Restart
    | GiveCredit
    | TakeCredits
    | AskMachine
    | None
):
    """What a row that opens no page asks of the counter."""
    match page:
        case "reset.now":
            back = (row for row in rows if isinstance(row, Entry))
            return Edit({row.path: row.default for row in back}, AUTHOR)
        case "restart.now":
            return Restart(AUTHOR)
        case "credits.take":
            return TakeCredits(AUTHOR)
        case _ if page.startswith("credit."):
            return GiveCredit(AUTHOR, 1, page.partition(".")[2])
        case "reboot.now":
            return reboot()
        case "page.open":
            return Edit({_HOST: EVERYWHERE}, AUTHOR)
        case "page.shut":
            return Edit({_HOST: _ONLY_HERE[0]}, AUTHOR)
        case "pin.none":
            return pinned("")
        case "meter.test":
            return TryOutput(METER, on=True)
        case _ if page.startswith("scores."):
            return ClearScores(cursor)
    return None
