"""`cabinet learn`: what is plugged in, and which key a button is, by pressing it.

It reads the encoder or pad itself, so the counter may not have it: nothing here
takes coins. What was pressed is written into the operator's file at once, as
`cabinet config set` would.
"""

import argparse
import select
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.inputs.controls import PadControl, control_name
from cabinet.io.evdev.node import EventNode, GoneError
from cabinet.io.evdev.search import Candidate, Search
from cabinet.places import Place
from cabinet.settings import Config
from cabinet.settings.problems import closest
from cabinet.settings.wires import ENCODER, INPUTS, IoDevice


def run(place: Place, arguments: argparse.Namespace) -> int:
    """Do what `cabinet learn …` asks."""
    search = Search()
    if not arguments.device:
        sys.stdout.write(listed(search.every()))
        return 0
    from cabinet.cli.config import change_settings, open_settings

    file = open_settings(place)
    config = file.config()
    device = encoder(config, arguments.device)
    lines = wanted_lines(config, arguments.device, arguments.lines)
    found = search.find(device.match or "", device.port or "", ())
    nodes = [EventNode(each, device.dead_zone / 100) for each in found]
    try:
        learnt = dict(learn(nodes, lines, sys.stdin, sys.stdout))
    finally:
        for node in nodes:
            node.close()
    pairs = [each for line, key in learnt.items() for each in (_path(line), key)]
    sys.stdout.write(change_settings(place, file, pairs) if pairs else "")
    return 0


def listed(found: Sequence[Candidate]) -> str:
    """Every keyboard, encoder and pad, with what to write after `match:`."""
    panels = [each for each in found if each.is_panel]
    if not panels:
        return "no keyboard, encoder or pad is plugged in\n"
    return "".join(
        f'{each.path}  match: "{each.name}"  ({each.id}, port: "{each.socket}")\n'
        for each in panels
    )


def encoder(config: Config, name: str) -> IoDevice:
    """The device of that name, if it is an encoder or pad."""
    device = config.io.devices.get(name)
    if device is None or device.kind != ENCODER:
        of_kind = [n for n, d in config.io.devices.items() if d.kind == ENCODER]
        near = closest(name, of_kind)
        hint = f"({near})" if near else f"(there are: {', '.join(of_kind) or 'none'})"
        raise CabinetError(f"io.devices: {name!r} is no device of kind evdev {hint}")
    return device


def wanted_lines(config: Config, device: str, asked: Sequence[str]) -> list[str]:
    """The lines to ask for: those that were named, or all that hang on it."""
    unknown = [line for line in asked if line not in INPUTS]
    if unknown:
        hint = closest(unknown[0], INPUTS)
        raise CabinetError(f"{unknown[0]}: no input is called that ({hint})")
    own = [n for n, line in config.io.lines.items() if line.device == device]
    return list(asked) or own


def learn(
    nodes: Sequence[EventNode], lines: Iterable[str], keyboard: TextIO, out: TextIO
) -> Iterator[tuple[str, str]]:
    """Ask for one line after another; Enter at the terminal leaves one as it is."""
    for line in lines:
        out.write(f"press {line} (Enter: leave it as it is) … ")
        out.flush()
        found = pressed(nodes, keyboard)
        out.write(f"{control_name(found)}\n" if found else "\n")
        if found:
            yield line, control_name(found)


def pressed(nodes: Sequence[EventNode], keyboard: TextIO) -> PadControl | None:
    """The next control that goes down; None where somebody pressed Enter."""
    clock = SystemClock()
    while True:
        wanted = [keyboard.fileno(), *(node.fd for node in nodes)]
        ready, _, _ = select.select(wanted, [], [])
        if wanted[0] in ready:
            keyboard.readline()
            return None
        for node in nodes:
            try:
                changes = list(node.read(clock.now()))
            except GoneError as wrong:
                name = node.found.name
                raise CabinetError(f"{name} was unplugged: start again") from wrong
            down = [change.control for change in changes if change.active]
            if down:
                return down[0]


def _path(line: str) -> str:
    return f"io.lines.{line}.key"
