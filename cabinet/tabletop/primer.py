"""What a game brings so that people can watch it and learn it before they play.

A replay is a match that was played once and is kept: seed and log, as `Match.resume`
wants them. A lesson is one position of that match, the buttons a player would have
pressed there, where to look, and one sentence in every language. Both stand in the
`data` folder of the game, as `demo.txt` and `howto.toml`, and are read when somebody
first asks.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from cabinet.tabletop.match import Move

Direction: TypeAlias = Literal["up", "down", "left", "right"]
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)


class PrimerError(ValueError):
    """A demo or a how-to that cannot be read; names the file and the line."""


class Replay(NamedTuple):
    """A match that was played, with the game's default options."""

    players: int
    seed: int
    log: tuple[Move, ...]


class Arrow(NamedTuple):
    """A mark on the table: its tip is at x, y and it points that way."""

    x: int
    y: int
    points: Direction


@dataclass(frozen=True, slots=True)
class Lesson:
    """One picture of the how-to.

    It shows the replay after `turn` moves; then the person who is due presses
    `press`. `top` is the first line of the table that is shown.
    """

    turn: int
    sentence: Mapping[str, str]
    press: tuple[str, ...] = ()
    top: int = 0
    arrows: tuple[Arrow, ...] = ()


class Primer:
    """The demo and the lessons of one game, from the `data` folder of its package."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def demo(self) -> Replay:
        """The match that plays itself; `PrimerError` if the file is none."""
        return read(self._text("demo.txt"))

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """How to play, picture by picture."""
        return tuple(_lesson(entry) for entry in self._howto["lesson"])

    @property
    def focus(self) -> int:
        """The column of the table that a narrow picture of it is centred on."""
        return int(self._howto["focus"])

    @cached_property
    def _howto(self) -> dict[str, Any]:
        return tomllib.loads(self._text("howto.toml"))

    def _text(self, name: str) -> str:
        return files(self._package).joinpath(f"data/{name}").read_text("utf-8")


def written(replay: Replay) -> str:
    """A replay as text: who plays on which seed, then a move a line."""
    head = f"players {replay.players} seed {replay.seed}\n"
    return head + "".join(f"{move.seat} {move.action}\n" for move in replay.log)


def read(text: str) -> Replay:
    """The replay that `written` wrote."""
    head, *lines = text.splitlines()
    match head.split():
        case ["players", players, "seed", seed] if (players + seed).isdigit():
            log = tuple(_move(number, line) for number, line in enumerate(lines, 2))
            return Replay(int(players), int(seed), log)
    raise PrimerError(f"demo.txt:1: {head!r} is not `players 2 seed 1`")


def _move(number: int, line: str) -> Move:
    seat, _, action = line.partition(" ")
    if not (seat.isdigit() and action):
        raise PrimerError(f"demo.txt:{number}: {line!r} is no seat and its action")
    return Move(int(seat), action)


def _lesson(entry: dict[str, Any]) -> Lesson:
    return Lesson(
        turn=entry["turn"],
        sentence={"fr": entry["fr"], "en": entry["en"]},
        press=tuple(entry.get("press", "").split()),
        top=entry.get("top", 0),
        arrows=tuple(Arrow(*arrow) for arrow in entry.get("arrows", ())),
    )
