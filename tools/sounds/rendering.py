"""Every sound by class and name, rendered and finished."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Final, NamedTuple

from tools.sounds.effects import COIN, EFFECTS
from tools.sounds.jingles import JINGLES
from tools.sounds.mastering import finish
from tools.sounds.score import Tune, perform
from tools.sounds.waves import Wave

TUNES: Final = ("attract", "azteka", "aztec", "arkade", "space_aztecs")


class Recipe(NamedTuple):
    """A sound that can be made; `kind` is its class and its folder."""

    kind: str
    name: str
    make: Callable[[], Wave]

    def render(self) -> Wave:
        """Its samples, one row for each side, as they are shipped."""
        return finish(self.make(), self.kind, self.name)


def recipes() -> Iterator[Recipe]:
    """All of them."""
    for kind, made in (("coin", COIN), ("effects", EFFECTS)):
        for name, make in made.items():
            yield Recipe(kind, name, make)
    for name, jingle in JINGLES.items():
        yield Recipe("jingles", name, partial(perform, jingle))
    for name in TUNES:
        yield Recipe("music", name, partial(perform, tune(name)))


def tune(name: str) -> Tune:
    """The loop of that name."""
    found: Tune = import_module(f"tools.sounds.tunes.{name}").TUNE
    return found
