"""The command line: words to programs, errors to sentences and exit codes."""

import argparse
import gc
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from cabinet import app
from cabinet.core.errors import CabinetError
from cabinet.desk.config_words import add_config_arguments
from cabinet.desk.words import add_arguments
from cabinet.places import HALLWAY, SERVICE_STATE, Place, default_state, find_config

EXAMPLES = """\
examples:
  cabinet --sim                     the whole cabinet in a window, front panel and all
  cabinet --sim --headless          the same without a window
  cabinet --sim --chip              its wires end at the board's firmware, simulated
  cabinet panel coin start start    put a hand on the simulated panel of a running one
  cabinet books                     what was earned, played, refunded; and alarms
  cabinet check                     is the operator's file right? what do games cost?
  cabinet config set PATH VALUE     change a setting; a running cabinet adopts it
  cabinet scenario FILE...          play scenario files in virtual time
  cabinet engine azteka             one game's rules on a pipe
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    arguments = _parser().parse_args(argv)
    try:
        return int(_run(arguments))
    except CabinetError as wrong:
        return _complain(arguments, wrong, wrong.exit_code)
    except ValueError as wrong:
        if not _is_about_a_game(wrong):
            raise
        return _complain(arguments, wrong, 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _is_about_a_game(wrong: ValueError) -> bool:
    """Asked of an error only: what knows games takes as long to load as we do."""
    from cabinet.tabletop.registry import GameNotUsableError

    return isinstance(wrong, GameNotUsableError)


def _complain(arguments: argparse.Namespace, wrong: Exception, code: int) -> int:
    if _is_told_beside(arguments, wrong):
        return 0
    print(f"cabinet: {wrong}", file=sys.stderr)  # noqa: T201
    return code


def _is_told_beside(arguments: argparse.Namespace, wrong: Exception) -> bool:
    """Whether the counter, started beside us from the same file, says it too."""
    if not arguments.leashed or arguments.command == "counter":
        return False
    from cabinet.config import ConfigError
    from cabinet.tabletop.registry import GameNotUsableError

    return isinstance(wrong, ConfigError | GameNotUsableError)


def _run(arguments: argparse.Namespace) -> int:
    command: str = arguments.command or "cabinet"
    if arguments.leashed:
        app.die_with(arguments.leashed)
    match command:
        case "engine":
            return _engine(arguments.game)
        case "check":
            return _check(arguments)
        case "scenario":
            from cabinet.scenario.runner import run_files

            return run_files(arguments.files, _config(arguments), sys.stdout)
        case "replay":
            from cabinet.scenario.replay import replay

            return replay(arguments.tape, _config(arguments), sys.stdout)
        case "panel":
            from cabinet.panel_words import speak

            return speak(_state(arguments, sim=True) / HALLWAY, arguments.words)
        case "shots":
            return _shots(arguments.folder)
        case "books":
            from cabinet.desk.commands import run

            return run(_books_place(arguments), arguments)
        case "config":
            from cabinet.desk.config_commands import run as run_config

            return run_config(_config_place(arguments), arguments)
    # Loading makes much that stays; `app.settle_in` looks for rubbish again.
    gc.disable()
    app.log_to_stderr(command)
    place = _place(arguments)
    match command:
        case "counter":
            return app.run_counter(place, restarts=bool(arguments.leashed))
        case "screen":
            return app.run_screen(place)
        case "office":
            return app.run_office(place)
    return app.run_cabinet(place) if place.sim else app.run_counter(place)


def _config(arguments: argparse.Namespace) -> Path:
    return find_config(arguments.config, Path.cwd(), os.environ)


def _place(arguments: argparse.Namespace) -> Place:
    if arguments.chip and (not arguments.sim or arguments.record):
        raise CabinetError("--chip goes with --sim, and not with --record")
    return Place(
        config=_config(arguments).resolve(),
        state=_state(arguments, sim=arguments.sim),
        sim=arguments.sim,
        chip=arguments.chip,
        headless=arguments.headless,
        office=arguments.office,
        record=arguments.record,
    )


def _state(arguments: argparse.Namespace, *, sim: bool) -> Path:
    state: Path = arguments.state or default_state(os.environ, sim=sim)
    return state.resolve()


def _books_place(arguments: argparse.Namespace) -> Place:
    """Where the books are; to read them takes no operator's file."""
    state = arguments.state or default_state(os.environ, sim=arguments.sim)
    if not arguments.state and (SERVICE_STATE / "books.sqlite3").exists():
        state = SERVICE_STATE
    return Place(config=Path(), state=state.resolve(), sim=arguments.sim)


