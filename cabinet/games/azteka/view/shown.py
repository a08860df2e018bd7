"""A `Look` at Azteka read once: which Circle to show, and what has just happened.

When a round ends the rules begin the next at once; the finished Circle lingers
here for a while, so that people see how it was won. What the action in hand would do,
the rules are asked, not imitated: it is played on the position that is seen and its
events are read, once for each position and action.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.azteka.rules.document import write_boards
from cabinet.games.azteka.rules.position import NOBODY, ROLES, State, seat_of
from cabinet.games.azteka.rules.rules import AztekaRules
from cabinet.games.azteka.view import hand as hands
from cabinet.games.azteka.view import wheel
from cabinet.games.azteka.view.hand import Hand
from cabinet.games.azteka.view.wheel import PAWN, POP_FRAMES, TURN_FRAMES, Place
from cabinet.picture.shapes import Picture
from cabinet.tabletop.api import GameEvent, Look
from cabinet.tabletop.data import Texts
from cabinet.tabletop.drawing import SEATS, Ramp

TEXTS: Final = Texts("cabinet.games.azteka")
END_FRAMES: Final = 180
FADE_FRAMES: Final = 28
BIRTH_FRAMES: Final = 90
Circle = dict[str, list[Place]]
_RULES: Final = AztekaRules()


def _place(place: list[int]) -> Place:
    return place[0], place[1]


def _disintegrated(events: Iterable[GameEvent]) -> tuple[Place, ...]:
    return tuple(
        _place(told["at"]) for told in events if told["event"] == "disintegrated"
    )


class Forecast(NamedTuple):
    """The Circle after an action, and what the action wakes or ends.

    `winner` is the role that wins the round, "" if none does; `drawn` ends it so.
    """

    pawns: Circle
    dying: tuple[Place, ...]
    birth: bool
    winner: str
    drawn: bool = False


def _circle(boards: GameEvent) -> Circle:
    """Where the pawns of each role stand, now or in the news of a round's end."""
    return {role: [*map(_place, boards[role])] for role in ROLES if role in boards}


@lru_cache(maxsize=64)
def forecast(state: State, action: str) -> Forecast:
    """What a legal action would do."""
    (seat,) = _RULES.actors(state)
    events: list[GameEvent] = []
    chosen = _RULES.read_action(state, seat, action)
    after = _RULES.apply(state, seat, chosen, events)
    news = {event["event"]: event for event in events}
    ended = news.get("round_over")
    result = ended["result"] if ended else None
    return Forecast(
        pawns=_circle(ended or write_boards(after)),
        dying=_disintegrated(events),
        birth="birth" in news,
        winner=result["role"] if result else "",
        drawn=ended is not None and result is None,
    )


