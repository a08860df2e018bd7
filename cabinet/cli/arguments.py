"""What may be written after `cabinet` on the command line.

Loaded with every command, so it imports nothing of ours.
"""

import argparse
from datetime import date
from pathlib import Path
from typing import Final

MOST_DIGITS: Final = 9
MOST_VAT: Final = 100_00
KEYS: Final = (
    *("hour", "weekday", "day", "week", "month"),
    *("slot", "tender", "mode", "game"),
)


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet backup`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    make = actions.add_parser("make", help="settings, logo, history, books: one file")
    make.add_argument("file", type=Path, nargs="?", metavar="FILE or FOLDER")
    show = actions.add_parser("show", help="what is in one, and what it would change")
    restore = actions.add_parser("restore", help="take its settings and its logo")
    restore.add_argument(
        "--books", action="store_true", help="its books too; those here are kept aside"
    )
    for each in (show, restore):
        each.add_argument("file", type=Path, metavar="FILE")
        each.add_argument(
            "--whole",
            action="store_true",
            help="also what belongs to a machine: wires, coins, name in the network",
        )
    for each in (make, show, restore):
        each.add_argument(
            "--config", type=Path, metavar="FILE", default=argparse.SUPPRESS
        )
        each.add_argument(
            "--state", type=Path, metavar="DIR", default=argparse.SUPPRESS
        )


def add_books_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet books`."""
    parser.add_argument("--csv", action="store_true", help="for a spreadsheet")
    parser.add_argument("--json", action="store_true", help="for a program")
    parser.add_argument(
        "--since", type=_date, metavar="DATE", help="from that day on: 2026-01-31"
    )
    parser.add_argument(
        "--until", type=_date, metavar="DATE", help="up to the end of that day"
    )
    parser.add_argument("--by", choices=KEYS, help="one row for each")
    parser.set_defaults(action="", cash="", meter=None, id=None, tape=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    collect = actions.add_parser(
        "collect", help="the cash box was emptied: close the period, compare"
    )
    collect.add_argument(
        "--cash", required=True, metavar="45.60", help="what was counted; 45 is 45.00"
    )
    collect.add_argument(
        "--meter", type=_count, metavar="N", help="what the mechanical meter shows"
    )
    collect.add_argument(
        "--corrects",
        metavar="CODE",
        help="what was really counted at the collection with this check code",
    )
    collect.add_argument("--note", metavar="WHY", help="why it is corrected")
    verify = actions.add_parser(
        "verify", help="check every row; the first bad one is named"
    )
    verify.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="CODE",
        help="compare with the check code of a collection that you kept",
    )
    export = actions.add_parser(
        "export", help="for an accountant: takings, or months with their VAT"
    )
    export.add_argument(
        "--language",
        choices=("fr", "en"),
        default="fr",
        help="fr: as French Excel reads it (the default); en: plain CSV",
    )
    export.add_argument(
        "--vat", type=_rate, metavar="20", help="a line a month, with VAT at this rate"
    )
    export.add_argument("--since", type=_date, metavar="DATE", help="from that day on")
    export.add_argument(
        "--until", type=_date, metavar="DATE", help="up to the end of that day"
    )
    export.add_argument("--by", choices=KEYS, default="month", help="one row for each")
    copy = actions.add_parser("copy", help="prove and copy; do it before an update")
    why = actions.add_parser("why", help="what the wires did when a coin was refused")
    why.add_argument("id", type=_count, nargs="?", metavar="ID")
    why.add_argument("--tape", type=Path, metavar="FILE", help="write it for a replay")
    for action in (collect, verify, export, copy, why):
        action.add_argument(
            "--state", type=Path, metavar="DIR", default=argparse.SUPPRESS
        )


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is not a day: write it like 2026-01-31"
        ) from None


def _rate(text: str) -> int:
    """A rate in percent, as hundredths of a percent."""
    whole, _, part = text.replace(",", ".").partition(".")
    figures = whole + part.ljust(2, "0")
    if not (figures.isascii() and figures.isdecimal() and whole and len(part) <= 2):
        raise argparse.ArgumentTypeError(
            f"{text} is not a VAT rate: write for example 20 or 5.5"
        )
    if int(figures) > MOST_VAT:
        raise argparse.ArgumentTypeError(f"{text} % is more than 100 %")
    return int(figures)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise argparse.ArgumentTypeError(
            f"{text} is not a whole number of at most {MOST_DIGITS} digits"
        )
    return int(text)


_ACTIONS: Final = (
    ("get", "what is set, all of it or below a path"),
    ("set", "change settings: PATH VALUE, as many pairs as you like"),
    ("diff", "what is not as it would be if it were left out"),
    ("history", "who changed what, and when"),
    ("undo", "take the last change back"),
)


def add_config_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet config`."""
    _add_config_place(parser)
    parser.set_defaults(action="get", path="", pairs=[])
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    made = {name: actions.add_parser(name, help=what) for name, what in _ACTIONS}
    # What the counter's child is asked, on its stdin.
    made["answer"] = actions.add_parser("answer")
    made["get"].add_argument("path", nargs="?", default="", metavar="PATH")
    made["set"].add_argument("pairs", nargs="+", metavar="PATH VALUE")
    for action in made.values():
        _add_config_place(action)


