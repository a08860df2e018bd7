"""The rows about the machine: Wi-Fi networks, the clock, time zones, releases.

What they ask goes to root by way of the counter; what has become of it stands beside
them (`cabinet.screen.scenes.menu_machine`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from cabinet.core.events import MILLISECOND
from cabinet.i18n import LANGUAGES, words
from cabinet.i18n.authors import AT_CABINET
from cabinet.platform.zones import zones
from cabinet.protocol.machine import (
    CLOCK,
    LOOK,
    NETWORK,
    REBOOT,
    UPDATE,
    AskMachine,
    Machine,
)
from cabinet.protocol.operator import Entry

# Pages that show the machine, and what they have looked at anew when they open.
PAGES: Final = {"wifi": NETWORK, "clock": "", "zone": "", "update": UPDATE}
ASK_EVERY: Final = 500 * MILLISECOND
# A password of a Wi-Fi network has no more signs.
LONGEST_SECRET: Final = 63
_PARTS: Final = ("year", "month", "day", "hour", "minute")
_RANGES: Final = ((2026, 2099), (1, 12), (1, 31), (0, 23), (0, 59))
_PATH: Final = "machine.clock."


@dataclass(frozen=True, slots=True)
class DeedRow:
    """A row that has root do something: what it is called, what stands beside it.

    `secret`: a password has to be written first.
    """

    asks: AskMachine
    title: dict[str, str]
    value: dict[str, str] = field(default_factory=dict)
    secret: bool = False

    def with_secret(self, text: str) -> AskMachine:
        """The same with the password that was written."""
        return replace(self.asks, values={**self.asks.values, "secret": text})


def is_about_machine(page: str) -> bool:
    """Whether a page shows the machine as it is."""
    return page.partition(".")[0] in PAGES


def look(page: str) -> AskMachine | None:
    """What a page has looked at anew when it is opened."""
    verb = PAGES.get(page)
    return AskMachine(verb, LOOK, author=AT_CABINET) if verb else None


def reboot() -> AskMachine:
    """The whole machine begins anew."""
    return AskMachine(REBOOT, "now", author=AT_CABINET)


def deeds(machine: Machine | None, page: str) -> Iterator[DeedRow | Entry]:
    """The rows of a page that ask something of root."""
    if machine is None or not machine.installed:
        return
    page, _, region = page.partition(".")
    match page:
        case "wifi":
            yield from _networks(machine)
        case "clock":
            yield from _clock(machine)
        case "zone" if region:
            yield from _zones_of(region)
        case "update":
            yield from _releases(machine)


def _networks(machine: Machine) -> Iterator[DeedRow]:
    for each in machine.network.wifis if machine.network else ():
        if each.security == "other":
            continue
        asks = AskMachine(NETWORK, "join", {"ssid": each.ssid}, AT_CABINET)
        beside = _same(f"{each.signal} %")
        if each.joined:
            beside = _told("menu.wifi.joined")
        elif each.security == "open":
            beside = _told("menu.wifi.open", signal=each.signal)
        secret = each.security != "open"
        yield DeedRow(asks, _same(each.name), beside, secret)


def _clock(machine: Machine) -> Iterator[Entry]:
    values = parts_of(machine.clock.now)
    for name, value, (least, most) in zip(_PARTS, values, _RANGES, strict=True):
        yield Entry(
            f"{_PATH}{name}",
            "number",
            _told(f"menu.clock.{name}"),
            _told("menu.clock.help"),
            value,
            least=least,
            most=most,
        )


def parts_of(now: str) -> list[str]:
    """Year, month, day, hour, minute of `2026-11-19 04:30:12`, as numbers."""
    day, _, clock = now.partition(" ")
    return [str(int(part)) for part in (*day.split("-"), *clock.split(":")[:2])]


def clock_with(machine: Machine | None, entry: Entry, value: str) -> AskMachine | None:
    """The clock as it is but for one part; None for a row about something else."""
    if machine is None or not entry.path.startswith(_PATH):
        return None
    now = dict(zip(_PARTS, parts_of(machine.clock.now), strict=True))
    seconds = machine.clock.now.rpartition(":")[2]
    now[entry.path.removeprefix(_PATH)] = value
    year, month, day, hour, minute = (f"{int(now[name]):02}" for name in _PARTS)
    at = f"{year}-{month}-{day}T{hour}:{minute}:{seconds}"
    return AskMachine(CLOCK, "set", {"at": at}, AT_CABINET)


def _releases(machine: Machine) -> Iterator[DeedRow]:
    if machine.update and machine.update.step:
        return
    for each in machine.releases:
        if each.problem in ("", "same"):
            values = {"source": each.source, "serial": str(each.serial)}
            asks = AskMachine(UPDATE, "install", values, AT_CABINET)
            yield DeedRow(
                asks, _same(each.version), _told(f"machine.source.{each.source}")
            )


def regions() -> tuple[str, ...]:
    """The parts of the world that time zones are in; Europe first."""
    found = dict.fromkeys(zone.partition("/")[0] for zone in zones())
    return tuple(sorted(found, key=lambda region: (region != "Europe", region)))


def _zones_of(region: str) -> Iterator[DeedRow]:
    for zone in zones():
        if zone.startswith(f"{region}/"):
            asks = AskMachine(CLOCK, "zone", {"zone": zone}, AT_CABINET)
            city = zone.partition("/")[2].replace("_", " ").replace("/", ", ")
            yield DeedRow(asks, _same(city))


def _same(text: str) -> dict[str, str]:
    """What is called the same in every language."""
    return dict.fromkeys(LANGUAGES, text)


def _told(key: str, **values: int) -> dict[str, str]:
    return {language: words(language)(key, **values) for language in LANGUAGES}
