"""The people who run the cabinet: who they are, and who stands there with a PIN.

Each has a role, and a role may all that the ones before it may. A PIN is four digits
that no two people share, so it says who says it. What each role may do is in the
protocol, beside the messages that ask for it.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from cabinet.core.owner_pin import fits
from cabinet.i18n.authors import ROLES, signed

# Whose PIN is the setting `service.pin`, and whose password pairing sets.
FIRST: Final = 1
LONGEST_NAME: Final = 24
_BETWEEN: Final = " -'’."


@dataclass(frozen=True, slots=True)
class Person:
    """`number` is theirs for ever; `name` is "" before they were given one.

    `pin` is as the file keeps it, "" without one.
    """

    number: int
    role: str
    name: str = ""
    pin: str = ""

    def may(self, role: str) -> bool:
        """Whether they may do what takes that role."""
        return is_enough(self.role, role)

    def signed(self, place: str) -> str:
        """How they sign what they do there; as the place alone when it is nobody."""
        return signed(place, self.role, self.name)


NOBODY: Final = Person(0, "")
# Who runs a cabinet whose menu asks nobody, and one that was never paired.
THE_OWNER: Final = Person(FIRST, "owner")


def is_enough(role: str, wanted: str) -> bool:
    """Whether a role may do what is for another one; what is for "" is for all."""
    ranks = ("", *ROLES)
    return role in ranks and ranks.index(role) >= ranks.index(wanted)


def who_says(pin: str, people: Iterable[Person]) -> Person:
    """Whose PIN it is; of two who share one, the one who may less."""
    found = [each for each in people if each.pin and fits(pin, each.pin)]
    ranked = sorted(found, key=lambda each: ROLES.index(each.role))
    return ranked[0] if ranked else NOBODY


def plain_name(text: str) -> str:
    """A name as it is kept: one form of each letter, no space too many."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_name(text: str) -> bool:
    """Whether people can be called so: letters, digits, and what is between them."""
    return (
        0 < len(text) <= LONGEST_NAME
        and text == plain_name(text)
        and all(sign.isalpha() or sign.isdecimal() or sign in _BETWEEN for sign in text)
        and text[0].isalpha()
    )


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for each other."""
    return _key(one) == _key(other)


def _key(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in folded if sign.isalnum())
