"""How an operator who uses the web program proves to the counter who they are.

The web program faces the network, so the counter does not take its word: it checks the
password itself and gives a ticket for it. What is asked with a ticket is asked by
whoever logged in.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Vouch:
    """Somebody logs in with this password, and the code of their second factor."""

    password: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Somebody read the code off the cabinet's screen and is the owner from now on."""

    code: str
    password: str


@dataclass(frozen=True, slots=True)
class SetPassword:
    """The owner gives a role a password; "" takes the staff's away."""

    role: str
    password: str


@dataclass(frozen=True, slots=True)
class SetSecondFactor:
    """The owner's login takes a code from now on; without a secret: it takes none."""

    secret: str
    code: str


@dataclass(frozen=True, slots=True)
class LogOut:
    """A ticket is no longer needed."""

    ticket: str


@dataclass(frozen=True, slots=True)
class Vouched:
    """Who has logged in, and the ticket to show with what they ask."""

    role: str
    ticket: str


# What the web program sees of the code on the screen: that there is one.
HIDDEN_CODE: Final = "*"

FromLogin: TypeAlias = Vouch | Pair | SetPassword | SetSecondFactor | LogOut