def _config_place(arguments: argparse.Namespace) -> Place:
    """Where the operator's file is, and the books that go with it."""
    state = _books_place(arguments).state
    return Place(config=_config(arguments).resolve(), state=state, sim=arguments.sim)


def _engine(name: str) -> int:
    from cabinet import compiled

    compiled.use(os.environ)
    # A search makes millions of objects, and no cycles.
    gc.set_threshold(1_000_000)
    from cabinet.tabletop.engine import Engine, serve
    from cabinet.tabletop.registry import load

    serve(Engine(load(name), time.perf_counter), sys.stdin.buffer, sys.stdout)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from cabinet import config
    from cabinet.tabletop.registry import installed

    path = arguments.file or _config(arguments)
    catalogue = config.catalogue_of(installed())
    house = config.load(path, None, catalogue).house(catalogue)
    prices = config.describe_prices(house)
    if not arguments.prices:
        sys.stdout.write(f"{path}: all right\n\n")
    sys.stdout.write(f"{prices}\n")
    return 0


def _shots(folder: Path) -> int:
    from cabinet.screens import film
    from cabinet.screens.shots import render_all
    from cabinet.tabletop.registry import installed

    for path in render_all(folder, ("fr", "en")):
        sys.stdout.write(f"{path}\n")
    sys.stdout.write(f"{film.write(installed(), 'en', folder / 'film.png')}\n")
    return 0


class _Version(argparse.Action):
    """Looks the version up only when asked: it costs 20 ms."""

    def __call__(self, *_: object) -> None:
        """See `argparse.Action`."""
        from importlib.metadata import version

        print("cabinet", version("arkade-cabinet"))  # noqa: T201
        raise SystemExit(0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cabinet",
        description="The software of a coin-operated arcade cabinet. Without a "
        "command it runs the counter: coins, credits, books.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="and end")
    _add_place(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, what in (
        ("counter", "the service alone"),
        ("screen", "the screen alone; it joins a running counter"),
        ("office", "the operator's web pages alone"),
    ):
        _add_place(commands.add_parser(name, help=what), suppress=True)
    books = commands.add_parser("books", help="what the books say")
    books.add_argument("--state", type=Path, default=argparse.SUPPRESS, metavar="DIR")
    add_arguments(books)
    settings = commands.add_parser("config", help="read and change the settings")
    add_config_arguments(settings)
    check = commands.add_parser("check", help="check the operator's file")
    check.add_argument("file", type=Path, nargs="?", metavar="FILE")
    check.add_argument(
        "--prices", action="store_true", help="only what each mode costs, for whom"
    )
    engine = commands.add_parser("engine", help="a game's rules on a pipe")
    engine.add_argument("game", metavar="GAME")
    scenario = commands.add_parser("scenario", help="play scenario files")
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE")
    replay = commands.add_parser("replay", help="play a recorded tape again")
    replay.add_argument("tape", type=Path, metavar="TAPE")
    panel = commands.add_parser("panel", help="touch the simulated front panel")
    panel.add_argument("words", nargs="+", metavar="WORD")
    panel.add_argument("--state", type=Path, default=argparse.SUPPRESS)
    shots = commands.add_parser("shots", help="draw every screen to PNG files")
    shots.add_argument("folder", type=Path, metavar="FOLDER")
    return parser


def _add_place(parser: argparse.ArgumentParser, *, suppress: bool = False) -> None:
    """Where and how to run; after a command these leave what came before it."""
    off: object = argparse.SUPPRESS if suppress else False
    unset: object = argparse.SUPPRESS if suppress else None

    parser.add_argument(
        "--sim",
        action="store_true",
        default=off,
        help="simulate the electrical front panel; all the rest is real",
    )
    parser.add_argument(
        "--chip",
        action="store_true",
        default=off,
        help="with --sim: the wires end at the board's real firmware, simulated",
    )
    parser.add_argument(
        "--headless",
        action="store_true",
        default=off,
        help="with no window",
    )
    parser.add_argument(
        "--office",
        action="store_true",
        default=off,
        help="start the operator's web pages too",
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        default=unset,
        help="the operator's file (else $CABINET_CONFIG, config/cabinet.yaml, /etc)",
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        default=unset,
        help="where the books are kept",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="TAPE",
        default=unset,
        help="write every edge of every wire to a tape",
    )
    parser.add_argument(
        "--leashed",
        type=int,
        default=unset,
        help=argparse.SUPPRESS,
    )
