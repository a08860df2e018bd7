"""The installed games, as far as prices and settings need to know them.

Settings are read without importing a single game: whoever has the games makes a
catalogue of them with `catalogue_of`.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from cabinet.loops.api import LoopGame
    from cabinet.loops.registry import AnySold
    from cabinet.tabletop.api import AnyGame
    from cabinet.tabletop.options import OptionWords

Choice: TypeAlias = str | int | bool | None
Chosen: TypeAlias = Mapping[str, str | int | bool]


class GameCard(NamedTuple):
    """One game: numbers of players, options and their choices.

    `refusal` says why so many players cannot play with these options; None
    means they can. `scored`: its scores are worth a table of high scores. `defaults`
    is what an option is that is left out, `words` what people read of it, by language.
    `live`: whether all play at once with these options. `house`: whether bots can take
    seats. `last_look` is how many seconds its final position stays, `title` what the
    game calls itself, by language. `one_button`: whether one is enough to play it.
    `at_join` is the option that players may choose where they take their seats.
    """

    seats: tuple[int, ...]
    options: Mapping[str, tuple[Choice, ...]]
    refusal: Callable[[int, Chosen], str | None] = lambda *_: None
    scored: bool = False
    defaults: Mapping[str, Choice] = MappingProxyType({})
    words: "Mapping[str, Mapping[str, OptionWords]]" = MappingProxyType({})
    live: Callable[[Chosen], bool] = lambda _: False
    house: bool = True
    last_look: int = 3
    title: Mapping[str, str] = MappingProxyType({})
    one_button: bool = True
    at_join: str = ""

    def choices(self, options: Chosen) -> tuple[str | int | bool, ...]:
        """What players may choose, the usual first; a mode that sets it leaves none."""
        if not self.at_join or self.at_join in options:
            return ()
        usual = self.defaults[self.at_join]
        others = (each for each in self.options[self.at_join] if each != usual)
        return tuple(each for each in (usual, *others) if each is not None)

    def fitting(self, options: Chosen) -> tuple[int, ...]:
        """The numbers of players that these options leave."""
        return tuple(n for n in self.seats if self.refusal(n, options) is None)


Catalogue: TypeAlias = Mapping[str, GameCard]


def offer_seats(card: GameCard, options: Chosen) -> tuple[int, int]:
    """The fewest and the most players of a game with these options."""
    fitting = card.fitting(options) or card.seats
    return min(fitting), max(fitting)


class _Cards(Mapping[str, GameCard]):
    def __init__(self, games: "Mapping[str, AnySold]") -> None:
        self._games = games

    def __getitem__(self, name: str) -> GameCard:
        from cabinet.loops.api import LoopGame

        game = self._games[name]
        return _loop_card(game) if isinstance(game, LoopGame) else _card(game)

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def catalogue_of(games: "Mapping[str, AnySold]") -> Catalogue:
    """The catalogue of installed games; asks each game's own rules who fits.

    A game is looked at when it is looked up: those not on sale cost nothing.
    """
    return _Cards(games)


def _loop_card(game: "LoopGame") -> GameCard:
    from cabinet.tabletop.api import RulesError
    from cabinet.tabletop.options import check_players, chosen_options

    def refusal(players: int, options: Chosen) -> str | None:
        try:
            check_players(game.name, game.seats, players)
            chosen_options(game.name, game.options, options)
        except RulesError as error:
            return str(error)
        return None

    return GameCard(
        game.seats,
        {name: option.choices for name, option in game.options.items()},
        refusal,
        game.scored,
        {name: option.default for name, option in game.options.items()},
        game.option_words,
        lambda _: True,
        house=False,
        last_look=game.last_look,
        title=game.title,
        one_button=bool(game.one_button),
    )


def _card(game: "AnyGame") -> GameCard:
    from random import Random

    from cabinet.tabletop.api import RulesError, abilities
    from cabinet.tabletop.match import Match
    from cabinet.tabletop.optional import RealTime

    rules = game.rules

    def refusal(players: int, options: Chosen) -> str | None:
        try:
            if check := abilities(rules).check:
                check(players, options)
            else:
                rules.new(players, options, Random(0))
        except RulesError as error:
            return str(error)
        return None

    def live(options: Chosen) -> bool:
        if not isinstance(game.view, RealTime):
            return False
        players = next((n for n in rules.seats if refusal(n, options) is None), 0)
        return bool(players) and game.view.live(
            Match(game, players, options, 0, "manual").seen_by(None)
        )

    choices = {name: option.choices for name, option in rules.options.items()}
    return GameCard(
        tuple(rules.seats),
        choices,
        refusal,
        game.scored,
        {name: option.default for name, option in rules.options.items()},
        game.options,
        live,
        last_look=game.last_look,
        title=game.title,
        at_join=game.at_join,
    )
