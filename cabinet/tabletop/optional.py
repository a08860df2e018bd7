"""What the view of a game may offer besides: hands, phones, roles, real time, words."""

from typing import Any, NamedTuple, Protocol, runtime_checkable

from cabinet.tabletop.api import Document, GameEvent, Look, Seat


class Story(NamedTuple):
    """What has happened lately, for a phone to tell again.

    `told` are the last events of the match, each with a number that only grows; those
    of the last action, `lately`, are at its end and began to be shown `age` frames ago.
    """

    told: tuple[tuple[int, GameEvent], ...] = ()
    lately: tuple[GameEvent, ...] = ()
    age: int = 0


@runtime_checkable
class Handheld(Protocol):
    """What a view offers besides whose players may hold a phone."""

    def let_go(self, hand: Any, button: str) -> Any:  # noqa: ANN401
        """The hand after a button that was held for a while has come up."""

    def landed(self, lately: tuple[GameEvent, ...], age: int) -> int:
        """How much of this news the screen has shown; phones tell no more."""

    def phone(
        self,
        seen: Any,  # noqa: ANN401 - the game's own type
        legal: tuple[str, ...],
        seat: Seat,
        names: tuple[str, ...],
        language: str,
        story: Story = Story(),  # noqa: B008 - never changes
    ) -> Document:
        """The page of a seat, from what that seat sees and nothing else.

        `heading` says what it is about; `choices` are buttons, each with its `action`
        and a card's fields: `name`, `time`, `family`, `sign`, `worth`, `about`, of
        which all but `name` may be ""; `groups` are rows of cards, each with a
        `title`; `lines` are [reason, points], `total` their sum; `players` are
        [name, points, what they do]; `events` are the last things that happened, each
        with its number `n`, a `text`, a `kind` ("robbed" is bad news for this seat) and
        the `card` it is about; `rules` are lines to read.
        """


class Lingering(Protocol):
    """The method `lingers` of a view that shows a finished round for a while."""

    def __call__(self, lately: tuple[GameEvent, ...]) -> int:
        """For how many frames after this news nobody plays.

        A press before that ends it, and does nothing else. Where the view `hurries`,
        a tap does, and while a button is held it passes twice as fast.
        """


@runtime_checkable
class RealTime(Protocol):
    """What a view offers besides whose game may be played by all at once."""

    def live(self, seen: Any) -> bool:  # noqa: ANN401 - the game's own type
        """Whether this match is: then each person has a stick of their own."""

    def takes(self, action: str) -> int:
        """For how many milliseconds an action is under way before it is played."""

    def reaction(self, level: str, seat: Seat, between: int | None) -> int:
        """After how many milliseconds a bot of that level acts again in that seat.

        `between` is how many pass from action to action of the fastest person lately,
        if that is known.
        """


@runtime_checkable
class HasRoles(Protocol):
    """What a view offers besides whose seats are different roles."""

    def roles(self, language: str) -> tuple[str, ...]:
        """What each seat is called, the first seat first."""


@runtime_checkable
class Spoken(Protocol):
    """What a view offers besides whose game can be played by ear (docs/sound.md).

    Every answer is a sentence or some, in `look.language`; "" where nothing is to say.
    A secret is in none of them that the picture does not show.
    """

    def say_standing(self, look: Look[Any, Any]) -> tuple[str, ...]:
        """How the match stands, for whoever is due: what has changed of it is said."""

    def say_pointed(self, look: Look[Any, Any]) -> str:
        """What the hand points at, and what playing it there would do."""

    def say_help(self, look: Look[Any, Any]) -> tuple[tuple[str, str], ...]:
        """The same as `help`, in words for the ear."""

    def say_event(self, event: GameEvent, seat: Seat, look: Look[Any, Any]) -> str:
        """What has happened by the action of a seat; CHANCE is nobody's."""

    def say_board(self, look: Look[Any, Any]) -> tuple[tuple[str, ...], ...]:
        """Every place of the table, row by row, as the stick goes over it."""
