"""Throws from a dice tower on a serial port, one after the other.

The tower is spoken to as at the cabinet (`cabinet.io.dice_tower`). Each run counts from
the tower's last throw on: what it made before is nobody's. A tower that is unplugged
goes on where it was when it is back.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Final

from cabinet.clock import SystemClock
from cabinet.core.events import (
    SECOND,
    BoardTroubled,
    DiceFell,
    DiceSpoiled,
    Nanos,
    TowerFound,
    TowerLost,
    TowerMet,
    TowerNews,
)
from cabinet.io import dice_tower
from cabinet.io.dice_tower import SerialTower
from cabinet.throws import Throw as Numbered
from tools.dice_sim.dice import Die, Throw
from tools.dice_sim.errors import LabError
from tools.dice_sim.tower import sides_of

# How long the link may be down before nobody waits any more.
TIMEOUT: Final[Nanos] = 10 * SECOND
_A_WHILE_S: Final = 0.1


def open_tower(port: Path, dice: Sequence[Die], held: ExitStack) -> Iterator[Throw]:
    """The throws of the tower at `port`, without end; `LabError` if none is there."""
    if not os.access(port, os.R_OK | os.W_OK):
        why = "you may not use it" if port.exists() else "there is no such port"
        raise LabError(f"the dice tower's port cannot be opened: {port}: {why}")
    bell = Event()
    tower = dice_tower.open_tower(str(port), SystemClock(), bell.set)
    held.callback(tower.close)
    return _throws(tower, _news(tower, bell, port), dice)


def _throws(
    tower: SerialTower, told: Iterator[TowerNews], dice: Sequence[Die]
) -> Iterator[Throw]:
    painted = [sides_of(die) for die in dice]
    tower.begin({}, None)
    for news in told:
        match news:
            case TowerMet():
                tower.enter(news)
                tower.want(Numbered(news.tower, news.throw + 1))
            case DiceFell():
                tower.want(None)  # it hears that this throw was taken
                yield _faces(news, painted)
                tower.want(Numbered(news.tower, news.throw + 1))
            case TowerLost():
                pass  # `cabinet.io.dice_tower` has logged it
            case _:
                print(_sentence(news), file=sys.stderr)


def _news(tower: SerialTower, bell: Event, port: Path) -> Iterator[TowerNews]:
    """What the tower tells, until nobody has answered for too long."""
    clock, up = SystemClock(), False
    seen_at = clock.now()
    while up or clock.now() < seen_at + TIMEOUT:
        due = tower.due()
        wait = _A_WHILE_S if due is None else max(0, due - clock.now()) / SECOND
        bell.wait(min(wait, _A_WHILE_S))
        bell.clear()
        for news in tower.poll():
            up = isinstance(news, TowerFound) or (
                up and not isinstance(news, TowerLost)
            )
            yield news
        seen_at = clock.now() if up else seen_at
    raise LabError(
        f"no dice tower has answered at {port} for {TIMEOUT // SECOND} "
        "s: is it plugged in, and is this its port?"
    )


def _sentence(news: TowerFound | DiceSpoiled | BoardTroubled) -> str:
    """What a person at the tower should know."""
    match news:
        case TowerFound(tower=tower):
            return f"dice tower {tower:08x} is there: throw"
        case DiceSpoiled(why=why):
            return f"a die is {why}: throw again"
    return str(news.why)


def _faces(fell: DiceFell, painted: Sequence[tuple[int, ...]]) -> Throw:
    """What the sides that came up have painted on them."""
    fits = len(fell.sides) == len(painted) and all(
        1 <= side <= len(sides)
        for side, sides in zip(fell.sides, painted, strict=False)
    )
    if not fits:
        raise LabError(
            f"the dice tower threw {fell.sides}, which {len(painted)} such dice "
            "cannot show: say which dice are in it with --die"
        )
    return tuple(
        sides[side - 1] for side, sides in zip(fell.sides, painted, strict=True)
    )
