"""`cabinet doctor`: examine, print, and end with 1 when something is red."""

import argparse
import os
import sys
from difflib import get_close_matches

from cabinet import settings
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND, Edge
from cabinet.diagnostics.doctor.examination import LISTEN, examine
from cabinet.diagnostics.doctor.faults import FAULTS, NO_FAULT, Fault
from cabinet.diagnostics.doctor.findings import Level, worst
from cabinet.diagnostics.doctor.printing import (
    EdgePrinter,
    as_json,
    as_text,
    doctor_words,
)
from cabinet.places import Place


def run(place: Place, arguments: argparse.Namespace) -> int:
    """Do what `cabinet doctor …` asks."""
    if arguments.fault == "list":
        sys.stdout.write("".join(f"{name}\n" for name in FAULTS))
        return 0
    fault = _fault(arguments.fault, sim=place.sim)
    words = doctor_words(arguments.language or language_of(place))
    listen = (arguments.watch or 0) * SECOND or LISTEN
    printer = EdgePrinter(words)

    def seen(edge: Edge) -> None:
        sys.stdout.write(printer.line(edge))
        sys.stdout.flush()

    watching = arguments.watch and not arguments.json
    if watching:
        sys.stdout.write(words("watching", seconds=arguments.watch) + "\n")
        sys.stdout.flush()
    facts = examine(place, listen, fault, seen if watching else lambda _: None)
    findings = list(facts.judge())
    if arguments.json:
        sys.stdout.write(as_json(findings, words, SystemClock().wall_ms()))
    else:
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        sys.stdout.write(as_text(findings, words, colour=colour))
    return 1 if worst(findings) is Level.RED else 0


def language_of(place: Place) -> str:
    """The cabinet's language; English where its file does not tell."""
    try:
        return settings.load(place.config).cabinet.language
    except settings.ConfigError:
        return "en"


def _fault(name: str | None, *, sim: bool) -> Fault:
    if name is None:
        return NO_FAULT
    if not sim:
        raise CabinetError("--fault goes with --sim: a real cabinet has its own")
    if name not in FAULTS:
        near = get_close_matches(name, FAULTS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise CabinetError(f"no fault is called {name!r} ({hint}--fault list has all)")
    return FAULTS[name]
