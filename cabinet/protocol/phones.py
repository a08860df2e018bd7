"""What is said on the bus about phones: web program to screen and back.

The counter only passes these on. A phone is known by its token, which stands for one
seat of one match; what it shows and what it plays is the screen's business, and
credits are nobody's here.
"""

from dataclasses import dataclass
from typing import TypeAlias

from cabinet.i18n.message import Message


@dataclass(frozen=True, slots=True)
class PhonesAt:
    """Web to counter: what a phone's address begins with; "" without a network."""

    url: str


@dataclass(frozen=True, slots=True)
class ConsoleCertificate:
    """Web to counter: what the certificate of the open console is recognised by."""

    fingerprint: str


@dataclass(frozen=True, slots=True)
class PhoneHere:
    """Web to screen: whether a phone with this token looks, and its language.

    `name` and `figure` are what its player wants to be called and shown as; "" if they
    have not said.
    """

    token: str
    here: bool
    language: str = ""
    name: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True)
class PhoneAction:
    """Web to screen: the `turn`-th action of its seat in that match.

    `number` is the web program's own, for the `PhoneAnswer`.
    """

    token: str
    number: int
    match: int
    turn: int
    action: str


@dataclass(frozen=True, slots=True)
class PhoneButton:
    """Web to screen: the phone is a stick and two buttons; one is down, or up."""

    token: str
    number: int
    button: str
    down: bool = True


@dataclass(frozen=True, slots=True)
class SeatView:
    """Screen to web: what the phone shows, as JSON."""

    token: str
    view: str


@dataclass(frozen=True, slots=True)
class PhoneAnswer:
    """Screen to web: taken, or `why` not."""

    token: str
    number: int
    why: Message | None = None


FromPhone: TypeAlias = PhoneHere | PhoneAction | PhoneButton
ToPhone: TypeAlias = SeatView | PhoneAnswer
