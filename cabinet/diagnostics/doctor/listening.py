"""Opening the wires ourselves, when no counter has them, and listening for a while.

Nothing can be lost by it: every output is off, so the slot is shut, and what a board
has counted it keeps, because nobody acknowledges it.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event
from types import MappingProxyType
from typing import Final

from cabinet.clock import VirtualClock
from cabinet.core.boards import Boards
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND, BoardMet, Edge, Nanos
from cabinet.core.operating import Slot
from cabinet.core.ports import BoardPort, Clock, IoPort, KnownPort, Wiring
from cabinet.diagnostics.doctor.counter import Seen
from cabinet.diagnostics.doctor.link import ANSWERING, AWAITED, SEVERAL, Link, by_device
from cabinet.diagnostics.doctor.permissions import group_of
from cabinet.diagnostics.doctor.wires import Wires
from cabinet.i18n.message import Message
from cabinet.io.registry import open_io
from cabinet.io.sim import SimPort

# A board that was just reset is in its boot loader for up to two seconds.
BOARD_PATIENCE: Final[Nanos] = 5 * SECOND
SIMULATED: Final[Nanos] = 5 * SECOND
NO_BOARDS: Final[Boards] = MappingProxyType({})
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

Hands = Callable[[SimPort], None]
# Without wires the link has an error.
Opened = tuple[Link, Wires | None]


def examine(
    backend: str,
    wiring: Wiring,
    slots: tuple[Slot, ...],
    clock: Clock,
    duration: Nanos,
    seen: Seen = lambda _: None,
    boards: Boards = NO_BOARDS,
) -> Opened:
    """Open the real wires, listen, let go of them.

    `boards` are those the books know: another one is met, and not taken over.
    """
    bell = Event()
    try:
        port = open_io(backend, wiring, clock, bell.set)
    except CabinetError as wrong:
        return _closed(backend, wiring, wrong.told)

    def pause(until: Nanos) -> None:
        bell.wait(until / SECOND)
        bell.clear()

    try:
        if isinstance(port, BoardPort):
            port.begin(boards, slots)
        met = _meet(port, clock, pause) if answers(backend, wiring) else {}
        edges = listen(port, clock, duration, pause, seen)
        return _told(backend, port, wiring, slots, edges, met)
    finally:
        port.close()


def simulate(
    wiring: Wiring, slots: tuple[Slot, ...], hands: Hands, seen: Seen = lambda _: None
) -> Opened:
    """The same with wires made of nothing, in virtual time, and hands on them."""
    clock = VirtualClock(now=SECOND)
    port = SimPort(wiring, clock)
    hands(port)

    def pause(until: Nanos) -> None:
        clock.advance_to(clock.now() + until)

    edges = listen(port, clock, SIMULATED, pause, seen)
    return _told("sim", port, wiring, slots, edges)


def listen(
    port: IoPort,
    clock: Clock,
    duration: Nanos,
    pause: Callable[[Nanos], None],
    seen: Seen,
    until: Callable[[IoPort], bool] = lambda _: False,
) -> list[Edge]:
    """Every edge for so long, or `until` it is enough; `pause` waits for the next."""
    heard: list[Edge] = []
    end = clock.now() + duration
    while (now := clock.now()) < end and not until(port):
        due = port.due()
        pause((end if due is None else min(end, max(due, now))) - now)
        for edge in port.poll():
            heard.append(edge)
            seen(edge)
    return heard


def forbidden(devices: Iterable[Path]) -> tuple[str, str]:
    """The first device that is there and not for us, and the group it is for."""
    for device in devices:
        if device.exists() and not os.access(device, os.R_OK | os.W_OK):
            return str(device), group_of(device)
    return "", ""


def _told(
    backend: str,
    port: IoPort,
    wiring: Wiring,
    slots: tuple[Slot, ...],
    edges: list[Edge],
    met: Mapping[str, str] = NOTHING,
) -> Opened:
    about = {**(port.about() if isinstance(port, KnownPort) else {}), **met}
    wires = Wires(
        lines=tuple(wiring.inputs),
        outputs=tuple(wiring.outputs),
        slots=told_by_edges(backend, wiring, slots),
        levels=dict(port.levels()),
        edges=tuple(edges),
    )
    device = group = ""
    if about.get("lost"):
        device, group = forbidden(_devices(backend, wiring))
    return Link(backend, about, forbidden=device, group=group), wires


def _closed(backend: str, wiring: Wiring, why: Message) -> Opened:
    device, group = forbidden(_devices(backend, wiring))
    return Link(backend, error=why, forbidden=device, group=group), None


def _devices(backend: str, wiring: Wiring) -> list[Path]:
    return [
        device
        for kind, options in kinds_of(backend, wiring)
        for device in _nodes(kind, options)
    ]


def _nodes(kind: str, options: Mapping[str, object]) -> list[Path]:
    if kind == "gpio":
        return sorted(Path("/dev").glob("gpiochip*"))
    if kind in ANSWERING:
        from cabinet.io.serial_device import candidates

        with suppress(CabinetError):
            name = str(options.get("port") or "auto")
            return [Path(device) for device in candidates(name)]
    return []


def kinds_of(backend: str, wiring: Wiring) -> list[tuple[str, Mapping[str, object]]]:
    """The backends there are, each with its options: one, or one for each device."""
    devices = wiring.options.get("devices")
    if backend == SEVERAL and isinstance(devices, Mapping):
        return [(str(each["kind"]), each) for each in devices.values()]
    return [(backend, wiring.options)]


def answers(backend: str, wiring: Wiring) -> bool:
    """Whether something at a cable has to be waited for."""
    return any(kind in AWAITED for kind, _ in kinds_of(backend, wiring))


def told_by_edges(
    backend: str, wiring: Wiring, slots: tuple[Slot, ...]
) -> tuple[Slot, ...]:
    """The slots whose coins come as edges; others are counted where they fall."""
    devices = wiring.options.get("devices")
    if backend == SEVERAL and isinstance(devices, Mapping):
        kinds = {name: str(each["kind"]) for name, each in devices.items()}
        wires = wiring.inputs
        return tuple(
            slot
            for slot in slots
            if slot.line in wires
            and kinds.get(wires[slot.line].device) not in ANSWERING
        )
    return () if backend in ANSWERING else slots


def _meet(
    port: IoPort, clock: Clock, pause: Callable[[Nanos], None]
) -> Mapping[str, str]:
    """Wait until the board has answered; what a stranger said of itself."""
    met: dict[str, str] = {}

    def settled(port: IoPort) -> bool:
        for news in port.news() if isinstance(port, BoardPort) else ():
            if isinstance(news, BoardMet):
                met.update(board=f"{news.board:08x}", lost="")
        about = port.about() if isinstance(port, KnownPort) else {}
        devices = by_device(about).values() if _is_of_several(about) else [about]
        return bool(met) or all(map(_has_answered, devices))

    listen(port, clock, BOARD_PATIENCE, pause, _ignored, until=settled)
    return met


def _is_of_several(about: Mapping[str, str]) -> bool:
    return any(": " in fact for fact in about)


def _has_answered(about: Mapping[str, str]) -> bool:
    waited_for = about.get("kind", "serial") in AWAITED
    return not waited_for or bool(about.get("board") or about.get("lost"))


def _ignored(_: Edge) -> None:
    pass
