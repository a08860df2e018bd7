"""One game between bots, and what is counted of it.

A turn is a run of actions of one seat. What decides is counted draw by draw: a tile
that fortune turned over for a seat, a card a seat revealed, and the opening action;
whether that seat won afterwards is counted beside it. Where a round is won by a role,
which seats may change, rounds are counted too.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from cabinet.tabletop.api import CHANCE, AnyGame, Bot, GameEvent, Outcome, Seat
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.census import throw
from cabinet.tabletop.optional import RealTime
from cabinet.tabletop.registry import load
from cabinet.tabletop.tempo import PeoplesPace
from tools.dice_sim.blind import EVERY_MS, SCRIPTS, VAIN, Blind
from tools.dice_sim.keeping import NOBODY, POINT, Tally
from tools.dice_sim.plan import ROLES, Stretch, bots_of, role

Milliseconds = int


class SeatTimes:
    """When each seat is free to act again, and what it has under way.

    Seats act in turn; where all play at once, whoever is free first. The times are
    those of the cabinet: a bot acts again after its reaction, who is blind presses at
    a steady beat, and an action that lasts, as a roll does, is played when its time is
    over.
    """

    def __init__(self, game: AnyGame, state: Any, levels: Sequence[str]) -> None:  # noqa: ANN401
        view = game.view
        live = isinstance(view, RealTime) and view.live(state)
        self._clock = view if live and isinstance(view, RealTime) else None
        self._levels = levels
        self._free: list[Milliseconds] = [0] * len(levels)
        self._now: Milliseconds = 0
        self._under_way: dict[Seat, Any] = {}
        self._tempo = PeoplesPace()

    def first(self, due: Sequence[Seat]) -> Seat:
        """The seat that is free first, of those at the same moment the first."""
        seat = min(due, key=lambda seat: self._free[seat])
        self._now = max(self._now, self._free[seat])
        return seat

    def landed(self, seat: Seat) -> Any | None:  # noqa: ANN401
        """The action whose time is over now, if there is one."""
        return self._under_way.pop(seat, None)

    def begins(self, seat: Seat, action: Any, text: str) -> bool:  # noqa: ANN401
        """Whether an action takes its time; then it is under way."""
        takes = self._clock.takes(text) if self._clock else 0
        if takes:
            self._under_way[seat] = action
            self._free[seat] = self._now + takes
        return takes > 0

    def acted(self, seat: Seat) -> None:
        """A seat has played, and needs a moment."""
        if self._clock:
            self._free[seat] = self._now + self._after(self._clock, seat)

    def _after(self, clock: RealTime, seat: Seat) -> Milliseconds:
        level = self._levels[seat]
        if level in SCRIPTS:
            return EVERY_MS
        return clock.reaction(level, seat, self._tempo.between(self._now))

    def played(self, seat: Seat) -> None:
        """A seat has played: of those who press like people, how fast is noticed."""
        if self._levels[seat] in SCRIPTS:
            self._tempo.note(seat, self._now)

    @property
    def now(self) -> Milliseconds:
        """How long the game has lasted; 0 where sides take turns."""
        return self._now if self._clock else 0


class Sign(NamedTuple):
    """Something that may decide: its group, its name, and whose it is."""

    group: str
    name: str
    seat: Seat


@dataclass(slots=True)
class Played:
    """One game: how it ended, how long it was, who began, and what may have decided.

    `lasted` is how long at the cabinet where all play at once, and else 0.
    """

    outcome: Outcome
    signs: Counter[Sign]
    rounds: Counter[str]
    turns: int = 0
    actions: int = 0
    last: Seat | None = None
    lasted: Milliseconds = 0

    def notice(self, game: str, told: Sequence[GameEvent]) -> None:
        """What was drawn, and how a round ended."""
        for event in told:
            if event["event"] in _TELLING:
                self.signs[_sign(game, event)] += 1
            if event["event"] == "round_over" and "result" in event:
                self.rounds[_round(event)] += 1

    def note(self, seat: Seat, action: str) -> None:
        """A seat has played this; the first action of all may decide."""
        if self.actions == 0:
            self.signs[Sign("opening", action, seat)] += 1
        self.turns += seat != self.last
        self.last = seat
        self.actions += 1


def play_stretch(stretch: Stretch) -> Tally:
    """Play some games and count them: all that a worker does."""
    game = load(stretch.game)
    tally = Tally()
    for number in range(stretch.start, stretch.stop):
        many = len(stretch.cell.seats)
        turned = number % many if stretch.manner.swap else 0
        sitting = [(seat + turned) % many for seat in range(many)]
        levels = [stretch.cell.seats[player] for player in sitting]
        count(tally, play(game, stretch, levels, number), sitting)
    return tally


def play(game: AnyGame, stretch: Stretch, levels: list[str], number: int) -> Played:
    """The game of that number; the same wherever and whenever it is played."""
    name = f"{stretch.manner.seed} {stretch.cell.label} {number}"
    fortune, mind = Random(f"{name} fortune"), Random(f"{name} mind")
    rules, minds = game.rules, _minds(game, levels)
    blind = [each for each in minds if isinstance(each, Blind)]
    enough = simulations(stretch.manner.thought)
    state = rules.new(len(levels), dict(stretch.cell.options), fortune)
    times = SeatTimes(game, state, levels)
    told: list[GameEvent] = []
    played = Played(rules.outcome(state), Counter(), Counter())
    while (due := rules.actors(state)) and played.actions < stretch.manner.longest:
        seat = due[0] if due[0] == CHANCE else times.first(due)
        if seat == CHANCE:
            action = throw(rules, state, fortune)
        elif (action := times.landed(seat)) is None:
            action = minds[seat].choose(rules, state, seat, mind, enough)
            if any(each.vain > VAIN for each in blind):
                break
            if action is None:
                times.acted(seat)
                continue
            if times.begins(seat, action, rules.write_action(state, action)):
                continue
        if seat != CHANCE:
            times.played(seat)
            times.acted(seat)
            played.note(seat, rules.write_action(state, action))
        told.clear()
        state = rules.apply(state, seat, action, told)
        played.notice(rules.name, told)
        for each in blind:
            each.acted(seat)
    played.outcome, played.lasted = rules.outcome(state), times.now
    return played


def _minds(game: AnyGame, levels: list[str]) -> list[Bot[Any, Any]]:
    """Who plays each seat: a bot of that level, or somebody who looks at nothing."""
    bots = bots_of(game)
    return [Blind(game, level) if level in SCRIPTS else bots[level] for level in levels]


def _round(told: GameEvent) -> str:
    """Which role won a round and how: `life spread`, or `nobody repetition`."""
    result = told["result"]
    return f"{result['role'] if result else NOBODY} {told['why']}"


# The events that tell of something drawn, and where in them it stands.
_TELLING: Final = {"tile": "tile", "revealed": "card"}


def _sign(game: str, told: GameEvent) -> Sign:
    what = _TELLING[told["event"]]
    group = f"{role(game, told['seat'])} {what}" if game in ROLES else what
    return Sign(group, _named(game, what, told[what]), told["seat"])


@cache
def _named(game: str, what: str, which: str | int) -> str:
    """A card by what is printed on it, a tile by its word."""
    if game == "space_aztecs" and what == "card":
        from cabinet.games.space_aztecs.rules.cards import CARDS, FAMILIES

        card = CARDS[int(which)]
        family = FAMILIES[card.family] + " " if card.family >= 0 else ""
        return family + card.type
    return str(which)


def count(tally: Tally, played: Played, sitting: list[int]) -> None:
    """Put one game into the counts; `sitting` says which player had which seat."""
    outcome, many = played.outcome, len(sitting)
    if not outcome.over:
        tally.add("games", "unfinished")
        return
    winners = outcome.winners
    kinds = {0: "drawn", 1: "won"}
    tally.add("games", "finished")
    tally.add("games", kinds.get(len(winners), "shared"))
    tally.add("reasons", outcome.reason)
    tally.add("turns", played.turns)
    tally.add("actions", played.actions)
    worth = POINT // (len(winners) or many)
    for seat in winners or range(many):
        tally.add("points", sitting[seat], worth)
        tally.add("seat points", seat, worth)
    if not winners:
        tally.add("drawn by", outcome.reason)
    for how, times in played.rounds.items():
        tally.add("rounds", how, times)
    if len(winners) == 1:
        tally.add("wins", sitting[winners[0]])
        tally.add("seat wins", winners[0])
    for seat, score in enumerate(outcome.scores):
        tally.add(f"score {sitting[seat]}", score)
    for sign, times in played.signs.items():
        tally.add(f"seen {sign.group}", sign.name, times)
        if sign.seat in winners:
            worth = POINT // len(winners)
            tally.add(f"won {sign.group}", sign.name, times * worth)
