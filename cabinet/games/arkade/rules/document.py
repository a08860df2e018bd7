"""Positions of Arkade as documents: `{"game": "arkade", "ship": 1, …}`.

Order has no meaning in lists of pieces and tiles, so they are written sorted; the
cells in `bonus` are in the order their saucers moved. A field left out is read as at
the start; face-down tiles left out are dealt. `read` sees to the form of every field,
`check` to whether all of it can lie on one table; how a position came about is not
asked: kills, lost saucers and missing ones are believed.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from cabinet.games.arkade.rules import box, deal, menus, position
from cabinet.games.arkade.rules.board import BIT, LAST_LINE, cells, name, place
from cabinet.games.arkade.rules.position import ALIEN, BOTH, NOBODY, Pending, State
from cabinet.games.arkade.rules.turns import write_alien_dice, write_defender_dice
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
OPTIONS: Final[Mapping[str, Option]] = {
    "mode": Option(MODES, MODES[0]),
    "face": Option(box.FACES, box.FACES[0]),
    "layout": Option(box.LAYOUTS, box.LAYOUTS[0]),
    "nuggets": Option(box.NUGGETS, box.NORMAL),
    "tiles": Option((True, False), None),
    "rolls": Option(box.ROLLS, box.ROLLS[0]),
}
_KEPT: Final = (*(f"ammo {color}" for color in box.COLORS), "gps")

_ALIEN_ASKS: Final = ("dice", "tile", "rift", "repair")
_DEFENDER_ASKS: Final = ("dice", "tile", "asteroid", "field", "tower", "comet")
_FARTHEST: Final = 2
_About = tuple[str, Callable[[int], object], Callable[[str, object], int]]


def read_setup(players: int, options: Options) -> position.Setup:
    """The options with their defaults; `RulesError` for one that does not fit."""
    check_players("Arkade", SEATS, players)
    chosen = chosen_options("Arkade", OPTIONS, options)
    arcade = chosen["mode"] == "arcade"
    tiles = chosen["tiles"]
    return position.Setup(
        arcade=arcade,
        face=box.FACES.index(str(chosen["face"])),
        layout=box.LAYOUTS.index(str(chosen["layout"])),
        nuggets=int(str(chosen["nuggets"])),
        tiles=not arcade if tiles is None else bool(tiles),
        rolls=int(str(chosen["rolls"])),
    )


def write(state: State) -> Document:
    """Every field, in the order of the contract."""
    setup, side = state.setup, state.winner()
    return {
        "game": NAME,
        "options": {
            "mode": MODES[setup.arcade],
            "face": box.FACES[setup.face],
            "layout": box.LAYOUTS[setup.layout],
            "nuggets": setup.nuggets,
            "tiles": setup.tiles,
            "rolls": setup.rolls,
        },
        "turn": None if state.mover == NOBODY else position.TURNS[state.mover],
        "saucers": [_write_saucer(state, cell) for cell in cells(state.standing())],
        "kills": dict(zip(box.COLORS, state.kills, strict=True)),
        "lost": _repeated(box.COLORS, state.lost),
        "ship": state.ship + 1,
        "nuggets": state.nuggets,
        "alien_dice": write_alien_dice(state),
        "alien_rolls": state.alien_rolls,
        "defender_dice": write_defender_dice(state),
        "defender_rolls": state.defender_rolls,
        "alien_tiles": _repeated(box.ALIEN_TILES, state.alien_tiles),
        "defender_tiles": dict(
            zip(box.COLORS, map(list, state.defender_tiles), strict=True)
        ),
        "kept": deal.kept_names(state.kept),
        "asteroids": [place(cell) for cell in cells(state.asteroids)],
        "fields": [place(cell) for cell in cells(state.fields)],
        "tower": state.tower_column() + 1 if state.tower else None,
        "reactor": state.reactor,
        "bonus": [place(cell) for cell in state.bonus],
        "pending": None if state.pending is None else write_pending(state.pending),
        "winner": None if side == NOBODY else position.SIDES[side],
    }


def _repeated(names: tuple[str, ...], counts: tuple[int, ...]) -> list[str]:
    return [n for n, many in zip(names, counts, strict=True) for _ in range(many)]


def observe(state: State) -> Document:
    """The same for everybody: tiles that lie face down are counted."""
    document = write(state)
    document["alien_tiles"] = sum(state.alien_tiles)
    many = map(len, state.defender_tiles)
    document["defender_tiles"] = dict(zip(box.COLORS, many, strict=True))
    return document


def _write_saucer(state: State, cell: int) -> Document:
    return {
        "at": place(cell),
        "color": box.COLORS[state.color_of(cell)],
        "heart": bool(state.hearts & BIT[cell]),
    }


def write_pending(asked: Pending) -> Document:
    """The open question, with what its answer needs to know."""
    document: Document = {"for": asked.ask, "seat": asked.seat}
    if about := _ABOUT.get((asked.ask, asked.seat)):
        field, write_about, _ = about
        document[field] = write_about(asked.about)
    if asked.seat == ALIEN and asked.ask != "dice":
        document["then"] = asked.then or None
    return document


def read(document: Document, rng: Random) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    setup = options_field(document, lambda asked: read_setup(2, asked))
    state = position.start(setup, *deal.NO_TILES)
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
    return choice(field, value, box.COLORS)


def _cell(field: str, value: object) -> int:
    line, column = numbers(field, value, "[line, column]")
    return _line(field, line) * box.COLUMNS + _column(field, column)


def _line(field: str, value: object) -> int:
    return whole(field, value, 1, box.LINES) - 1


def _column(field: str, value: object) -> int:
    return whole(field, value, 1, box.COLUMNS) - 1


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
        ship=_column("ship", given["ship"]),
        nuggets=whole("nuggets", given["nuggets"], 0, box.MOST_NUGGETS),
        kept=_read_kept(given["kept"]),
        reactor=flag("reactor", given["reactor"]),
    )


def _read_saucers(value: object) -> tuple[position.Counts, int]:
    saucers, hearts, taken = [0] * len(box.COLORS), 0, 0
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


def _read_kills(value: object) -> position.Counts:
    kills = mapping("kills", value)
    for color in kills:
        _color("kills", color)
    one, two, three = (whole("kills", kills.get(color, 0), 0) for color in box.COLORS)
    return one, two, three


def _read_lost(value: object) -> position.Counts:
    lost = Counter(_color("lost", name) for name in entries("lost", value))
    return lost[0], lost[1], lost[2]


def _read_tower(value: object) -> int:
    """The column of the tower, or its cell on the last line."""
    if value is None:
        return 0
    if isinstance(value, list):
        return BIT[_cell("tower", value)]
    return BIT[_column("tower", value) - box.COLUMNS]


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
    one, two = (_die("alien_dice", die, _color) for die in alien)
    defender = mapping("defender_dice", given["defender_dice"], ("move", "fire"))
    most = None if state.setup.arcade else state.setup.rolls
    return state.but(
        alien_dice=(one, two),
        alien_rolls=whole("alien_rolls", given["alien_rolls"], 0, most),
        defender_dice=(
            _die("defender_dice", defender.get("move"), _column),
            _die("defender_dice", defender.get("fire"), _color),
        ),
        defender_rolls=whole("defender_rolls", given["defender_rolls"], 0, most),
    )


def _die(field: str, value: object, read: Callable[[str, object], int]) -> int:
    return position.NO_DIE if value is None else read(field, value)


def _read_turn(document: Document, state: State) -> State:
    """Whose turn it is, or nobody's where the board shows that one has won."""
    won = state.winner()
    side = None if won == NOBODY else position.SIDES[won]
    if document.get("winner", side) != side:
        raise wrong(
            "winner",
            f"the board says {side or 'null'}, not {document['winner']!r}: a saucer "
            "on the last line wins for the Alien, no saucer for the Defender",
        )
    turn = document.get("turn", None if side else position.TURNS[state.mover])
    if side:
        fitting: tuple[str | None, ...] = (None,)
    else:
        fitting = position.TURNS[BOTH:] if state.setup.arcade else position.TURNS[:BOTH]
    if turn not in fitting:
        right = " or ".join(name or "null" for name in fitting)
        raise wrong("turn", f"{right} in this position, not {turn!r}")
    return state.but(mover=NOBODY if turn is None else position.TURNS.index(turn))


