"""`cabinet alerts`: the program, and a test of its ways by hand."""

import argparse
import sys

from cabinet.alerts.config import wanted
from cabinet.alerts.program import AlertsProgram, run_alerts, try_ways
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.i18n.message import message
from cabinet.places import Place
from cabinet.platform.processes import settle_in
from cabinet.settings.alerts import keep_secret


def run(place: Place, arguments: argparse.Namespace) -> int:
    """Do what `cabinet alerts …` asks."""
    match arguments.action:
        case "test":
            return _test(place)
        case "secret":
            return _secret(place, arguments.name)
    settle_in()
    return run_alerts(AlertsProgram(place, SystemClock()))


def _test(place: Place) -> int:
    """A test on every way, now; each with what became of it."""
    found = wanted(place)
    if not found.ways:
        raise CabinetError(message("alerts.nothing_on"))
    outcome = try_ways(found, SystemClock().wall_ms())
    for way, why in outcome:
        sys.stdout.write(f"{way}: {why or 'sent'}\n")
    return int(any(why is not None for _, why in outcome))


def _secret(place: Place, name: str) -> int:
    """Keep a line of standard input: a command line is for everybody to read."""
    keep_secret(place.state, name, sys.stdin.readline().strip())
    return 0
