"""The operator's file, changed from menu, page or command line, with undo.

A change is checked as if the file were read anew, then spliced into its text,
written beside it and moved into its place: a power cut leaves the old file or the
new one. What was changed, by whom and when, is a line of the history, from which it
can be undone as long as nobody has changed the same setting since.
"""

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from cabinet.i18n.message import message
from cabinet.settings import Config
from cabinet.settings.editing import ABSENT, EditError, Order, edit, plain, with_setting
from cabinet.settings.history import (
    HISTORY,
    UNDO,
    Change,
    Revision,
    as_line,
    at,
    from_line,
    hunks,
    standing,
    unpatched,
)
from cabinet.settings.old_names import current
from cabinet.settings.problems import ConfigError, Problem, dotted
from cabinet.settings.problems import Path as Setting
from cabinet.settings.schema import choices, schema_at
from cabinet.settings.yaml_marks import compose

Edits: TypeAlias = Mapping[Setting, Any]


class SettingsFile:
    """The file at `path`; `check` raises `ConfigError` on a text that is wrong."""

    def __init__(
        self, path: Path, state: Path, check: Callable[[str, str], Config]
    ) -> None:
        self.path = path
        self._history = state / HISTORY
        self._check = check

    def text(self) -> str:
        """The file as it is."""
        return self.path.read_text(encoding="utf-8")

    def config(self) -> Config:
        """The settings as the cabinet would read them now."""
        return self._check(self.text(), self.path.name)

    def check(self, text: str) -> None:
        """Raise `ConfigError` if the file could not hold this text."""
        self._check(text, self.path.name)

    def change(
        self,
        wishes: Edits,
        author: str,
        wall_ms: int,
        *,
        bundle: int = 0,
        is_undo: bool = False,
    ) -> tuple[Change, ...]:
        """Make the changes, all or none; those that change something."""
        with self._alone():
            before = self.text()
            after = edit(before, wishes)
            changes = tuple(_made(plain(before), wishes))
            self.check(after)
            if changes:
                revision = Revision(
                    wall_ms,
                    author,
                    changes,
                    hunks(before, after),
                    is_undo=is_undo,
                    bundle=bundle,
                )
                self._take(revision, after)
            return changes

    def replace(self, text: str, author: str, wall_ms: int) -> tuple[Change, ...]:
        """Take a whole new text, from an editor."""
        with self._alone():
            before = self.text()
            self.check(text)
            changes = differences(plain(before), plain(text))
            if text != before:
                lines = hunks(before, text)
                self._take(Revision(wall_ms, author, changes, lines), text)
            return changes

    def history(self) -> list[Revision]:
        """Every recorded change, oldest first."""
        if not self._history.exists():
            return []
        lines = self._history.read_text(encoding="utf-8").splitlines()
        return [from_line(line) for line in lines]

    def newest(self) -> Revision | None:
        """The newest change that was not taken back."""
        history = self.history()
        left = standing(history)
        return history[left[-1]] if left else None

    def undo(self, author: str, wall_ms: int) -> tuple[Change, ...]:
        """Take the newest change back of which something is left in the file.

        A secret is kept nowhere, and what somebody wrote since stays: a change of
        which nothing can go back is passed over, so that older ones can be reached.
        """
        with self._alone():
            history, now = self.history(), self.text()
            for number in reversed(standing(history)):
                back = reversal(plain(now), history[number].changes)
                text = _before(now, history[number], back)
                if text == now:
                    continue
                changes = tuple(Change(one.path, one.new, one.old) for one in back)
                signed = author + UNDO
                revision = Revision(
                    wall_ms, signed, changes, undoes=number, is_undo=True
                )
                self._take(revision, text)
                return changes
        nothing = Problem(message("setting.nothing_to_undo"), name=str(self.path))
        raise ConfigError([nothing])

    def _take(self, revision: Revision, text: str) -> None:
        self.check(text)
        self._remember(revision)
        _replace(self.path, text)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One writer at a time: what it read is what it changes."""
        self._history.parent.mkdir(parents=True, exist_ok=True)
        with self._history.open("a", encoding="utf-8") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield

    def _remember(self, revision: Revision) -> None:
        """Before the file changes: a line too many is seen, one too few is not."""
        with self._history.open("a", encoding="utf-8") as out:
            out.write(as_line(revision) + "\n")
            out.flush()
            os.fsync(out.fileno())


def differences(old: object, new: object, path: Setting = ()) -> tuple[Change, ...]:
    """What has to change to come from one tree to another, setting by setting."""
    if old == new:
        return ()
    if isinstance(old, dict) and isinstance(new, dict):
        return tuple(
            change
            for name in dict.fromkeys((*old, *new))
            for change in differences(
                old.get(name, ABSENT), new.get(name, ABSENT), (*path, name)
            )
        )
    return (Change(path, old, new),)


def reversal(tree: object, changes: Iterable[Change]) -> tuple[Change, ...]:
    """Those of the changes that a tree still holds and that can go back, last first."""
    back: list[Change] = []
    for change in reversed(tuple(changes)):
        if not change.is_secret and at(tree, change.path) == change.new:
            tree = with_setting(tree, change.path, change.old)
            back.append(change)
    return tuple(back)


def _before(text: str, revision: Revision, back: tuple[Change, ...]) -> str:
    """The text without these changes: its former lines, where they can be told."""
    wanted = plain(text)
    for change in back:
        wanted = with_setting(wanted, change.path, change.old)
    former = unpatched(text, revision.hunks)
    if former is not None and plain(former) == wanted:
        return former
    for change in back:
        text = edit(text, {change.path: change.old})
    return text


def _made(tree: object, wishes: Edits) -> Iterator[Change]:
    """What the wishes change, in the order in which they are made."""
    for path, value in sorted(wishes.items(), key=lambda w: isinstance(w[1], Order)):
        new = with_setting(tree, path, value)
        if at(tree, path) != at(new, path):
            yield Change(path, at(tree, path), at(new, path))
        tree = new


def _replace(path: Path, text: str) -> None:
    """All of the new file or all of the old one, whatever happens meanwhile."""
    kind = path.stat()
    beside = path.with_name(f".{path.name}.new")
    with beside.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fchmod(out.fileno(), kind.st_mode & 0o777)
        os.fsync(out.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# From edits as text to settings: `pricing.credit 200` is a path and a number.


_LINES: Final = ("io", "lines")
_OF_A_LINE: Final = ("pin", "active", "key")


def wishes(changes: Mapping[str, str]) -> dict[Setting, Any]:
    """Each setting by its path, with the value that its text means."""
    return {path: value_of(path, changes[name]) for name, path in _paths(changes)}


def _paths(changes: Mapping[str, str]) -> list[tuple[str, Setting]]:
    return [(name, path_of(name)) for name in changes]


def path_of(text: str) -> Setting:
    """The path of `modes.0.credits`; a line's name has a dot of its own."""
    steps = current(text).split(".")
    if not all(steps):
        raise EditError(message("setting.no_path"), (text,))
    if tuple(steps[:2]) == _LINES and len(steps) > 2:
        last = steps[-1:] if steps[-1] in _OF_A_LINE else []
        name = ".".join(steps[2 : len(steps) - len(last)])
        return (*_LINES, name, *last)
    return tuple(int(step) if step.isdecimal() else step for step in steps)


