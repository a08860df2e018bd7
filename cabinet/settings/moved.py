"""Settings that stand elsewhere today: hours of modes and quiet hours, now rules.

A file of before is read as if its hours stood in the schedule, each value in its old
place, so that a mistake is told where it is written. `upgrade` moves them in the file.
"""

from collections.abc import Iterator
from typing import Final

from cabinet.core.operating import mode_key
from cabinet.settings.problems import FilePosition
from cabinet.settings.week import AT_NIGHT
from cabinet.settings.yaml_marks import YamlNode

QUIET: Final = {"quiet_from": "from", "quiet_to": "to", "quiet_volume": "volume"}


def moved(root: YamlNode) -> YamlNode:
    """The file as it would be written today."""
    rules = [*_quiet(root), *_hours(root)]
    if not (rules or _has_quiet(root)) or not isinstance(root.value, dict):
        return root
    entries = dict(root.value)
    schedule = root.child("schedule")
    held = schedule.value if schedule and isinstance(schedule.value, dict) else {}
    known = schedule.child("rules") if schedule else None
    written = known.value if known and isinstance(known.value, list) else None
    if written is None and not _has_quiet(root):
        written = [_node(AT_NIGHT)]
    every = YamlNode([*(written or ()), *rules], *_where(known))
    entries["schedule"] = YamlNode({**held, "rules": every}, *_where(schedule))
    if sound := root.child("sound"):
        entries["sound"] = _without(sound, tuple(QUIET))
    if modes := root.child("modes"):
        items = modes.value if isinstance(modes.value, list) else []
        rest = [_without(mode, ("hours",)) for mode in items]
        entries["modes"] = YamlNode(rest, modes.place, modes.key) if items else modes
    return YamlNode(entries, root.place, root.key)


def _where(
    node: YamlNode | None,
) -> tuple[FilePosition | None, FilePosition | None]:
    return (node.place, node.key) if node else (None, None)


def _node(value: object) -> YamlNode:
    if isinstance(value, dict):
        return YamlNode({str(name): _node(each) for name, each in value.items()})
    return YamlNode(value if isinstance(value, str | int) else None)


def _has_quiet(root: YamlNode) -> bool:
    sound = root.child("sound")
    return sound is not None and any(sound.child(name) for name in QUIET)


def _quiet(root: YamlNode) -> Iterator[YamlNode]:
    """The rule of the quiet hours; none where they never were."""
    sound = root.child("sound")
    if sound is None or not _has_quiet(root):
        return
    made = {name: _node(value) for name, value in AT_NIGHT.items()}
    made |= {new: node for old, new in QUIET.items() if (node := sound.child(old))}
    if made["from"].value != made["to"].value:
        yield YamlNode(made, sound.place)


def _hours(root: YamlNode) -> Iterator[YamlNode]:
    """A rule for each of the hours of each mode."""
    modes = root.child("modes")
    for mode in modes.value if modes and isinstance(modes.value, list) else ():
        hours, game, options = map(mode.child, ("hours", "game", "options"))
        if hours is None or not isinstance(hours.value, list):
            continue
        chosen = options.plain() if options else {}
        name = str(game.value) if game else ""
        key = mode_key(name, chosen) if isinstance(chosen, dict) else name
        for each in hours.value:
            held = each.value if isinstance(each.value, dict) else {}
            start, end = each.child("from"), each.child("to")
            if start and end and start.value == end.value:
                continue
            yield YamlNode(
                {"what": _node("price"), **held, "games": YamlNode(key, each.place)},
                each.place,
            )


def _without(node: YamlNode, names: tuple[str, ...]) -> YamlNode:
    if not isinstance(node.value, dict):
        return node
    rest = {name: one for name, one in node.value.items() if name not in names}
    return YamlNode(rest, node.place, node.key)
