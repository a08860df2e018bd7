"""Where everything is put together: the one place that knows every adapter.

Each function here is one program of the cabinet, from its settings to its end.
Imports are inside them on purpose: the counter must not load pygame, the engine
must not load a database, and each starts as fast as what it needs.
"""

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cabinet.clock import SystemClock
from cabinet.diagnostics import logs
from cabinet.places import Place, make_folder, read_secret
from cabinet.platform.processes import PYTHON, begin_in_a_child, settle_in

if TYPE_CHECKING:
    from cabinet.books.sqlite import SqliteBooks
    from cabinet.core.operating import OperatingSettings
    from cabinet.core.ports import Clock, DicePort, IoPort
    from cabinet.core.program_settings import ProgramSettings
    from cabinet.counter.counter import Counter
    from cabinet.counter.housekeeping import Copier


def settings(place: Place) -> "ProgramSettings":
    """The operator's file, checked against the installed games."""
    from cabinet.settings.programs import program_settings

    return program_settings(place)


def _counters_settings(place: Place) -> "ProgramSettings":
    """The same for the counter, which leaves a copy for the screen."""
    from cabinet.counter.settings_worker import settings_file
    from cabinet.loops.registry import GameShelf
    from cabinet.people.file import PeopleFile
    from cabinet.settings import catalogue_of
    from cabinet.settings.file import leave_copy
    from cabinet.settings.upgrade import move_in_file

    file = settings_file(place, catalogue_of(GameShelf()))
    move_in_file(file, SystemClock().wall_ms())
    chosen = settings(place)
    leave_copy(place.config, os.environ)
    people = PeopleFile(place.state).with_pins()
    return replace(chosen, operating=replace(chosen.operating, people=people))


def open_counter(
    operating: "OperatingSettings",
    books: "SqliteBooks",
    place: Place,
    port: "IoPort",
    clock: "Clock",
    tower: "DicePort | None" = None,
) -> "Counter":
    """A counter that opens its books, on wires that are open already."""
    from cabinet.books.evidence import EvidenceFile
    from cabinet.core.inputs.decoder import Decoder, holds
    from cabinet.counter.counter import Counter

    seed = int.from_bytes(os.urandom(16), "big")
    keep = EvidenceFile(place.evidence).keep
    try:
        decoder = Decoder(operating.slots, holds(operating.wired))
        return Counter(operating, books, port, decoder, clock, seed, keep, tower)
    except BaseException:
        books.close()
        raise


def run_counter(place: Place, launcher: int = 0) -> int:
    """The service: wires, credits, books, socket.

    A `launcher` is the process that starts us and the other programs, again and again:
    one that restarts records on a tape beside the one it left.
    """
    if launcher and place.record:
        place = replace(place, record=free_name(place.record))
    make_folder(place.state)
    # Whoever ends a counter that hangs makes it abort: then it says where it stood.
    import faulthandler

    faulthandler.enable()
    # What the child needs too is loaded before they part.
    import cabinet.core.operating
    import cabinet.io.registry  # noqa: F401

    settings_of = begin_in_a_child(_counters_settings, place)
    _travel_light()
    import asyncio

    from cabinet.platform.processes import clock_can_be_trusted

    clock = SystemClock() if place.sim else SystemClock(clock_can_be_trusted)
    return asyncio.run(_serve(settings_of, place, clock, launcher))


def _travel_light() -> None:
    """Leave OpenSSL at home: 5 MB less for as long as the cabinet runs.

    A Unix socket needs no TLS, and hashlib has a BLAKE2 of its own.
    """
    for module in ("ssl", "_hashlib"):
        sys.modules.setdefault(module, None)  # type: ignore[arg-type]


# Whoever started the counter starts it again: the supervisor, or systemd.
RESTARTED: Final = 75


