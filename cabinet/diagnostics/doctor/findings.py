"""What a doctor says: a part, a level, a code with its words, and values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """How bad it is; `UNSEEN` is what could not be looked at here and now."""

    GREEN = "green"
    UNSEEN = "unseen"
    AMBER = "amber"
    RED = "red"


_BADNESS: Final = (Level.UNSEEN, Level.GREEN, Level.AMBER, Level.RED)


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's: `code` names its words in the catalogues.

    A code begins with the kind of examination; `subject` is what was examined in it: a
    wire, a unit, the disk. `values` fill the words in.
    """

    level: Level
    code: str
    subject: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def part(self) -> str:
        """The kind of examination."""
        return self.code.partition(".")[0]


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level among them; what was not seen is not bad."""
    levels = [finding.level for finding in findings]
    return max(levels, key=_BADNESS.index, default=Level.GREEN)


def green(code: str, subject: str = "", **values: object) -> Finding:
    """All is well."""
    return Finding(Level.GREEN, code, subject, values)


def amber(code: str, subject: str = "", **values: object) -> Finding:
    """It works, and somebody should see to it."""
    return Finding(Level.AMBER, code, subject, values)


def red(code: str, subject: str = "", **values: object) -> Finding:
    """It does not work, or may lose money."""
    return Finding(Level.RED, code, subject, values)


def unseen(code: str, subject: str = "", **values: object) -> Finding:
    """It could not be looked at."""
    return Finding(Level.UNSEEN, code, subject, values)