def _add_config_place(parser: argparse.ArgumentParser) -> None:
    for name, what in (("--config", "FILE"), ("--state", "DIR")):
        parser.add_argument(name, type=Path, metavar=what, default=argparse.SUPPRESS)


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet report`."""
    parser.add_argument(
        "--to", type=Path, metavar="FILE", help="else a new one in the state folder"
    )
    parser.add_argument("--crash", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--sim", action="store_true", default=argparse.SUPPRESS)
    _add_config_place(parser)


LONGEST_WATCH = 3600


def add_doctor_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet doctor`."""
    parser.add_argument("--json", action="store_true", help="for a program")
    parser.add_argument(
        "--watch",
        type=_seconds,
        metavar="SECONDS",
        help="print every edge of every wire for so long, then examine",
    )
    parser.add_argument("--language", choices=("fr", "en"), help="else the cabinet's")
    parser.add_argument(
        "--fault",
        metavar="NAME",
        help="with --sim: pretend that fault; `list` names all of them",
    )
    parser.add_argument("--sim", action="store_true", default=argparse.SUPPRESS)
    _add_config_place(parser)


def _seconds(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= LONGEST_WATCH:
        raise argparse.ArgumentTypeError(
            f"{text} is not a whole number of seconds from 1 to {LONGEST_WATCH}"
        )
    return int(text)


def add_fleet_arguments(fleet: argparse.ArgumentParser) -> None:
    """Its actions; without one it is the program that talks to the broker."""
    actions = fleet.add_subparsers(dest="action", metavar="ACTION")
    export = actions.add_parser("export", help="the postings as lines of JSON")
    export.add_argument("--after", type=int, default=0, metavar="NUMBER")
    export.add_argument("file", type=Path, nargs="?", metavar="FILE")
    collect = actions.add_parser("collect", help="the postings of all cabinets")
    collect.add_argument("into", type=Path, metavar="FILE")
    page = actions.add_parser("page", help="what was collected, as a web page")
    page.add_argument("of", type=Path, metavar="FILE")
    page.add_argument("--port", type=int, default=8090, metavar="PORT")
    key = actions.add_parser("key", help="make a key that signs bundles")
    key.add_argument("file", type=Path, metavar="FILE")
    sign = actions.add_parser("sign", help="sign changes of settings")
    sign.add_argument("--key", type=Path, required=True, metavar="FILE")
    sign.add_argument("--number", type=int, required=True)
    sign.add_argument("--for", dest="cabinets", action="append", metavar="ID")
    sign.add_argument("--undo", type=int, default=0, metavar="NUMBER")
    sign.add_argument("--not-before", default="", metavar="TIME")
    sign.add_argument("--not-after", default="", metavar="TIME")
    sign.add_argument("pairs", nargs="*", metavar="PATH VALUE")


def add_alerts_arguments(alerts: argparse.ArgumentParser) -> None:
    """Its actions; without one it is the program that sends them."""
    actions = alerts.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("test", help="send a test on every way, now")
    secret = actions.add_parser("secret", help="keep a line of standard input apart")
    secret.add_argument("name", metavar="NAME", help="such as mail_password")


EXAMPLES: Final = """\
examples:
  cabinet --sim                     the whole cabinet in a window, front panel and all
  cabinet --sim --browser           the same in a browser, where there is no display too
  cabinet --sim --headless          the same without a window
  cabinet --sim --chip              its wires end at the board's firmware, simulated
  cabinet panel coin start start    put a hand on the simulated panel of a running one
  cabinet books                     what was earned, played, refunded; and alarms
  cabinet check                     is the operator's file right? what do games cost?
  cabinet doctor                    how wires, disk, screen and all the rest are
  cabinet config set PATH VALUE     change a setting; a running cabinet adopts it
  cabinet scenario FILE...          play scenario files in virtual time
  cabinet play azteka --seats 2     one game, for free and without any settings
  cabinet engine azteka             one game's rules on a pipe
