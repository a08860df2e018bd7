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
from typing import Any, TypeAlias

from cabinet.i18n.message import message
from cabinet.settings import Config
from cabinet.settings.editing import ABSENT, Order, edit, plain, with_setting
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
from cabinet.settings.problems import ConfigError, Problem
from cabinet.settings.problems import Path as Setting

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
