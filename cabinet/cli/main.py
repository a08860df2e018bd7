"""The command line: words to programs, errors to sentences and exit codes."""

import argparse
import gc
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from cabinet import app, launcher
from cabinet.cli.arguments import parser
from cabinet.core.errors import CabinetError
from cabinet.diagnostics.logs import keep_log
from cabinet.places import (
    BUS,
    SERVICE_STATE,
    Place,
    default_state,
    find_config,
    is_there,
    which_is_meant,
)
from cabinet.platform import processes


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    arguments = parser().parse_args(argv)
    _follow_renames(arguments)
    try:
        return int(_run(arguments))
    except CabinetError as wrong:
        return _complain(arguments, wrong, wrong.exit_code)
    except ValueError as wrong:
        from cabinet.diagnostics.crash import is_about_a_game

        if not is_about_a_game(wrong):
            raise
        return _complain(arguments, wrong, 2)
    except PermissionError as wrong:
        if not wrong.filename:
            raise
        sentence = f"{wrong.filename} is not for this account: try again with sudo"
        return _complain(arguments, CabinetError(sentence), CabinetError.exit_code)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _follow_renames(arguments: argparse.Namespace) -> None:
    """Take the old names of `web` for one more release, and say what they are now."""
    if arguments.command == "office":
        arguments.command = "web"
        print("cabinet: `cabinet office` is now `cabinet web`", file=sys.stderr)  # noqa: T201
    if arguments.office:
        arguments.web = True
        print("cabinet: --office is now --web", file=sys.stderr)  # noqa: T201


def _complain(arguments: argparse.Namespace, wrong: Exception, code: int) -> int:
    if _is_told_beside(arguments, wrong):
        return 0
    print(f"cabinet: {wrong}", file=sys.stderr)  # noqa: T201
    return code


def _is_told_beside(arguments: argparse.Namespace, wrong: Exception) -> bool:
    """Whether the counter, started beside us from the same file, says it too."""
    if not arguments.leashed or arguments.command == "counter":
        return False
    from cabinet.diagnostics.crash import is_about_a_game
    from cabinet.settings import ConfigError

    return isinstance(wrong, ConfigError) or is_about_a_game(wrong)


def _run(arguments: argparse.Namespace) -> int:
    command: str = arguments.command or "cabinet"
    if arguments.leashed:
        processes.die_with(arguments.leashed)
    match command:
        case "engine":
            return _engine(arguments.game)
        case "check":
            from cabinet.cli.check import check

            return check(arguments.file or _config(arguments), prices=arguments.prices)
        case "play":
            return _play(arguments)
        case "scenario":
            from cabinet.scenario.runner import run_files

            return run_files(arguments.files, _config(arguments, sim=True), sys.stdout)
        case "replay":
            from cabinet.scenario.replay import replay

            return replay(arguments.tape, _config(arguments), sys.stdout)
        case "panel":
            from cabinet.cli.panel import speak

            return speak(_state(arguments, sim=True) / BUS, arguments.words)
        case "restart":
            from cabinet.cli.restart import restart

            return restart(_books_place(arguments).bus, arguments.wait)
        case "books":
            from cabinet.cli.books import run

            return run(_books_place(arguments), arguments)
        case "fleet" if arguments.action in ("key", "sign", "page"):
            from cabinet.cli.fleet import run_signing

            return run_signing(arguments)
        case "config":
            from cabinet.cli.config import run as run_config

            return run_config(_config_place(arguments), arguments)
        case "backup":
            from cabinet.cli.backup import run as run_backup

            return run_backup(_config_place(arguments), arguments)
        case "learn":
            from cabinet.cli.learn import run as run_learn

            return run_learn(_config_place(arguments), arguments)
        case "alerts" if arguments.action:
            from cabinet.cli.alerts import run as run_alerts

            return run_alerts(_config_place(arguments), arguments)
        case "doctor":
            from cabinet.cli.doctor import run as run_doctor

            return run_doctor(_patient(arguments), arguments)
        case "report":
            from cabinet.diagnostics.support_bundle import write_report

            path = write_report(_patient(arguments), arguments.crash, arguments.to)
            sys.stdout.write(f"{path}\n")
            return 0
        case "shut":
            return _shut(arguments)
        case "safe":
            from cabinet.screen.loop.safe import run_safe

            return run_safe(headless=arguments.headless)
    # Loading makes much that stays; `processes.settle_in` looks for rubbish again.
    gc.disable()
    app.log_to_stderr(command)
    place = _place(arguments)
    keep_log(place.state, command)
    if command == "fleet" and arguments.action:
        from cabinet.cli.fleet import run as run_fleet

        return run_fleet(place, arguments)
    if command == "cabinet" and place.sim:
        return launcher.run_cabinet(place)
    from cabinet.diagnostics.crash import guarded, signed_on

    with signed_on(place, command):
        return guarded(place, command, lambda: _work(place, arguments))


