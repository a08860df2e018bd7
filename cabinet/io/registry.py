"""Which ways of reaching the wires are installed, and how to open one.

A backend is an entry point of the group `cabinet.io`: its name is what the
operator writes after `io.backend`, and it is a function of a `Wiring`, a `Clock`
and a `wake` function that gives an `IoPort`. Only the one asked for is imported.
"""

from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.core.ports import Clock, IoPort, Wiring
from cabinet.i18n.message import Verbatim, message

GROUP: Final = "cabinet.io"
# Several devices as one port: named by `io.devices`, never by `io.backend`.
SEVERAL: Final = "devices"


def installed() -> tuple[str, ...]:
    """The names an operator may write after `io.backend`."""
    return tuple(sorted({each.name for each in entry_points(group=GROUP)} - {SEVERAL}))


def open_io(
    backend: str, wiring: Wiring, clock: Clock, wake: Callable[[], None]
) -> IoPort:
    """Open the wires through an installed backend."""
    found = entry_points(group=GROUP, name=backend)
    if not found:
        raise CabinetError(_unknown(backend))
    entry = next(iter(found))
    try:
        open_port = entry.load()
    except (ImportError, AttributeError) as wrong:
        said = Verbatim(str(wrong))
        raise CabinetError(
            message(
                "backend_unloadable", backend=backend, package=entry.value, system=said
            )
        ) from wrong
    port: IoPort = open_port(wiring, clock, wake)
    return port


def _unknown(backend: str) -> str:
    names = installed()
    near = get_close_matches(backend, names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return (
        f"io.backend: no backend is called {backend!r} "
        f"({hint}installed: {', '.join(names) or 'none'})"
    )
