"""A game's settings as somebody asks for them, held against those it has.

The same law and the same sentences for every game: what is left out takes its
default, what the game does not know is refused by name, with what would be right.
"""

from collections.abc import Mapping

from cabinet.tabletop.api import Option, Options, OptionValue, RulesError


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
