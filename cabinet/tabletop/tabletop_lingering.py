"""Games that show a finished round for a while: what the view of one offers besides."""

from typing import Protocol

from cabinet.tabletop.api import Happening


class Lingering(Protocol):
    """The method `lingers` of a view that shows a finished round for a while."""

    def __call__(self, lately: tuple[Happening, ...]) -> int:
        """For how many frames after this news nobody plays.

        A press before that ends it, and does nothing else.
        """
