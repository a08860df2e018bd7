"""The part of the menu about coin acceptors: what coins are worth is told in one way.

By the pulse, by a table of pulses or by the length of a pulse: the file holds one of
these, and the kind that goes with it. A menu changes one setting after another, so
here each of them leaves the others out and brings its kind along.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from cabinet.protocol.operator import Entry

# Each way with the kinds that it goes with, the usual one first.
_WAYS: Final = {
    "pulse_value": ("pulse", "line"),
    "table": ("pulse",),
    "widths": ("duration",),
}


def told_one_way(entry: Entry, slot: Mapping[str, Any]) -> Entry:
    """The entry of a slot; one that tells what coins are worth is instead of others."""
    path, _, name = entry.path.rpartition(".")
    if name not in _WAYS:
        return entry
    also = {f"{path}.{way}": "" for way in _WAYS if way != name and slot[way]}
    if slot["kind"] not in _WAYS[name]:
        also[f"{path}.kind"] = _WAYS[name][0]
    return replace(entry, also=also, fresh=_fresh(name, slot))


def _fresh(name: str, slot: Mapping[str, Any]) -> tuple[str, ...]:
    """A table begins with what a coin is worth already."""
    worth = [row["value"] for row in (*slot["table"], *slot["widths"])]
    value = str(slot["pulse_value"] or min(worth))
    match name:
        case "table":
            return ("1", value)
        case "widths":
            return (*map(str, slot["width_ms"]), value)
    return ()
