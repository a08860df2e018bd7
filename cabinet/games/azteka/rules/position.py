"""A position of Azteka, and what may be done in it.

Actions are small integers: 0-31 place a pawn on that cell, 32-35 turn ring 0-3 by
one segment, 36-39 by two, 40 declines a birth. Roles are 0 Life, 1 Death,
2 Mummies; with two players the roles change seats in round 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cabinet.games.azteka.rules.board import (
    CELLS,
    FULL,
    ONES,
    RINGS,
    around,
    around_diagonally,
    cells,
    count,
    fills_a_segment,
    reigns,
    spin,
    spreads,
)
from cabinet.tabletop.data import table

if TYPE_CHECKING:
    from mypy_extensions import i64

LIFE: Final = 0
DEATH: Final = 1
NOBODY: Final = -1
ROLES: Final = ("life", "death", "mummies")
DRAWN: Final = -1
NO_BIRTH: Final = False
BIRTH: Final = True
RESULT_ROLE: Final = 100

# A setup is one integer: the variant in two bits, then a flag for each option.
CLASSIC: Final = 0
AGGRESSIVE: Final = 1
THREE: Final = 2
VARIANTS: Final = ("classic", "aggressive", "mummies")
VARIANT_BITS: Final = 3
OWN: Final = 4
DIAGONAL: Final = 8
SETUPS: Final = 16

TURN: Final = CELLS
TURN2: Final = TURN + RINGS
PASS: Final = TURN2 + RINGS
TURNS: Final = tuple(range(TURN, TURN2))
PASSING: Final = (PASS,)
# By the set of rings, one bit each.
DOUBLES: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(TURN2 + ring for ring in range(RINGS) if rings >> ring & 1)
    for rings in range(1 << RINGS)
)

_BOX: Final = table("cabinet.games.azteka", "rules.toml")
ACTION_LIMIT: Final[int] = int(_BOX["endless"]["actions"])
REPETITIONS: Final[int] = int(_BOX["endless"]["repetitions"])
# By variant.
PAWNS: Final[tuple[int, ...]] = (
    int(_BOX["two"]["pawns"]),
    int(_BOX["two"]["pawns"]),
    int(_BOX["three"]["pawns"]),
)
COMMON_GOAL: Final[tuple[bool, ...]] = (True, True, bool(_BOX["three"]["common_goal"]))
POWERS: Final[tuple[bool, ...]] = (True, False, bool(_BOX["three"]["powers"]))
PLAYERS: Final[tuple[int, ...]] = (2, 2, 3)
NEXT: Final[tuple[tuple[int, ...], ...]] = ((1, 0), (1, 0), (1, 2, 0))
ROUNDS: Final[tuple[int, ...]] = (2, 2, 1)
# By setup: whether a pawn must touch its own kind, rather than Life.
NEAR_OWN: Final[tuple[bool, ...]] = tuple(
    _BOX["three"]["placement"] == "own"
    if setup & VARIANT_BITS == THREE
    else bool(setup & OWN)
    for setup in range(SETUPS)
)


class State:
    """One position; `mover` is a role, or NOBODY when the match is over.

    `turned` holds the turns since the last placement, oldest first. `results`
    has one number a finished round: `role * RESULT_ROLE + pawns`, or DRAWN.
    Nothing changes one that anybody has seen; it is no frozen dataclass because those
    take twice as long to make, and a search makes millions.
    """

    __slots__ = (
        "actions",
        "birth",
        "death",
        "life",
        "mover",
        "mummies",
        "results",
        "round",
        "setup",
        "turned",
    )

    def __init__(
        self,
        setup: i64,
        round_number: i64,
        mover: i64,
        life: i64,
        death: i64,
        mummies: i64,
        birth: bool,  # noqa: FBT001
        actions: i64,
        turned: tuple[int, ...],
        results: tuple[int, ...],
    ) -> None:
        self.setup = setup
        self.round = round_number
        self.mover = mover
        self.life = life
        self.death = death
        self.mummies = mummies
        self.birth = birth
        self.actions = actions
        self.turned = turned
        self.results = results

    @property
    def variant(self) -> i64:
        """The rules that are played by: CLASSIC, AGGRESSIVE or THREE."""
        return self.setup & VARIANT_BITS

    def pawns(self, role: i64) -> i64:
        """The places where `role` stands."""
        if role == LIFE:
            return self.life
        return self.death if role == DEATH else self.mummies

    def places(self) -> i64:
        """Where the player to move may put a pawn."""
        return places(self.setup, self.mover, self.life, self.death, self.mummies)

    def repeats(self) -> bool:
        """Whether this position has now occurred often enough to draw the round."""
        players = PLAYERS[self.variant]
        return repeated(players, self.turned, self.life, self.death, self.mummies)

    def is_empty(self) -> bool:
        """Whether no pawn stands on the Circle."""
        return self.life | self.death | self.mummies == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and _all(self) == _all(other)

    def __hash__(self) -> int:
        return hash(_all(self))


def _all(state: State) -> tuple[object, ...]:
    return (
        state.setup,
        state.round,
        state.mover,
        state.life,
        state.death,
        state.mummies,
        state.birth,
        state.actions,
        state.turned,
        state.results,
    )


def start(setup: i64) -> State:
    """The empty Circle of round 1, Life to move."""
    return State(setup, 1, LIFE, 0, 0, 0, NO_BIRTH, 0, (), ())


def seat_of(role: i64, round_number: i64) -> i64:
    """Who plays `role`: with two players they swap after round 1."""
    return role ^ (round_number - 1)


def places(setup: i64, mover: i64, life: i64, death: i64, mummies: i64) -> i64:
    """Where `mover` may put a pawn, as bits."""
    empty = FULL ^ (life | death | mummies)
    if setup == CLASSIC and life != 0:
        return empty & around(life)
    variant = setup & VARIANT_BITS
    if variant == AGGRESSIVE:
        return empty
    own = life if mover == LIFE else death if mover == DEATH else mummies
    if variant == THREE and count(own) >= PAWNS[THREE]:
        return 0
    near = own if NEAR_OWN[setup] else life
    if near == 0:
        return empty if mover == LIFE or NEAR_OWN[setup] else 0
    return empty & (around_diagonally(near) if setup & DIAGONAL else around(near))


def menu(state: State) -> tuple[int, ...]:
    """Every action the player to move may take, placements first."""
    setup, mover = state.setup, state.mover
    life, death, mummies = state.life, state.death, state.mummies
    free = cells(places(setup, mover, life, death, mummies))
    if state.birth:
        return free + PASSING
    if life | death | mummies == 0:
        return free
    if setup & VARIANT_BITS == AGGRESSIVE:
        return free + TURNS + double_turns(mover, life, death)
    return free + TURNS


def double_turns(mover: i64, life: i64, death: i64) -> tuple[int, ...]:
    """The turns by two segments: where the mover has strictly more pawns."""
    own, other = (life, death) if mover == LIFE else (death, life)
    return DOUBLES[
        (ONES[own & 0xFF] > ONES[other & 0xFF])
        + (ONES[own & 0xFF00] > ONES[other & 0xFF00]) * 2
        + (ONES[own >> 16 & 0xFF] > ONES[other >> 16 & 0xFF]) * 4
        + (ONES[own >> 24] > ONES[other >> 24]) * 8
    ]


def winner_by_turn(
    variant: i64, mover: i64, life: i64, death: i64, mummies: i64
) -> i64:
    """The role that a turn has brought to its goal, or NOBODY.

    No pawn has been placed and none has left its ring, so the common goal and full
    rings are out of it; and where Death fills a segment Life is not in it, so only
    three can be there at once.
    """
    if variant != THREE:
        halves = life | life >> 16
        if (halves | halves >> 8) & 0xFF == 0xFF and spreads(life):
            return LIFE
        filled = death & death >> 16
        return DEATH if filled & filled >> 8 & 0xFF != 0 else NOBODY
    for role in (mover, (mover + 1) % 3, (mover + 2) % 3):
        pawns = life if role == LIFE else death if role == DEATH else mummies
        if spreads(pawns) or fills_a_segment(pawns):
            return role
    return NOBODY


def wins_by_placing(variant: i64, role: i64, pawns: i64) -> bool:
    """Whether `role`, who has just placed a pawn, has a goal; no other can."""
    if (role != LIFE or variant == THREE) and reigns(pawns):
        return True
    if (role == LIFE or variant == THREE) and spreads(pawns):
        return True
    if not COMMON_GOAL[variant]:
        return False
    return ONES[pawns & 0xFFFF] + ONES[pawns >> 16] >= PAWNS[variant]


def goal(variant: i64, role: i64, pawns: i64) -> str:
    """Which goal of `role` holds: spread, reign, destiny, or none ("")."""
    if (role == LIFE or variant == THREE) and spreads(pawns):
        return "spread"
    if (role != LIFE or variant == THREE) and reigns(pawns):
        return "reign"
    if COMMON_GOAL[variant] and count(pawns) >= PAWNS[variant]:
        return "destiny"
    return ""


def repeated(
    players: i64, turned: tuple[int, ...], life: i64, death: i64, mummies: i64
) -> bool:
    """Whether this position has now occurred often enough to draw the round.

    Only turns happen between two placements, so every position that could be
    the same is found by taking the turns back one by one.
    """
    count = 1
    was_life, was_death, was_mummies = life, death, mummies
    for back in range(1, len(turned) + 1):
        action = turned[-back]
        ring = (action - TURN) & 3
        undo = 7 if action < TURN2 else 6
        was_life = spin(was_life, ring, undo)
        was_death = spin(was_death, ring, undo)
        if was_mummies:
            was_mummies = spin(was_mummies, ring, undo)
        if (
            back % players == 0
            and was_life == life
            and was_death == death
            and was_mummies == mummies
        ):
            count += 1
    return count >= REPETITIONS
