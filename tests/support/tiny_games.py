"""Three games small enough to count on fingers, one of each kind.

Nim hides nothing and throws nothing; Pig waits for dice; Pennies has two seats
choose at once, in secret. No real game's rules can break a test that uses them.
"""

from typing import NamedTuple

from cabinet.tabletop.api import CHANCE, Game, Option, Outcome
from cabinet.tabletop.bots import house_bots
from cabinet.tabletop.menu_view import MenuView
from tests.support.tiny_documents import Reading, Tiny, settled_in, whole


class NimState(NamedTuple):
    start: str
    heaps: tuple[int, ...]
    turn: int


class Nim(Tiny):
    """Take stones from one heap; who takes the last one wins."""

    name = "nim"
    seats = (2,)
    options = {"heaps": Option(("3-4-5", "1-1"), "3-4-5")}  # noqa: RUF012

    def start(self, players, options):
        heaps = options["heaps"]
        return NimState(heaps, tuple(map(int, heaps.split("-"))), 0)

    def players(self, state):
        return 2

    def actors(self, state):
        return (state.turn,) if any(state.heaps) else ()

    def legal(self, state, seat):
        if seat not in self.actors(state):
            return []
        return [
            (n, i) for i, heap in enumerate(state.heaps) for n in range(1, heap + 1)
        ]

    def apply(self, state, seat, action, events=None):
        taken, heap = action
        heaps = list(state.heaps)
        heaps[heap] -= taken
        if events is not None:
            events.append({"event": "taken", "seat": seat, "stones": taken})
            if not any(heaps):
                events.append({"event": "game_over", "winners": [seat]})
        return state._replace(heaps=tuple(heaps), turn=1 - seat)

    def outcome(self, state):
        if any(state.heaps):
            return Outcome(False, (), (0, 0))
        winner = 1 - state.turn
        return Outcome(True, (winner,), (state.turn, winner), "the last stone")

    def write(self, state):
        over = not any(state.heaps)
        return {
            "game": "nim",
            "options": {"heaps": state.start},
            "heaps": list(state.heaps),
            "turn": None if over else state.turn,
            "winner": 1 - state.turn if over else None,
        }

    def read(self, document, rng):
        reading = Reading(
            document, "nim", ("game", "options", "heaps", "turn", "winner")
        )
        start = self.start(2, settled_in(reading, self.options))
        heaps = reading.take(
            "heaps",
            list(start.heaps),
            lambda v: (
                isinstance(v, list)
                and len(v) == len(start.heaps)
                and all(map(whole, v, start.heaps))
            ),
        )
        if any(heaps):
            reading.take("winner", None, lambda v: v is None)
            turn = reading.take("turn", 0, lambda v: whole(v, 1))
        else:
            reading.take("turn", None, lambda v: v is None)
            turn = 1 - reading.take("winner", 0, lambda v: whole(v, 1))
        return NimState(start.start, tuple(heaps), turn)

    def write_action(self, state, action):
        return f"take {action[0]} from {action[1]}"


class PigState(NamedTuple):
    goal: int
    scores: tuple[int, ...]
    turn: int = 0
    pot: int = 0
    rolling: bool = False


class Pig(Tiny):
    """Roll as often as you dare; a one loses the pot, holding banks it."""

    name = "pig"
    seats = (2, 3)
    options = {"goal": Option((20, 40), 20)}  # noqa: RUF012

    def start(self, players, options):
        return PigState(options["goal"], (0,) * players)

    def players(self, state):
        return len(state.scores)

    def actors(self, state):
        if max(state.scores) >= state.goal:
            return ()
        return (CHANCE,) if state.rolling else (state.turn,)

    def legal(self, state, seat):
        if seat not in self.actors(state):
            return []
        if seat == CHANCE:
            return [1, 2, 3, 4, 5, 6]
        return ["roll", "hold"] if state.pot else ["roll"]

    def chances(self, state):
        return [(face, 1) for face in self.legal(state, CHANCE)]

    def apply(self, state, seat, action, events=None):
        events = [] if events is None else events
        following = (state.turn + 1) % len(state.scores)
        if action == "roll":
            events.append({"event": "rolled", "seat": seat})
            return state._replace(rolling=True)
        if action == "hold":
            scores = list(state.scores)
            scores[seat] += state.pot
            events.append({"event": "held", "seat": seat, "points": state.pot})
            won = scores[seat] >= state.goal
            turn = state.turn if won else following
            return PigState(state.goal, tuple(scores), turn)
        events.append({"event": "dice", "face": action})
        if action == 1:
            return PigState(state.goal, state.scores, following)
        return state._replace(pot=state.pot + action, rolling=False)

    def outcome(self, state):
        over = max(state.scores) >= state.goal
        winners = (state.scores.index(max(state.scores)),) if over else ()
        return Outcome(over, winners, state.scores, "the goal" if over else "")

    def write(self, state):
        over = max(state.scores) >= state.goal
        return {
            "game": "pig",
            "options": {"goal": state.goal},
            "scores": list(state.scores),
            "turn": None if over else state.turn,
            "pot": state.pot,
            "pending": "dice" if state.rolling else None,
        }

    def read(self, document, rng):
        fields = ("game", "options", "scores", "turn", "pot", "pending")
        reading = Reading(document, "pig", fields)
        goal = settled_in(reading, self.options)["goal"]
        scores = reading.take("scores", [0, 0], lambda v: _pig_scores(v, goal))
        if max(scores) >= goal:
            reading.take("turn", None, lambda v: v is None)
            reading.take("pot", 0, lambda v: whole(v, 0))
            reading.take("pending", None, lambda v: v is None)
            return PigState(goal, tuple(scores), scores.index(max(scores)))
        turn = reading.take("turn", 0, lambda v: whole(v, len(scores) - 1))
        pot = reading.take("pot", 0, lambda v: whole(v, 1000))
        pending = reading.take("pending", None, lambda v: v in (None, "dice"))
        return PigState(goal, tuple(scores), turn, pot, pending == "dice")

    def write_action(self, state, action):
        return f"dice {action}" if isinstance(action, int) else action


