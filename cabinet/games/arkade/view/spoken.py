"""Arkade in words: what a person who does not see the lane has to know.

Rows are counted from the Alien's side, 1 to 9; lanes are 1 to 6, as the docks are.
"""

from cabinet.games.arkade.rules import box
from cabinet.games.arkade.rules.board import BIT, foremost
from cabinet.games.arkade.rules.box import COLORS, COLUMNS, LINES, ROLLS
from cabinet.games.arkade.rules.position import ALIEN, NO_DIE, NOBODY, SIDES, State
from cabinet.games.arkade.view import hand as hands
from cabinet.games.arkade.view.hand import Hand
from cabinet.games.arkade.view.texts import TEXTS
from cabinet.i18n import Words
from cabinet.tabletop.api import GameEvent, Look, Seat

Help = tuple[tuple[str, str], ...]


def standing(look: Look[State, Hand]) -> tuple[str, ...]:
    """What is asked, or the dice of who is due, and how far the saucers are."""
    seen, say = look.seen, TEXTS[look.language]
    if seen.mover == NOBODY or not look.legal:
        return ()
    if seen.pending:
        return (say(f"spoken.asks.{seen.pending.ask}"),)
    seat = hands.side(seen, look.legal)
    told = [say(f"spoken.you.{SIDES[seat]}"), _dice(say, seen, seat)]
    saucers = seen.standing()
    row = (saucers.bit_length() - 1) // COLUMNS + 1
    told.append(say("spoken.saucers", n=saucers.bit_count(), row=row))
    if seat != ALIEN:
        told.append(say("spoken.ship", dock=seen.ship + 1))
        told.append(say("spoken.nuggets", n=seen.nuggets))
    return tuple(told)


def _dice(say: Words, seen: State, seat: int) -> str:
    dice = seen.dice(seat)
    named = [
        str(die + 1) if (seat, place) == (1, 0) else say(f"colors.{COLORS[die]}")
        for place, die in enumerate(dice)
        if die != NO_DIE
    ]
    if not named:
        return say("spoken.no_dice")
    said = say("spoken.dice", dice=say("spoken.and").join(named))
    if seen.setup.arcade or NO_DIE in dice:
        return said
    most = seen.setup.rolls or ROLLS[0]
    return f"{said} {say('spoken.rolled', rolls=seen.rolls(seat), most=most)}"


def pointed(look: Look[State, Hand]) -> str:
    """The cell, the dock or the button, and how much can be done there."""
    hand, say, seen = look.hand, TEXTS[look.language], look.seen
    if hand is None or not look.legal:
        return ""
    if hands.is_typing(look.legal):
        faces = hand.spot.split()[1:]
        named = [face if face.isdigit() else say(f"colors.{face}") for face in faces]
        return say("spoken.dice", dice=say("spoken.and").join(named))
    if hands.is_button(hand.spot):
        return ""  # what A does says it all
    actions = hands.shown(seen, look.legal, hand.inside).get(hand.spot, [])
    said = _place(say, seen, hand.spot)
    if len(actions) > 1 and not hands.at_once(seen, actions):
        said = f"{said} {say('spoken.ways', n=len(actions))}"
    return said


def helped(look: Look[State, Hand], shown: Help) -> Help:
    """What is shown of the buttons, but where a step leads as row and lane."""
    say, hand, told = TEXTS[look.language], look.hand, dict(shown)
    if hand is None or not look.legal or look.seen.setup.arcade:
        return tuple(told.items())
    actions = hands.shown(look.seen, look.legal, hand.inside).get(hand.spot, [])
    if len(actions) == 1 and actions[0].startswith("step "):
        row, lane = map(int, actions[0].split()[2].split(","))
        to = _at(say, (row - 1) * COLUMNS + lane - 1)
        told["a"] = say("spoken.step", to=to)
    return tuple(told.items())


def _place(say: Words, seen: State, spot: str) -> str:
    if spot.startswith("dock "):
        return _dock(say, seen, int(spot.split()[1]) - 1)
    row, lane = spot.split(",")
    return _cell(say, seen, (int(row) - 1) * COLUMNS + int(lane) - 1)


