"""What was changed in the operator's file, line by line, and enough to go back.

A line of the history says who changed what and when, and which lines of the file
became which: a setting that was taken out comes back in its place, with its comment.
A secret is in none of it.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple

from cabinet.settings.editing import ABSENT, frozen, permutation, plain
from cabinet.settings.old_names import current
from cabinet.settings.problems import SettingPath, dotted
from cabinet.settings.secrets import HIDDEN, SECRETS, is_secret

HISTORY: Final = "settings-history.jsonl"
# How the author of an undo is written.
UNDO: Final = ", undo"
# Lines on each side by which a place is known again.
_AROUND: Final = 1


@dataclass(frozen=True, slots=True)
class Change:
    """One setting, before and after; `ABSENT` where it was not in the file."""

    path: SettingPath
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
        return f"{name}: {shown(self.old)} → {shown(self.new)}"

    @property
    def is_secret(self) -> bool:
        """Whether neither side of it is repeated anywhere."""
        return is_secret(self.path)


class Hunk(NamedTuple):
    """Some lines of the file, from this one on in the new text, as they were."""

    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """What somebody changed at one time, `author` as people read it.

    `is_undo`: it took back the change with the number `undoes`, or the newest;
    `bundle` is the number of the signed bundle that wanted it, 0 without one.
    """

    wall_ms: int
    author: str
    changes: tuple[Change, ...]
    hunks: tuple[Hunk, ...] = ()
    undoes: int | None = None
    is_undo: bool = False
    bundle: int = 0


def hunks(before: str, after: str) -> tuple[Hunk, ...]:
    """The lines that differ; none where one of them tells a secret."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    found = tuple(
        Hunk(
            near[0][3],
            tuple(old[near[0][1] : near[-1][2]]),
            tuple(new[near[0][3] : near[-1][4]]),
        )
        for near in matcher.get_grouped_opcodes(_AROUND)
    )
    told = "".join(line for hunk in found for line in (*hunk.old, *hunk.new))
    hidden = (*_secrets(before), *_secrets(after))
    return () if any(secret in told for secret in hidden) else found


def unpatched(text: str, changed: Iterable[Hunk]) -> str | None:
    """The text before these lines were changed; None where it is another by now."""
    lines = text.splitlines(keepends=True)
    for hunk in sorted(changed, reverse=True):
        end = hunk.line + len(hunk.new)
        if tuple(lines[hunk.line : end]) != hunk.new:
            return None
        lines[hunk.line : end] = hunk.old
    return "".join(lines)


def standing(history: list[Revision]) -> list[int]:
    """The numbers of those that were not taken back, the newest last."""
    left: list[int] = []
    for number, revision in enumerate(history):
        if not revision.is_undo:
            left.append(number)
        elif revision.undoes in left:
            left.remove(revision.undoes)
        elif revision.undoes is None and left:
            left.pop()
    return left


def shown(value: object) -> str:
    """A value as a person reads it in the history."""
    return "–" if value is ABSENT else json.dumps(value, ensure_ascii=False)


def document_of(change: Change) -> dict[str, Any]:
    """A change as the history keeps it: of a secret only which it is."""
    line: dict[str, Any] = {"path": change.path}
    if change.old is not ABSENT and not change.is_secret:
        line["old"] = change.old
    if change.new is not ABSENT and not change.is_secret:
        line["new"] = change.new
    return line


def as_line(revision: Revision) -> str:
    """A revision as the history keeps it."""
    changes = [document_of(change) for change in revision.changes]
    document: dict[str, Any] = {"at": revision.wall_ms, "by": revision.author}
    document |= {"undo": revision.is_undo, "bundle": revision.bundle}
    document["changes"] = changes
    if revision.hunks:
        document["lines"] = revision.hunks
    if revision.undoes is not None:
        document["undoes"] = revision.undoes
    return json.dumps(document, ensure_ascii=False)


def from_line(line: str) -> Revision:
    """The revision that `as_line` wrote."""
    document = json.loads(line)
    changes = tuple(
        Change(
            (current(change["path"][0]), *change["path"][1:]),
            frozen(change.get("old", ABSENT)),
            frozen(change.get("new", ABSENT)),
        )
        for change in document["changes"]
    )
    lines = tuple(
        Hunk(line, tuple(old), tuple(new))
        for line, old, new in document.get("lines", ())
    )
    author = document["by"]
    return Revision(
        document["at"],
        author,
        changes,
        lines,
        document.get("undoes"),
        document["undo"] if "undo" in document else author.endswith(UNDO),
        document["bundle"] if "bundle" in document else _bundle_of(author),
    )


def _bundle_of(author: str) -> int:
    """The bundle in a line of an earlier release, which had its author only."""
    number = author.removeprefix("bundle ").removesuffix(", fleet")
    is_bundle = author == f"bundle {number}, fleet" and number.isdecimal()
    return int(number) if is_bundle else 0


def _secrets(text: str) -> list[str]:
    held = plain(text)
    found = [at(held, path) for path in SECRETS]
    return [str(value) for value in found if value not in (ABSENT, None, "")]


def at(tree: object, path: SettingPath) -> Any:  # noqa: ANN401 - whatever was written
    """What a tree of settings holds at a path; `ABSENT` when it holds nothing."""
    for step in path:
        if isinstance(tree, dict) and str(step) in tree:
            tree = tree[str(step)]
        elif isinstance(tree, tuple) and isinstance(step, int) and step < len(tree):
            tree = tree[step]
        else:
            return ABSENT
    return tree
