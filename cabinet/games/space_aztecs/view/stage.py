"""A `Look` at Space Aztecs read once: whose hand, whose turn, what it is all worth."""

from typing import Final

from cabinet.games.space_aztecs.rules.cards import FAMILIES, PINK, of_cards
from cabinet.games.space_aztecs.rules.position import City
from cabinet.games.space_aztecs.rules.score import Lines, count_cities
from cabinet.games.space_aztecs.view.hand import Hand
from cabinet.games.space_aztecs.view.texts import say
from cabinet.tabletop.api import Document, Happening, Look, Seat

# A card is turned every so often, and all of them stay for a while.
CARD_FRAMES: Final = 24
READ_FRAMES: Final = 70
# The last look at a finished game is short, and the count must fit in.
LAST_REVEAL_FRAMES: Final = 40


def linger(lately: tuple[Happening, ...]) -> int:
    """How long the reveal of this news stays; it ends sooner for who presses."""
    told = [thing["event"] for thing in lately]
    turned = told.count("revealed")
    if not turned or "game_over" in told:
        return 0
    return CARD_FRAMES * turned + READ_FRAMES


def read_city(city: Document) -> City:
    """A city of an observation."""
    return City(
        of_cards(city["visible"]),
        tuple((entry["card"], of_cards(entry["under"])) for entry in city["temples"]),
        of_cards(city["codex"]),
        tuple(
            (entry["card"], of_cards(entry["captured"])) for entry in city["saucers"]
        ),
    )


class Stage:
    """Everything the parts of the picture ask of a `Look`."""

    def __init__(self, look: Look[Hand]) -> None:
        self.look = look
        self.seen = look.seen
        self.language = look.language
        self.phase: str = look.seen["phase"]
        self.cities: list[Document] = look.seen["cities"]
        self.players = len(self.cities)
        self.hand = look.hand if look.due and look.legal else None

    def count(self) -> tuple[Lines, ...]:
        """Every seat's points, a line per reason."""
        cities = [read_city(city) for city in self.cities]
        return count_cities(cities, pink=self.seen["removed"] != FAMILIES[PINK])

    @property
    def at_stick(self) -> Seat:
        """Whose hand it is: who is at the stick, or holds an open pile, or is due."""
        if self.look.seat is not None:
            return self.look.seat
        for seat, pile in self.seen["taken"].items():
            if isinstance(self.seen["piles"][pile - 1], list):
                return int(seat)
        return self.look.due[0]

    def status(self, seat: Seat) -> str:
        """What a seat is doing, or the time it announced."""
        language = self.language
        if seat in self.look.due:
            doing = {"take": "takes", "choose": "chooses"}.get(self.phase, "answers")
            return say(language, doing)
        if str(seat) in self.seen["times"]:
            return str(self.seen["times"][str(seat)])
        return say(language, "chosen") if str(seat) in self.seen["chosen"] else ""

    def told(self, event: str) -> list[Happening]:
        """What the last action did, of one kind."""
        return [thing for thing in self.look.lately if thing["event"] == event]

    @property
    def reveals(self) -> bool:
        """Whether cards have just been turned over."""
        over = self.phase == "over"
        long = LAST_REVEAL_FRAMES if over else linger(self.look.lately)
        return self.look.age < long and bool(self.told("revealed"))

    @property
    def counting(self) -> int:
        """How many frames ago the final count began; plenty when it is old news."""
        began = LAST_REVEAL_FRAMES if self.told("revealed") else 0
        return self.look.age - began if self.told("game_over") else 1_000
