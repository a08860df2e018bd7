"""What the house tells a person: who could win with the next move, and what it plays.

Both look one move ahead with the rules of the game and are pure, but not quick enough
for a frame: the screen asks a process of its own (`cabinet.screen.match.adviser`).
"""

import json
from collections import deque
from random import Random
from typing import Any, Final, NamedTuple

from cabinet.tabletop.api import AnyGame, Enough, GameEvent, Seat
from cabinet.tabletop.bots import bot_of
from cabinet.tabletop.match import Match
from cabinet.tabletop.optional import Handheld

LEVEL: Final = "hard"
# More places of a hand than this are not searched for the way to one of them.
MOST_HANDS: Final = 20_000
BUTTONS: Final = ("a", "b", "up", "down", "left", "right")


class Advice(NamedTuple):
    """What the house would play, the buttons that lead to it, and what it does.

    `press` are the buttons from a fresh hand on, the last of which plays it; () if the
    way is too long. `events` is what the action does, `wins` whether it wins, `saves`
    the seats that could win before it and cannot after it, `gains` the points.
    """

    action: str
    press: tuple[str, ...]
    events: tuple[GameEvent, ...]
    wins: bool
    saves: tuple[Seat, ...]
    gains: int


def reaching(game: AnyGame, match: Match) -> tuple[Seat, ...]:
    """The seats that could win with their next move."""
    if match.over:
        return ()
    reach, state = game.reach or _finder(game), match.state
    return tuple(seat for seat in range(match.players) if reach(state, seat))


def _finder(game: AnyGame) -> Any:  # noqa: ANN401 - of the game's own state
    """For a game that does not say it: only who is due has a next move."""
    rules = game.rules

    def reach(state: Any, seat: Seat) -> bool:  # noqa: ANN401
        actions = rules.legal(state, seat) if seat in rules.actors(state) else ()
        after = (rules.outcome(rules.apply(state, seat, each)) for each in actions)
        return any(outcome.over and seat in outcome.winners for outcome in after)

    return reach


def advise(
    game: AnyGame, match: Match, seat: Seat, rng: Random, enough: Enough
) -> Advice:
    """What the house would play for this seat, knowing what the seat knows."""
    rules, state = game.rules, match.state
    chosen = bot_of(game, LEVEL).choose(rules, state, seat, rng, enough)
    action = rules.write_action(state, chosen)
    events: list[GameEvent] = []
    after = rules.apply(state, seat, chosen, events)
    before, then = rules.outcome(state), rules.outcome(after)
    saves: tuple[Seat, ...] = ()
    if game.reach is not None:
        saves = tuple(
            rival
            for rival in range(match.players)
            if rival != seat and game.reach(state, rival)
            if not game.reach(after, rival)
        )
    return Advice(
        action,
        _way(game, match, seat, action),
        tuple(events),
        wins=then.over and seat in then.winners,
        saves=saves,
        gains=then.scores[seat] - before.scores[seat],
    )


def _way(game: AnyGame, match: Match, seat: Seat, wanted: str) -> tuple[str, ...]:
    """The fewest buttons from a fresh hand that play the action."""
    view, seen, legal = game.view, match.seen_by(seat), tuple(match.legal(seat))
    fresh = view.hand(seen, legal, None)
    waiting: deque[tuple[Any, tuple[str, ...]]] = deque([(fresh, ())])
    known = {fresh}
    while waiting and len(known) < MOST_HANDS:
        hand, pressed = waiting.popleft()
        for button in BUTTONS:
            moved, action = view.press(hand, button, seen, legal)
            if action == wanted:
                return (*pressed, button)
            if action is None and moved not in known:
                known.add(moved)
                waiting.append((moved, (*pressed, button)))
    return ()


def answered(
    game: AnyGame,
    match: Match,
    seat: Seat,
    level: str,
    rng: Random,
    enough: Enough,
    want: str,
) -> str:
    """What a process that thinks answers to a question of that kind."""
    if want == "reach":
        return json.dumps(reaching(game, match))
    if want == "advice":
        return json.dumps(advise(game, match, seat, rng, enough))
    action = bot_of(game, level).choose(game.rules, match.state, seat, rng, enough)
    return game.rules.write_action(match.state, action)


def may_advise(game: AnyGame, people: int) -> bool:
    """Whether a hint tells nobody a secret: hands are hidden, or only one looks."""
    return people == 1 or not isinstance(game.view, Handheld)
