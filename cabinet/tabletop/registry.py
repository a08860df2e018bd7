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
    return {name: _whole(point) for name, point in sorted(_points().items())}


def broken() -> dict[str, GameNotUsableError]:
    """The installed games that cannot be played, sorted, and why."""
    found = {}
    for name, point in sorted(_points().items()):
        try:
            _whole(point)
        except GameNotUsableError as wrong:
            found[name] = wrong
    return found


def shipped() -> dict[str, AnyGame]:
    """The games of this distribution, sorted: what our tests and tools are about."""
    points = (p for p in entry_points(group=GROUP) if p.dist and p.dist.name == OURS)
    return {p.name: _whole(p) for p in sorted(points, key=lambda p: p.name)}


class Shelf(Mapping[str, AnyGame]):
    """Every installed game by name, each imported when it is first asked for."""

    def __init__(self) -> None:
        self._points = dict(sorted(_points().items()))
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
    points = _points()
    if name not in points:
        raise GameNotUsableError(_unknown(name, sorted(points)))
    return _load(points[name])


def _points() -> dict[str, EntryPoint]:
    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        other = points.setdefault(point.name, point)
        if other.value != point.value:
            raise GameNotUsableError(
                f"two games are called {point.name!r}: {other.value} and "
                f"{point.value}; uninstall one or rename its entry point"
            )
    return points


def _whole(point: EntryPoint) -> AnyGame:
    """A game with what it loads only when it is wanted."""
    game = _load(point)
    with _naming(_where(point)):
        _ = game.view, game.bots
    return game


@contextmanager
def _naming(where: str) -> Iterator[None]:
    try:
        yield
    except Exception as wrong:
        raise GameNotUsableError(
            f"{where} does not import: {type(wrong).__name__}: {wrong}"
        ) from wrong


def _where(point: EntryPoint) -> str:
    return f"the game {point.name!r} ({point.value})"


def _load(point: EntryPoint) -> AnyGame:
    where = _where(point)
    with _naming(where):
        game = point.load()
    if not isinstance(game, Game):
        raise GameNotUsableError(
            f"{where} is a {type(game).__name__}, not a cabinet.tabletop.api.Game"
        )
    if game.rules.name != point.name:
        raise GameNotUsableError(
            f"{where} calls itself {game.rules.name!r}: its rules.name and its "
            "entry point's name must be the same"
        )
    return game


def _unknown(name: str, names: list[str]) -> str:
    close = get_close_matches(name, names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"no game is called {name!r}{hint} (installed: {', '.join(names) or 'none'})"
