"""The scene table: which scene is on, for every mode the counter can be in."""

from collections.abc import Callable, Mapping
from typing import Final

from cabinet.picture.shapes import Picture
from cabinet.screen.scenes import (
    attract,
    high_scores,
    join,
    menu,
    out_of_order,
    playing,
    result,
    select,
    standby,
    wait,
)
from cabinet.screen.scenes.show import Show

_SCENES: Final[Mapping[str, Callable[[Show], Picture]]] = {
    "standby": standby.picture,
    "attract": attract.picture,
    "select": select.picture,
    "join": join.picture,
    "signing": high_scores.picture,
    "result": result.picture,
    "service": menu.picture,
    "out_of_order": out_of_order.picture,
}


def picture(show: Show) -> Picture:
    """The scene of the counter's mode; a mode we do not know is waited out."""
    mode = show.snapshot.mode
    if mode == "playing" and show.play is not None:
        return playing.picture(show, show.play)
    if mode in _SCENES:
        return _SCENES[mode](show)
    if show.trouble:
        return wait.trouble(show)
    return wait.again(show)


def last_look(show: Show) -> Picture:
    """The final position while it may still be looked at, else the scene."""
    if show.play is not None:
        return playing.last_look(show, show.play)
    return picture(show)
