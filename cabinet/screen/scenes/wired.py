"""Buttons by what is wired: nobody is told to press what is not there.

The game and the service menu are the screen's, where another button does the work of
A and B; in the cabinet's own modes Start confirms and Start held goes back, and a
name is written with the stick alone.
"""

from typing import Final, TypeAlias

from cabinet.core.inputs.wired_buttons import WAYS, WiredButtons
from cabinet.i18n import Words
from cabinet.screen.scenes.show import Show

Help: TypeAlias = tuple[tuple[str, str], ...]
_ALWAYS: Final = ("stick", "coin", *WAYS)


def help_for(show: Show, *buttons: tuple[str, str] | None) -> Help:
    """What buttons do, by the keys of the words; None is a button without use now."""
    return tuple((each[0], show.words(each[1])) for each in buttons if each)


def wired(show: Show, buttons: Help) -> Help:
    """The buttons that are there, or what does the same; others are left out."""
    found = ((_there(show, button), what) for button, what in buttons)
    return tuple((button, what) for button, what in found if button)


def keys_of(wired: WiredButtons, seat: int, words: Words) -> dict[str, str]:
    """What A and B of a seat are called in a sentence."""
    stick = wired.stick_of(seat)
    return {
        button: cap_words(_exact(wired, wired.gesture(stick, button)), words)
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
    wired = show.wired
    if button in _ALWAYS:
        return button
    if button in ("a", "b"):
        return _exact(wired, _gesture(show, button))
    name = button.split()[-1]
    line = f"p{show.stick}.{name}" if name in ("a", "b") else name
    return _exact(wired, button if line in wired.lines else "")


def _gesture(show: Show, button: str) -> str:
    gesture = show.wired.gesture(show.stick, button)
    if gesture == button or show.snapshot.mode in ("playing", "service"):
        return gesture
    if show.snapshot.mode == "signing" or button == "a":
        return ""
    return "hold start"


def _exact(wired: WiredButtons, gesture: str) -> str:
    """Start held is told from Start held for a moment where it may be either."""
    both = gesture == "hold start" and wired.start_is_both
    return "long start" if both else gesture
