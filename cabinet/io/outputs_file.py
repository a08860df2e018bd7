"""Which outputs a counter drives, noted for whoever has to shut them after it died.

By then the operator's file may be broken, or speak of other pins than those that are
still on. So the counter writes down what it drives before it drives anything. The
note is not forced to the disk: without power every output is off anyway, and the
next counter writes it anew.
"""

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.ports import Clock, Wire, Wiring
from cabinet.io.registry import open_io

# A board shuts itself when it hears nothing, and may not be disturbed; simulated
# wires are gone with the counter.
SHUT_THEMSELVES: Final = ("serial", "sim", "cctalk")
LOCKOUT: Final = "lockout"

_log = logging.getLogger(__name__)


class OutputsFile(NamedTuple):
    """A way to reach the wires, and the outputs at the end of it."""

    backend: str
    wiring: Wiring


def shuts_itself(driven: OutputsFile, device: str = "") -> bool:
    """Whether what a device drives is off as soon as nobody speaks to it."""
    devices = driven.wiring.options.get("devices")
    if isinstance(devices, Mapping) and device in devices:
        return devices[device]["kind"] in SHUT_THEMSELVES
    return driven.backend in SHUT_THEMSELVES


def note(path: Path, driven: OutputsFile) -> None:
    """Write down what will be driven; rather no note than one of other pins."""
    text = _written(driven)
    beside = path.with_name(f".{path.name}.new")
    try:
        if path.exists() and path.read_text(encoding="utf-8") == text:
            return
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except (OSError, ValueError) as wrong:
        _log.warning("cannot note in %s what is driven: %s", path, wrong)
        with suppress(OSError):
            path.unlink()


def noted(path: Path) -> OutputsFile | None:
    """What a counter wrote down; None when there is no note that can be read."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        outputs = {
            str(name): Wire(int(pin), bool(active_low), device="".join(device))
            for name, (pin, active_low, *device) in document["outputs"].items()
        }
        return OutputsFile(
            str(document["backend"]), Wiring({}, outputs, dict(document["options"]))
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as wrong:
        _log.warning("no counter has noted what it drives: %s", wrong)
        return None


def shut(driven: OutputsFile, clock: Clock) -> None:
    """Drive every output off and let go of it, the lock-out first.

    Each on its own, so that one that cannot be reached keeps none of the others on;
    `CabinetError` says which they are.
    """
    backend, wiring = driven
    failed: dict[str, Exception] = {}
    for name in sorted(wiring.outputs, key=lambda name: name != LOCKOUT):
        alone = Wiring({}, {name: wiring.outputs[name]}, wiring.options)
        try:
            open_io(backend, alone, clock, lambda: None).close()
        except Exception as wrong:  # noqa: BLE001  # each library fails in its own way
            failed[name] = wrong
    if failed:
        raise _left_on(failed)


def _left_on(failed: dict[str, Exception]) -> CabinetError:
    busy = all(isinstance(wrong, BusyError) for wrong in failed.values())
    reasons = "".join(f"\n  {why}" for why in dict.fromkeys(map(str, failed.values())))
    what = f"could not be shut: {', '.join(failed)}{reasons}"
    return BusyError(what) if busy else CabinetError(what)


def _written(driven: OutputsFile) -> str:
    outputs = {
        name: (wire.pin, wire.active_low, *((wire.device,) if wire.device else ()))
        for name, wire in driven.wiring.outputs.items()
        if wire.pin is not None and not shuts_itself(driven, wire.device)
    }
    document = {
        "backend": driven.backend,
        "outputs": outputs,
        "options": dict(driven.wiring.options),
    }
    return json.dumps(document, indent=1) + "\n"
