"""What a game brings so that people can watch it and learn it before they play.

A replay is a match that was played once and is kept: options, seed and log, as
`Match.resume` wants them. A lesson is one position of such a match, the buttons a
player would have pressed there, where to look, and one sentence in every language.
Both stand in the `data` folder of the game, as `demo.txt` and `howto.toml`, and are
read when somebody first asks. A mode that is played otherwise has a replay of its own,
`demo.NAME.txt`, and lessons that say `when` they are true. `first.toml` has the steps
of a guided first turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from cabinet.tabletop.api import Options
from cabinet.tabletop.data import table
from cabinet.tabletop.match import PlayedAction

Direction: TypeAlias = Literal["up", "down", "left", "right"]
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)


# So many matches of a mode are kept at most.
MOST_RECORDINGS: Final = 9


class PrimerError(ValueError):
    """A demo or a how-to that cannot be read; names the file and the line."""


class Replay(NamedTuple):
    """A match that was played; of the options, those that are not the default."""

    players: int
    seed: int
    log: tuple[PlayedAction, ...]
    options: Mapping[str, str | int | bool] = MappingProxyType({})


class Arrow(NamedTuple):
    """A mark on the table: its tip is at x, y and it points that way."""

    x: int
    y: int
    points: Direction


@dataclass(frozen=True, slots=True)
class Lesson:
    """One picture of the how-to.

    It shows the replay after `turn` moves; then the person who is due presses
    `press`. `top` is the first line of the table that is shown. `demo` names the
    replay, "" is the first; `when` are the options it is about. A sentence may speak
    of `{a}` and `{b}`, as the buttons are called on the panel there is.
    """

    turn: int
    sentence: Mapping[str, str]
    demo: str = ""
    when: Options = field(default_factory=dict)
    press: tuple[str, ...] = ()
    top: int = 0
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One step of a guided first turn: what is to be done, and how it is said.

    `do` is "stick", "b", or what an action begins with; `seat` is None for every seat,
    `players` for every number of them.
    """

    do: str
    sentence: Mapping[str, str]
    seat: int | None = None
    when: Options = field(default_factory=dict)
    players: int | None = None

    @property
    def is_gesture(self) -> bool:
        """Whether it plays nothing."""
        return self.do in ("stick", "b")

    def is_done_by(self, did: str) -> bool:
        """Whether this press, or this action, was it."""
        return did == self.do or did.startswith(f"{self.do} ")


class Primer:
    """The demo and the lessons of one game, from the `data` folder of its package."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def demos(self) -> Mapping[str, Replay]:
        """Every match that is kept; `PrimerError` if a file is none."""
        names = ("", *self._howto.get("demos", ()))
        return {name: self._demo(name) for name in names}

    def demo(self, options: Options) -> Replay:
        """The match that plays itself where these options are sold, all of them."""
        own = (
            replay
            for replay in self.demos.values()
            if replay.options and _holds(replay.options, options)
        )
        return next(own, self.demos[""])

    def recordings(self, options: Options) -> tuple[Replay, ...]:
        """That match, and the others that are kept beside it."""
        first = self.demo(options)
        (name,) = (name for name, each in self.demos.items() if each is first)
        stem = f"demo.{name}" if name else "demo"
        beside = (f"{stem}-{number}.txt" for number in range(2, MOST_RECORDINGS + 1))
        folder = files(self._package).joinpath("data")
        kept = [file for file in beside if folder.joinpath(file).is_file()]
        return (first, *(read(folder.joinpath(f).read_text("utf-8"), f) for f in kept))

    def lessons(self, options: Options) -> tuple[Lesson, ...]:
        """How to play with these options, all of them, picture by picture."""
        return tuple(each for each in self.every_lesson if _holds(each.when, options))

    def first(self, options: Options, players: int) -> tuple[FirstStep, ...]:
        """The steps of a guided first turn with these options, all of them."""
        return tuple(
            each
            for each in self.every_step
            if _holds(each.when, options) and each.players in (None, players)
        )

    @cached_property
    def every_step(self) -> tuple[FirstStep, ...]:
        """The steps of every mode; none where the game has no `first.toml`."""
        if not files(self._package).joinpath("data", "first.toml").is_file():
            return ()
        return tuple(
            FirstStep(
                entry["do"],
                {"fr": entry["fr"], "en": entry["en"]},
                entry.get("seat"),
                entry.get("when", {}),
                entry.get("players"),
            )
            for entry in table(self._package, "first.toml")["step"]
        )

    @cached_property
    def every_lesson(self) -> tuple[Lesson, ...]:
        """The lessons of every mode."""
        return tuple(_lesson(entry) for entry in self._howto["lesson"])

    @property
    def focus(self) -> int:
        """The column of the table that a narrow picture of it is centred on."""
        return int(self._howto["focus"])

    @cached_property
    def _howto(self) -> dict[str, Any]:
        return table(self._package, "howto.toml")

    def _demo(self, name: str) -> Replay:
        file = f"demo.{name}.txt" if name else "demo.txt"
        path = files(self._package).joinpath("data", file)
        return read(path.read_text("utf-8"), file)


def written(replay: Replay) -> str:
    """A replay as text: who plays on which seed, then a move a line."""
    chosen = "".join(f" {name}={value}" for name, value in replay.options.items())
    head = f"players {replay.players} seed {replay.seed}{chosen}\n"
    return head + "".join(f"{move.seat} {move.action}\n" for move in replay.log)


def read(text: str, file: str = "demo.txt") -> Replay:
    """The replay that `written` wrote."""
    head, *lines = text.splitlines()
    match head.split():
        case ["players", players, "seed", seed, *chosen] if (players + seed).isdigit():
            log = tuple(
                _move(f"{file}:{number}", line) for number, line in enumerate(lines, 2)
            )
            pairs = (each.partition("=") for each in chosen)
            options = {name: _value(value) for name, _, value in pairs}
            return Replay(int(players), int(seed), log, options)
    raise PrimerError(f"{file}:1: {head!r} is not `players 2 seed 1`")


def _value(text: str) -> str | int | bool:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.isdigit() else text


def _move(place: str, line: str) -> PlayedAction:
    seat, _, action = line.partition(" ")
    if not (seat.isdigit() and action):
        raise PrimerError(f"{place}: {line!r} is no seat and its action")
    return PlayedAction(int(seat), action)


def _holds(wanted: Options, options: Options) -> bool:
    return all(options.get(name) == value for name, value in wanted.items())


def _lesson(entry: dict[str, Any]) -> Lesson:
    return Lesson(
        turn=entry["turn"],
        sentence={"fr": entry["fr"], "en": entry["en"]},
        demo=entry.get("demo", ""),
        when=entry.get("when", {}),
        press=tuple(entry.get("press", "").split()),
        top=entry.get("top", 0),
        arrows=tuple(Arrow(*arrow) for arrow in entry.get("arrows", ())),
    )
