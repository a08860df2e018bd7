"""Where everything is put together: the one place that knows every adapter.

Each function here is one program of the cabinet, from its settings to its end.
Imports are inside them on purpose: the counter must not load pygame, the engine
must not load a database, and each starts as fast as what it needs.
"""

import gc
import logging
import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NoReturn, TypeVar

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError, NoDisplayError
from cabinet.places import Place

if TYPE_CHECKING:
    from cabinet.core.house import House
    from cabinet.core.ports import Clock, IoPort, Wiring
    from cabinet.counter.counter import Counter
    from cabinet.counter.housekeeping import Copier
    from cabinet.loudness import Loudness

T = TypeVar("T")

PR_SET_PDEATHSIG: Final = 1
SIMULATED: Final = {"io": {"backend": "sim"}, "video": {"fullscreen": False}}
# Not 1, which Python would say: that is for what a person has to put right.
MISTAKEN: Final = 70
CODES_NOT_WORTH_A_RETRY: Final = frozenset({1, 2, 3, 4, 5})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the programs need of the operator's file, as plain values."""

    house: "House"
    wiring: "Wiring"
    backend: str
    fullscreen: bool
    effects: Literal["full", "light", "off"]
    reduce_flashing: bool
    typed_dice: bool
    loudness: "Loudness"
    office: tuple[str, int]


def settings(place: Place) -> Settings:
    """The operator's file, checked against the installed games."""
    from cabinet import config
    from cabinet.tabletop.registry import Shelf

    catalogue = config.catalogue_of(Shelf())
    loaded = config.load(place.config, SIMULATED if place.sim else None, catalogue)
    return Settings(
        house=replace(loaded.house(catalogue), author=config.author(place.config)),
        wiring=loaded.wiring(),
        backend=loaded.io.backend,
        fullscreen=loaded.video.fullscreen,
        effects=loaded.video.effects,
        reduce_flashing=loaded.video.reduce_flashing,
        typed_dice=loaded.dice.source == "typed",
        loudness=loaded.sound.loudness(),
        office=(loaded.office.host, loaded.office.port),
    )


def open_counter(
    house: "House", place: Place, port: "IoPort", clock: "Clock"
) -> "Counter":
    """A counter with its books, on wires that are open already."""
    from cabinet.core.decode import Decoder
    from cabinet.counter.counter import Counter
    from cabinet.store.copies import BooksWithCopies
    from cabinet.store.evidence import EvidenceFile

    boot = os.urandom(4).hex()
    books = BooksWithCopies(place.books, place.copies, clock, boot)
    seed = int.from_bytes(os.urandom(6), "big")
    keep = EvidenceFile(place.evidence).keep
    try:
        return Counter(house, books, port, Decoder(house.slots), clock, seed, keep)
    except BaseException:
        books.close()
        raise


def run_counter(place: Place, *, restarts: bool = False) -> int:
    """The service: wires, credits, books, hallway.

    One that `restarts` after a crash records on a tape beside the one it left.
    """
    if restarts and place.record:
        place = replace(place, record=free_name(place.record))
    _make_folder(place.state)
    # What the child needs too is loaded before they part.
    import cabinet.core.house
    import cabinet.io.registry  # noqa: F401

    settings_of = begin_in_a_child(settings, place)
    _travel_light()
    import asyncio

    try:
        asyncio.run(_serve(settings_of, place, SystemClock()))
    except CabinetError:
        raise
    except Exception:
        logging.exception("a mistake in the program, please report it")
        return MISTAKEN
    return 0


def _travel_light() -> None:
    """Leave OpenSSL at home: 5 MB less for as long as the cabinet runs.

    A Unix socket needs no TLS, and hashlib has a BLAKE2 of its own.
    """
    for module in ("ssl", "_hashlib"):
        sys.modules.setdefault(module, None)  # type: ignore[arg-type]


async def _serve(
    settings_of: Callable[[], Settings], place: Place, clock: SystemClock
) -> None:
    import asyncio

    from cabinet.counter.renewal import ChildDesk
    from cabinet.counter.service import Service
    from cabinet.io.registry import open_io

    chosen = settings_of()
    loop = asyncio.get_running_loop()
    service: Service | None = None

    def turn() -> None:
        if service:
            service.turn()

    def wake() -> None:
        loop.call_soon_threadsafe(turn)

    port: IoPort
    if place.chip:
        from cabinet.io.chip import open_chip

        port = open_chip(chosen.wiring, clock, wake, place.state)
    else:
        port = open_io(chosen.backend, chosen.wiring, clock, wake)
    if place.record:
        from cabinet.io.recorder import record_to

        port = record_to(place.record, port, clock)
    try:
        counter = open_counter(chosen.house, place, port, clock)
        settle_in()
        desk = ChildDesk(_desk_command(place))
        service = Service(counter, clock, place.hallway, _copier(place), desk)
        await service.run()
    finally:
        port.close()


