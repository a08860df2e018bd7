"""What an action does to a position of Aztec, and how a game is judged.

A round ends with the last piece, or when no placement is left; in a game of three
rounds the next begins at once, with the next seat as Oh Puch.
"""

from cabinet.games.aztec.rules.position import (
    NOBODY,
    PIECES,
    THREE_ROUNDS,
    THREE_SEATS,
    State,
    bidders,
    lowest,
    write_piece,
    write_seat,
)
from cabinet.games.aztec.rules.site import build, empty
from cabinet.tabletop.api import GameEvents, Outcome, Seat


def put(state: State, placement: int, events: GameEvents | None) -> State:
    """A piece more, and the end of the round if it was the last."""
    setup, first, number, mover, pieces, site, bids, ohpuch, target, results = state
    site = build(site, placement)
    pieces = (*pieces, placement)
    following = (mover + 1) % 3 if setup & THREE_SEATS else 1 - mover
    after = State(
        setup, first, number, following, pieces, site, bids, ohpuch, target, results
    )
    if events is not None:
        events.append(
            {
                "event": "put",
                "seat": mover,
                "cubes": write_piece(placement),
                "points": list(after.points()),
            }
        )
    if len(pieces) == PIECES or not site.open:
        return _end_round(after, events)
    return after


def bid(state: State, number: int, events: GameEvents | None) -> State:
    """A lower number, or 0 for a pass; the last who has not passed is Oh Puch."""
    bids = (*state.bids, number)
    following = bidders(state.first, bids)[-1]
    after = state._replace(bids=bids, mover=following)
    if events is not None:
        told = number or None
        events.append({"event": "bid", "seat": state.mover, "bid": told})
    if bids.count(0) == state.players - 1:
        after = after._replace(ohpuch=following, target=lowest(bids))
        if events is not None:
            _tell_ohpuch(after, events)
    return after


def _tell_ohpuch(state: State, events: GameEvents) -> None:
    target = state.target or None
    events.append({"event": "ohpuch", "seat": state.ohpuch, "target": target})


def _end_round(last: State, events: GameEvents | None) -> State:
    if events is not None:
        events.append(
            {
                "event": "round_over",
                "round": last.round,
                "ohpuch": write_seat(last.ohpuch),
                "points": list(last.points()),
                "why": "built" if len(last.pieces) == PIECES else "stuck",
                "pieces": [write_piece(piece) for piece in last.pieces],
            }
        )
    after = last._replace(mover=NOBODY)
    if last.setup & THREE_ROUNDS:
        after = after._replace(results=(*last.results, last.points()))
        if last.round < last.rounds:
            return _next_round(after, events)
    if events is not None:
        events.append(verdict(after).told())
    return after


def _next_round(ended: State, events: GameEvents | None) -> State:
    ohpuch = (ended.ohpuch + 1) % 3
    after = ended._replace(
        round=ended.round + 1, mover=ohpuch, ohpuch=ohpuch, pieces=(), site=empty()
    )
    if events is not None:
        _tell_ohpuch(after, events)
    return after


def verdict(state: State) -> Outcome:
    """Who won and why; before the end, the points so far."""
    over = state.mover == NOBODY
    if state.setup & THREE_ROUNDS:
        rounds = state.results if over else (*state.results, state.points())
        scores = tuple(sum(column) for column in zip(*rounds, strict=True))
    else:
        scores = state.points()
    if not over:
        return Outcome(over=False, winners=(), scores=scores)
    winners, reason = _judge(state, scores)
    return Outcome(over=True, winners=winners, scores=scores, reason=reason)


def _judge(state: State, scores: tuple[int, ...]) -> tuple[tuple[Seat, ...], str]:
    most = max(scores)
    if state.setup & THREE_ROUNDS:
        best = tuple(seat for seat, score in enumerate(scores) if score == most)
        return best, "most points" if len(best) == 1 else "shared"
    if state.setup & THREE_SEATS and most < state.target:
        return (state.ohpuch,), "nobody reached the number"
    earlier, later = state.builders
    if not state.setup & THREE_SEATS and state.first != earlier:
        earlier, later = later, earlier
    kind = "reached the number" if state.setup & THREE_SEATS else "more points"
    if scores[earlier] == scores[later]:
        return (earlier,), f"{kind}, equal" if state.setup & THREE_SEATS else "equal"
    return (scores.index(most),), kind