def value_of(path: Setting, text: str) -> Any:  # noqa: ANN401 - whatever YAML can hold
    """What a text means there: text where text is wanted, else YAML; "" is nothing."""
    if not text:
        return ABSENT
    rule = schema_at(path)
    if rule.get("type") == "string" or (choices(rule) and _all_text(choices(rule))):
        return text
    made = compose(f"x: {text}\n")
    if made.flaws:
        why = made.flaws[0].what
        raise EditError(message("setting.no_value", why=why), (text,))
    assert made.root is not None
    held = made.root.plain()
    assert isinstance(held, dict)
    return held["x"]


def _all_text(given: list[object]) -> bool:
    return all(isinstance(each, str) for each in given)


# The place of an entry in its list, as an edit says it: `modes.3.place 1`.
#
# No such setting stands in the file: the order of the list is its order on the screen.
# An edit names every entry by the place it had before, whatever else it changes.


PLACE: Final = "place"


def placed(tree: object, wishes: Mapping[Setting, Any]) -> dict[Setting, Any]:
    """The wishes with all places of a list turned into the order it gets."""
    made = {path: value for path, value in wishes.items() if not _is_place(path)}
    for name in dict.fromkeys(path[:1] for path in wishes if _is_place(path)):
        held = at(tree, name)
        count = len(held) if isinstance(held, tuple) else 0
        asked = {
            path: value
            for path, value in wishes.items()
            if _is_place(path) and path[:1] == name
        }
        made[name] = _order(count, asked)
    return made


def _is_place(path: Setting) -> bool:
    return len(path) == 3 and path[2] == PLACE and isinstance(path[1], int)


def _order(count: int, asked: Mapping[Setting, object]) -> Order:
    """Who was given a place stands there; the others fill the rest as they stood."""
    taken: dict[int, int] = {}
    for path, place in asked.items():
        entry = path[1]
        assert isinstance(entry, int)
        if entry >= count:
            raise EditError(message("setting.no_entry"), path)
        if not isinstance(place, int) or not 1 <= place <= count:
            raise EditError(message("setting.expected_place", most=count), path)
        if place - 1 in taken:
            other = dotted((path[0], taken[place - 1], PLACE))
            what = message("setting.place_taken", place=place, other=other)
            raise EditError(what, path)
        taken[place - 1] = entry
    others = iter([entry for entry in range(count) if entry not in taken.values()])
    return Order(taken[at] if at in taken else next(others) for at in range(count))
