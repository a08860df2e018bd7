"""`cabinet fleet`: the words of the command line, and who answers them."""

import argparse
import json
import os
import signal
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

from cabinet import settings
from cabinet.books.feed import Feed
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.fleet.broker import Access
from cabinet.fleet.bundles import LONGEST_VALIDITY, Bundle, load_key, new_key, sign
from cabinet.fleet.collector import Collector
from cabinet.fleet.memory import Memory
from cabinet.fleet.program import FleetProgram, run_fleet
from cabinet.fleet.rollout import FleetSettingsFile
from cabinet.fleet.session import Membership
from cabinet.fleet.topics import EVERYBODY
from cabinet.loops.registry import GameShelf
from cabinet.places import Place, read_secret
from cabinet.platform.processes import settle_in
from cabinet.settings import Config

MEMORY: Final = "fleet.json"
# Where each program has an account of its own, this folder is the fleet's to write.
OWN_FOLDER: Final = "fleet"
_AT_ONCE: Final = 1_000
_A_WEEK: Final = 7 * 24 * 3600


def run(place: Place, arguments: argparse.Namespace) -> int:
    """Do what `cabinet fleet …` asks."""
    match arguments.action:
        case "export":
            return _export(place, arguments.after, arguments.file)
        case "collect":
            return _collect(place, arguments.into)
    return _talk(place)


def _talk(place: Place) -> int:
    member = membership(_settings(place))
    own = place.state / OWN_FOLDER
    memory = Memory((own if own.is_dir() else place.state) / MEMORY)
    file, clock = FleetSettingsFile(place), SystemClock()
    settle_in()
    program = FleetProgram(member, place.bus, place.books, memory, file, clock)
    return run_fleet(program)


def _settings(place: Place) -> Config:
    return settings.load(place.config, None, settings.catalogue_of(GameShelf()))


def membership(held: Config) -> Membership:
    """What the program needs of the operator's file."""
    fleet = held.fleet
    return Membership(
        id=held.cabinet.id,
        name=held.cabinet.name,
        currency=held.pricing.currency,
        access=access(held),
        home_assistant=fleet.home_assistant,
        share_scores=fleet.share_scores,
        commands=fleet.commands,
        bundle_key=fleet.bundle_key or "",
        language=held.cabinet.language,
    )


def access(held: Config) -> Access:
    """Where the broker is; its password is in a file of its own."""
    fleet, secret = held.fleet, held.fleet.password_file
    if fleet.broker is None:
        raise CabinetError("no broker: set fleet.broker in the operator's file")
    return Access(
        host=fleet.broker,
        port=fleet.port,
        user=fleet.user,
        password=read_secret(Path(secret)) if secret else None,
        tls=fleet.tls,
        ca_file=Path(fleet.ca_file) if fleet.ca_file else None,
    )


def _export(place: Place, after: int, file: Path | None) -> int:
    """Every posting on a line of its own, as the broker gets them."""
    id_, feed = _settings(place).cabinet.id, Feed(place.books)
    try:
        out = sys.stdout if file is None else file.open("w", encoding="utf-8")
    except OSError as wrong:
        raise CabinetError(f"{file}: cannot be written ({wrong.strerror})") from None
    while found := feed.after(after, _AT_ONCE):
        for posting in found:
            line = {"cabinet": id_, **posting}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
        after = found[-1]["seq"]
    if file is not None:
        out.flush()
        os.fsync(out.fileno())
        out.close()
    return 0


def _collect(place: Place, into: Path) -> int:
    collector = Collector(access(_settings(place)), into, SystemClock())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, collector.stop)
    return collector.run()


# `cabinet fleet key`, `sign` and `page`: on a computer without any cabinet.


def run_signing(arguments: argparse.Namespace) -> int:
    """Make a key, sign with one, or show what was collected."""
    if arguments.action == "page":
        from cabinet.fleet.page import run_page

        return run_page(arguments.of, arguments.port)
    if arguments.action == "key":
        sys.stdout.write(f"fleet.bundle_key: {new_key(arguments.file)}\n")
    else:
        sys.stdout.write(_signed(arguments))
    return 0


def _signed(arguments: argparse.Namespace) -> str:
    pairs: list[str] = arguments.pairs
    if arguments.undo and pairs:
        raise CabinetError("--undo takes a bundle back: no changes go with it")
    if len(pairs) % 2 or not (pairs or arguments.undo):
        raise CabinetError("write PATH VALUE pairs, or --undo NUMBER")
    changes = dict(zip(pairs[::2], pairs[1::2], strict=True))
    cabinets = tuple(arguments.cabinets or (EVERYBODY,))
    begin, end = _validity(arguments.not_before, arguments.not_after)
    bundle = Bundle(arguments.number, cabinets, begin, end, changes, arguments.undo)
    return sign(bundle, load_key(arguments.key)).decode()


def _validity(not_before: str, not_after: str) -> tuple[int, int]:
    """From when to when a bundle is good: from now on, and for a week."""
    begin = _seconds(not_before) if not_before else SystemClock().wall_ms() // 1_000
    end = _seconds(not_after) if not_after else begin + _A_WEEK
    if not begin < end <= begin + LONGEST_VALIDITY:
        days = LONGEST_VALIDITY // 86_400
        raise CabinetError(
            f"--not-after: write a time at most {days} days after --not-before"
        )
    return begin, end


def _seconds(text: str) -> int:
    """Seconds since 1970; a time without a zone is that of this computer."""
    try:
        return int(datetime.fromisoformat(text).astimezone().timestamp())
    except (ValueError, OverflowError, OSError):
        raise CabinetError(
            f"'{text}' is no time: write 2026-12-24, 2026-12-24T18:00 or "
            "2026-12-24T18:00Z"
        ) from None
