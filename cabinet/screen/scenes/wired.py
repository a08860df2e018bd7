"""Buttons by what is wired: nobody is told to press what is not there.

The game and the service menu are the screen's, where another button does the work of
A and B; in the cabinet's own modes Start confirms and Start held goes back, and a
name is written with the stick alone.
"""

from typing import Final, TypeAlias

from cabinet.core.inputs.switches import WAYS, Switches
from cabinet.i18n import Words
from cabinet.screen.scenes.show import Show

Help: TypeAlias = tuple[tuple[str, str], ...]
_ALWAYS: Final = ("stick", "coin", *WAYS)


def wired(show: Show, buttons: Help) -> Help:
    """The buttons that are there, or what does the same; others are left out."""
    found = ((_there(show, button), what) for button, what in buttons)
    return tuple((button, what) for button, what in found if button)


def keys_of(switches: Switches, seat: int, words: Words) -> dict[str, str]:
    """What A and B of a seat are called in a sentence."""
    stick = switches.stick_of(seat)
    return {
        button: cap_words(_exact(switches, switches.gesture(stick, button)), words)
        for button in ("a", "b")
    }


def cap_words(button: str, words: Words) -> str:
    """What is written on a button: `START`, `START LONG`."""
    how, _, name = button.rpartition(" ")
    known = f"button.{name}"
    text = words(known) if known in words else name.upper()
    return words(f"button.{how}", button=text) if how else text


def _there(show: Show, buttons: str) -> str:
    each = (_one(show, button) for button in buttons.split("+"))
    return "+".join(dict.fromkeys(button for button in each if button))


def _one(show: Show, button: str) -> str:
    switches = show.switches
    if button in _ALWAYS:
        return button
    if button in ("a", "b"):
        return _exact(switches, _gesture(show, button))
    name = button.split()[-1]
    line = f"p{show.stick}.{name}" if name in ("a", "b") else name
    return _exact(switches, button if line in switches.lines else "")


def _gesture(show: Show, button: str) -> str:
    gesture = show.switches.gesture(show.stick, button)
    if gesture == button or show.snapshot.mode in ("playing", "service"):
        return gesture
    if show.snapshot.mode == "signing" or button == "a":
        return ""
    return "hold start"


def _exact(switches: Switches, gesture: str) -> str:
    """Start held is told from Start held for a moment where it may be either."""
    both = gesture == "hold start" and switches.start_is_both
    return "long start" if both else gesture
