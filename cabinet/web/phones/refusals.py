"""Why something a phone sent was not taken, as a code for the page to put into words.

The sentence is for whoever speaks to the cabinet from a program; a person reads the
words that the page has for the code, in their language.
"""

import re
from typing import Final

# Whatever else is refused is against the rules of the game.
RULES: Final = "rules"
_CODES: Final = {
    "seat": "this code is of no seat.*",
    "hurry": "too much at once.*",
    "away": "the cabinet (does not answer|is starting).*",
    "over": "no match is being played",
    "asked": "the cabinet asks something.*",
    "late": r"this is match \d+, not match \d+|action \d+ of seat \d+ was played.*",
    "look": "the cards are being turned over.*",
    "turn": "it is not your turn",
}


def code_of(sentence: str) -> str:
    """The code of a refusal."""
    found = (code for code, shape in _CODES.items() if re.fullmatch(shape, sentence))
    return next(found, RULES)