def _work(place: Place, arguments: argparse.Namespace) -> int:
    """One program of the cabinet, until its end."""
    match arguments.command:
        case "screen":
            return app.run_screen(place)
        case "web":
            return app.run_web(place)
        case "fleet":
            from cabinet.cli.fleet import run as run_fleet

            return run_fleet(place, arguments)
        case "alerts":
            from cabinet.cli.alerts import run as run_alerts

            return run_alerts(place, arguments)
    return app.run_counter(place, arguments.leashed or 0)


def _play(arguments: argparse.Namespace) -> int:
    """One game for free, on settings and books that are gone afterwards."""
    from cabinet.cli.play import play

    gc.disable()
    app.log_to_stderr("play")
    return play(
        arguments.game,
        arguments.seats,
        _config(arguments, sim=True),
        headless=arguments.headless,
        browser=arguments.browser,
    )


def _shut(arguments: argparse.Namespace) -> int:
    """It needs no operator's file where a counter has noted what it drives."""
    app.log_to_stderr("shut")
    place = _books_place(arguments)
    keep_log(place.state, "shut")
    return app.shut(place.driven, lambda: _place(arguments))


def _config(arguments: argparse.Namespace, *, sim: bool | None = None) -> Path:
    here, simulated = Path.cwd(), arguments.sim if sim is None else sim
    state = _state(arguments, sim=True) if simulated else None
    path = find_config(arguments.config, here, os.environ, simulated=state)
    if not arguments.config and (said := which_is_meant(path, here)):
        print(f"cabinet: {said}", file=sys.stderr)  # noqa: T201
    return path


def _place(arguments: argparse.Namespace) -> Place:
    if arguments.chip and (not arguments.sim or arguments.record):
        raise CabinetError("--chip goes with --sim, and not with --record")
    if arguments.browser and not arguments.sim:
        raise CabinetError("--browser goes with --sim: real buttons are no page")
    return Place(
        config=_config(arguments).resolve(),
        state=_state(arguments, sim=arguments.sim),
        sim=arguments.sim,
        chip=arguments.chip,
        headless=arguments.headless,
        browser=arguments.browser,
        web=arguments.web,
        fleet=arguments.fleet,
        alerts=arguments.alerts,
        record=arguments.record,
    )


def _state(arguments: argparse.Namespace, *, sim: bool) -> Path:
    state: Path = arguments.state or default_state(os.environ, sim=sim)
    return state.resolve()


def _books_place(arguments: argparse.Namespace) -> Place:
    """Where the books are; to read them takes no operator's file."""
    state = arguments.state or default_state(os.environ, sim=arguments.sim)
    if not arguments.state and is_there(SERVICE_STATE / "books.sqlite3"):
        state = SERVICE_STATE
    return Place(config=Path(), state=state.resolve(), sim=arguments.sim)


def _config_place(arguments: argparse.Namespace) -> Place:
    """Where the operator's file is, and the books that go with it."""
    state = _books_place(arguments).state
    return Place(config=_config(arguments).resolve(), state=state, sim=arguments.sim)


def _patient(arguments: argparse.Namespace) -> Place:
    """The cabinet to look at: a simulated one is never that of the service."""
    if not arguments.sim:
        return _config_place(arguments)
    state = _state(arguments, sim=True)
    return Place(config=_config(arguments).resolve(), state=state, sim=True)


def _engine(name: str) -> int:
    from cabinet import compiled

    compiled.use(os.environ)
    # A search makes millions of objects, and no cycles.
    gc.set_threshold(1_000_000)
    from cabinet.tabletop.engine import Engine, serve
    from cabinet.tabletop.registry import load

    serve(Engine(load(name), time.perf_counter), sys.stdin.buffer, sys.stdout)
    return 0
