"""What stands beside the rows about the machine: how it is, what became of a wish."""

from collections.abc import Iterator
from typing import Final

from cabinet.i18n import Words
from cabinet.picture.shapes import Color, Picture, Shape, Text
from cabinet.protocol.machine import (
    CLOCK,
    NETWORK,
    UPDATE,
    Machine,
    UpdateCard,
)
from cabinet.protocol.machine_words import (
    Told,
    minutes,
    outcome_told,
    step_told,
    update_told,
    why_not,
)
from cabinet.screen.scenes.lettering import paragraph, wrap
from cabinet.screen.scenes.show import Show

_ROOM: Final = 250
_LINE: Final = 15
Line = tuple[str, Color]


def machine_beside(show: Show, x: int, y: int, bottom: int) -> Picture:
    """The page's part of the machine, as far down as there is room."""
    page = show.menu_state.page.partition(".")[0]
    shapes: list[Shape] = []
    for told, color in _told(show, page):
        if y + _LINE > bottom:
            break
        most = (bottom - y) // _LINE
        if color == "gold":
            shapes.append(Text(x, y, told, color))
            y += _LINE + 2
            continue
        lines = wrap(told, _ROOM, min(5, most))
        shapes += paragraph(x, y, lines, color, _LINE)
        y += _LINE * len(lines) + 3
    return tuple(shapes)


def _told(show: Show, page: str) -> Iterator[Line]:
    machine, words = show.menu_state.machine, show.words
    if machine is None:
        yield words("menu.busy"), "mauve"
        return
    if page == "zone":
        page = "clock"
    if page == "clock":
        yield from _clock(machine, words)
    if not machine.installed:
        yield words("machine.simulated"), "rose"
        return
    if page == "wifi":
        yield from _network(machine, words)
    if page == "update":
        yield from _update(machine, words)
        return
    verb = NETWORK if page == "wifi" else CLOCK
    if verb in machine.doing:
        yield words("machine.doing"), "cream"
    else:
        outcome = machine.outcome(verb)
        if outcome is not None and outcome.what != "look":
            yield _colored(outcome_told(outcome, words))


def _colored(told: Told) -> Line:
    return told.text, "green" if told.well else "rose"


def _clock(machine: Machine, words: Words) -> Iterator[Line]:
    clock = machine.clock
    yield words("menu.clock.now"), "gold"
    yield clock.now, "white"
    yield words("menu.clock.zone"), "gold"
    yield clock.zone, "white"
    yield (
        words(f"machine.kept.{clock.kept or 'nobody'}"),
        ("ice" if clock.kept else "rose"),
    )


def _network(machine: Machine, words: Words) -> Iterator[Line]:
    network = machine.network
    if network is None:
        return
    if not network.managed:
        yield words("machine.no_manager"), "rose"
        return
    for link in network.links:
        yield words(f"machine.link.{link.kind}"), "gold"
        state = link.name if link.up and link.name else ""
        yield (
            state or words("machine.link.up" if link.up else "machine.link.down"),
            ("white"),
        )
    if not network.has_wifi:
        yield words("machine.no_wifi"), "rose"
    elif not network.wifis:
        yield words("machine.none_in_reach"), "ice"


def _update(machine: Machine, words: Words) -> Iterator[Line]:
    if machine.version:
        yield words("machine.version", version=machine.version), "white"
    update = machine.update
    if update is not None and update.step:
        yield from _running(machine, update, words)
        return
    if UPDATE in machine.doing:
        yield words("machine.looking"), "cream"
    elif machine.looked:
        yield from _offers(machine, words)
    if update is not None:
        yield _colored(update_told(update, words))


def _running(machine: Machine, update: UpdateCard, words: Words) -> Iterator[Line]:
    step, doing = step_told(update, words)
    yield step, "gold"
    yield doing, "white"
    yield words("machine.since", time=minutes(machine.now - update.began)), "ice"


def _offers(machine: Machine, words: Words) -> Iterator[Line]:
    if not machine.pinned:
        yield words("machine.why.no_key"), "rose"
        return
    for each in machine.releases:
        if each.problem:
            source = words(f"machine.source.{each.source}")
            yield f"{source} {each.version}".strip(), "gold"
            yield why_not(each.problem, words), "rose"
    if not machine.releases:
        yield words("machine.no_offer"), "ice"
