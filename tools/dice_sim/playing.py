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

from cabinet.tabletop.api import CHANCE, AnyGame, GameEvent, Outcome, Seat
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.census import throw
from cabinet.tabletop.optional import RealTime
from cabinet.tabletop.registry import load
from tools.dice_sim.keeping import NOBODY, POINT, Tally
from tools.dice_sim.plan import ROLES, Stretch, bots_of, role

Milliseconds = int


class SeatTimes:
    """When each seat is free to act again, and what it has under way.

    Seats act in turn; where all play at once, whoever is free first. The times are
    those of the cabinet: a bot acts again after its reaction, and an action that
    lasts, as a roll does, is played when its time is over.
    """

    def __init__(self, game: AnyGame, state: Any, levels: Sequence[str]) -> None:  # noqa: ANN401
        view = game.view
        live = isinstance(view, RealTime) and view.live(state)
        self._clock = view if live and isinstance(view, RealTime) else None
        self._levels = levels
        self._free: list[Milliseconds] = [0] * len(levels)
        self._now: Milliseconds = 0
        self._under_way: dict[Seat, Any] = {}

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
            after = self._clock.reaction(self._levels[seat], seat)
            self._free[seat] = self._now + after


class Sign(NamedTuple):
    """Something that may decide: its group, its name, and whose it is."""

    group: str
    name: str
    seat: Seat


@dataclass(slots=True)
class Played:
    """One game: how it ended, how long it was, who began, and what may have decided."""

    outcome: Outcome
    turns: int
    actions: int
    signs: Counter[Sign]
    rounds: Counter[str]


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
    rules, bots = game.rules, bots_of(game)
    minds = [bots[level] for level in levels]
    enough = simulations(stretch.manner.thought)
    state = rules.new(len(levels), dict(stretch.cell.options), fortune)
    times = SeatTimes(game, state, levels)
    actions = turns = 0
    last: Seat | None = None
    signs: Counter[Sign] = Counter()
    rounds: Counter[str] = Counter()
    while (due := rules.actors(state)) and actions < stretch.manner.longest:
        told: list[GameEvent] = []
        seat = due[0] if due[0] == CHANCE else times.first(due)
        if seat == CHANCE:
            state = rules.apply(state, CHANCE, throw(rules, state, fortune), told)
        else:
            action = times.landed(seat)
            if action is None:
                action = minds[seat].choose(rules, state, seat, mind, enough)
                if times.begins(seat, action, rules.write_action(state, action)):
                    continue
            times.acted(seat)
            if actions == 0:
                opening = rules.write_action(state, action)
                signs[Sign("opening", opening, seat)] += 1
            state = rules.apply(state, seat, action, told)
            turns += seat != last
            last = seat
            actions += 1
        for event in told:
            if event["event"] in _TELLING:
                signs[_sign(rules.name, event)] += 1
            if event["event"] == "round_over" and "result" in event:
                rounds[_round(event)] += 1
    return Played(rules.outcome(state), turns, actions, signs, rounds)


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
