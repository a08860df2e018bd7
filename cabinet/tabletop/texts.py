"""What a game says, in every language of the cabinet; English in any other."""

from cabinet.i18n import LANGUAGES, Words, game_words


class Texts:
    """The words of the game in a package, by language.

    All are read when a view is loaded, and not in the first frame that says something.
    """

    def __init__(self, package: str) -> None:
        self._books = {spoken: game_words(package, spoken) for spoken in LANGUAGES}

    def __getitem__(self, language: str) -> Words:
        return self._books.get(language, self._books["en"])
