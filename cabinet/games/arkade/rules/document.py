"""Positions of Arkade as documents: `{"game": "arkade", "ship": 1, …}`.

Order has no meaning in lists of pieces and tiles, so they are written sorted; the
cells in `bonus` are in the order their saucers moved. A field left out is read as at
the start; face-down tiles left out are dealt. Form is checked here, field by field;
`possible` judges whether all of it can lie on one table.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from cabinet.games.arkade.rules.board import BIT, cells, place
from cabinet.games.arkade.rules.box import (
    ALIEN_BOX,
    ALIEN_TILES,
    COLORS,
    COLUMNS,
    DEFENDER_BOX,
    DEFENDER_DEALT,
    FACES,
    LAYOUTS,
    LINES,
    MOST_NUGGETS,
    NORMAL,
    NUGGETS,
    ROLLS,
)
from cabinet.games.arkade.rules.deal import (
    deal_alien,
    deal_defender,
    kept_names,
    named,
    open_tiles,
)
from cabinet.games.arkade.rules.events import write_alien_dice, write_defender_dice
from cabinet.games.arkade.rules.position import (
    ALIEN,
    BOTH,
    DEFENDER,
    NO_DIE,
    NOBODY,
    SIDES,
    TURNS,
    Counts,
    Pending,
    Setup,
    State,
    color_of,
    standing,
    start,
    tower_column,
    winner,
)
from cabinet.tabletop.api import Document, Option, Options
from cabinet.tabletop.fields import (
    choice,
    complete,
    entries,
    flag,
    mapping,
    numbers,
    options_field,
    whole,
    wrong,
)
from cabinet.tabletop.options import check_players, chosen_options

NAME: Final = "arkade"
SEATS: Final[tuple[int, ...]] = (2,)
MODES: Final = ("strategy", "arcade")
OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "mode": Option(MODES, MODES[0]),
        "face": Option(FACES, FACES[0]),
        "layout": Option(LAYOUTS, LAYOUTS[0]),
        "nuggets": Option(NUGGETS, NORMAL),
        "tiles": Option((True, False), None),
        "rolls": Option(ROLLS, ROLLS[0]),
    }
)
_KEPT: Final = (*(f"ammo {color}" for color in COLORS), "gps")
_NO_ALIEN: Final = (0,) * len(ALIEN_TILES)
_NO_DEFENDER: Final[tuple[tuple[str, ...], ...]] = ((),) * len(COLORS)

_ALIEN_ASKS: Final = ("dice", "tile", "rift", "repair")
_DEFENDER_ASKS: Final = ("dice", "tile", "asteroid", "field", "tower", "comet")
# Besides `for` and `seat`.
_ASKED: Final = {
    ("tile", ALIEN): ("at", "then"),
    ("tile", DEFENDER): ("color",),
    ("rift", ALIEN): ("line", "then"),
    ("repair", ALIEN): ("then",),
    ("comet", DEFENDER): ("by",),
}
_FARTHEST: Final = 2


def read_setup(players: int, options: Options) -> Setup:
    """The options with their defaults; `RulesError` for one that does not fit."""
    check_players("Arkade", SEATS, players)
    chosen = chosen_options("Arkade", OPTIONS, options)
    arcade = chosen["mode"] == "arcade"
    tiles = chosen["tiles"]
    return Setup(
        arcade=arcade,
        face=FACES.index(str(chosen["face"])),
        layout=LAYOUTS.index(str(chosen["layout"])),
        nuggets=int(str(chosen["nuggets"])),
        tiles=not arcade if tiles is None else bool(tiles),
        rolls=int(str(chosen["rolls"])),
    )


def write(state: State) -> Document:
    """Every field, in the order of the contract."""
    side = winner(state)
    return {
        "game": NAME,
        "options": _write_options(state.setup),
        "turn": None if state.mover == NOBODY else TURNS[state.mover],
        "saucers": [_write_saucer(state, cell) for cell in cells(standing(state))],
        "kills": dict(zip(COLORS, state.kills, strict=True)),
        "lost": _repeated(COLORS, state.lost),
        "ship": state.ship + 1,
        "nuggets": state.nuggets,
        "alien_dice": write_alien_dice(state),
        "alien_rolls": state.alien_rolls,
        "defender_dice": write_defender_dice(state),
        "defender_rolls": state.defender_rolls,
        "alien_tiles": _repeated(ALIEN_TILES, state.alien_tiles),
        "defender_tiles": dict(
            zip(COLORS, map(list, state.defender_tiles), strict=True)
        ),
        "kept": kept_names(state.kept),
        "asteroids": [place(cell) for cell in cells(state.asteroids)],
        "fields": [place(cell) for cell in cells(state.fields)],
        "tower": tower_column(state) + 1 if state.tower else None,
        "reactor": state.reactor,
        "bonus": [place(cell) for cell in state.bonus],
        "pending": None if state.pending is None else write_pending(state.pending),
        "winner": None if side == NOBODY else SIDES[side],
    }


def _repeated(names: tuple[str, ...], counts: tuple[int, ...]) -> list[str]:
    return [n for n, many in zip(names, counts, strict=True) for _ in range(many)]


def observe(state: State) -> Document:
    """The same for everybody: tiles that lie face down are counted."""
    document = write(state)
    document["alien_tiles"] = sum(state.alien_tiles)
    document["defender_tiles"] = {
        color: len(tiles)
        for color, tiles in zip(COLORS, state.defender_tiles, strict=True)
    }
    return document


def _write_options(setup: Setup) -> Document:
    return {
        "mode": MODES[setup.arcade],
        "face": FACES[setup.face],
        "layout": LAYOUTS[setup.layout],
        "nuggets": setup.nuggets,
        "tiles": setup.tiles,
        "rolls": setup.rolls,
    }


def _write_saucer(state: State, cell: int) -> Document:
    return {
        "at": place(cell),
        "color": COLORS[color_of(state, cell)],
        "heart": bool(state.hearts & BIT[cell]),
    }


def write_pending(asked: Pending) -> Document:
    """The open question, with what its answer needs to know."""
    document: Document = {"for": asked.ask, "seat": asked.seat}
    then = {"then": asked.then or None}
    match asked.ask:
        case "tile" if asked.seat == ALIEN:
            return document | {"at": place(asked.about)} | then
        case "tile":
            return document | {"color": COLORS[asked.about]}
        case "rift":
            return document | {"line": asked.about + 1} | then
        case "repair":
            return document | then
        case "comet":
            return document | {"by": asked.about}
    return document


def read(document: Document, rng: Random) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    setup = options_field(document, lambda asked: read_setup(2, asked))
    state = start(setup, _NO_ALIEN, _NO_DEFENDER)
    given = complete("Arkade", document, write(state))
    state = _read_table(given, state)
    state = _read_dice(given, state)
    state = _read_turn(document, state)
    state = state.but(
        bonus=tuple(_cell("bonus", at) for at in entries("bonus", given["bonus"])),
        pending=_read_pending(given["pending"]),
    )
    return _read_tiles(document, state, rng)


def _color(field: str, value: object) -> int:
    return choice(field, value, COLORS)


def _cell(field: str, value: object) -> int:
    line, column = numbers(field, value, "[line, column]")
    line = whole(field, line, 1, LINES)
    return (line - 1) * COLUMNS + whole(field, column, 1, COLUMNS) - 1


def _cells(field: str, value: object) -> int:
    """A list of `[line, column]` as bits, none of them twice."""
    bits = 0
    for entry in entries(field, value):
        bit = BIT[_cell(field, entry)]
        if bits & bit:
            raise wrong(field, f"{entry} is listed twice")
        bits |= bit
    return bits


def _read_table(given: Document, state: State) -> State:
    """The pieces on the board and beside it."""
    saucers, hearts = _read_saucers(given["saucers"])
    return state.but(
        saucers=saucers,
        hearts=hearts,
        kills=_read_kills(given["kills"]),
        lost=_read_lost(given["lost"]),
        asteroids=_cells("asteroids", given["asteroids"]),
        fields=_cells("fields", given["fields"]),
        tower=_read_tower(given["tower"]),
        ship=whole("ship", given["ship"], 1, COLUMNS) - 1,
        nuggets=whole("nuggets", given["nuggets"], 0, MOST_NUGGETS),
        kept=_read_kept(given["kept"]),
        reactor=flag("reactor", given["reactor"]),
    )


def _read_saucers(value: object) -> tuple[Counts, int]:
    saucers, hearts, taken = [0] * len(COLORS), 0, 0
    for entry in entries("saucers", value):
        fields = mapping("saucers", entry)
        if not {"at", "color"} <= set(fields) <= {"at", "color", "heart"}:
            raise wrong("saucers", f"at, color and heart, not {entry!r}")
        bit = BIT[_cell("saucers", fields["at"])]
        if taken & bit:
            raise wrong("saucers", f"two of them are on {fields['at']}")
        taken |= bit
        saucers[_color("saucers", fields["color"])] |= bit
        hearts |= bit if flag("saucers", fields.get("heart", False)) else 0
    one, two, three = saucers
    return (one, two, three), hearts


def _read_kills(value: object) -> Counts:
    kills = mapping("kills", value)
    for name in kills:
        _color("kills", name)
    one, two, three = (whole("kills", kills.get(name, 0), 0) for name in COLORS)
    return one, two, three


def _read_lost(value: object) -> Counts:
    lost = Counter(_color("lost", name) for name in entries("lost", value))
    return lost[0], lost[1], lost[2]


def _read_tower(value: object) -> int:
    """The column of the tower, or its cell on the last line."""
    if value is None:
        return 0
    if isinstance(value, list):
        return BIT[_cell("tower", value)]
    return BIT[-COLUMNS - 1 + whole("tower", value, 1, COLUMNS)]


def _read_kept(value: object) -> int:
    kept = 0
    for tile in entries("kept", value):
        bit = 1 << choice("kept", tile, _KEPT)
        if kept & bit:
            raise wrong("kept", f"{tile} is in the box once")
        kept |= bit
    return kept


def _read_dice(given: Document, state: State) -> State:
    alien = given["alien_dice"]
    if not isinstance(alien, list) or len(alien) != 2:
        raise wrong("alien_dice", f"two dice in a list, not {alien!r}")
    one, two = (NO_DIE if d is None else _color("alien_dice", d) for d in alien)
    defender = mapping("defender_dice", given["defender_dice"], ("move", "fire"))
    move, fire = defender.get("move"), defender.get("fire")
    most = None if state.setup.arcade else state.setup.rolls
    return state.but(
        alien_dice=(one, two),
        alien_rolls=whole("alien_rolls", given["alien_rolls"], 0, most),
        defender_dice=(
            NO_DIE if move is None else whole("defender_dice", move, 1, COLUMNS) - 1,
            NO_DIE if fire is None else _color("defender_dice", fire),
        ),
        defender_rolls=whole("defender_rolls", given["defender_rolls"], 0, most),
    )


def _read_turn(document: Document, state: State) -> State:
    """Whose turn it is, or nobody's where the board shows that one has won."""
    won = winner(state)
    side = None if won == NOBODY else SIDES[won]
    if document.get("winner", side) != side:
        raise wrong(
            "winner",
            f"the board says {side or 'null'}, not {document['winner']!r}: a saucer "
            "on the last line wins for the Alien, no saucer for the Defender",
        )
    turn = document.get("turn", None if side else TURNS[state.mover])
    if side:
        fitting: tuple[str | None, ...] = (None,)
    else:
        fitting = TURNS[BOTH:] if state.setup.arcade else TURNS[:BOTH]
    if turn not in fitting:
        right = " or ".join(name or "null" for name in fitting)
        raise wrong("turn", f"{right} in this position, not {turn!r}")
    return state.but(mover=NOBODY if turn is None else TURNS.index(turn))


