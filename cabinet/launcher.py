"""`cabinet --sim`: every program as a process, until somebody stops them."""

import logging
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from cabinet.clock import SystemClock
from cabinet.core.errors import BusyError, CabinetError, NoDisplayError
from cabinet.i18n.message import message
from cabinet.places import Place, make_folder
from cabinet.platform.processes import PYTHON, settle_in

CODES_NOT_WORTH_A_RETRY: Final = frozenset({1, 2, 3, 4, 5})


def run_cabinet(place: Place) -> int:
    """`cabinet --sim`: every program as a process, until somebody stops them."""
    from cabinet.counter.supervisor import TIMEOUT, Program, Supervisor

    make_folder(place.state)
    _refuse_a_second(place)
    if place.sim and not (place.headless or place.browser):
        place = replace(place, browser=not has_display(os.environ))
        if place.browser:
            logging.info("there is no display to draw on, so it comes to a browser")

    def command(name: str) -> tuple[str, ...]:
        leash = ("--leashed", str(os.getpid()))
        return (*PYTHON, "cabinet", name, *place.arguments(), *leash)

    counter = Program(
        "counter",
        command("counter"),
        essential=True,
        fatal=CODES_NOT_WORTH_A_RETRY,
        patience=TIMEOUT,
    )
    # With these codes the others refuse to start: no display, a taken port, no broker.
    refusals = {"screen": NoDisplayError.exit_code, "web": BusyError.exit_code}
    refusals |= dict.fromkeys(("fleet", "alerts"), CabinetError.exit_code)
    wanted = {"web": place.web or place.browser}
    wanted |= {"fleet": place.fleet, "alerts": place.alerts}
    programs = [
        Program(name, command(name), fatal=frozenset({code}))
        for name, code in refusals.items()
        if wanted.get(name, True)
    ]
    settle_in()
    return Supervisor([counter, *programs], SystemClock()).run()


def _refuse_a_second(place: Place) -> None:
    """Say at once that a cabinet runs here already.

    Its counter would refuse our programs one by one, each with a reason of its own.
    """
    with suppress(OSError), socket.socket(socket.AF_UNIX) as bus:
        bus.connect(str(place.bus))
        raise BusyError(message("books_in_use", path=str(place.books)))


def has_display(env: Mapping[str, str]) -> bool:
    """Whether there is anything a window could open on."""
    if sys.platform != "linux" or env.get("SDL_VIDEODRIVER"):
        return True
    if env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"):
        return True
    cards = Path("/dev").glob("dri/card*")
    return any(os.access(card, os.R_OK | os.W_OK) for card in cards)
