"""How an operator who uses the web program proves to the counter who they are.

The web program faces the network, so the counter does not take its word: it checks the
password itself and gives a ticket for it. What is asked with a ticket is asked by
whoever logged in.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Vouch:
    """Somebody logs in: a name, a password, and the code of their second factor.

    The name is "" of those who were not given one yet.
    """

    password: str
    code: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Somebody read the code off the cabinet's screen and is an owner from now on."""

    code: str
    password: str


@dataclass(frozen=True, slots=True)
class SetSecondFactor:
    """My login takes a code from now on; without a secret: it takes none."""

    secret: str
    code: str


# What an owner does to people. On the page it takes a `code` of their second factor.


@dataclass(frozen=True, slots=True)
class AddPerson:
    """Somebody new; without a password they cannot log in."""

    name: str
    role: str
    password: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class ChangePerson:
    """Somebody has another name or role."""

    number: int
    name: str
    role: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class SetPassword:
    """Somebody has another password; "": they cannot log in any more."""

    number: int
    password: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class DrawPin:
    """Draw another PIN for somebody; `off`: they have none any more."""

    number: int
    off: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class EndPerson:
    """Somebody is gone: no password, no PIN, and every login of theirs is over."""

    number: int
    code: str = ""


@dataclass(frozen=True, slots=True)
class LogOut:
    """A ticket is no longer needed."""

    ticket: str


@dataclass(frozen=True, slots=True)
class Vouched:
    """Who has logged in, and the ticket to show with what they ask."""

    role: str
    ticket: str
    name: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """It is done; `pin` is the one that was drawn, shown this once."""

    number: int
    role: str
    name: str
    pin: str = ""
    ticket: str = ""


# What the web program sees of the code on the screen: that there is one.
HIDDEN_CODE: Final = "*"

OfPeople: TypeAlias = AddPerson | ChangePerson | SetPassword | DrawPin | EndPerson
FromLogin: TypeAlias = Vouch | Pair | SetSecondFactor | LogOut | OfPeople
