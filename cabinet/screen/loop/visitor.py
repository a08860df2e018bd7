"""What this screen alone knows of the people before it: no money, no match.

They may read on in another language and look at how a game is played; neither is
the counter's business. When they are gone the operator's language is back.
"""

from dataclasses import dataclass

from cabinet.i18n import LANGUAGES


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

    def touch(self, mode: str, line: str, language: str, lessons: int) -> None:
        """A button, while the words are in `language` and there are so many lessons.

        `playing` stands for the question of leaving: there a lesson may be read too.
        """
        if mode == "select" and turns_language(line):
            following = LANGUAGES.index(language) + 1
            self.language = LANGUAGES[following % len(LANGUAGES)]
        elif mode in ("select", "join", "playing"):
            following = 0 if self.page is None else self.page + 1
            turns = turns_page(mode, line) and following < lessons
            self.page = following if turns else None


def turns_language(line: str) -> bool:
    """Whether that button of select is for the other language."""
    return line == "player" or line.endswith(".down")


def turns_page(mode: str, line: str) -> bool:
    """Whether that button shows the next lesson: Mode, or where it is free the stick.

    In select Mode goes to the next game, in join the stick has other work.
    """
    by_stick = line.endswith(".up") and mode != "join"
    return by_stick or (line == "mode" and mode != "select")
