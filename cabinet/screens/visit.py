"""What this screen alone knows of the people before it: no money, no match.

They may read on in another language and look at how a game is played; neither is
the counter's business. When they are gone the operator's language is back.
"""

from dataclasses import dataclass

from cabinet.i18n import LANGUAGES


@dataclass(slots=True)
class Visit:
    """The language they chose, the lesson they read, the frames of this mode."""

    language: str = ""
    page: int | None = None
    beat: int = 0

    def enter(self, mode: str) -> None:
        """Another mode begins."""
        self.beat, self.page = 0, None
        if mode in ("attract", "standby"):
            self.language = ""

    def touch(self, mode: str, line: str, language: str, lessons: int) -> None:
        """A button, while the words are in `language` and there are so many lessons."""
        if mode == "select" and line == "player":
            following = LANGUAGES.index(language) + 1
            self.language = LANGUAGES[following % len(LANGUAGES)]
        if mode == "join":
            following = 0 if self.page is None else self.page + 1
            turns = line == "mode" and following < lessons
            self.page = following if turns else None