class Shown:
    """A `Look`, read once: which Circle to show, in which round, with what news."""

    def __init__(self, look: Look[State, Hand]) -> None:
        self.look = look
        self.say = TEXTS[look.language]
        self.news = {event["event"]: event for event in look.lately}
        ended = self.news.get("round_over")
        over = look.seen.mover == NOBODY
        self.lingers = ended is not None and look.age < END_FRAMES and not over
        if ended and self.lingers:
            self.pawns, self.round = _circle(ended), int(ended["round"])
        else:
            self.pawns, self.round = _circle(write_boards(look.seen)), look.seen.round
        waits = over or self.lingers or look.landing
        self.turn = None if waits else ROLES[look.seen.mover]
        self.ramps = {role: SEATS[self.seat(role)] for role in self.pawns}
        self.hand = None if self.lingers or not self.turn else look.hand
        self.coming = self._coming()

    def seat(self, role: str) -> int:
        """Who plays `role` in the round that is shown."""
        return int(seat_of(ROLES.index(role), self.round))

    @property
    def ramp(self) -> Ramp:
        """The colours of whose turn it is."""
        return self.ramps[self.turn or "life"]

    def _coming(self) -> Forecast | None:
        """What the action in hand would do, if it may be played."""
        hand = self.hand
        if hand is None or hand.action not in self.look.legal:
            return None
        return forecast(self.look.seen, hand.action)

    def circle(self) -> Picture:
        """Rings, lit places, pawns, and what has just moved among them."""
        lit: frozenset[Place] = frozenset()
        if self.hand and self.hand.tool == "place":
            lit = hands.places(self.look.legal)
        spread = "life" if len(self.pawns) == 2 else self.turn or "life"
        covered = frozenset(segment for _, segment in self.pawns[spread])
        turned = self._turned()
        return (
            *wheel.plate(self.look.frame, covered, self.ramps[spread].main),
            *self._lit_ring(),
            *wheel.holes(lit, self.ramp.main, turned),
            *self._arrows(),
            *self._mark(),
            *self._won(),
            *wheel.pawns(self._pawns_now(), self.ramps, turned, self._sizes()),
            *self._crown(),
            *self._powers(),
            *self._promised(),
        )

    def _turned(self) -> dict[int, float]:
        turn = self.news.get("turned")
        if turn is None or self.look.age >= TURN_FRAMES:
            return {}
        left = 1 - self.look.age / TURN_FRAMES
        return {turn["ring"]: -45 * turn["segments"] * left * left}

    def _sizes(self) -> dict[Place, int]:
        placed = self.news.get("placed")
        if placed is None or self.look.age >= POP_FRAMES or self._moved_on():
            return {}
        age = self.look.age
        grown = PAWN * (age + 2) // 6 if age < 6 else PAWN + 5 - age // 3
        return {_place(placed["at"]): max(PAWN if age >= 6 else 2, grown)}

    def _moved_on(self) -> bool:
        """Whether the news is of a Circle that is no longer shown."""
        return "round_over" in self.news and not self.lingers and self.turn is not None

    def _pawns_now(self) -> dict[str, list[Place]]:
        """The pawns, those just disintegrated flickering between both roles."""
        age = self.look.age
        if age >= FADE_FRAMES or age // 4 % 2 or self._moved_on():
            return self.pawns
        dying = _disintegrated(self.look.lately)
        if not dying:
            return self.pawns
        death = [place for place in self.pawns["death"] if place not in dying]
        return {**self.pawns, "life": [*self.pawns["life"], *dying], "death": death}

    def _powers(self) -> Picture:
        """A birth and its segment; pawns that fall to dust."""
        if self._moved_on():
            return ()
        age, placed = self.look.age, self.news.get("placed")
        shapes: Picture = ()
        if "birth" in self.news and placed and age < BIRTH_FRAMES:
            shapes = wheel.beam(placed["at"][1], self.ramps["life"], self.look.frame)
        for place in _disintegrated(self.look.lately):
            shapes += wheel.burst(place, self.ramps["death"], age)
        return shapes

    def _promised(self) -> Picture:
        """What the action in hand would do to the pawns on the Circle."""
        hand, coming, frame = self.hand, self.coming, self.look.frame
        if hand is None or coming is None:
            return ()
        shapes: Picture = ()
        if hand.tool in ("turn", "turn2") and frame % 60 < 40:
            shapes = wheel.ghosts(coming.pawns, self.ramps, hand.turning)
        if coming.birth:
            shapes += wheel.beam(hand.segment, self.ramp, frame)
        return shapes + tuple(
            shape
            for place in coming.dying
            for shape in wheel.doomed(place, self.ramp, frame)
        )

    def _lit_ring(self) -> Picture:
        """The ring the person would turn."""
        hand = self.hand
        if hand is None or hand.tool not in ("turn", "turn2"):
            return ()
        return wheel.band(hand.turning, self.ramp.dark, self.ramp.main)

    def _arrows(self) -> Picture:
        """Where a ring would turn, or, failing that, where one has."""
        hand = self.hand
        if hand and hand.tool in ("turn", "turn2"):
            color, shift = self.ramp.light, self.look.frame % 30 / 3
            double = hand.tool == "turn2"
            return wheel.arrows(hand.turning, color, shift, double=double)
        turn = self.news.get("turned")
        if turn is None or self._moved_on():
            return ()
        ramp = self.ramps[turn["role"]]
        color = ramp.light if self.look.age < TURN_FRAMES * 2 else ramp.mid
        return wheel.arrows(turn["ring"], color, 0.0, double=turn["segments"] == 2)

    def _mark(self) -> Picture:
        placed = self.news.get("placed")
        if placed is None or self._moved_on():
            return ()
        return wheel.halo(
            _place(placed["at"]), self.ramps[placed["role"]], self.look.age
        )

    def _victory(self) -> GameEvent | None:
        """The end of the round that is shown, if somebody has won it."""
        ended = self.news.get("round_over")
        if ended is None or ended["result"] is None or self._moved_on():
            return None
        return ended

    def _won(self) -> Picture:
        """The line that won, under the pawns that make it."""
        ended = self._victory()
        if ended is None:
            return ()
        role = ended["result"]["role"]
        return wheel.winning_line(
            self.pawns[role], ended["why"], self.ramps[role].light
        )

    def _crown(self) -> Picture:
        ended = self._victory()
        if ended is None:
            return ()
        winners = self.pawns[ended["result"]["role"]]
        return wheel.crown(winners, "white", self.look.frame)

    def pointer(self) -> Picture:
        """The cursor of the person at the stick, while placing."""
        hand = self.hand
        if hand is None or hand.tool != "place" or self.turn is None:
            return ()
        if not hand.ring:
            return wheel.unchosen(self.ramp.light, self.look.frame)
        place, solid = (hand.ring, hand.segment), self.look.frame % 48 < 32
        middle = wheel.centre(place)
        ghost = wheel.pawn(self.turn, self.ramp, *middle, PAWN - 3) if solid else ()
        return (*wheel.cursor(place, self.ramp.main, self.look.frame), *ghost)