async def _serve(
    settings_of: Callable[[], "ProgramSettings"],
    place: Place,
    clock: SystemClock,
    launcher: int,
) -> int:
    from cabinet.books.copies import BooksWithCopies
    from cabinet.counter import audit_log
    from cabinet.counter.loop import CounterLoop
    from cabinet.counter.machine_desk import MachineDesk
    from cabinet.counter.roles import Roles
    from cabinet.counter.settings_reload import ChildSettingsWorker
    from cabinet.counter.tickets import PasswordChild
    from cabinet.counter.watchdog import WatchdogClient
    from cabinet.io.outputs_file import OutputsFile, note
    from cabinet.io.registry import open_io
    from cabinet.platform.notify import (
        Notifier,
        ask_for_the_addresses,
        ask_to_be_switched_off,
    )

    chosen = settings_of()
    roles = Roles.read(os.environ, launcher)
    service: CounterLoop | None = None

    def wake() -> None:
        if service:
            service.wake()

    note(place.driven, OutputsFile(chosen.backend, chosen.wiring))
    port: IoPort
    if place.chip:
        from cabinet.io.chip import open_chip

        port = open_chip(chosen.wiring, clock, wake, place.state)
    else:
        port = open_io(chosen.backend, chosen.wiring, clock, wake)
    if place.record:
        from cabinet.io.recorder import record_to

        port = record_to(place.record, port, clock)
    tower: DicePort | None = None
    if chosen.tower:
        from cabinet.io.dice_tower import open_tower

        tower = open_tower(chosen.tower, clock, wake)
    boot = os.urandom(4).hex()
    books = BooksWithCopies(place.books, place.copies, clock, boot)
    try:
        counter = open_counter(chosen.operating, books, place, port, clock, tower)
        counter.machine = MachineDesk.of(os.environ)
        audit_log.say("counter begins", backend=chosen.backend, state=place.state)
        settle_in()
        worker = ChildSettingsWorker(_desk_command(place))
        watchdog = WatchdogClient(Notifier(), counter, port, clock)
        copier = _copier(place, books)
        passwords = PasswordChild(_password_command(place))
        service = CounterLoop(
            counter, clock, place.bus, copier, worker, watchdog, roles, passwords
        )
        await service.run()
        audit_log.say("counter ends")
        if counter.restarts:
            ask_for_the_addresses()
            return RESTARTED
        if counter.halted:
            ask_to_be_switched_off()
        return 0
    finally:
        port.close()
        if tower:
            tower.close()


def _copier(place: Place, books: "SqliteBooks") -> "Copier":
    from cabinet.books.sqlite import doubt_at, log_at
    from cabinet.counter.housekeeping import Checkpoint, Copier

    command = (*PYTHON, "cabinet", "--state", str(place.state), "books", "copy")
    checkpoint = Checkpoint(books.checkpoint, log_at(place.books))
    return Copier(command, doubt_at(place.books), checkpoint=checkpoint)


def _desk_command(place: Place) -> tuple[str, ...]:
    """Who reads and changes the operator's file for the counter."""
    where = ("--config", str(place.config), "--state", str(place.state))
    sim = ("--sim",) * place.sim
    return (*PYTHON, "cabinet", *sim, "config", *where, "answer")


def _password_command(place: Place) -> tuple[str, ...]:
    """Who compares and writes the console's passwords for the counter."""
    return (*PYTHON, "cabinet.people.passwords", str(place.state))


def shut(note: Path, place: Callable[[], Place]) -> int:
    """Every output off, for a counter that can no longer do it itself.

    What it noted of its outputs counts, whatever the operator's file says by now;
    only where there is no `note` the file of the `place` is read.
    """
    from cabinet.io import outputs_file

    outputs = outputs_file.noted(note)
    if outputs is None:
        chosen = settings(place())
        outputs = outputs_file.OutputsFile(chosen.backend, chosen.wiring)
    if outputs.backend in outputs_file.SHUT_THEMSELVES:
        logging.info("the slot shuts by itself: its wires end with the counter")
        return 0
    outputs_file.shut(outputs, SystemClock())
    logging.info("the slot is shut, lamps and meter are off")
    return 0


