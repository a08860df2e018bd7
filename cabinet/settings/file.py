"""The operator's file, changed from menu, page or command line, with undo.

A change is checked as if the file were read anew, then spliced into its text,
written beside it and moved into its place: a power cut leaves the old file or the
new one. What was changed, by whom and when, is a line of the history, from which it
can be undone as long as nobody has changed the same setting since.
"""

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml

from cabinet.i18n.message import message
from cabinet.places import COPY_FOR_SCREEN
from cabinet.platform.files import share_on_the_bus, sync, write_durably
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
from cabinet.settings.loading import read_text
from cabinet.settings.old_names import current
from cabinet.settings.problems import ConfigError, Problem, SettingPath, dotted
from cabinet.settings.schema import choices, schema_at
from cabinet.settings.secrets import for_the_screen
from cabinet.settings.week import AT_NIGHT
from cabinet.settings.yaml_marks import compose

Edits: TypeAlias = Mapping[SettingPath, Any]


class SettingsFile:
    """The file at `path`; `check` raises `ConfigError` on a text that is wrong."""

    def __init__(
        self, path: Path, state: Path, check: Callable[[str, str], Config]
    ) -> None:
        self.path = path
        self._history = state / HISTORY
        self._check = check

    def text(self) -> str:
        """The file as it is, with line ends as ours."""
        return read_text(self.path).replace("\r\n", "\n")

    def config(self) -> Config:
        """The settings as the cabinet would read them now."""
        return self._check(self.text(), self.path.name)

    def check(self, text: str) -> None:
        """Raise `ConfigError` if the file could not hold this text."""
        self._check(text, self.path.name)

    def change(
        self,
        edits: Edits,
        author: str,
        wall_ms: int,
        *,
        bundle: int = 0,
        is_undo: bool = False,
    ) -> tuple[Change, ...]:
        """Make the changes, all or none; those that change something."""
        with self._alone():
            before = self.text()
            edits = with_all_rules(plain(before), edits)
            after = edit(before, edits)
            changes = tuple(_made(plain(before), edits))
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
        """Every recorded change, oldest first; a line that was cut short is none."""
        if not self._history.exists():
            return []
        *lines, _ = self._history.read_bytes().split(b"\n")
        return [from_line(line.decode()) for line in lines]

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
        write_durably(self.path, text, self.path.stat().st_mode & 0o777)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One writer at a time: what it read is what it changes."""
        self._history.parent.mkdir(parents=True, exist_ok=True)
        with self._history.open("a", encoding="utf-8") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield

    def _remember(self, revision: Revision) -> None:
        """Before the file changes: a line too many is seen, one too few is not.

        It takes the place of a line that a full disk or a power cut left unfinished.
        """
        with self._history.open("r+b") as out:
            out.seek(out.read().rfind(b"\n") + 1)
            first = not out.tell()
            out.truncate()
            out.write(as_line(revision).encode() + b"\n")
            out.flush()
            os.fsync(out.fileno())
        if first:
            sync(self._history.parent)


_RULES: Final = ("schedule", "rules")


def with_all_rules(tree: object, edits: Edits) -> Edits:
    """A rule that the file leaves to us is written into it before it is changed."""
    inside = {path for path in edits if path[:2] == _RULES and len(path) > 2}
    if not inside or at(tree, _RULES) is not ABSENT:
        return edits
    made: Any = {"schedule": {"rules": (dict(AT_NIGHT),)}}
    for path in inside:
        made = with_setting(made, path, edits[path])
    rest = {path: value for path, value in edits.items() if path not in inside}
    return {**rest, _RULES: list(at(made, _RULES))}


def differences(old: object, new: object, path: SettingPath = ()) -> tuple[Change, ...]:
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


def _made(tree: object, edits: Edits) -> Iterator[Change]:
    """What the edits change, in the order in which they are made."""
    for path, value in sorted(edits.items(), key=lambda e: isinstance(e[1], Order)):
        new = with_setting(tree, path, value)
        if at(tree, path) != at(new, path):
            yield Change(path, at(tree, path), at(new, path))
        tree = new


# From edits as text to settings: `pricing.credit 200` is a path and a number.


_LINES: Final = ("io", "lines")
_OF_A_LINE: Final = ("pin", "active", "key")


def edits_of(changes: Mapping[str, str]) -> dict[SettingPath, Any]:
    """Each setting by its path, with the value that its text means."""
    paths = {name: path_of(name) for name in changes}
    return {path: value_of(path, changes[name]) for name, path in paths.items()}


def path_of(text: str) -> SettingPath:
    """The path of `modes.0.credits`; a line's name has a dot of its own."""
    steps = current(text).split(".")
    if not all(steps):
        raise EditError(message("setting.no_path"), (text,))
    if tuple(steps[:2]) == _LINES and len(steps) > 2:
        last = steps[-1:] if steps[-1] in _OF_A_LINE else []
        name = ".".join(steps[2 : len(steps) - len(last)])
        return (*_LINES, name, *last)
    return tuple(int(step) if step.isdecimal() else step for step in steps)


def value_of(path: SettingPath, text: str) -> Any:  # noqa: ANN401 - whatever YAML can hold
    """What a text means there: text where text is wanted, else YAML; "" is nothing."""
    if not text:
        return ABSENT
    rule = schema_at(path)
    given = choices(rule)
    is_word = bool(given) and all(isinstance(each, str) for each in given)
    if rule.get("type") == "string" or is_word:
        return text
    made = compose(f"x: {text}\n")
    if made.flaws:
        why = made.flaws[0].what
        raise EditError(message("setting.no_value", why=why), (text,))
    assert made.root is not None
    held = made.root.plain()
    assert isinstance(held, dict)
    return held["x"]


# The place of an entry in its list, as an edit says it: `modes.3.place 1`.
#
# No such setting stands in the file: the order of the list is its order on the screen.
# An edit names every entry by the place it had before, whatever else it changes.


PLACE: Final = "place"


def placed(tree: object, edits: Edits) -> dict[SettingPath, Any]:
    """The edits with all places of a list turned into the order it gets."""
    made = {path: value for path, value in edits.items() if not _is_place(path)}
    for name in dict.fromkeys(path[:1] for path in edits if _is_place(path)):
        held = at(tree, name)
        count = len(held) if isinstance(held, tuple) else 0
        asked = {
            path: value
            for path, value in edits.items()
            if _is_place(path) and path[:1] == name
        }
        made[name] = _order(count, asked)
    return made


def _is_place(path: SettingPath) -> bool:
    return len(path) == 3 and path[2] == PLACE and isinstance(path[1], int)


def _order(count: int, asked: Mapping[SettingPath, object]) -> Order:
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


def leave_copy(path: Path, env: Mapping[str, str]) -> None:
    """Leave the settings for the screen, which has an account of its own, without PIN.

    Four digits cannot be kept from whoever has a hash of them and a minute.
    """
    if place := env.get(COPY_FOR_SCREEN):
        copy = Path(place)
        with suppress(OSError, yaml.YAMLError):
            write_durably(copy, for_the_screen(read_text(path)), 0o640)
            share_on_the_bus(copy, env)