def _read_pending(value: object) -> Pending | None:
    """The question, or None; whether it fits the board is not asked here."""
    if value is None:
        return None
    fields = mapping("pending", value)
    seat = whole("pending", fields.get("seat"), ALIEN, DEFENDER)
    asks = _ALIEN_ASKS if seat == ALIEN else _DEFENDER_ASKS
    ask = asks[choice("pending", fields.get("for"), asks)]
    known = _ASKED.get((ask, seat), ())
    if not set(fields) <= {"for", "seat", *known}:
        right = ", ".join(("for", "seat", *known))
        raise wrong("pending", f"{ask} has {right}, not {', '.join(fields)}")
    then = fields.get("then")
    if then not in (None, "end", "roll"):
        raise wrong("pending", f"then is null, end or roll, not {then!r}")
    about = _read_about(ask, seat, fields)
    return Pending(ask, seat, about, then or "")


def _read_about(ask: str, seat: int, fields: dict[str, object]) -> int:
    match ask:
        case "tile" if seat == ALIEN:
            return _cell("pending", fields.get("at"))
        case "tile":
            return _color("pending", fields.get("color"))
        case "rift":
            return whole("pending", fields.get("line"), 1, LINES) - 1
        case "comet":
            return whole("pending", fields.get("by"), 1, _FARTHEST)
    return 0