def _read_pending(value: object) -> Pending | None:
    """The question, or None; whether it fits the board is not asked here."""
    if value is None:
        return None
    fields = mapping("pending", value)
    seat = whole("pending", fields.get("seat"), ALIEN, position.DEFENDER)
    asks = _ALIEN_ASKS if seat == ALIEN else _DEFENDER_ASKS
    ask = asks[choice("pending", fields.get("for"), asks)]
    known = write_pending(Pending(ask, seat))
    if not set(fields) <= set(known):
        right = f"{ask} has {', '.join(known)}"
        raise wrong("pending", f"{right}, not {', '.join(fields)}")
    then = fields.get("then")
    if then not in (None, "end", "roll"):
        raise wrong("pending", f"then is null, end or roll, not {then!r}")
    if about := _ABOUT.get((ask, seat)):
        field, _, read_about = about
        return Pending(ask, seat, read_about("pending", fields.get(field)), then or "")
    return Pending(ask, seat, then=then or "")


def _distance(field: str, value: object) -> int:
    return whole(field, value, 1, _FARTHEST)


# By question and seat: the field that says what it is about, written and read.
_ABOUT: Final[Mapping[tuple[str, int], _About]] = {
    ("tile", ALIEN): ("at", place, _cell),
    ("tile", position.DEFENDER): ("color", box.COLORS.__getitem__, _color),
    ("rift", ALIEN): ("line", lambda line: line + 1, _line),
    ("comet", position.DEFENDER): ("by", int, _distance),
}


