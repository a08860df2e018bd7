"""Beside the lane: who is who, whose turn it is, dice, supplies and buttons."""

from typing import Final

from cabinet.games.arkade.rules.box import COLORS, MOST_NUGGETS
from cabinet.games.arkade.rules.deal import kept_names
from cabinet.games.arkade.view import layout, ships
from cabinet.games.arkade.view.hand import press
from cabinet.games.arkade.view.ships import RAMPS, SIDE_RAMPS
from cabinet.games.arkade.view.shown import Pointed, Shown
from cabinet.games.arkade.view.texts import say_action
from cabinet.picture.shapes import Box, Color, Disc, Glow, Picture, Shape, Text
from cabinet.tabletop.api import KEYS
from cabinet.tabletop.drawing import framed, lines, name_within
from cabinet.tabletop.drawing import panel as frame

_NAMES: Final = ("alien", "defender")
_EDGE: Final = 10
_DIE: Final = 32
# How high a die in the air is.
_HOPS: Final = (0, 3, 5, 6, 5, 3)


def panel(shown: Shown, seat: int) -> Picture:
    """Everything about one side."""
    x, ramp, due = layout.PANELS[seat], SIDE_RAMPS[seat], shown.due(seat)
    glow = (Glow(x + layout.PANEL_W // 2, 160, 150, ramp.mid),) if due else ()
    edge = ramp.main if due else ramp.dark
    return (
        *frame(x, layout.PANEL_Y, layout.PANEL_W, layout.PANEL_H, edge, glow),
        *_header(shown, seat),
        *_call(shown, seat),
        *_dice(shown, seat),
        *(_squadron(shown, x) if seat == 0 else _supplies(shown, x)),
        *_below(shown, seat),
    )


def _header(shown: Shown, seat: int) -> Picture:
    x, ramp = layout.PANELS[seat], SIDE_RAMPS[seat]
    icon = ships.saucer("O", x + 24, 28) if seat == 0 else ships.ship(x + 24, 28)
    title = shown.say(_NAMES[seat])
    return (
        *icon,
        Text(x + 46, 14, title, ramp.main, "title"),
        Disc(x + 52, 41, 7, ramp.main),
        Text(x + 53, 36, str(seat + 1), "ink", "body", "center"),
        name_within(layout.PANEL_W - 72, x + 64, 36, shown.look.names[seat], "white"),
    )


def _call(shown: Shown, seat: int) -> Picture:
    """The bar that says whose turn it is, or who has won."""
    x, ramp = layout.PANELS[seat], SIDE_RAMPS[seat]
    won = shown.winner == seat
    if not won and not shown.due(seat):
        return ()
    key = "won" if won else _state_of(shown, seat)
    fill = ramp.main if shown.look.frame % 60 < 44 else ramp.light
    return (
        Box(x + 6, 54, layout.PANEL_W - 12, 24, fill, 0, 5),
        Text(x + layout.PANEL_W // 2, 59, shown.say(key), "ink", "title", "center"),
    )


def _state_of(shown: Shown, seat: int) -> str:
    """What a side that is due is up to."""
    if seat not in shown.people:
        rolling = seat in shown.look.busy or any(shown.in_the_air(seat))
        return "rolling" if rolling else "thinking"
    if not shown.live or shown.seen.pending:
        return "your_turn"
    if seat in shown.look.busy:
        return "rolling"
    return "go" if any(die is not None for die in shown.dice(seat)) else "roll_now"


def _dice(shown: Shown, seat: int) -> list[Shape]:
    x, say = layout.PANELS[seat], shown.say
    dice, tumbling = shown.dice(seat), shown.in_the_air(seat)
    shapes: list[Shape] = []
    for index, die in enumerate(dice):
        left = x + _EDGE + index * (_DIE + 8)
        spin = shown.look.frame // 3 + index * 2
        if tumbling[index]:
            die = 1 + spin % 6 if seat and not index else COLORS[spin % len(COLORS)]
        hop = _HOPS[spin % len(_HOPS)] if tumbling[index] else 0
        shapes += _die(left, 84 - hop, die)
        if shown.told_by(seat) or _picked_up(shown, seat, index):
            shapes.append(Box(left - 3, 81, _DIE + 6, _DIE + 6, "white", 2, 5))
    shapes += _rolls(shown, seat, x + _EDGE + 2 * (_DIE + 8) + 2)
    shapes += _score(shown, seat)
    names = ("move", "fire") if seat else ("die", "die")
    for index, name in enumerate(names):
        word = say(name, n=index + 1)
        middle = x + _EDGE + _DIE // 2 + index * (_DIE + 8)
        shapes.append(Text(middle, 118, word, "mauve", "body", "center"))
    return shapes


def _picked_up(shown: Shown, seat: int, index: int) -> bool:
    """Whether the re-roll that is pointed at would throw this die."""
    pointed = shown.people.get(seat)
    if pointed is None or not pointed.hand.spot.startswith("reroll"):
        return False
    which = pointed.hand.spot.split()[1]
    return which in ("both", str(index + 1), ("move", "fire")[index])


def _die(x: int, y: int, die: str | int | None) -> Picture:
    """A die with the sign of its colour, or a number; spent, it is an empty box."""
    if die is None:
        return (Box(x, y, _DIE, _DIE, "slate", 1, 4),)
    if isinstance(die, int):
        return (
            Box(x, y, _DIE, _DIE, "white", 0, 4),
            Text(x + _DIE // 2, y + 7, str(die), "ink", "title", "center", 1),
        )
    ramp = RAMPS[die]
    return (
        *framed(x, y, _DIE, _DIE, ramp.main, ramp.light, cut=4),
        *ships.sign(die, x + _DIE // 2, y + _DIE // 2, 9, "ink"),
        *ships.sign(die, x + _DIE // 2, y + _DIE // 2, 7, ramp.light),
    )


def _rolls(shown: Shown, seat: int, x: int) -> list[Shape]:
    """How often the dice were rolled, of how often they may be."""
    if shown.live:
        return []
    rolls = shown.seen.rolls(seat)
    shapes: list[Shape] = [Text(x, 88, shown.say("rolls"), "mauve", "body")]
    for index in range(shown.seen.setup.rolls):
        done = index < rolls
        color = SIDE_RAMPS[seat].main if done else "steel"
        shapes.append(Disc(x + 5 + index * 16, 110, 5, color, 0 if done else 1))
    return shapes


def _score(shown: Shown, seat: int) -> Picture:
    """The points so far; where both play at once there is room for large ones."""
    scores, right = shown.look.scores, layout.PANELS[seat] + layout.PANEL_W - 12
    if seat >= len(scores):
        return ()
    label, n = shown.say("points"), str(scores[seat])
    if shown.live:
        return (
            Text(right, 86, label, "mauve", "body", "right"),
            Text(right, 102, n, "gold", "title", "right", 1),
        )
    return (Text(right, 118, f"{label} {n}", "gold", "body", "right"),)


def _squadron(shown: Shown, x: int) -> list[Shape]:
    """The Alien's face-down tiles and the saucers he has lost."""
    shapes: list[Shape] = []
    if shown.seen.setup.tiles:
        shapes.append(_label(x, 138, shown.say("tiles")))
        for index in range(sum(shown.seen.alien_tiles)):
            shapes += _face_down(x + 72 + index * 16, 136, SIDE_RAMPS[0].mid, "ice")
    shapes.append(_label(x, 166, shown.say("lost")))
    lost = (
        c for c, many in zip(COLORS, shown.seen.lost, strict=True) for _ in range(many)
    )
    for index, color in enumerate(lost):
        at = x + 78 + index % 6 * 16, 171 + index // 6 * 18
        shapes += ships.sign(color, *at, 5, RAMPS[color].main)
    return shapes


def _label(x: int, y: int, words: str) -> Text:
    return Text(x + _EDGE, y, words, "mauve", "body")


def _face_down(x: int, y: int, fill: Color, edge: Color) -> Picture:
    return framed(x, y, 12, 15, fill, edge, cut=2)


def face_down(x: int, y: int, color: str) -> Picture:
    """A tile of the Defender's, with the sign of its colour on its back."""
    ramp = RAMPS[color]
    back = _face_down(x, y, ramp.mid, ramp.light)
    return (*back, *ships.sign(color, x + 6, y + 7, 3, ramp.light))


def _supplies(shown: Shown, x: int) -> list[Shape]:
    """Nuggets, face-down tiles by colour, and the tiles that are kept."""
    seen, say = shown.seen, shown.say
    shapes: list[Shape] = [_label(x, 138, say("nuggets"))]
    if seen.reactor:
        words = say("reactor")
        shapes = [Text(x + _EDGE, 138, words, "red", "body")]
    count = str(seen.nuggets)
    shapes.append(Text(x + layout.PANEL_W - 12, 136, count, "gold", "title", "right"))
    for index in range(MOST_NUGGETS):
        shapes += ships.nugget(x + 15 + index * 15, 160, left=index < seen.nuggets)
    if not seen.setup.tiles:
        return shapes
    shapes.append(_label(x, 174, say("tiles")))
    for index, (color, tiles) in enumerate(
        zip(COLORS, seen.defender_tiles, strict=True)
    ):
        for copy in range(len(tiles)):
            at = x + 72 + index * 34 + copy * 15
            shapes += face_down(at, 172, color)
    shapes.append(_label(x, 198, say("kept")))
    for index, tile in enumerate(kept_names(seen.kept)):
        shapes += _kept(x + 72 + index * 26, 194, tile)
    return shapes


def _kept(x: int, y: int, tile: str) -> Picture:
    """An open tile: ammunition with the sign of its colour, or the GPS."""
    card = framed(x, y, 23, 20, "night", "gold", cut=3)
    if tile == "gps":
        return (
            *card,
            Disc(x + 11, y + 10, 6, "gold", 2),
            Disc(x + 11, y + 10, 2, "red"),
        )
    color = tile.split()[1]
    return (*card, *ships.sign(color, x + 11, y + 10, 6, RAMPS[color].main))


def _below(shown: Shown, seat: int) -> list[Shape]:
    """The buttons, or the question that must be answered on the lane."""
    shapes: list[Shape] = []
    pointed, pending = shown.people.get(seat), shown.seen.pending
    if shown.told_by(seat):
        return [*_question(shown, seat, "dice")]
    if pointed is None:
        return shapes
    for index, action in enumerate(pointed.buttons):
        shapes += _button(shown, seat, index, action)
    if pending and not pointed.buttons:
        shapes += _question(shown, seat, pending.ask)
    elif shown.live:
        shapes += _controls(shown, seat, pointed)
    elif not pointed.buttons:
        words = shown.say("point")
        middle = layout.PANELS[seat] + layout.PANEL_W // 2
        shapes.append(Text(middle, 262, words, "mist", "body", "center"))
    return shapes


def _button(shown: Shown, seat: int, index: int, action: str) -> Picture:
    x, y = layout.button_at(index, seat)
    wide = layout.PANEL_W - 12
    pointed = shown.people[seat].hand.spot == action
    ramp = SIDE_RAMPS[seat]
    words = say_action(shown.say, action)
    fill, ink = (ramp.main, "ink") if pointed else ("dusk", ramp.light)
    return (
        *framed(
            x, y, wide, layout.BUTTON_H, fill, "white" if pointed else ramp.mid, cut=4
        ),
        Text(x + wide // 2, y + 4, words, ink, "body", "center"),
    )


def _controls(shown: Shown, seat: int, pointed: Pointed) -> list[Shape]:
    """What the two buttons do in arcade mode, large: there is no time to read."""
    x, say, ramp = layout.PANELS[seat] + 10, shown.say, SIDE_RAMPS[seat]
    rolling = seat in shown.look.busy
    _, action = press(pointed.hand, "a", shown.seen, pointed.legal)
    does = say_action(say, action) if action and not rolling else ""
    if not action and not rolling and pointed.hand.spot in pointed.lit:
        does = say("choose")
    back = bool(pointed.hand.inside)
    rolls = say("back") if back else say_action(say, "roll")
    shapes: list[Shape] = []
    keys = next((each.keys for each in shown.look.hands if each.seat == seat), KEYS)
    for y, key, words, lit in (
        (232, keys["a"], does, bool(does)),
        (270, keys["b"], rolls, not rolling),
    ):
        color = ramp.light if lit else "ash"
        shapes += ships.key(x, y, key, ramp, lit=lit)
        aside = 36 if len(key) == 1 else 0
        shapes.append(Text(x + aside, y + 9, words, color, "body"))
    return shapes


def _question(shown: Shown, seat: int, ask: str) -> Picture:
    middle, color = layout.PANELS[seat] + layout.PANEL_W // 2, SIDE_RAMPS[seat].main
    title, *below = shown.say(f"asks.{ask}").splitlines()
    return (
        Text(middle, layout.BUTTON_Y + 6, title, color, "title", "center"),
        *lines(middle, layout.BUTTON_Y + 34, below, "white"),
    )
