"""Aztec in words: what a person who does not see the pyramid has to know.

Columns are said as 1 to 9, from west to east, rows as 1 to 9, from north to south; a
piece is told by the columns it covers, each with the levels it takes there.
"""

from cabinet.games.aztec.rules.board import LEVELS, SIZE, START, Cube
from cabinet.games.aztec.rules.position import NOBODY, PIECES, State
from cabinet.games.aztec.view import hand as hands
from cabinet.games.aztec.view.hand import Hand
from cabinet.games.aztec.view.shown import TEXTS, Shown
from cabinet.i18n import Words
from cabinet.tabletop.api import GameEvent, Look, Seat


def standing(look: Look[State, Hand]) -> tuple[str, ...]:
    """The round, whose edges are whose, the points, or how the auction stands."""
    seen, say = look.seen, TEXTS[look.language]
    if seen.mover == NOBODY:
        return ()
    told = []
    if seen.rounds > 1:
        told.append(say("spoken.round", round=seen.round, rounds=seen.rounds))
    if seen.bidding:
        last = next((bid for bid in reversed(seen.bids) if bid), 0)
        told.append(say("spoken.auction"))
        told.append(say("spoken.lowest", bid=last) if last else "")
        return tuple(told)
    shown = Shown(look)
    side = shown.side(seen.mover)
    if side == "ohpuch" and seen.target:
        told.append(say("spoken.you_ohpuch", n=seen.target))
    elif side != "ohpuch":
        told.append(say(f"spoken.you.{side}"))
    told.append(_points(say, shown, look))
    told.append(say("spoken.pieces", laid=len(seen.pieces), all=PIECES))
    return tuple(told)


def _points(say: Words, shown: Shown, look: Look[State, Hand]) -> str:
    counted = [
        say("spoken.points", name=name, n=shown.points(shown.side(seat)))
        for seat, name in enumerate(look.names)
        if shown.side(seat) in ("ns", "ew")
    ]
    return f"{', '.join(counted)}."


def pointed(look: Look[State, Hand]) -> str:
    """The bid, a key for the eyes, or where the piece lies and what it would bring."""
    hand, say = look.hand, TEXTS[look.language]
    if hand is None:
        return ""
    if not hand.piece:
        word, *number = hand.action.split() or [""]
        if word == "pass":
            return say("spoken.pass")
        return say("spoken.bid", bid=number[0]) if number else ""
    if hand.key:
        return say("spoken.eyes")
    ways = hands.ways(look.legal).get((hand.x, hand.y), (hand.action,))
    over = say(
        "spoken.over",
        row=hand.y + 1,
        column=hand.x + 1,
        way=ways.index(hand.action) + 1 if hand.action in ways else 1,
        ways=len(ways),
    )
    return f"{over} {_piece(say, hand.piece)} {_gains(say, look)}".strip()


def _gains(say: Words, look: Look[State, Hand]) -> str:
    """What the piece in hand adds for each side."""
    shown = Shown(look)
    gains = [
        say("spoken.gain", name=name, n=gain)
        for seat, name in enumerate(look.names)
        if (gain := shown.gain(shown.side(seat)))
    ]
    return " ".join(gains)


def _piece(say: Words, piece: tuple[Cube, ...]) -> str:
    """Row by row, columns beside each other with the same levels together."""
    levels: dict[tuple[int, int], list[int]] = {}
    for x, y, z in sorted(piece):
        levels.setdefault((y, x), []).append(z + 1)
    runs: list[tuple[int, int, int, list[int]]] = []
    for (y, x), at in sorted(levels.items()):
        if runs and runs[-1][0] == y and runs[-1][2] == x - 1 and runs[-1][3] == at:
            runs[-1] = (y, runs[-1][1], x, at)
        else:
            runs.append((y, x, x, at))
    return f"{'; '.join(_run(say, *run) for run in runs)}."


def _run(say: Words, row: int, first: int, last: int, levels: list[int]) -> str:
    where = say(
        "spoken.column_one" if first == last else "spoken.columns",
        row=row + 1,
        first=first + 1,
        last=last + 1,
    )
    return say("spoken.part", where=where, levels=_levels(say, levels))


def _levels(say: Words, levels: list[int]) -> str:
    """`level 2`, `levels 1 to 3`, or the two of them."""
    low, high = levels[0], levels[-1]
    if low == high:
        return say("spoken.level", level=low)
    key = "levels" if high - low + 1 == len(levels) else "levels_apart"
    return say(f"spoken.{key}", low=low, high=high)


def board(look: Look[State, Hand]) -> tuple[tuple[str, ...], ...]:
    """Every column of the board, north to south, then the points."""
    say, shown = TEXTS[look.language], Shown(look)
    rows = tuple(
        tuple(_column(say, shown, look, x, y) for x in range(SIZE)) for y in range(SIZE)
    )
    return (*rows, (_points(say, shown, look),)) if not look.seen.bidding else rows


def _column(say: Words, shown: Shown, look: Look[State, Hand], x: int, y: int) -> str:
    told = []
    for z in range(LEVELS):
        stone = shown.building.get((x, y, z))
        if stone is None:
            continue
        owner = (
            say("spoken.start")
            if (x, y, z) == START
            else look.names[shown.owner(stone.piece)]
        )
        told.append(say("spoken.stone", level=z + 1, owner=owner))
    edges = [
        say(f"spoken.edges.{edge}") for edge in shown.counts_at((x, y, LEVELS - 1))
    ]
    what = ", ".join(told) or say("spoken.empty")
    if edges:
        what = f"{what}; {say('spoken.and').join(edges)}"
    return say("spoken.column", row=y + 1, column=x + 1, what=what)


def event(told: GameEvent, seat: Seat, look: Look[State, Hand]) -> str:
    """What an action did."""
    say, by = TEXTS[look.language], told.get("seat", seat)
    name = look.names[by] if isinstance(by, int) and by >= 0 else ""
    match told["event"]:
        case "put":
            cubes = tuple((x, y, z) for x, y, z in told["cubes"])
            return say("spoken.put", name=name, where=_piece(say, cubes))
        case "bid" if told["bid"] is None:
            return say("spoken.passes", name=name)
        case "bid":
            return say("spoken.bids", name=name, bid=told["bid"])
        case "ohpuch":
            if told["target"] is None:
                return say("spoken.ohpuch_next", name=name)
            return say("spoken.ohpuch", name=name, n=told["target"])
        case "round_over":
            points = _told_points(say, told["points"], look)
            why = say(f"spoken.{told['why']}")
            return say("spoken.round_over", round=told["round"], why=why, points=points)
    return ""


def _told_points(say: Words, points: list[int], look: Look[State, Hand]) -> str:
    counted = zip(look.names, points, strict=False)
    told = (say("spoken.points", name=name, n=n) for name, n in counted)
    return f"{', '.join(told)}."
