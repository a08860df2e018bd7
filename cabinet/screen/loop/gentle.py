"""For eyes that flashing hurts: every game, seen at a gentle pace.

A view is told a slower frame, so whatever it blinks by that blinks at a quarter of
the pace; and an age in steps of a sixth of a second, so nothing that follows from
it can flash more than three times a second. No game has to know. What shakes or
flashes the whole screen is softened by `cabinet.picture.shapes.calm`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from cabinet.loops.api import LoopGame
from cabinet.loops.registry import AnySold
from cabinet.picture.shapes import Picture
from cabinet.tabletop.api import Look, View

SLOWER: Final = 4
STEP: Final = 10


class GentleView:
    """A game's view that is asked for pictures less hastily; else the same."""

    def __init__(self, view: View[Any, Any]) -> None:
        self._view = view

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the view has
        return getattr(self._view, name)

    def picture(self, look: Look[Any, Any]) -> Picture:
        """The table, at its gentle pace."""
        age, frame = look.age // STEP * STEP, look.frame // SLOWER
        news = tuple((old // STEP * STEP, told) for old, told in look.news)
        return self._view.picture(replace(look, frame=frame, age=age, news=news))


class GentleGames(Mapping[str, AnySold]):
    """The same games, each with a gentle view, none imported before it is asked for."""

    def __init__(self, games: Mapping[str, AnySold]) -> None:
        self._games = games
        self._made: dict[str, AnySold] = {}

    def __getitem__(self, name: str) -> AnySold:
        if name not in self._made:
            game = self._games[name]
            if isinstance(game, LoopGame):  # it is told to be gentle itself
                return game
            view = cast(View[Any, Any], GentleView(game.view))
            self._made[name] = replace(game, view=view)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)
