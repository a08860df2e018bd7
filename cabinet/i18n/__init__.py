"""The cabinet's words, in every language it speaks.

A catalogue is a YAML file beside this one: tables nest into dotted keys, and a
table of exactly `one` and `other` is a plural, chosen by the value `n`. Nothing
falls back to another language: a missing word is an error that a test finds,
not a surprise in front of a player.

A game has catalogues of its own, in the same form: `data/words.LANGUAGE.yaml` in its
folder.

Every value is read as text, so that `no` and `on` stay words. PyYAML is loaded
with the first catalogue: a program that says nothing does not pay for it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from cabinet.i18n.authors import author_of
from cabinet.i18n.currencies import NO_CURRENCY, SIGNS, figures
from cabinet.i18n.message import Amount, Message, Value, Verbatim

LANGUAGES: Final = ("fr", "en")
_IS_ONE: Final[dict[str, Callable[[int], bool]]] = {
    "fr": lambda n: abs(n) < 2,
    "en": lambda n: abs(n) == 1,
}
_NO_BREAK_SPACE: Final = "\u00a0"
_FOLDER: Final = Path(__file__).parent


class WordsError(LookupError):
    """A language, a key or a value that the catalogues do not have."""


class Words:
    """One language's catalogue: call it with a key and the values to fill in."""

    def __init__(self, language: str, source: str, entries: Mapping[str, str]) -> None:
        self.language = language
        self.entries = entries
        self._source = source

    def __call__(self, key: str, /, **values: object) -> str:
        """The words of `key`; a plural is chosen by the value `n`."""
        entry = self.entries.get(key)
        if entry is None:
            entry = self.entries.get(f"{key}.{self._number(key, values)}")
        if entry is None:
            raise WordsError(f"{self._source} has no words for {key!r}")
        try:
            return entry.format(**values)
        except KeyError as missing:
            raise WordsError(
                f"{self._source}: {key!r} needs a value for {missing}"
            ) from None

    def say(self, told: Message, currency: str = "EUR") -> str:
        """A message in this language, the messages among its values included.

        Without a currency, amounts are minor units.
        """
        values = {name: self._said(one, currency) for name, one in told.values}
        if isinstance(by := values.get("author"), str):
            values["author"] = self.sign(by)
        return self(f"message.{told.code}", **values)

    def sign(self, author: str) -> str:
        """Who did something, as this language calls them; else as it is written."""
        found = author_of(author)
        if found is None or f"author.{found.place}" not in self:
            return author
        if not found.role:
            return self(f"author.{found.place}")
        who = found.name or self(f"author.{found.role}")
        return self(f"author.at_{found.place}", who=who)

    def _said(self, value: Value, currency: str) -> str | int:
        match value:
            case Message():
                return self.say(value, currency)
            case Amount(minor_units) if currency:
                return money(minor_units, currency, self.language)
            case Amount(minor_units):
                return minor_units
            case float():
                return f"{value:.1f}".replace(
                    ".", "," if self.language == "fr" else "."
                )
            case Verbatim(text):
                return text
            case tuple():
                return ", ".join(str(self._said(one, currency)) for one in value)
        return value

    def __contains__(self, key: str) -> bool:
        """Whether these words exist, for keys made from data."""
        return key in self.entries

    def is_many(self, n: int) -> bool:
        """Whether so many things are a plural in this language."""
        return not _IS_ONE[self.language](n)

    def _number(self, key: str, values: Mapping[str, object]) -> str:
        n = values.get("n")
        if isinstance(n, int):
            return "other" if self.is_many(n) else "one"
        if f"{key}.one" in self.entries:
            raise WordsError(f"{self._source}: {key!r} needs a whole number n")
        return ""


@cache
def words(language: str, folder: Path = _FOLDER) -> Words:
    """The catalogue of `language` in a folder; `WordsError` names those there are."""
    if language not in LANGUAGES:
        raise WordsError(
            f"there are no words in {language!r} (there are: {', '.join(LANGUAGES)})"
        )
    source = f"{language}.yaml"
    text = folder.joinpath(source).read_text(encoding="utf-8")
    return Words(language, source, dict(_flat(_read(text))))


@cache
def short_words() -> Words:
    """English, with the names of `short.yaml` where machines know a message by one."""
    english, source = words("en"), "short.yaml"
    short = _flat(_read(_FOLDER.joinpath(source).read_text(encoding="utf-8")))
    told = {k: v for k, v in english.entries.items() if not k.startswith("author.")}
    return Words("en", source, {**told, **dict(short)})


@cache
def game_words(package: str, language: str) -> Words:
    """The catalogue of the game in `package`; English for a language it has not."""
    spoken = language if language in LANGUAGES else "en"
    source = f"data/words.{spoken}.yaml"
    text = files(package).joinpath(source).read_text(encoding="utf-8")
    return Words(spoken, f"{package}: {source}", dict(_flat(_read(text))))


@cache
def has_words(package: str) -> bool:
    """Whether the game in `package` has a catalogue of its own."""
    return bool(package) and files(package).joinpath("data/words.en.yaml").is_file()


def _read(text: str) -> dict[str, Any]:
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    found: dict[str, Any] = yaml.load(text, Loader=loader)
    return found


def money(minor_units: int, currency: str, language: str) -> str:
    """An amount as people of that language write it: « 1,50 € », "€1.50"."""
    if currency == NO_CURRENCY:
        from cabinet.i18n.message import message  # above, it would hide its module

        return words(language).say(message("amount_of_tokens", n=minor_units))
    number = figures(abs(minor_units), currency, thousands=",")
    minus = "-" if minor_units < 0 else ""
    sign = SIGNS.get(currency)
    if language == "fr":
        french = {",": _NO_BREAK_SPACE, ".": ","}
        number = "".join(french.get(c, c) for c in number)
        return f"{minus}{number}{_NO_BREAK_SPACE}{sign or currency}"
    if sign is None:
        return f"{minus}{currency}{_NO_BREAK_SPACE}{number}"
    return f"{minus}{sign}{number}"


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield above + key, value
        else:
            yield from _flat(value, f"{above}{key}.")