def _read_tiles(document: Document, state: State, rng: Random) -> State:
    """The tiles that lie face down, dealt where the document leaves them out."""
    dealt = state.setup.tiles
    if "alien_tiles" in document:
        alien = _read_alien(document["alien_tiles"])
    else:
        alien = deal.deal_alien(rng) if dealt else state.alien_tiles
    given = mapping("defender_tiles", document.get("defender_tiles", {}))
    for color in given:
        _color("defender_tiles", color)
    used = deal.open_tiles(state)
    sets: list[tuple[str, ...]] = []
    for which, color in enumerate(box.COLORS):
        if color in given:
            sets.append(_read_defender(which, given[color]))
        else:
            many = box.DEFENDER_DEALT if dealt else 0
            sets.append(deal.deal_defender(rng, which, many, used))
        used.update(deal.named(tile, which) for tile in sets[-1])
    return state.but(alien_tiles=alien, defender_tiles=tuple(sets))


def _read_alien(value: object) -> tuple[int, ...]:
    known = box.ALIEN_TILES
    names = entries("alien_tiles", value)
    tiles = [known[choice("alien_tiles", tile, known)] for tile in names]
    drawn = {tile: tiles.count(tile) for tile in known}
    _check_box("alien_tiles", drawn, box.ALIEN_BOX)
    return tuple(drawn.values())


def _read_defender(which: int, value: object) -> tuple[str, ...]:
    known = box.DEFENDER_BOX[which]
    names = entries("defender_tiles", value)
    tiles = [known[choice("defender_tiles", tile, known)] for tile in names]
    where = f" in {box.COLORS[which]}"
    _check_box("defender_tiles", Counter(tiles), Counter(known), where)
    return tuple(sorted(tiles))


def _check_box(
    field: str, tiles: Mapping[str, int], there_are: Mapping[str, int], where: str = ""
) -> None:
    """No more of a tile than the box has."""
    for tile, many in tiles.items():
        if many > there_are[tile]:
            right = f"the box has {there_are[tile]}"
            raise wrong(field, f"{many} of {tile}{where}, but {right}")


def check(state: State) -> None:
    """`PositionError` for what two fields cannot say together."""
    _check_pieces(state)
    _check_tiles(state)
    for seat in (ALIEN, position.DEFENDER):
        _check_dice(state, seat)
    _check_bonus(state)
    if state.pending is not None:
        _check_pending(state, state.pending)


