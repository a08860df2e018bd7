"""What a loop game is made of: all that its author has to know.

A loop is called sixty times a second with what is held and pressed, and draws on a
plain pygame Surface. It runs in a process of its own, so it may be written as any
pygame program, but for three things: it opens no window, it makes no noise itself, and
it takes time and chance from its arguments. The same seed and the same buttons then
give the same game, which is how demos, lessons and tests play it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from cabinet.tabletop.api import Option, Options, Outcome
from cabinet.tabletop.options import OptionWords
from cabinet.tabletop.primer import Arrow

__all__ = [
    "BUTTONS",
    "Arrow",
    "Buttons",
    "HowTo",
    "Loop",
    "LoopError",
    "LoopGame",
    "Option",
    "OptionWords",
    "Options",
    "Outcome",
]

BUTTONS: Final = ("up", "down", "left", "right", "a", "b")
# The whole screen; the same in fine pixels; the screen above the cabinet's own bar.
SIZES: Final = ((640, 360), (1280, 720), (640, 320))
PACES: Final = (30, 60)
MOST_SEATS: Final = 6
MEGABYTE: Final = 1 << 20
LEAST_MEMORY: Final = 64

# For each seat, which of its buttons.
Buttons: TypeAlias = tuple[frozenset[str], ...]


class LoopError(ValueError):
    """A loop game that is described wrongly, or does what it may not."""


class Loop(Protocol):
    """One game that runs. It is made without arguments, then `begin` is called once.

    It may have more, which is used where it is there:

    - `checkpoint()` gives all there is as JSON values, and `resume(state)` takes that
      instead of a new game, after `begin`: a power cut then costs seconds.
    - `score()` gives the points of each seat so far.
    - `paused(on)` is told when the cabinet asks a question and `frame` is not called,
      and when it goes on.
    - `language`, `gentle`, `best`: attributes that are set before `begin`, to `"fr"` or
      `"en"`, to whether nothing may flash, and to the score to beat. They may change
      what is drawn, never what happens.
    - `one_button`: an attribute that is set before `begin`, to whether the first player
      has one button, which is `a`. A game that says so in `LoopGame.one_button` lets
      that be enough, in whatever way suits it.
    """

    def begin(self, seats: int, options: Options, seed: int) -> None:
        """A new game for so many people; all chance comes from `seed`."""

    def frame(self, held: Buttons, pressed: Buttons, dt: float) -> None:
        """One update: `held[0]` are the buttons that seat 0 holds, among `BUTTONS`.

        `pressed` are those that went down since the last update, even if they are up
        again. `dt` is how long an update is, in seconds, and always the same.
        """

    def draw(self, surface: Any) -> None:  # noqa: ANN401 - a pygame.Surface
        """The whole picture, on a surface of the game's `size`; it changes nothing."""

    def sounds(self) -> Sequence[str]:
        """The names of the sounds since the last call."""

    def outcome(self) -> Outcome | None:
        """None while it goes on; then who won, and each seat's score."""


@dataclass(frozen=True, slots=True)
class HowTo:
    """One picture of the how-to: the demo after so many updates, and a sentence.

    `{a}` and `{b}` in a sentence are the buttons as the panel calls them. For who sees
    pictures alone, `arrows` point at what it is about, and `press` are its buttons.
    """

    update: int
    sentence: Mapping[str, str]
    arrows: tuple[Arrow, ...] = ()
    press: tuple[str, ...] = ()


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True)
class LoopGame:
    """What a package exports as its game, under `cabinet.loops` in its entry points.

    `loop` makes the running game: a class, or where it is as `"package.module:Class"`,
    which is loaded in the game's own process only. `help` says what the buttons do, by
    language. `scored`: its scores are worth a table of high scores; `counts` says what
    they count, where they are not points. `pace` is how many updates there are in a
    second. `memory` is how many megabytes it may have. `demo` is a file with recorded
    buttons, `sounds` names sounds of its own and their files; both beside `package`.
    `music` is one of the cabinet's tunes. `last_look`: seconds the end stays.
    `one_button` says by language what the one button does, where one is enough.
    """

    name: str
    title: Mapping[str, str]
    loop: Callable[[], Loop] | str
    seats: tuple[int, ...] = (1,)
    size: tuple[int, int] = SIZES[0]
    pace: int = 60
    help: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=_nothing)
    options: Mapping[str, Option] = field(default_factory=_nothing)
    option_words: Mapping[str, Mapping[str, OptionWords]] = field(
        default_factory=_nothing
    )
    scored: bool = True
    counts: Mapping[str, tuple[str, str]] | None = None
    demo: str = ""
    how_to: tuple[HowTo, ...] = ()
    sounds: Mapping[str, str] = field(default_factory=_nothing)
    music: str = ""
    memory: int = 256
    last_look: int = 2
    one_button: Mapping[str, str] = field(default_factory=_nothing)
    package: str = ""

    def check(self) -> None:
        """`LoopError` says what is wrong with the description, and what is right."""
        most = self.seats[-1] if self.seats else 0
        if (
            tuple(self.seats) != tuple(range(1, most + 1))
            or not 1 <= most <= MOST_SEATS
        ):
            raise LoopError(
                f"seats: {self.seats!r} is not (1,), (1, 2) … up to {MOST_SEATS}: one "
                "person can always play, and the game plays what is missing"
            )
        if tuple(self.size) not in SIZES:
            right = " or ".join(f"{wide} x {high}" for wide, high in SIZES)
            raise LoopError(f"size: {self.size!r} is not {right}")
        if self.pace not in PACES:
            raise LoopError(f"pace: {self.pace!r} is not 30 or 60 updates a second")
        if not LEAST_MEMORY <= self.memory <= 1024:
            raise LoopError(f"memory: {self.memory!r} is not 64 to 1024 megabytes")
        if self.how_to and not self.demo:
            raise LoopError("how_to: its pictures are taken from a demo: record one")
        for what in ("demo", *self.sounds.values()):
            name = self.demo if what == "demo" else what
            if name and not files(self.package or self.name).joinpath(name).is_file():
                raise LoopError(f"{name}: there is no such file in the package")

    def text(self, name: str) -> str:
        """What is in a text file of the package."""
        return files(self.package or self.name).joinpath(name).read_text("utf-8")
