"""What the view of a game may offer besides: hands, phones, roles, real time."""

from typing import Any, Protocol, runtime_checkable

from cabinet.tabletop.api import Document, GameEvent, Seat


@runtime_checkable
class Handheld(Protocol):
    """What a view offers besides whose players may hold a phone."""

    def let_go(self, hand: Any, button: str) -> Any:  # noqa: ANN401
        """The hand after a button that was held for a while has come up."""

    def phone(
        self,
        seen: Any,  # noqa: ANN401 - the game's own type
        legal: tuple[str, ...],
        seat: Seat,
        names: tuple[str, ...],
        language: str,
    ) -> Document:
        """The page of a seat, from what that seat sees and nothing else.

        `heading` says what it is about; `choices` are buttons, each with its `action`
        and a card's fields: `name`, `time`, `family`, `sign`, `worth`, `about`, of
        which all but `name` may be ""; `groups` are rows of cards, each with a
        `title`; `lines` are [reason, points], `total` their sum; `players` are
        [name, points, what they do].
        """


class Lingering(Protocol):
    """The method `lingers` of a view that shows a finished round for a while."""

    def __call__(self, lately: tuple[GameEvent, ...]) -> int:
        """For how many frames after this news nobody plays.

        A press before that ends it, and does nothing else.
        """


@runtime_checkable
class RealTime(Protocol):
    """What a view offers besides whose game may be played by all at once."""

    def live(self, seen: Any) -> bool:  # noqa: ANN401 - the game's own type
        """Whether this match is: then each person has a stick of their own."""

    def takes(self, action: str) -> int:
        """For how many milliseconds an action is under way before it is played."""

    def reaction(self, level: str, seat: Seat) -> int:
        """After how many milliseconds a bot of that level acts again in that seat."""


@runtime_checkable
class HasRoles(Protocol):
    """What a view offers besides whose seats are different roles."""

    def roles(self, language: str) -> tuple[str, ...]:
        """What each seat is called, the first seat first."""