def _dock(say: Words, seen: State, lane: int) -> str:
    ahead = foremost(seen.standing(), lane)
    what = (
        say("spoken.no_target")
        if ahead < 0
        else say(
            "spoken.target",
            what=_saucer(say, seen, ahead),
            row=ahead // COLUMNS + 1,
        )
    )
    key = "spoken.dock_here" if lane == seen.ship else "spoken.dock"
    return say(key, lane=lane + 1, what=what)


def _saucer(say: Words, seen: State, cell: int) -> str:
    saucer = say(f"spoken.saucer.{COLORS[seen.color_of(cell)]}")
    heart = seen.hearts & BIT[cell]
    return say("spoken.heart", saucer=saucer) if heart else saucer


def _cell(say: Words, seen: State, cell: int) -> str:
    bit, face = BIT[cell], seen.setup.face
    if seen.standing() & bit:
        what = _saucer(say, seen, cell)
    else:
        things = (("asteroids", "asteroid"), ("fields", "field"), ("tower", "tower"))
        found = [name for field, name in things if getattr(seen, field) & bit]
        what = say(f"spoken.{found[0]}") if found else say("spoken.empty")
    frame = box.FRAMES[face].get(cell) if seen.setup.tiles else None
    bonus = (
        say("spoken.frame", color=say(f"colors.{COLORS[frame]}"))
        if (frame is not None)
        else ""
    )
    return say(
        "spoken.cell",
        at=_at(say, cell),
        what=what,
        color=say(f"colors.{COLORS[box.COLOR_AT[face][cell]]}"),
        bonus=bonus,
    )


def _at(say: Words, cell: int) -> str:
    return say("spoken.at", row=cell // COLUMNS + 1, lane=cell % COLUMNS + 1)


def board(look: Look[State, Hand]) -> tuple[tuple[str, ...], ...]:
    """The lane row by row from the Alien's side, the docks below it."""
    say, seen = TEXTS[look.language], look.seen
    rows = tuple(
        tuple(_cell(say, seen, row * COLUMNS + lane) for lane in range(COLUMNS))
        for row in range(LINES)
    )
    return (*rows, tuple(_dock(say, seen, lane) for lane in range(COLUMNS)))


def event(told: GameEvent, seat: Seat, look: Look[State, Hand]) -> str:
    """What has happened; the turn that passes and dice in the air say nothing."""
    say, kind = TEXTS[look.language], told["event"]
    key, values = f"spoken.events.{kind}", _named(say, told)
    by = told.get("seat", seat)
    values["name"] = look.names[by] if by >= 0 else ""
    if kind == "dice":
        return _fallen(say, told, values)
    if kind == "tile":
        tile = told["tile"]
        works = "effects." + tile if told["effect"] else "no_effect"
        values |= {"tile": say(f"spoken.tiles.{tile}"), "effect": say(works)}
    elif kind == "placed":
        values["tile"] = say(f"spoken.tiles.{told['tile']}")
    elif kind == "moved":
        key += "_on" if told["to"][0] > told["from"][0] else "_aside"
        if told["to"][0] < told["from"][0]:
            key = "spoken.events.moved_back"
    return say(key, **values) if key in say else ""


def _named(say: Words, told: GameEvent) -> dict[str, object]:
    """The places and the colours of an event in words; docks are numbers."""
    values: dict[str, object] = {}
    for name, value in told.items():
        if isinstance(value, list) and name in ("at", "from", "to"):
            values[name] = _at(say, (value[0] - 1) * COLUMNS + value[1] - 1)
        elif name == "color":
            values["saucer"] = say(f"spoken.saucer.{value}")
        else:
            values[name] = value
    return values


def _fallen(say: Words, told: GameEvent, values: dict[str, object]) -> str:
    """The dice once they all lie."""
    dice = told["dice"]
    faces = [*dice.values()] if isinstance(dice, dict) else dice
    if any(face is None for face in faces):
        return ""
    named = [
        say(f"colors.{face}") if f"colors.{face}" in say else str(face)
        for face in faces
    ]
    values["dice"] = say("spoken.and").join(named)
    return say("spoken.events.dice", **values)
