"""Where everything is put together: the one place that knows every adapter.

Each function here is one program of the cabinet, from its settings to its end.
Imports are inside them on purpose: the counter must not load pygame, the engine
must not load a database, and each starts as fast as what it needs.
"""

import asyncio
import ctypes
import logging
import os
import secrets
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError, NoDisplayError

if TYPE_CHECKING:
    from cabinet.config import Config
    from cabinet.core.house import House
    from cabinet.core.ports import Clock, IoPort
    from cabinet.counter.counter import Counter

SERVICE_STATE: Final = Path("/var/lib/arkade-cabinet")
PR_SET_PDEATHSIG: Final = 1
SIMULATED: Final = {"io": {"backend": "sim"}, "video": {"fullscreen": False}}
CODES_NOT_WORTH_A_RETRY: Final = frozenset({1, 2, 3, 4, 5})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cabinet keeps its things, and how it was asked to run."""

    config: Path
    state: Path
    sim: bool = False
    headless: bool = False
    office: bool = False
    record: Path | None = None

    @property
    def hallway(self) -> Path:
        """The socket all programs meet at."""
        return self.state / "hallway.sock"

    @property
    def books(self) -> Path:
        """The money."""
        return self.state / "books.sqlite3"

    def arguments(self) -> tuple[str, ...]:
        """The same place, as a child's command line gives it."""
        words = ["--config", str(self.config), "--state", str(self.state)]
        words += ["--sim"] * self.sim + ["--headless"] * self.headless
        if self.record:
            words += ["--record", str(self.record)]
        return tuple(words)


def default_state(env: Mapping[str, str], *, sim: bool) -> Path:
    """The folder for books and socket when none is given."""
    if not sim and os.access(SERVICE_STATE, os.W_OK):
        return SERVICE_STATE
    home = env.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "arkade-cabinet"


def settings(place: Place) -> "tuple[Config, House]":
    """The operator's file, checked against the installed games."""
    from cabinet import config
    from cabinet.tabletop.registry import installed

    catalogue = config.catalogue_of(installed())
    overrides = SIMULATED if place.sim else None
    loaded = config.load(place.config, overrides, catalogue)
    return loaded, loaded.house(catalogue)


def open_counter(
    house: "House", place: Place, port: "IoPort", clock: "Clock"
) -> "Counter":
    """A counter with its books, on wires that are open already."""
    from cabinet.core.decode import Decoder
    from cabinet.counter.counter import Counter
    from cabinet.store.books import SqliteBooks

    books = SqliteBooks(place.books, clock, boot=secrets.token_hex(4))
    try:
        return Counter(
            house, books, port, Decoder(house.slots), clock, secrets.randbits(48)
        )
    except BaseException:
        books.close()
        raise


def run_counter(place: Place) -> int:
    """The service: wires, credits, books, hallway."""
    _make_folder(place.state)
    config, house = settings(place)
    asyncio.run(_serve(config, house, place, SystemClock()))
    return 0


async def _serve(
    config: "Config", house: "House", place: Place, clock: SystemClock
) -> None:
    from cabinet.counter.service import Service
    from cabinet.io.registry import open_io

    loop = asyncio.get_running_loop()
    service: Service | None = None

    def turn() -> None:
        if service:
            service.turn()

    def wake() -> None:
        loop.call_soon_threadsafe(turn)

    port = open_io(config.io.backend, config.wiring(), clock, wake)
    if place.record:
        from cabinet.io.recorder import record_to

        port = record_to(place.record, port, clock)
    try:
        counter = open_counter(house, place, port, clock)
        service = Service(counter, clock, place.hallway)
        await service.run()
    finally:
        port.close()


def run_screen(place: Place) -> int:
    """What people see."""
    from cabinet.screens import program
    from cabinet.screens.director import Director
    from cabinet.screens.thinking import EngineThinker
    from cabinet.tabletop.registry import installed

    config, _ = settings(place)
    games = installed()
    keys = {line: wire.key for line, wire in config.wiring().inputs.items() if wire.key}
    return program.run_screen(
        place.hallway,
        Director(games, EngineThinker(games), config.cabinet.language),
        sim=place.sim,
        headless=place.headless,
        fullscreen=config.video.fullscreen,
        keys=keys,
        language=config.cabinet.language,
        shots=place.state / "shots",
    )


def run_office(place: Place) -> int:
    """The operator's web pages."""
    from cabinet.office import program

    config, _ = settings(place)
    return program.run_office(
        place.hallway,
        host=config.office.host,
        port=config.office.port,
        language=config.cabinet.language,
    )


def run_cabinet(place: Place) -> int:
    """`cabinet --sim`: every program as a process, until somebody stops them."""
    from cabinet.counter.supervisor import Program, Supervisor

    settings(place)
    _make_folder(place.state)
    if place.sim and not place.headless:
        refuse_without_display(os.environ)
    python = (sys.executable, "-m", "cabinet")
    leash = ("--leashed",)
    programs = [
        Program(
            "counter",
            (*python, "counter", *place.arguments(), *leash),
            essential=True,
            fatal=CODES_NOT_WORTH_A_RETRY,
        ),
        Program(
            "screen",
            (*python, "screen", *place.arguments(), *leash),
            fatal=frozenset({NoDisplayError.exit_code}),
        ),
    ]
    if place.office:
        programs.append(
            Program(
                "office",
                (*python, "office", *place.arguments(), *leash),
                fatal=frozenset({4}),
            )
        )
    return Supervisor(programs, SystemClock()).run()


def refuse_without_display(env: Mapping[str, str]) -> None:
    """Say at once what the screen would find out half a second later."""
    if sys.platform != "linux" or env.get("SDL_VIDEODRIVER"):
        return
    if env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"):
        return
    if any(
        os.access(card, os.R_OK | os.W_OK) for card in Path("/dev").glob("dri/card*")
    ):
        return
    raise NoDisplayError(
        "there is no display to draw on: DISPLAY and WAYLAND_DISPLAY are not set "
        "and no graphics card in /dev/dri may be used.\n"
        "Start it from a desktop, or over `ssh -X`, or run it without a window: "
        "cabinet --sim --headless"
    )


def die_with_parent() -> None:
    """End when the program that started us is gone, however it went (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() == 1:
            raise SystemExit(0)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CabinetError(
            f"{path}: cannot make this folder ({wrong.strerror}); "
            "give another one with --state DIR"
        ) from None


def log_to_stderr(program: str) -> None:
    """One line per message, which systemd's journal and a terminal both read."""
    logging.basicConfig(
        level=logging.INFO, format=f"cabinet {program}: %(message)s", stream=sys.stderr
    )
