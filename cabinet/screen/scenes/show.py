"""Everything a scene may know, as one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from cabinet.core.events import SECOND
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.preferences import CHOICES
from cabinet.diagnostics.measurements import Measurements
from cabinet.i18n import Words, money
from cabinet.picture.shapes import Picture
from cabinet.protocol.snapshot import OfferCard, Snapshot
from cabinet.screen.loop.scanning import LitChoice
from cabinet.screen.match.initials import Pen
from cabinet.screen.match.real_dice import TowerNote
from cabinet.screen.menu.state import MenuState
from cabinet.tabletop.personas import Persona
from cabinet.tabletop.primer import Arrow

if TYPE_CHECKING:
    from cabinet.screen.loop.demo_player import DemoPlayer


# A table is so many lines tall, and so many of them are shown above a lesson.
TABLE: Final = 320
SHOWN: Final = 268


class HowToPage(NamedTuple):
    """One lesson of a how-to, drawn: a table seen from line `top` on.

    Without words it is told by its `stages`: the table before, after what is pressed,
    and some moves later.
    """

    picture: Picture
    sentence: str
    top: int
    arrows: tuple[Arrow, ...]
    stages: tuple[Picture, ...] = ()
    press: tuple[str, ...] = ()


class Coached(NamedTuple):
    """What the house tells who plays: danger or a chance, a hint, how many are left.

    `danger` and `chance` are sentences, "" while there is none, and began to be shown
    `age` frames ago. `hints` is None where there are none at all. `step` is the next
    one of a guided first turn, and its `number` among them.
    """

    danger: str = ""
    chance: str = ""
    age: int = 0
    hint: str = ""
    hints: int | None = None
    step: str = ""
    number: str = ""


UNTOLD: Final = Coached()


@dataclass(frozen=True, slots=True)
class Play:
    """What may be shown of the match on the table.

    `persons` and `bots` are the seats that are due; `help` is what the buttons
    do for the person at the stick; `ending` says who won once it is over; `scores`
    are what each seat counts then, in words, where that says anything, and `made_of`
    what these are made of, where the game tells. `phones` are
    the seats that are due when all of them hold a phone. `tower` is what to say of the
    dice tower, and `thrower` whose dice it throws. A picture that `fills` the screen
    leaves no room for our bar. `near` says of each seat how little it lacked, where the
    game `tells_near`. `played` are the last actions, oldest first: whose, and in words.
    `counted_in` is 3, 2, 1, then 0 for GO where a game of real time is about to begin.
    `told` is what the house tells who plays.
    """

    picture: Picture
    help: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    persons: tuple[int, ...]
    bots: tuple[int, ...]
    over: bool
    ending: str
    scores: tuple[str, ...] | None = None
    made_of: tuple[str, ...] = ()
    phones: tuple[int, ...] = ()
    tower: TowerNote | None = None
    thrower: int = 0
    fills: bool = False
    near: tuple[str, ...] = ()
    tells_near: bool = False
    played: tuple[tuple[int, str], ...] = ()
    counted_in: int | None = None
    told: Coached = UNTOLD


@dataclass(frozen=True, slots=True)
class Show:
    """The cabinet at one frame.

    `down` are the panel's lines that are pressed; `trouble` is true when the
    match on the screen could not go on. `beat` counts frames since this mode began.
    `demo_player` has the games that play themselves and their lessons, of which number
    `page` is being read. `pen` writes the name of a high score, and is `deaf` to
    whoever still hammers on the buttons.
    `wired` are the buttons there are. `phones` are the seats whose phone is there,
    `personas` what their players told it they are called, and `taking` the one that is
    being taken over at the stick, with how much of the hold is over. `measurements` are
    what the tests of the service menu measure. `row` is the chosen one of the page of
    preferences, `lit` what one button would take now.
    """

    snapshot: Snapshot
    now: int
    frame: int
    words: Words
    play: Play | None = None
    down: frozenset[str] = frozenset()
    version: str = ""
    trouble: bool = False
    beat: int = 0
    demo_player: "DemoPlayer | None" = None
    page: int | None = None
    pen: Pen = field(default_factory=Pen)
    deaf: bool = False
    wired: WiredButtons = field(default_factory=WiredButtons)
    menu_state: MenuState = field(default_factory=MenuState)
    measurements: Measurements = field(default_factory=Measurements)
    phones: frozenset[int] = frozenset()
    personas: Mapping[int, Persona] = field(default_factory=dict)
    taking: tuple[int, float] | None = None
    row: int = 0
    lit: LitChoice | None = None

    @property
    def seconds_left(self) -> int | None:
        """Whole seconds until the mode gives up waiting; None if it does not."""
        if self.snapshot.deadline is None:
            return None
        return max(0, ceil((self.snapshot.deadline - self.now) / SECOND))

    @property
    def time_left(self) -> int | None:
        """Whole seconds of the minutes that were sold; None where none were."""
        if (time := self.snapshot.time) is None:
            return None
        return ceil(time.left_at(self.now) / SECOND)

    @property
    def stick(self) -> int:
        """The stick of whoever is to press something."""
        due = self.play.persons[:1] if self.play else ()
        return self.wired.stick_of(due[0] if due else 0)

    @property
    def lessons(self) -> int:
        """How many pictures the how-to of the chosen mode has."""
        if self.demo_player is None or self.offer is None:
            return 0
        return self.demo_player.lessons(self.offer)

    @property
    def offer(self) -> OfferCard | None:
        """The mode that is chosen or played."""
        offers, chosen = self.snapshot.offers, self.snapshot.offer
        if not 0 <= chosen < len(offers):
            return None
        return offers[chosen].with_choice(self.snapshot.choice)

    @property
    def large(self) -> bool:
        """Whether letters are to be larger where there is room."""
        return self.snapshot.preferences.letters > CHOICES["letters"][0]

    @property
    def language(self) -> str:
        """The language of the words."""
        return self.words.language

    def money(self, minor_units: int) -> str:
        """An amount in the cabinet's currency, as the players write it."""
        return money(minor_units, self.snapshot.currency, self.language)

    def price(self, credits: int, *, each: bool = False) -> str:
        """So many credits in words, or that it is free."""
        if self.snapshot.free_play or not credits:
            return self.words("price.free")
        return self.words("price.each" if each else "price.credits", n=credits)

    def title(self, titles: dict[str, str]) -> str:
        """A title in the players' language, or in whichever there is."""
        return titles.get(self.language) or next(iter(titles.values()), "")


@cache
def release() -> str:
    """The version that is installed; ? if it was never installed."""
    try:
        return version("arkade-cabinet")
    except PackageNotFoundError:
        return "?"
