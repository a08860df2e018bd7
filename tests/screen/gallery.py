"""The samples of the gallery, made once for all tests that look at them."""

from functools import cache

from cabinet.tabletop.registry import shipped
from tools.gallery import shots, shows


@cache
def samples(language):
    """Every sample of the shipped games: its name, and what is to be drawn."""
    return tuple(shows.shows(shipped(), language))


@cache
def pictures(language):
    """The same as pictures, by name."""
    return dict(shots.pictures(shipped(), language))
