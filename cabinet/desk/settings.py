"""The operator's file as every desk changes it: whole, signed, and undoable.

A change is checked as if the file were read anew, then spliced into its text,
written beside it and moved into its place: a power cut leaves the old file or the
new one. What was changed, by whom and when, is a line of the history, from which it
can be undone as long as nobody has changed the same setting since.
"""

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from cabinet.config import Config
from cabinet.config.editing import ABSENT, edit, plain
from cabinet.config.problems import Path as Setting
from cabinet.config.problems import dotted
from cabinet.config.reordering import permutation
from cabinet.core.errors import CabinetError
from cabinet.desk.secrets import HIDDEN, is_secret

HISTORY: Final = "settings-history.jsonl"
Wish: TypeAlias = Mapping[Setting, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One setting, before and after; `ABSENT` where it was not in the file."""

    path: Setting
    old: Any
    new: Any

    def __str__(self) -> str:
        name = dotted(self.path)
        if self.is_secret:
            return f"{name}: {HIDDEN} → {HIDDEN}"
        if isinstance(self.old, tuple) and isinstance(self.new, tuple):
            order = permutation(self.old, self.new)
            if order:
                places = ", ".join(str(place + 1) for place in order)
                return f"{name}: in the order {places}"
        return f"{name}: {_shown(self.old)} → {_shown(self.new)}"

    @property
    def is_secret(self) -> bool:
        """Whether neither side of it is repeated anywhere."""
        return is_secret(self.path)


@dataclass(frozen=True, slots=True)
class Revision:
    """What somebody changed at one time."""

    wall_ms: int
    author: str
    changes: tuple[Change, ...]


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

    def change(self, wishes: Wish, author: str, wall_ms: int) -> tuple[Change, ...]:
        """Make the changes, all or none; those that change something."""
        with self._alone():
            before = self.text()
            after = edit(before, wishes)
            self._check(after, self.path.name)
            old, new = plain(before), plain(after)
            changes = tuple(
                Change(path, at(old, path), at(new, path))
                for path in wishes
                if at(old, path) != at(new, path)
            )
            if changes:
                self._remember(Revision(wall_ms, author, changes))
                _replace(self.path, after)
            return changes

    def replace(self, text: str, author: str, wall_ms: int) -> tuple[Change, ...]:
        """Take a whole new text, from an editor."""
        with self._alone():
            self._check(text, self.path.name)
            changes = differences(plain(self.text()), plain(text))
            self._remember(Revision(wall_ms, author, changes))
            _replace(self.path, text)
            return changes

    def history(self) -> list[Revision]:
        """Every change that a desk made, oldest first."""
        if not self._history.exists():
            return []
        lines = self._history.read_text(encoding="utf-8").splitlines()
        return [_read(line) for line in lines]

    def newest(self) -> Revision | None:
        """The newest change that was not taken back."""
        return _newest_standing(self.history())

    def undo(self, author: str, wall_ms: int) -> tuple[Change, ...]:
        """Take the newest change back that was not taken back yet."""
        revision = self.newest()
        if revision is None:
            raise CabinetError(f"{self.path}: there is no change to undo")
        now = plain(self.text())
        for change in revision.changes:
            if change.is_secret:
                raise CabinetError(
                    f"{self.path}: what {dotted(change.path)} was is kept nowhere: "
                    "set it to what it should be"
                )
            if at(now, change.path) != change.new:
                raise CabinetError(
                    f"{self.path}: {dotted(change.path)} was changed again since, to "
                    f"{_shown(at(now, change.path))}: set it to what it should be"
                )
        back = {change.path: change.old for change in revision.changes}
        return self.change(back, f"{author}, undo", wall_ms)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One desk at a time: what it read is what it changes."""
        self._history.parent.mkdir(parents=True, exist_ok=True)
        with self._history.open("a", encoding="utf-8") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield

    def _remember(self, revision: Revision) -> None:
        """Before the file changes: a line too many is seen, one too few is not."""
        with self._history.open("a", encoding="utf-8") as out:
            out.write(_written(revision) + "\n")
            out.flush()
            os.fsync(out.fileno())


def at(tree: object, path: Setting) -> Any:  # noqa: ANN401 - whatever was written
    """What a tree of settings holds at a path; `ABSENT` when it holds nothing."""
    for step in path:
        if isinstance(tree, dict) and str(step) in tree:
            tree = tree[str(step)]
        elif isinstance(tree, tuple) and isinstance(step, int) and step < len(tree):
            tree = tree[step]
        else:
            return ABSENT
    return tree


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


def _newest_standing(history: list[Revision]) -> Revision | None:
    """An undo takes the change before it away, and itself."""
    skip = 0
    for revision in reversed(history):
        if revision.author.endswith(", undo"):
            skip += 1
        elif skip:
            skip -= 1
        else:
            return revision
    return None


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


def _shown(value: object) -> str:
    return "–" if value is ABSENT else json.dumps(value, ensure_ascii=False)


def _written(revision: Revision) -> str:
    changes = []
    for change in revision.changes:
        line: dict[str, Any] = {"path": change.path}
        if change.old is not ABSENT and not change.is_secret:
            line["old"] = change.old
        if change.new is not ABSENT and not change.is_secret:
            line["new"] = change.new
        changes.append(line)
    document = {"at": revision.wall_ms, "by": revision.author, "changes": changes}
    return json.dumps(document, ensure_ascii=False)


def _read(line: str) -> Revision:
    document = json.loads(line)
    return Revision(
        document["at"],
        document["by"],
        tuple(
            Change(
                tuple(change["path"]),
                _frozen(change.get("old", ABSENT)),
                _frozen(change.get("new", ABSENT)),
            )
            for change in document["changes"]
        ),
    )


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(_frozen(each) for each in value)
    if isinstance(value, dict):
        return {name: _frozen(each) for name, each in value.items()}
    return value