def _pig_scores(value, goal):
    return (
        isinstance(value, list)
        and len(value) in Pig.seats
        and all(whole(score, 1000) for score in value)
        and sum(score >= goal for score in value) < 2
    )


SIDES = ("heads", "tails")


class PenniesState(NamedTuple):
    scores: tuple[int, int] = (0, 0)
    chosen: tuple[str | None, str | None] = (None, None)


class Pennies(Tiny):
    """Both show a side at once; alike is seat 0's point, unlike seat 1's."""

    name = "pennies"
    seats = (2,)
    options = {}  # noqa: RUF012
    goal = 2

    def start(self, players, options):
        return PenniesState()

    def players(self, state):
        return 2

    def actors(self, state):
        if max(state.scores) == self.goal:
            return ()
        return tuple(s for s in (0, 1) if state.chosen[s] is None)

    def legal(self, state, seat):
        return SIDES if seat in self.actors(state) else ()

    def apply(self, state, seat, action, events=None):
        events = [] if events is None else events
        chosen = tuple(
            action if s == seat else side for s, side in enumerate(state.chosen)
        )
        events.append({"event": "chosen", "seat": seat})
        if None in chosen:
            return PenniesState(state.scores, chosen)
        events.append({"event": "revealed", "sides": list(chosen)})
        point = 0 if chosen[0] == chosen[1] else 1
        return PenniesState(tuple(n + (s == point) for s, n in enumerate(state.scores)))

    def seen_by(self, state, seat):
        chosen = tuple(
            side if side is None or s == seat else "unknown"
            for s, side in enumerate(state.chosen)
        )
        return state._replace(chosen=chosen)

    def imagine(self, state, seat, rng):
        chosen = tuple(
            side if side is None or s == seat else rng.choice(SIDES)
            for s, side in enumerate(state.chosen)
        )
        return state._replace(chosen=chosen)

    def outcome(self, state):
        over = max(state.scores) == self.goal
        winners = (state.scores.index(self.goal),) if over else ()
        return Outcome(over, winners, state.scores, "two points" if over else "")

    def observe(self, state, seat):
        shown = {
            str(s): side if s == seat else True
            for s, side in enumerate(state.chosen)
            if side is not None
        }
        return self.write(state) | {"chosen": shown}

    def write(self, state):
        chosen = {str(s): side for s, side in enumerate(state.chosen) if side}
        scores = list(state.scores)
        return {"game": "pennies", "options": {}, "scores": scores, "chosen": chosen}

    def read(self, document, rng):
        fields = ("game", "options", "scores", "chosen")
        reading = Reading(document, "pennies", fields)
        settled_in(reading, self.options)
        scores = reading.take(
            "scores",
            [0, 0],
            lambda v: (
                isinstance(v, list)
                and len(v) == 2
                and all(whole(n, self.goal) for n in v)
                and sum(v) < 2 * self.goal
            ),
        )
        chosen = reading.take(
            "chosen",
            {},
            lambda v: (
                v == {}
                or (
                    v in ({s: side} for s in ("0", "1") for side in SIDES)
                    and max(scores) < self.goal
                )
            ),
        )
        return PenniesState(tuple(scores), (chosen.get("0"), chosen.get("1")))

    def write_action(self, state, action):
        return action


def _game(rules, fr, en):
    return Game(rules, {"fr": fr, "en": en}, MenuView(), house_bots())


NIM = _game(Nim(), "Nim", "Nim")
PIG = _game(Pig(), "Cochon", "Pig")
PENNIES = _game(Pennies(), "Pile ou face", "Pennies")
TINY_GAMES = {game.rules.name: game for game in (NIM, PIG, PENNIES)}