"""


class _Version(argparse.Action):
    """Looks the version up only when asked: it costs 20 ms."""

    def __call__(self, *_: object) -> None:
        """See `argparse.Action`."""
        from importlib.metadata import version

        print("cabinet", version("arkade-cabinet"))  # noqa: T201
        raise SystemExit(0)


def parser() -> argparse.ArgumentParser:
    """Every command and option of `cabinet`."""
    words = argparse.ArgumentParser(
        prog="cabinet",
        description="The software of a coin-operated arcade cabinet. Without a "
        "command it runs the counter: coins, credits, books.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words.add_argument("--version", action=_Version, nargs=0, help="and end")
    _add_place(words)
    commands = words.add_subparsers(dest="command", metavar="COMMAND")
    for name, what in (
        ("counter", "the service alone"),
        ("screen", "the screen alone; it joins a counter that runs alone too"),
        ("web", "the operator's web pages alone"),
        ("shut", "every output off, when the counter cannot do it itself"),
        ("safe", "only a picture that says: out of order, no coins"),
    ):
        _add_place(commands.add_parser(name, help=what), suppress=True)
    # The old name of `web`, for one more release; without help it is not listed.
    _add_place(commands.add_parser("office"), suppress=True)
    fleet = commands.add_parser("fleet", help="tell a broker what happens here")
    _add_place(fleet, suppress=True)
    add_fleet_arguments(fleet)
    alerts = commands.add_parser("alerts", help="tell somebody when something is wrong")
    _add_place(alerts, suppress=True)
    add_alerts_arguments(alerts)
    books = commands.add_parser("books", help="what the books say")
    books.add_argument("--state", type=Path, default=argparse.SUPPRESS, metavar="DIR")
    add_books_arguments(books)
    backup = commands.add_parser("backup", help="everything in one file, and back")
    add_backup_arguments(backup)
    settings = commands.add_parser("config", help="read and change the settings")
    add_config_arguments(settings)
    check = commands.add_parser("check", help="check the operator's file")
    check.add_argument("file", type=Path, nargs="?", metavar="FILE")
    check.add_argument(
        "--prices", action="store_true", help="only what each mode costs, for whom"
    )
    doctor = commands.add_parser("doctor", help="how every part is, and what to do")
    add_doctor_arguments(doctor)
    learn = commands.add_parser("learn", help="find keys of an encoder by pressing")
    learn.add_argument("device", nargs="?", metavar="DEVICE", help="as in io.devices")
    learn.add_argument("lines", nargs="*", metavar="LINE", help="all of its lines")
    learn.add_argument("--config", type=Path, default=argparse.SUPPRESS, metavar="FILE")
    report = commands.add_parser("report", help="one file with all that helps to help")
    add_report_arguments(report)
    play = commands.add_parser("play", help="play one game for free, as it is")
    play.add_argument("game", metavar="GAME")
    play.add_argument("--seats", type=int, default=1, metavar="N", help="how many play")
    _add_place(play, suppress=True)
    engine = commands.add_parser("engine", help="a game's rules on a pipe")
    engine.add_argument("game", metavar="GAME")
    scenario = commands.add_parser("scenario", help="play scenario files")
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE")
    replay = commands.add_parser("replay", help="play a recorded tape again")
    replay.add_argument("tape", type=Path, metavar="TAPE")
    again = commands.add_parser("restart", help="begin anew when nobody plays")
    again.add_argument(
        "--wait", type=int, default=0, metavar="SECONDS", help="for that to be so"
    )
    again.add_argument("--state", type=Path, default=argparse.SUPPRESS, metavar="DIR")
    panel = commands.add_parser("panel", help="touch the simulated front panel")
    panel.add_argument("words", nargs="+", metavar="WORD")
    panel.add_argument("--state", type=Path, default=argparse.SUPPRESS)
    return words


_FLAGS: Final = (
    ("--sim", "simulate the electrical front panel; all the rest is real"),
    ("--chip", "with --sim: the wires end at the board's real firmware, simulated"),
    ("--headless", "with no window"),
    ("--browser", "with --sim: in a browser instead of a window"),
    ("--web", "start the operator's web pages too"),
    ("--office", argparse.SUPPRESS),
    ("--fleet", "start the program that talks to a broker too"),
    ("--alerts", "start the program that sends alerts too"),
)
_CONFIG: Final = "the operator's file (else $CABINET_CONFIG, /etc/cabinet, ./config)"
_PATHS: Final = (
    ("--config", "FILE", _CONFIG),
    ("--state", "DIR", "where the books are kept"),
    ("--record", "TAPE", "write every edge of every wire to a tape"),
)


def _add_place(parser: argparse.ArgumentParser, *, suppress: bool = False) -> None:
    """Where and how to run; after a command these leave what came before it."""
    off: object = argparse.SUPPRESS if suppress else False
    unset: object = argparse.SUPPRESS if suppress else None
    for name, what in _FLAGS:
        parser.add_argument(name, action="store_true", default=off, help=what)
    for name, place, what in _PATHS:
        parser.add_argument(name, type=Path, metavar=place, default=unset, help=what)
    parser.add_argument("--leashed", type=int, default=unset, help=argparse.SUPPRESS)
