"""Four digits under a stick: up and down turn one, A goes on, B goes back."""

from typing import Final, TypeAlias

DIGITS: Final = 4
Digits: TypeAlias = tuple[int, ...]


def dialled(digits: Digits, button: str) -> Digits:
    """The digits after a button; none are left when somebody goes back at the first.

    One more than there are means that all are dialled.
    """
    *before, digit = digits
    match button:
        case "up" | "down":
            return (*before, (digit + (1 if button == "up" else -1)) % 10)
        case "a" | "right":
            return (*digits, 0)
        case "b" | "left" if before or button == "b":
            return tuple(before)
    return digits


def said(digits: Digits) -> str:
    """The PIN, once all digits are dialled; "" before."""
    return "".join(map(str, digits[:DIGITS])) if len(digits) > DIGITS else ""
