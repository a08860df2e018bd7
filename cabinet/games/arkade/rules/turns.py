"""What happens to pieces and turns in Arkade, and how it is told."""

from typing import Final

from cabinet.games.arkade.rules.board import BIT, place
from cabinet.games.arkade.rules.box import COLORS, COLUMNS, FRAMES, LINES
from cabinet.games.arkade.rules.position import (
    ALIEN,
    ALIEN_THROWS,
    DEFENDER_THROWS,
    NO_DICE,
    NO_DIE,
    NOBODY,
    REASONS,
    SCORES,
    SIDES,
    TURNS,
    State,
    changed,
)
from cabinet.tabletop.api import GameEvents

# A saucer beyond this line is near the last: two dice may win.
NEAR_LINE: Final = LINES - 3


def fly(
    state: State, source: int, target: int, dice: tuple[int, int], *, wakes: bool
) -> State:
    """A saucer from cell to cell; if it `wakes` frames, one it stops on waits."""
    color = state.color_of(source)
    bits = BIT[source] | BIT[target]
    one, two, three = state.saucers
    hearts, bonus = state.hearts, state.bonus
    if hearts & BIT[source]:
        hearts ^= bits
    if source in bonus:
        bonus = tuple(cell for cell in bonus if cell != source)
    if (
        wakes
        and FRAMES[state.setup.face].get(target) == color
        and any(state.alien_tiles)
    ):
        bonus = (*bonus, target)
    after = state.copy()
    after.saucers = (
        (one ^ bits, two, three)
        if color == 0
        else (one, two ^ bits, three)
        if color == 1
        else (one, two, three ^ bits)
    )
    after.hearts = hearts
    after.alien_dice = dice
    after.bonus = bonus
    return after


def remove(state: State, cell: int) -> State:
    """The saucer there leaves the board."""
    color, bit = state.color_of(cell), BIT[cell]
    after = state.copy()
    after.saucers = changed(state.saucers, color, -bit)
    after.hearts = state.hearts & ~bit
    after.lost = changed(state.lost, color, 1)
    if cell in state.bonus:
        after.bonus = tuple(waiting for waiting in state.bonus if waiting != cell)
    return after


def finish(state: State, side: int, events: GameEvents | None) -> State:
    """The game is over: nothing waits, and the dice stay as they lie."""
    if events is not None:
        won = {"winner": SIDES[side], "winners": [side], "scores": list(SCORES[side])}
        events.append({"event": "game_over"} | won | {"reason": REASONS[side]})
    after = state.copy()
    after.mover = NOBODY
    after.bonus = ()
    after.pending = None
    return after


def pass_turn(state: State, to: int, events: GameEvents | None) -> State:
    """The other side begins its turn with all its rolls before it."""
    if events is not None:
        events.append({"event": "turn", "turn": TURNS[to], "seat": to})
    after = state.copy()
    after.mover = to
    after.alien_dice = NO_DICE
    after.alien_rolls = 0
    after.defender_dice = NO_DICE
    after.defender_rolls = 0
    after.pending = None
    return after


def throw(
    state: State, seat: int, dice: tuple[int, int], events: GameEvents | None
) -> State:
    """A side's dice in the air, but for those that stay as they are in `dice`."""
    after = state.copy()
    if seat == ALIEN:
        after.alien_dice = dice
        after.alien_rolls = state.alien_rolls + 1
        after.pending = ALIEN_THROWS
    else:
        after.defender_dice = dice
        after.defender_rolls = state.defender_rolls + 1
        after.pending = DEFENDER_THROWS
    tell_dice(after, seat, events)
    return after


def throw_again(
    state: State, seat: int, which: int, events: GameEvents | None
) -> State:
    """The first die of a side, the second, or both."""
    one, two = state.dice(seat)
    dice = (one if which == 1 else NO_DIE, two if which == 0 else NO_DIE)
    return throw(state, seat, dice, events)


def tell_moved(events: GameEvents | None, source: int, target: int, by: str) -> None:
    """A saucer has moved by a die, a tile of that name; an alarm if it comes near."""
    if events is None:
        return
    there = place(target)
    events.append({"event": "moved", "from": place(source), "to": there, "by": by})
    if target - source >= COLUMNS and NEAR_LINE < there[0] < LINES:
        events.append({"event": "alarm", "at": there, "left": LINES - there[0]})


def tell_dice(state: State, seat: int, events: GameEvents | None) -> None:
    """How the dice of a seat lie now; those in the air are null."""
    if events is not None:
        dice = write_alien_dice(state) if seat == ALIEN else write_defender_dice(state)
        events.append({"event": "dice", "seat": seat, "dice": dice})


def write_alien_dice(state: State) -> list[str | None]:
    """`["O", null]`."""
    return [None if die == NO_DIE else COLORS[die] for die in state.alien_dice]


def write_defender_dice(state: State) -> dict[str, int | str | None]:
    """`{"move": 3, "fire": null}`."""
    move, fire = state.defender_dice
    return {
        "move": None if move == NO_DIE else move + 1,
        "fire": None if fire == NO_DIE else COLORS[fire],
    }