def _read_tiles(document: Document, state: State, rng: Random) -> State:
    """The tiles that lie face down, dealt where the document leaves them out."""
    dealt = state.setup.tiles
    if "alien_tiles" in document:
        alien = _read_alien(document["alien_tiles"])
    else:
        alien = deal_alien(rng) if dealt else _NO_ALIEN
    given = mapping("defender_tiles", document.get("defender_tiles", {}))
    for name in given:
        _color("defender_tiles", name)
    used = open_tiles(state)
    sets: list[tuple[str, ...]] = []
    for which, name in enumerate(COLORS):
        if name in given:
            sets.append(_read_defender(which, given[name]))
        else:
            many = DEFENDER_DEALT if dealt else 0
            sets.append(deal_defender(rng, which, many, used))
        used.update(named(tile, which) for tile in sets[-1])
    return state.but(alien_tiles=alien, defender_tiles=tuple(sets))


def _read_alien(value: object) -> tuple[int, ...]:
    tiles = entries("alien_tiles", value)
    drawn = Counter(choice("alien_tiles", tile, ALIEN_TILES) for tile in tiles)
    for kind, tile in enumerate(ALIEN_TILES):
        if drawn[kind] > ALIEN_BOX[tile]:
            raise wrong(
                "alien_tiles",
                f"{drawn[kind]} of {tile}, but the box has {ALIEN_BOX[tile]}",
            )
    return tuple(drawn[kind] for kind in range(len(ALIEN_TILES)))


def _read_defender(which: int, value: object) -> tuple[str, ...]:
    box = DEFENDER_BOX[which]
    names = entries("defender_tiles", value)
    tiles = [box[choice("defender_tiles", tile, box)] for tile in names]
    for tile in tiles:
        if tiles.count(tile) > box.count(tile):
            raise wrong(
                "defender_tiles",
                f"{tiles.count(tile)} of {tile} in {COLORS[which]}, but the box has "
                f"{box.count(tile)}",
            )
    return tuple(sorted(tiles))
