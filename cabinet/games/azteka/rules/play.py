"""What an action does to a position of Azteka.

After an action: disintegration, then goals (the mover's first), then the limit
of actions, then a birth, then repetition. The order matters: a goal on the last
action wins, and a goal ends the round before any birth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cabinet.games.azteka.rules import document
from cabinet.games.azteka.rules.board import (
    BIT,
    SEGMENT,
    cells,
    count,
    spin,
    surrounded,
)
from cabinet.games.azteka.rules.position import (
    ACTION_LIMIT,
    BIRTH,
    DEATH,
    DRAWN,
    LIFE,
    NEXT,
    NO_BIRTH,
    NOBODY,
    PAWNS,
    PLAYERS,
    POWERS,
    REPETITIONS,
    RESULT_ROLE,
    ROLES,
    ROUNDS,
    THREE,
    TURN,
    TURN2,
    VARIANT_BITS,
    State,
    goal,
    places,
    repeated,
    seat_of,
    winner_by_turn,
    wins_by_placing,
)
from cabinet.tabletop.api import GameEvent, GameEvents, Outcome, Seat

if TYPE_CHECKING:
    from mypy_extensions import i64


def place(state: State, cell: i64, events: GameEvents | None) -> State:
    """A pawn on `cell`, and the power it wakes."""
    setup, mover = state.setup, state.mover
    life, death, mummies = state.life, state.death, state.mummies
    variant = setup & VARIANT_BITS
    if mover == LIFE:
        own = life = life | BIT[cell]
    elif mover == DEATH:
        death |= BIT[cell]
        taken = enclosed(variant, life, death)
        life ^= taken
        death |= taken
        own = death
    else:
        own = mummies = mummies | BIT[cell]
    after = _after(state, life, death, mummies, ())
    if events is not None:
        _tell_placed(state, cell, state.life & ~life, events)
    if wins_by_placing(variant, mover, own):
        return end_round(after, mover, events)
    if after.actions >= ACTION_LIMIT:
        return end_round(after, NOBODY, events)
    if mover == LIFE and bears(setup, cell, life, death, mummies):
        if events is not None:
            events.append(_by("birth", state))
        after.mover, after.birth = LIFE, BIRTH
    return after


def turn(state: State, action: i64, events: GameEvents | None) -> State:
    """A ring clockwise, by one segment or by two."""
    life, death, mummies = state.life, state.death, state.mummies
    ring = (action - TURN) & 3
    segments = 1 if action < TURN2 else 2
    if events is not None:
        events.append(_by("turned", state) | {"ring": ring + 1, "segments": segments})
    life = spin(life, ring, segments)
    death = spin(death, ring, segments)
    if mummies:
        mummies = spin(mummies, ring, segments)
    turned = state.turned + (action,)  # noqa: RUF005 (compiles to less)
    variant = state.variant
    players = PLAYERS[variant]
    victor = winner_by_turn(variant, state.mover, life, death, mummies)
    after = _after(state, life, death, mummies, turned)
    if (
        victor != NOBODY
        or after.actions >= ACTION_LIMIT
        or (
            len(turned) >= players * (REPETITIONS - 1)
            and repeated(players, turned, life, death, mummies)
        )
    ):
        return end_round(after, victor, events)
    return after


def decline(state: State, events: GameEvents | None) -> State:
    """No second pawn, thank you."""
    if events is not None:
        events.append(_by("passed", state))
    after = _after(state, state.life, state.death, state.mummies, state.turned)
    if after.actions >= ACTION_LIMIT:
        return end_round(after, NOBODY, events)
    return after


def _after(
    state: State, life: i64, death: i64, mummies: i64, turned: tuple[int, ...]
) -> State:
    """The Circle one action later, the next role to move and no birth."""
    return State(
        state.setup,
        state.round,
        NEXT[state.variant][state.mover],
        life,
        death,
        mummies,
        NO_BIRTH,
        state.actions + 1,
        turned,
        state.results,
    )


def enclosed(variant: i64, life: i64, death: i64) -> i64:
    """The pawns of Life that Death has surrounded and can replace, in order."""
    if not POWERS[variant]:
        return 0
    taken = surrounded(life, death)
    if taken == 0:
        return 0
    replaced: i64 = 0
    for cell in cells(taken)[: PAWNS[variant] - count(death)]:
        replaced |= BIT[cell]
    return replaced


def bears(setup: i64, cell: i64, life: i64, death: i64, mummies: i64) -> bool:
    """Whether Life, by its pawn on `cell`, may place another."""
    return (
        life >> (cell & 7) & SEGMENT == SEGMENT
        and POWERS[setup & VARIANT_BITS]
        and places(setup, LIFE, life, death, mummies) != 0
    )


def end_round(last: State, victor: i64, events: GameEvents | None) -> State:
    """What follows a round that `victor` won, or NOBODY; nobody has seen `last`."""
    result = DRAWN
    if victor != NOBODY:
        result = victor * RESULT_ROLE + count(last.pawns(victor))
    results = (*last.results, result)
    if last.round == ROUNDS[last.variant]:
        last.mover, last.results = NOBODY, results
        after = last
    else:
        after = State(
            last.setup, last.round + 1, LIFE, 0, 0, 0, NO_BIRTH, 0, (), results
        )
    if events is not None:
        _tell_round_over(last, victor, after, events)
    return after


def _by(event: str, state: State) -> GameEvent:
    return {
        "event": event,
        "seat": seat_of(state.mover, state.round),
        "role": ROLES[state.mover],
    }


def _tell_placed(state: State, cell: i64, taken: i64, events: GameEvents) -> None:
    events.append(_by("placed", state) | {"at": document.place(cell)})
    for enclosed in cells(taken):
        events.append({"event": "disintegrated", "at": document.place(enclosed)})


def _tell_round_over(
    last: State, victor: i64, after: State, events: GameEvents
) -> None:
    if victor != NOBODY:
        why = goal(last.variant, victor, last.pawns(victor))
    else:
        why = "actions" if last.actions >= ACTION_LIMIT else "repetition"
    told: GameEvent = {
        "event": "round_over",
        "round": last.round,
        "result": document.write_result(after.results[-1], last.round),
        "why": why,
    }
    events.append(told | document.write_boards(last))
    if after.mover == NOBODY:
        events.append(verdict(after).told())


def verdict(state: State) -> Outcome:
    """More rounds won, then fewer pawns; before the end, the scores so far.

    Of two only who won a round counts the pawns of it; of three, in their only round,
    everybody.
    """
    variant = state.variant
    rounds = [0] * PLAYERS[variant]
    scores = [0] * PLAYERS[variant]
    for index, result in enumerate(state.results):
        if result != DRAWN:
            seat = seat_of(result // RESULT_ROLE, index + 1)
            rounds[seat] += 1
            scores[seat] += result % RESULT_ROLE
    if variant == THREE:
        scores = [count(state.pawns(role)) for role in range(len(scores))]
    if state.mover != NOBODY:
        return Outcome(over=False, winners=(), scores=tuple(scores))
    winners, reason = _judge(rounds, scores)
    return Outcome(over=True, winners=winners, scores=tuple(scores), reason=reason)


_REASONS: Final = {
    (2, 2): "won both rounds",
    (2, 1): "won a round, the other was drawn",
    (3, 1): "reached a goal first",
}


def _judge(rounds: list[int], scores: list[int]) -> tuple[tuple[Seat, ...], str]:
    most = max(rounds)
    if most == 0:
        return (), "no round was won"
    if rounds.count(most) == 1:
        return (rounds.index(most),), _REASONS[len(rounds), most]
    if scores[0] == scores[1]:
        return (), "a round each, with as many pawns"
    return (scores.index(min(scores)),), "a round each, won with fewer pawns"
