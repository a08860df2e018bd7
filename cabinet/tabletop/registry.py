"""The games that are installed, found by their entry points.

A game is one line under `cabinet.games` in the `pyproject.toml` of any installed
package, ours or a stranger's. The line's name and the game's own must agree,
since one is what an operator writes and the other what a state document says.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from cabinet.tabletop.api import AnyGame, Game

GROUP: Final = "cabinet.games"
OURS: Final = "arkade-cabinet"


class GameNotUsableError(ValueError):
    """A game that is not installed, or whose entry point gives no usable game."""


def installed() -> dict[str, AnyGame]:
    """Every installed game by name, whole, sorted; one that is broken is an error."""
    return {name: _whole(point) for name, point in sorted(points().items())}


def broken() -> dict[str, GameNotUsableError]:
    """The installed games that cannot be played, sorted, and why."""
    found = {}
    for name, point in sorted(points().items()):
        try:
            _whole(point)
        except GameNotUsableError as wrong:
            found[name] = wrong
    return found


def shipped() -> dict[str, AnyGame]:
    """The games of this distribution, sorted: what our tests and tools are about."""
    ours = (p for p in entry_points(group=GROUP) if p.dist and p.dist.name == OURS)
    return {p.name: _whole(p) for p in sorted(ours, key=lambda p: p.name)}


class Shelf(Mapping[str, AnyGame]):
    """Every installed game by name, each imported when it is first asked for."""

    def __init__(self) -> None:
        self._points = dict(sorted(points().items()))
        self._taken: dict[str, AnyGame] = {}

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self._taken:
            self._taken[name] = _load(self._points[name])
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)


def load(name: str) -> AnyGame:
    """One game by name, without importing any other."""
    found = points()
    if name not in found:
        raise GameNotUsableError(unknown(name, sorted(found)))
    return _load(found[name])


def points(group: str = GROUP) -> dict[str, EntryPoint]:
    """Every line of that group, by name; one name for two games is an error."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = found.setdefault(point.name, point)
        if other.value != point.value:
            raise GameNotUsableError(
                f"two games are called {point.name!r}: {other.value} and "
                f"{point.value}; uninstall one or rename its entry point"
            )
    return found


def _whole(point: EntryPoint) -> AnyGame:
    """A game with what it loads only when it is wanted."""
    game = _load(point)
    with naming(where(point)):
        _ = game.view, game.bots
    return game


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Say of which game it is that something went wrong in its import."""
    try:
        yield
    except Exception as wrong:
        raise GameNotUsableError(
            f"{place} does not import: {type(wrong).__name__}: {wrong}"
        ) from wrong


def where(point: EntryPoint) -> str:
    """A game and the line that makes it known, for a sentence."""
    return f"the game {point.name!r} ({point.value})"


def _load(point: EntryPoint) -> AnyGame:
    place = where(point)
    with naming(place):
        game = point.load()
    if not isinstance(game, Game):
        raise GameNotUsableError(
            f"{place} is a {type(game).__name__}, not a cabinet.tabletop.api.Game"
        )
    if game.rules.name != point.name:
        raise GameNotUsableError(
            f"{place} calls itself {game.rules.name!r}: its rules.name and its "
            "entry point's name must be the same"
        )
    return game


def unknown(name: str, names: list[str]) -> str:
    """That there is no such game, and what was perhaps meant."""
    close = get_close_matches(name, names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"no game is called {name!r}{hint} (installed: {', '.join(names) or 'none'})"
