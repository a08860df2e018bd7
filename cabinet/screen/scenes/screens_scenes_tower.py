"""What the dice tower wants and what it saw, on a plate over the foot of the table."""

from typing import Final

from cabinet.picture.shapes import Box, Disc, Picture, Text
from cabinet.screen.match.real_dice import TowerNote
from cabinet.screen.scenes.bar import TOP
from cabinet.screen.scenes.cutting import Part, words_beside
from cabinet.screen.scenes.lettering import label, width
from cabinet.screen.scenes.panels import CENTER, SEATS, panel
from cabinet.screen.scenes.show import Play, Show
from cabinet.screen.scenes.wired import Help

_WIDE: Final = 424
# What it saw is looked at while somebody plays on: it leaves them their panels.
_NARROW: Final = 252
_TALL: Final = 58
_Y: Final = TOP - _TALL - 10
_DIE: Final = 26
# Seven places for pips, and which of them each side has.
_PLACES: Final = ((6, 6), (6, 13), (6, 20), (13, 13), (20, 6), (20, 13), (20, 20))
_PIPS: Final = (
    *((), (3,), (0, 6), (0, 3, 6)),
    *((0, 2, 4, 6), (0, 2, 3, 4, 6), (0, 1, 2, 4, 5, 6)),
)
# What has a sentence of its own under it.
_EXPLAINED: Final = ("wait", "cocked", "missing", "misfit", "away", "other")


def by_hand(show: Show, play: Play) -> Help:
    """The way out where the tower is out of reach."""
    gone = play.tower is not None and play.tower.key in ("away", "other")
    return (("a", show.words("tower.by_hand")),) if gone else ()


def told_over(show: Show, play: Play) -> Picture:
    """The table, and over it the plate where the tower has something to say."""
    note = play.tower
    if note is None:
        return play.picture
    wide = _NARROW if note.key == "saw" else _WIDE
    covered = Part(CENTER - wide // 2 - 5, _Y - 5, wide + 10, _TALL + 10)
    return (*words_beside(play.picture, covered), *_plate(show, play, note, covered))


def _plate(show: Show, play: Play, note: TowerNote, covered: Part) -> Picture:
    left, wide, ramp = covered.x + 5, covered.w - 10, SEATS[_color(note)]
    title, line = _words(show, play, note)
    sides = note.sides[:6] if note.key in ("saw", "misfit") else ()
    room = wide - 24 - len(sides) * (_DIE + 6)
    middle = left + 12 + room // 2
    return (
        Box(*covered, "ink", cut=8),
        *panel(left, _Y, wide, _TALL, ramp, focused=True),
        label(middle, _Y + 12, title, ramp.light, room, "title", "center"),
        label(middle, _Y + 36, line, "mist", room, "body", "center"),
        *_dice(sides, left + 12 + room),
    )


def _color(note: TowerNote) -> int:
    """Whose ramp: gold to throw, rose for trouble, cyan for news."""
    if note.key in ("saw", "wait"):
        return 0
    return 2 if note.key == "throw" else 1


def _words(show: Show, play: Play, note: TowerNote) -> tuple[str, str]:
    words, name = show.words, play.names[play.thrower]
    title = words(f"tower.{note.key}.title", n=note.dice)
    if note.key in _EXPLAINED:
        line = words(f"tower.{note.key}.what", n=note.dice)
    elif note.key == "saw":
        line = name
    else:
        line = words("tower.back" if note.back else "tower.for", name=name)
    return title, line


def _dice(sides: tuple[int, ...], left: int) -> Picture:
    """The sides that came up, as real dice show them."""
    shapes: list[Picture] = []
    for place, side in enumerate(sides):
        x, y = left + 6 + place * (_DIE + 6), _Y + (_TALL - _DIE) // 2
        shapes.append((Box(x, y, _DIE, _DIE, "white", 0, 4),))
        if 0 < side < len(_PIPS):
            spots = (_PLACES[pip] for pip in _PIPS[side])
            shapes.append(tuple(Disc(x + dx, y + dy, 2, "ink") for dx, dy in spots))
        else:
            number = str(side)
            at = x + (_DIE - width(number)) // 2
            shapes.append((Text(at, y + 7, number, "ink", "body"),))
    return tuple(shape for die in shapes for shape in die)
