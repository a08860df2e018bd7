"""Every sound by class and name, rendered and finished."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from tools.sounds.effects import COIN, EFFECTS
from tools.sounds.mastering import finish
from tools.sounds.score import jingles, perform, tune
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
    for name, jingle in jingles().items():
        yield Recipe("jingles", name, partial(perform, jingle))
    for name in TUNES:
        yield Recipe("music", name, partial(perform, tune(name)))