def _check_pieces(state: State) -> None:
    for color, letter in enumerate(box.COLORS):
        many = state.saucers[color].bit_count() + state.lost[color]
        if many > box.OF_A_COLOR:
            right = f"there are {box.OF_A_COLOR}"
            raise wrong("saucers", f"{many} of {letter}, lost ones included; {right}")
    taken = state.standing()
    frames = box.FRAME_CELLS[state.setup.face]
    for field, bits in (
        ("asteroids", state.asteroids),
        ("fields", state.fields),
        ("tower", state.tower),
    ):
        if bits & taken:
            raise wrong(field, f"something else is on {_one_of(bits & taken)}")
        if bits & frames:
            raise wrong(field, f"{_one_of(bits & frames)} is a bonus cell: no tiles")
        taken |= bits
    if state.tower & ~LAST_LINE:
        raise wrong("tower", f"a cell of the last line, not {_one_of(state.tower)}")


def _one_of(bits: int) -> str:
    return name(bits.bit_length() - 1)


def _check_tiles(state: State) -> None:
    """A tile of the Defender's is face down, open, or discarded: once."""
    used = deal.open_tiles(state)
    for tile, many in used.items():
        field = {"asteroid": "asteroids", "field": "fields"}.get(tile, tile)
        _check_box(field, {tile: many}, deal.BOX)
    for color, tiles in enumerate(state.defender_tiles):
        used.update(deal.named(tile, color) for tile in tiles)
    _check_box("defender_tiles", used, deal.BOX, " with the open ones")


def _check_dice(state: State, seat: int) -> None:
    side = position.SIDES[seat]
    dice, rolls = state.dice(seat), state.rolls(seat)
    if state.mover not in (seat, BOTH, NOBODY) and (dice != position.NO_DICE or rolls):
        field = f"{side}_dice" if dice != position.NO_DICE else f"{side}_rolls"
        raise wrong(field, "nothing is rolled in the other's turn")
    if dice != position.NO_DICE and not rolls:
        raise wrong(f"{side}_dice", f"null while {side}_rolls is 0")


def _check_bonus(state: State) -> None:
    if state.bonus and state.mover not in (ALIEN, BOTH):
        raise wrong("bonus", "[] when it is not the Alien's turn")
    if state.bonus and not any(state.alien_tiles):
        raise wrong("bonus", "[] when no Alien tile is left")
    for cell in state.bonus:
        if state.bonus.count(cell) > 1:
            raise wrong("bonus", f"{name(cell)} is listed twice")
        _check_frame(state, "bonus", cell)


def _check_frame(state: State, field: str, cell: int) -> None:
    frame = box.FRAMES[state.setup.face].get(cell)
    if frame is None:
        raise wrong(field, f"{name(cell)} is no bonus cell of this face")
    if not state.standing() & BIT[cell] or state.color_of(cell) != frame:
        raise wrong(field, f"no saucer of {box.COLORS[frame]} is on {name(cell)}")


def _check_pending(state: State, asked: Pending) -> None:
    if state.mover not in (asked.seat, BOTH):
        raise wrong("pending", f"null: it is not the turn of seat {asked.seat}")
    fitting = ("", "roll") if state.setup.arcade else ("", "end")
    if asked.then not in fitting:
        raise wrong("pending", f"then is null or {fitting[1]}, not {asked.then!r}")
    if asked.ask == "dice":
        if position.NO_DIE not in state.dice(asked.seat):
            raise wrong("pending", "no die is in the air")
        if not state.rolls(asked.seat):
            rolls = f"{position.SIDES[asked.seat]}_rolls"
            raise wrong("pending", f"dice are thrown while {rolls} is 0")
    elif asked.ask == "tile" and asked.seat == ALIEN:
        _check_frame(state, "pending", asked.about)
        if asked.about in state.bonus:
            raise wrong("pending", f"{name(asked.about)} still waits in bonus")
    if not menus.replies(state, asked):
        raise wrong("pending", f"nothing can answer {asked.ask!r}, so it is not asked")
