"""Writing a text with a stick: a table of signs, A writes the one that is chosen.

B takes the last sign back. Below the signs are keys that do something: capitals,
space, take back, leave it, keep it.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

SIGNS: Final = (
    "abcdefghijklm",
    "nopqrstuvwxyz",
    "éèêëàâäçîïôöù",
    "0123456789.,-",
    ":/_@'!?&+()#=",
)
# What a password of a Wi-Fi network may hold: every sign there is on a keyboard.
SECRET_SIGNS: Final = (
    "abcdefghijklm",
    "nopqrstuvwxyz",
    "0123456789.,-",
    ":/_@'!?&+()#=",
    '"$%*;<>[]\\^{|',
    "}~`-_.,:/@!?&",
)
KEYS: Final = ("capitals", "space", "delete", "drop", "keep")
COLUMNS: Final = len(SIGNS[0])


@dataclass(frozen=True, slots=True)
class TextEditor:
    """A text of at most `most` signs, and the sign or key that is chosen.

    `over` is "" while somebody writes, then `keep` or `drop`.
    """

    text: str
    most: int
    row: int = 0
    column: int = 0
    capitals: bool = False
    over: str = ""
    signs: tuple[str, ...] = SIGNS

    @property
    def key(self) -> str:
        """The key that is chosen; "" where a sign is."""
        return KEYS[self.column] if self.row == len(self.signs) else ""

    def sign(self, row: int, column: int) -> str:
        """The sign at a place of the table, as it would be written."""
        sign = self.signs[row][column]
        return sign.upper() if self.capitals else sign

    def press(self, button: str, _gear: int = 1) -> "TextEditor":
        """The text after a button of the stick."""
        match button:
            case "up" | "down":
                return self._stepped(1 if button == "down" else -1)
            case "left" | "right":
                width = len(KEYS) if self.key else COLUMNS
                by = 1 if button == "right" else -1
                return replace(self, column=(self.column + by) % width)
            case "b":
                return replace(self, text=self.text[:-1])
            case "a":
                return self._acted()
        return self

    def _stepped(self, by: int) -> "TextEditor":
        """A row up or down; the keys are wider than the signs."""
        row = (self.row + by) % (len(self.signs) + 1)
        column = self.column
        if row == len(self.signs) and not self.key:
            column = column * len(KEYS) // COLUMNS
        elif self.key and row != len(self.signs):
            column = (2 * column + 1) * COLUMNS // (2 * len(KEYS))
        return replace(self, row=row, column=column)

    def _acted(self) -> "TextEditor":
        match self.key:
            case "":
                return self._written(self.sign(self.row, self.column))
            case "capitals":
                return replace(self, capitals=not self.capitals)
            case "space":
                return self._written(" ")
            case "delete":
                return replace(self, text=self.text[:-1])
        return replace(self, over=self.key, text=self.text.strip())

    def _written(self, sign: str) -> "TextEditor":
        return replace(self, text=(self.text + sign)[: self.most])


# Four digits under a stick: up and down turn one, A goes on, B goes back.

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
