"""What must be so of the things that lines hang on: one backend, or several devices.

Each line belongs to one device, each device has at least one line, and each is asked
only for what its kind can do.
"""

from collections.abc import Iterator
from typing import Final

from cabinet.i18n.message import message
from cabinet.settings.problems import (
    Flaw,
    SettingPath,
    all_of,
    any_of,
    closest,
    there_are,
)
from cabinet.settings.wires import ENCODER, INPUTS, SEVERAL, Io, IoDevice, IoLine

BACKENDS: Final = ("cctalk", "evdev", "gpio", "serial", "sim")
# What is found by a serial port, and has to be told which.
SERIAL: Final = frozenset({"serial", "cctalk"})
CCTALK: Final = "cctalk"
AUTO: Final = "auto"


def backend_flaws(name: str, path: SettingPath) -> Iterator[Flaw]:
    """A way to reach the wires that nobody has installed."""
    if name in BACKENDS:
        return
    names = sorted({*BACKENDS, *_installed_backends()} - {SEVERAL})
    if name not in names:
        hint = closest(name, names, there_are(names))
        yield Flaw(path, message("setting.no_backend", name=name), hint)


def device_flaws(io: Io) -> Iterator[Flaw]:
    """Everything about devices, and the lines on them, that does not go together."""
    for name in ("backend", "port"):
        by_command = name == "backend" and io.backend == "sim" and io.is_a_bench
        if name in io.model_fields_set and not by_command:
            what = message("setting.beside_devices", setting=name)
            hint = message("hint.device_instead", setting=name)
            yield Flaw(("io", name), what, hint, on_key=True)
    ports: dict[tuple[str, str, str], str] = {}
    for name, device in io.devices.items():
        yield from _device(name, device, io)
        kind = "" if device.kind in SERIAL and device.port != AUTO else device.kind
        whole = (kind, device.match or "", device.port or "")
        if ports.setdefault(whole, name) != name:
            what = message("setting.device_twice", device=ports[whole])
            yield Flaw(("io", "devices", name), what, message("hint.other_port"))
    for name, line in io.lines.items():
        yield from _line(name, line, io)


def _device(name: str, device: IoDevice, io: Io) -> Iterator[Flaw]:
    path: SettingPath = ("io", "devices", name)
    yield from backend_flaws(device.kind, (*path, "kind"))
    if device.kind in SERIAL and not device.port:
        hint = message("hint.add_port", device="/dev/ttyACM0")
        what = message("setting.missing_for_device", kind=device.kind)
        yield Flaw((*path, "port"), what, hint)
    if device.kind == ENCODER and not device.match:
        what = message("setting.missing_for_device", kind=device.kind)
        yield Flaw((*path, "match"), what, message("hint.add_match"))
    if device.kind != ENCODER and device.match:
        what = message("setting.not_with_kind", kind=device.kind)
        yield Flaw((*path, "match"), what, message("hint.remove"), on_key=True)
    own = [each for each, line in io.lines.items() if line.device == name]
    if device.kind == CCTALK and len(own) > 1:
        what = message("setting.acceptor_lines", lines=all_of(own))
        hint = message("hint.one_line_one_acceptor")
        yield Flaw(path, what, hint, on_key=True)
    if not own:
        what = message("setting.device_without_lines")
        hint = message("hint.name_device_or_remove", device=f"device: {name}")
        yield Flaw(path, what, hint, on_key=True)


def _line(name: str, line: IoLine, io: Io) -> Iterator[Flaw]:
    path: SettingPath = ("io", "lines", name)
    names = sorted(io.devices)
    if line.device is None:
        what = message("setting.line_without_device")
        hint = message("hint.add_device", devices=any_of(names))
        yield Flaw(path, what, hint, on_key=True)
    elif line.device not in io.devices:
        what = message("setting.no_device", device=line.device)
        near = closest(line.device, names, there_are(names))
        yield Flaw((*path, "device"), what, near)
    elif io.kind_of(name) == CCTALK and not name.startswith("coin."):
        what = message("setting.acceptor_line")
        hint = message("hint.other_device")
        yield Flaw((*path, "device"), what, hint)
    elif io.is_encoder(name) and name not in INPUTS:
        what = message("setting.encoder_output")
        yield Flaw((*path, "device"), what, message("hint.other_device"))
    elif io.is_encoder(name) and line.key is None:
        what = message("setting.line_has_no_key", line=name)
        yield Flaw(path, what, message("hint.add_key"), on_key=True)
    elif io.kind_of(name) == "gpio" and line.pin is None:
        what = message("setting.line_has_no_pin", line=name)
        hint = message("hint.add_pin", line=f"io.lines.{name}")
        yield Flaw(path, what, hint, on_key=True)


def _installed_backends() -> set[str]:
    from importlib.metadata import entry_points  # slow, and seldom needed

    return {point.name for point in entry_points(group="cabinet.io")}