def run_screen(place: Place) -> int:
    """What people see."""
    import cabinet.core.operating  # noqa: F401
    from cabinet.loops.registry import GameShelf

    games = GameShelf()
    settings_of = begin_in_a_child(settings, place)
    from cabinet.diagnostics.crash import report_crash
    from cabinet.screen.loop import program
    from cabinet.screen.loop.camera import LOOKING_ON, NO_WINDOW, Camera
    from cabinet.screen.loop.controller import ScreenController
    from cabinet.screen.loop.gentle import GentleGames
    from cabinet.screen.loops import sounds
    from cabinet.screen.match.adviser import Adviser
    from cabinet.screen.match.phones import Phones
    from cabinet.screen.match.thinking import WorkerThinker
    from cabinet.screen.sound import mixer
    from cabinet.screen.sound.remote_audio import RemoteAudio
    from cabinet.screen.sound.speaker import Speaker
    from cabinet.screen.sound.voice import EngineVoice, found

    chosen = settings_of()
    # Now, and not when a match begins.
    offers = chosen.operating.offers
    sold = [games[offer.game] for offer in offers if offer.guest is None]
    language = chosen.operating.language
    seen = GentleGames(games) if chosen.reduce_flashing else games
    voice = EngineVoice(found(), chosen.loudness)
    controller = ScreenController(
        seen,
        WorkerThinker(),
        language,
        chosen.operating.wired,
        real_dice=chosen.real_dice,
        gentle=chosen.reduce_flashing,
        voice=voice,
        adviser=Adviser(WorkerThinker(), chosen.coaching),
    )
    controller.cue_collector.tunes = sounds.tunes(sold)
    clock, loudness = SystemClock(), chosen.loudness
    camera = Camera(place.live, clock, NO_WINDOW if place.browser else LOOKING_ON)
    windowless = place.headless or place.browser
    outputs: list[mixer.SoundOutput] = []
    if mixer.wanted(headless=windowless):
        outputs.append(Speaker(loudness, sounds.own_sounds(sold)))
    if place.browser:
        outputs.append(RemoteAudio(loudness, camera))
    music = mixer.Mixer(controller.cue_collector, loudness, clock, outputs, voice)
    keys = chosen.wiring.keys
    begin = program.PANEL_ONLY if place.headless else program.how_to_begin(keys)
    settle_in()
    return program.run_screen(
        place.bus,
        Phones(controller),
        sim=place.sim,
        headless=windowless,
        fullscreen=chosen.fullscreen,
        effects=chosen.effects,
        gentle=chosen.reduce_flashing,
        keys=keys,
        language=language,
        shots=place.state / "shots",
        mixer=music if outputs else None,
        camera=camera,
        # In a browser the web program says it, with the address.
        guests=controller.guests,
        off_when_closed=chosen.off_when_closed,
        ready=begin if place.sim and not place.browser else "",
        crashed=lambda wrong: report_crash(place, "screen", wrong),
    )


def run_web(place: Place) -> int:
    """The operator's web pages, and the simulated cabinet in a browser."""
    import cabinet.core.operating
    import cabinet.io.registry  # noqa: F401

    settings_of = begin_in_a_child(settings, place)
    from cabinet.web import program
    from cabinet.web.live.front_panel import Front

    chosen = settings_of()
    keys = {**dict.fromkeys(chosen.wiring.inputs, ""), **chosen.wiring.keys}
    settle_in()
    return program.run_web(
        place,
        doors=chosen.web,
        language=chosen.operating.language,
        front=Front(keys, chosen.coins) if place.sim and place.browser else None,
        metrics_token=read_secret(chosen.metrics_token_file)
        if chosen.metrics_token_file
        else "",
    )


def free_name(path: Path) -> Path:
    """`path`, or the first of tape-2, tape-3 … that is not there."""
    beside = (path.with_name(f"{path.stem}-{n}{path.suffix}") for n in count(2))
    return next(each for each in chain((path,), beside) if not each.exists())


def log_to_stderr(program: str) -> None:
    """One line per message, which systemd's journal and a terminal both read."""
    logs.begin(program, os.environ)
