"""Every game that is installed and can be sold: board games and loops.

A loop is one line under `cabinet.loops` in the `pyproject.toml` of any installed
package, a board game one under `cabinet.games`. A name belongs to one of them.
"""

from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint
from typing import Final, TypeAlias

from cabinet.loops.api import LoopError, LoopGame
from cabinet.tabletop import registry
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.registry import OURS, GameNotUsableError, naming, where

GROUP: Final = "cabinet.loops"
# What a mode can sell.
AnySold: TypeAlias = AnyGame | LoopGame


class GameShelf(Mapping[str, AnySold]):
    """Every installed game by name, each imported when it is first asked for."""

    def __init__(self) -> None:
        boards, loops = registry.points(), registry.points(GROUP)
        for name in sorted(boards.keys() & loops.keys()):
            raise GameNotUsableError(
                f"two games are called {name!r}: {boards[name].value} and "
                f"{loops[name].value}; uninstall one or rename its entry point"
            )
        self._boards = registry.Shelf()
        self._points = dict(sorted(loops.items()))
        self._taken: dict[str, LoopGame] = {}

    def __getitem__(self, name: str) -> AnySold:
        if name not in self._points:
            return self._boards[name]
        if name not in self._taken:
            self._taken[name] = _load(self._points[name])
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted((*self._boards, *self._points)))

    def __len__(self) -> int:
        return len(self._boards) + len(self._points)


def broken() -> dict[str, GameNotUsableError]:
    """The installed games that cannot be played, sorted, and why."""
    found = registry.broken()
    for name, point in registry.points(GROUP).items():
        try:
            _load(point)
        except GameNotUsableError as wrong:
            found[name] = wrong
    return dict(sorted(found.items()))


def shipped_loops() -> dict[str, LoopGame]:
    """The loops of this distribution, sorted: what our own tests are about."""
    points = sorted(registry.points(GROUP).items())
    return {n: _load(p) for n, p in points if p.dist and p.dist.name == OURS}


def all_shipped() -> dict[str, AnySold]:
    """Board games and loops of this distribution, sorted."""
    both: dict[str, AnySold] = {**registry.shipped(), **shipped_loops()}
    return dict(sorted(both.items()))


def load_loop(name: str) -> LoopGame:
    """One loop by name, without importing any other game."""
    points = registry.points(GROUP)
    if name not in points:
        raise GameNotUsableError(registry.unknown(name, sorted(points)))
    return _load(points[name])


def _load(point: EntryPoint) -> LoopGame:
    place = where(point)
    with naming(place):
        game = point.load()
    if not isinstance(game, LoopGame):
        raise GameNotUsableError(
            f"{place} is a {type(game).__name__}, not a cabinet.loops.api.LoopGame"
        )
    if game.name != point.name:
        raise GameNotUsableError(
            f"{place} calls itself {game.name!r}: its name and its entry point's "
            "name must be the same"
        )
    try:
        game.check()
    except LoopError as wrong:
        raise GameNotUsableError(f"{place}: {wrong}") from wrong
    return game
