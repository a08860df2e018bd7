"""A game's settings: what people call them, and as somebody asks for them.

What is asked for is held against what there is, by the same law and with the same
sentences for every game: what is left out takes its default, what the game does not
know is refused by name, with what would be right.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cabinet.i18n import LANGUAGES, game_words
from cabinet.tabletop.api import Option, Options, OptionValue, RulesError


@dataclass(frozen=True, slots=True)
class OptionWords:
    """What an operator reads of an option in one language: its name and a sentence.

    `choices` is what a choice is called, or a default that is none of them; one that
    has no name here is shown as it is written, true and false as yes and no.
    """

    title: str
    help: str
    choices: Mapping[OptionValue, str] = field(default_factory=dict)


class OptionTexts(Mapping[str, Mapping[str, OptionWords]]):
    """Each option by language, from `options` in the word files of a game's folder.

    The files are read when somebody asks: a counter that only sells does not.
    """

    def __init__(self, package: str, options: Mapping[str, Option]) -> None:
        self._package = package
        self._options = options

    def __getitem__(self, name: str) -> Mapping[str, OptionWords]:
        option = self._options[name]
        return {spoken: self._told(name, option, spoken) for spoken in LANGUAGES}

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)

    def _told(self, name: str, option: Option, language: str) -> OptionWords:
        words, own = game_words(self._package, language), f"options.{name}"
        keys = {
            choice: f"{own}.choices.{_as_json(choice)}"
            for choice in (*option.choices, option.default)
        }
        named = {choice: words(key) for choice, key in keys.items() if key in words}
        return OptionWords(words(f"{own}.title"), words(f"{own}.help"), named)


def check_players(title: str, seats: tuple[int, ...], players: int) -> None:
    """`RulesError` unless so many can play."""
    if players not in seats:
        between = " or " if len(seats) == 2 else " to "
        right = between.join(map(str, sorted({seats[0], seats[-1]})))
        raise RulesError(f"{title} is for {right} players, not {players}")


def chosen_options(
    title: str, known: Mapping[str, Option], asked: Options
) -> dict[str, OptionValue]:
    """Every setting of a game with its value; `RulesError` for one that cannot be."""
    chosen = {name: option.default for name, option in known.items()}
    for name, value in asked.items():
        if name not in known:
            there = ", ".join(known)
            raise RulesError(f"{title} has no option {name!r} (there are: {there})")
        chosen[name] = _choice(name, known[name], value)
    return chosen


def _choice(name: str, option: Option, value: object) -> OptionValue:
    """The choice that is `value`; 1 is not true, as it is not in a settings file."""
    for choice in (*option.choices, option.default):
        if type(choice) is type(value) and choice == value:
            return choice
    right = ", ".join(_as_json(choice) for choice in option.choices)
    raise RulesError(f"option {name} cannot be {value!r} (choices: {right})")


def _as_json(value: OptionValue) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
