"""Games with something to hide: what the view of one offers besides."""

from typing import Any, Protocol, runtime_checkable

from cabinet.tabletop.api import Document, Seat


@runtime_checkable
class Handheld(Protocol):
    """What a view offers besides whose players may hold a phone."""

    def let_go(self, hand: Any, button: str) -> Any:  # noqa: ANN401
        """The hand after a button that was held for a while has come up."""

    def phone(
        self,
        seen: Document,
        legal: tuple[str, ...],
        seat: Seat,
        names: tuple[str, ...],
        language: str,
    ) -> Document:
        """The page of a seat, from its own observation and nothing else.

        `heading` says what it is about; `choices` are buttons, each with its `action`
        and a card's fields: `name`, `time`, `family`, `sign`, `worth`, `about`, of
        which all but `name` may be ""; `groups` are rows of cards, each with a
        `title`; `lines` are [reason, points], `total` their sum; `players` are
        [name, points, what they do].
        """
