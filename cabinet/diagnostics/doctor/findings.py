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

    `part` is the kind of examination, `subject` what was examined in it: a wire, a
    unit, the disk. `values` fill the words in.
    """

    part: str
    level: Level
    code: str
    subject: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level among them; what was not seen is not bad."""
    levels = [finding.level for finding in findings]
    return max(levels, key=_BADNESS.index, default=Level.GREEN)


class Verdicts:
    """Collects the findings of one part: `green`, `amber`, `red` and `unseen`."""

    def __init__(self, part: str) -> None:
        self._part = part
        self.findings: list[Finding] = []

    def green(self, code: str, subject: str = "", **values: object) -> None:
        """All is well."""
        self._add(Level.GREEN, code, subject, values)

    def amber(self, code: str, subject: str = "", **values: object) -> None:
        """It works, and somebody should see to it."""
        self._add(Level.AMBER, code, subject, values)

    def red(self, code: str, subject: str = "", **values: object) -> None:
        """It does not work, or may lose money."""
        self._add(Level.RED, code, subject, values)

    def unseen(self, code: str, subject: str = "", **values: object) -> None:
        """It could not be looked at."""
        self._add(Level.UNSEEN, code, subject, values)

    def _add(
        self, level: Level, code: str, subject: str, values: Mapping[str, object]
    ) -> None:
        code = f"{self._part}.{code}"
        self.findings.append(Finding(self._part, level, code, subject, values))
