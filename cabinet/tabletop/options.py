"""A game's settings: what people call them, and as somebody asks for them.

What is asked for is held against what there is, by the same law and with the same
sentences for every game: what is left out takes its default, what the game does not
know is refused by name, with what would be right.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    return str(value).lower() if isinstance(value, bool) else str(value)
