"""What this screen alone knows of the people before it: no money, no match.

They may read on in another language and look at how a game is played; neither is
the counter's business. When they are gone the operator's language is back.
"""

from dataclasses import dataclass

from cabinet.i18n import LANGUAGES
from cabinet.protocol.snapshot import Snapshot


@dataclass(slots=True)
class VisitorPreferences:
    """The language they chose, the lesson they read, the frames of this mode."""

    language: str = ""
    page: int | None = None
    beat: int = 0

    def enter(self, mode: str) -> None:
        """Another mode begins."""
        self.beat, self.page = 0, None
        if mode in ("attract", "standby"):
            self.language = ""

    def touch(self, snapshot: Snapshot, line: str, language: str, lessons: int) -> None:
        """A button, while the words are in `language` and there are so many lessons.

        In a match there is only the question of leaving: there a lesson may be read.
        """
        if turns_language(snapshot, line):
            following = LANGUAGES.index(language) + 1
            self.language = LANGUAGES[following % len(LANGUAGES)]
        elif (by := turns_page(snapshot, line)) and lessons:
            self.page = 0 if self.page is None else (self.page + by) % lessons


def turns_language(snapshot: Snapshot, line: str) -> bool:
    """Whether that button is for the other language: Player, or the row of the menu."""
    if snapshot.mode != "select":
        return False
    return line == "player" or (snapshot.row == "language" and _confirms(line))


def turns_page(snapshot: Snapshot, line: str) -> int:
    """How many lessons further that button goes: Mode opens the first, 0 does nothing.

    While one is read the stick turns the pages too; the row of the menu opens them
    where there is no Mode, and in the question of leaving the stick upwards.
    """
    mode, way = snapshot.mode, line.partition(".")[2]
    if mode not in ("select", "join", "playing"):
        return 0
    if snapshot.reading and way in ("left", "right"):
        return 1 if way == "right" else -1
    by_row = snapshot.row == "howto" and _confirms(line)
    by_stick = mode == "playing" and way == "up"
    return int(line == "mode" or by_row or by_stick)


def _confirms(line: str) -> bool:
    return line == "start" or line.endswith(".a")
