"""What this screen alone knows of the people before it: no money, no match.

They may read on in another language, look at how a game is played and go through the
page of their preferences; that is not the counter's business, what they prefer is. When
they are gone the operator's language is back.
"""

from dataclasses import dataclass

from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.i18n import LANGUAGES
from cabinet.protocol.codec import Choose, Prefer
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.scenes import preferences


@dataclass(slots=True)
class VisitorPreferences:
    """The language they chose, the lesson they read, the frames of this mode.

    `row` is the one of the preferences that the stick is at.
    """

    language: str = ""
    page: int | None = None
    beat: int = 0
    row: int = 0

    def enter(self, mode: str) -> None:
        """Another mode begins."""
        self.beat, self.page, self.row = 0, None, 0
        if mode in ("attract", "standby"):
            self.language = ""

    def adjust(
        self, snapshot: Snapshot, line: str, language: str, wired: WiredButtons
    ) -> Prefer | Choose | None:
        """A button on the page of preferences: what the counter is to hear of it."""
        rows = preferences.rows(wired, snapshot.preferences)
        self.row = min(self.row, len(rows) - 1)
        way = line.partition(".")[2]
        if way in ("up", "down"):
            self.row = (self.row + (1 if way == "down" else -1)) % len(rows)
        elif way in ("left", "right") or _confirms(line):
            return self.turn(snapshot, rows[self.row], language, -(way == "left") or 1)
        return None

    def turn(
        self, snapshot: Snapshot, row: str, language: str, by: int = 1
    ) -> Prefer | Choose | None:
        """The next choice of a row; the last row closes the page."""
        if row == "language":
            self.language = preferences.next_language(language)
            return None
        if row == "done":
            return Choose(("p1.b",))
        value = preferences.following(snapshot.preferences, row, by)
        return Prefer(row, value)

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
