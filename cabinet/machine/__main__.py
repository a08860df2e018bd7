"""`python -I -m cabinet.machine VERB`: what root's units run, one verb each."""

import sys
from collections.abc import Callable
from dataclasses import asdict

from cabinet.machine import clock, network, notes, update
from cabinet.machine.notes import Note, NoteError, RefusedVerbError

Doing = Callable[[Note], str]


def _look_at_networks(_: Note) -> str:
    notes.tell("network", asdict(network.look()))
    return ""


def _join(note: Note) -> str:
    try:
        return network.join(note)
    finally:
        _look_at_networks(note)


def _look_for_releases(_: Note) -> str:
    places = update.Places()
    known = {
        "releases": [asdict(each) for each in update.look(places)],
        "pinned": places.key.exists(),
        "version": update.current_version(places),
    }
    notes.tell(update.RELEASES, known)
    return ""


def _install(note: Note) -> str:
    try:
        return update.install(note, update.Places())
    finally:
        _look_for_releases(note)


VERBS: dict[str, dict[str, Doing]] = {
    "network": {"look": _look_at_networks, "join": _join},
    "clock": {"set": clock.set_clock, "zone": clock.set_zone},
    "update": {"look": _look_for_releases, "install": _install},
}


def main(words: list[str]) -> int:
    """Do what the note of a verb asks, and say what became of it."""
    verb = words[0]
    try:
        note = notes.take(verb)
    except NoteError as wrong:
        print(f"machine: the note for {verb} {wrong}", file=sys.stderr)  # noqa: T201
        return 1
    about, refused = "", None
    doing = VERBS[verb].get(note.get("what", ""))
    try:
        if doing is None:
            raise RefusedVerbError("no_such_verb")
        about = doing(note)
    except RefusedVerbError as wrong:
        refused = wrong
        print(f"machine: {verb}: {wrong.code}", file=sys.stderr)  # noqa: T201
    except Exception as wrong:
        refused = RefusedVerbError("failed", f"{type(wrong).__name__}: {wrong}")
        raise
    finally:
        notes.tell_outcome(verb, note, refused, about)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