def _copier(place: Place) -> "Copier":
    from cabinet.counter.housekeeping import Copier
    from cabinet.store.books import doubt_at

    python = (sys.executable, "-m", "cabinet")
    command = (*python, "--state", str(place.state), "books", "copy")
    return Copier(command, doubt_at(place.books))


def _desk_command(place: Place) -> tuple[str, ...]:
    """Who reads and changes the operator's file for the counter."""
    where = ("--config", str(place.config), "--state", str(place.state))
    sim = ("--sim",) * place.sim
    return (sys.executable, "-m", "cabinet", *sim, "config", *where, "answer")


def run_screen(place: Place) -> int:
    """What people see."""
    import cabinet.core.house  # noqa: F401
    from cabinet.tabletop.registry import Shelf

    games = Shelf()
    settings_of = begin_in_a_child(settings, place)
    from cabinet.screens import program
    from cabinet.screens.director import Director
    from cabinet.screens.gentle import GentleGames
    from cabinet.screens.phones import Phones
    from cabinet.screens.sound import orchestra
    from cabinet.screens.thinking import EngineThinker
    from cabinet.screens.thumb import Thumb

    chosen = settings_of()
    for offer in chosen.house.offers:
        _ = games[offer.game]  # now, and not when a match begins
    language = chosen.house.language
    inputs = chosen.wiring.inputs.items()
    seen = GentleGames(games) if chosen.reduce_flashing else games
    thumb = Thumb(single=not any(line.endswith(".b") for line, _ in inputs))
    director = Director(
        seen, EngineThinker(games), language, thumb, typed_dice=chosen.typed_dice
    )
    music = orchestra.Orchestra(director.ear, chosen.loudness, SystemClock())
    settle_in()
    return program.run_screen(
        place.hallway,
        Phones(director),
        sim=place.sim,
        headless=place.headless,
        fullscreen=chosen.fullscreen,
        effects=chosen.effects,
        gentle=chosen.reduce_flashing,
        keys={line: wire.key for line, wire in inputs if wire.key},
        language=language,
        shots=place.state / "shots",
        orchestra=music if orchestra.wanted(headless=place.headless) else None,
    )


def run_office(place: Place) -> int:
    """The operator's web pages."""
    from cabinet.office import program

    chosen = settings(place)
    host, port = chosen.office
    settle_in()
    return program.run_office(
        place.hallway, host=host, port=port, language=chosen.house.language
    )


def run_cabinet(place: Place) -> int:
    """`cabinet --sim`: every program as a process, until somebody stops them."""
    from cabinet.counter.supervisor import Program, Supervisor

    _make_folder(place.state)
    if place.sim and not place.headless:
        refuse_without_display(os.environ)
    python = (sys.executable, "-m", "cabinet")
    leash = ("--leashed", str(os.getpid()))
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
    settle_in()
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


def begin_in_a_child(work: Callable[[Place], T], place: Place) -> Callable[[], T]:
    """Begin `work` in a child; call what is returned for what it returns or raises.

    Checking settings takes pydantic and every game: 15 MB that the counter would
    otherwise carry for as long as the cabinet runs, and time in which it can load
    what it needs itself.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer_and_end(work, place, writing)
    os.close(writing)

    def answer() -> T:
        with open(reading, "rb") as heard:  # noqa: PTH123
            found = heard.read()
        os.waitpid(child, 0)
        if not found:
            raise CabinetError("reading the settings failed; see what was said above")
        result: T | Exception = pickle.loads(found)
        if isinstance(result, Exception):
            raise result
        return result

    return answer


def _answer_and_end(
    work: Callable[[Place], object], place: Place, writing: int
) -> NoReturn:
    try:
        answer = work(place)
    except (CabinetError, ValueError) as wrong:
        answer = wrong
    with open(writing, "wb") as out:
        pickle.dump(answer, out)
    os._exit(0)


def settle_in() -> None:
    """All is loaded: what is there now stays, only what comes is looked through."""
    gc.freeze()
    gc.enable()


def die_with(parent: int) -> None:
    """End when the program that started us is gone, however it went (Linux)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit(0)


def free_name(path: Path) -> Path:
    """`path`, or the first of tape-2, tape-3 … that is not there."""
    beside = (path.with_name(f"{path.stem}-{n}{path.suffix}") for n in count(2))
    return next(each for each in chain((path,), beside) if not each.exists())


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
