"""A match owns the screen: the game's own table above our bar."""

from typing import Final

from cabinet.picture.shapes import WIDTH, Box, Disc, Picture, Text, Veil
from cabinet.screen.match.real_dice import TowerNote
from cabinet.screen.scenes import howto, playing
from cabinet.screen.scenes.bar import TOP, bar, notice
from cabinet.screen.scenes.lettering import Part, label, width, words_beside, wrap
from cabinet.screen.scenes.panels import CENTER, SEATS, caps, caps_width, panel
from cabinet.screen.scenes.show import Play, Show
from cabinet.screen.scenes.wired import Help, wired

# A question in mid-game, over the table: what it is, what each answer does.


# What each button answers, as `core/modes/buttons.py` understands it.
_ANSWERS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "power": (("start+a", "do.go_on"), ("power", "do.switch_off")),
    "leave": (("start+a", "do.go_on"), ("hold start", "do.stop_game")),
    "idle": (("start+a+stick", "do.anything"),),
    "resume": (("start+a", "do.resume"), ("hold start", "do.refund")),
}
_QUESTION_W: Final = 440
_QUESTION_TALL: Final = 176
_QUESTION_TOP: Final = 72
_QUESTION_COVERED: Final = Part(
    CENTER - _QUESTION_W // 2 - 6,
    _QUESTION_TOP - 6,
    _QUESTION_W + 12,
    _QUESTION_TALL + 12,
)
# How bright the table behind it stays, in percent.
_BEHIND: Final = 40


def answers(show: Show) -> Help:
    """What each button does while the question is open."""
    told = _ANSWERS.get(show.snapshot.question, ())
    if show.snapshot.question == "leave" and show.lessons:
        told = (*told, ("up+mode", "do.howto"))
    return wired(show, tuple((buttons, show.words(key)) for buttons, key in told))


def asked_over(show: Show, table: Picture) -> Picture:
    """The question over a table that steps back into the dark."""
    behind = Veil(0, 0, WIDTH, TOP, _BEHIND)
    return (*words_beside(table, _QUESTION_COVERED), behind, *_overlay(show))


def _overlay(show: Show) -> Picture:
    """The question, its answers, and the seconds left to give one."""
    asked, words, left = show.snapshot.question, show.words, CENTER - _QUESTION_W // 2
    known = f"question.{asked}.title" in words
    title = words(f"question.{asked}.title") if known else asked.upper()
    what = words(f"question.{asked}.what") if known else ""
    lines = wrap(what, _QUESTION_W - 40, 2)
    return (
        Box(*_QUESTION_COVERED, "ink", cut=8),
        *panel(
            left, _QUESTION_TOP, _QUESTION_W, _QUESTION_TALL, SEATS[1], focused=True
        ),
        label(
            CENTER,
            _QUESTION_TOP + 20,
            title,
            "rose",
            _QUESTION_W - 30,
            "title",
            "center",
        ),
        *(
            Text(CENTER, _QUESTION_TOP + 52 + 16 * i, line, "mist", "body", "center")
            for i, line in enumerate(lines)
        ),
        *_answers(show),
        *_countdown(show),
    )


def _answers(show: Show) -> Picture:
    shapes: list[Picture] = []
    told = answers(show)
    top, step = (84, 24) if len(told) < 3 else (78, 20)
    for row, (buttons, what) in enumerate(told):
        y = _QUESTION_TOP + top + row * step
        wide = caps_width(buttons, show.words)
        x = CENTER - (wide + 8 + width(what)) // 2
        shapes.append(caps(x, y, buttons, show.words))
        shapes.append((Text(x + wide + 8, y + 2, what, "white", "body"),))
    return tuple(shape for answer in shapes for shape in answer)


def _countdown(show: Show) -> Picture:
    left = show.seconds_left
    if left is None:
        return ()
    seconds = show.words("question.seconds", n=left)
    return (Text(CENTER, _QUESTION_TOP + 142, seconds, "gold", "title", "center"),)


# What the dice tower wants and what it saw, on a plate over the foot of the table.


_WIDE: Final = 424
# What it saw is looked at while somebody plays on: it leaves them their panels.
_NARROW: Final = 252
_TOWER_TALL: Final = 58
_Y: Final = TOP - _TOWER_TALL - 10
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
    covered = Part(CENTER - wide // 2 - 5, _Y - 5, wide + 10, _TOWER_TALL + 10)
    return (*words_beside(play.picture, covered), *_plate(show, play, note, covered))


def _plate(show: Show, play: Play, note: TowerNote, covered: Part) -> Picture:
    left, wide, ramp = covered.x + 5, covered.w - 10, SEATS[_color(note)]
    title, line = _words(show, play, note)
    sides = note.sides[:6] if note.key in ("saw", "misfit") else ()
    room = wide - 24 - len(sides) * (_DIE + 6)
    middle = left + 12 + room // 2
    return (
        Box(*covered, "ink", cut=8),
        *panel(left, _Y, wide, _TOWER_TALL, ramp, focused=True),
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
        x, y = left + 6 + place * (_DIE + 6), _Y + (_TOWER_TALL - _DIE) // 2
        shapes.append((Box(x, y, _DIE, _DIE, "white", 0, 4),))
        if 0 < side < len(_PIPS):
            spots = (_PLACES[pip] for pip in _PIPS[side])
            shapes.append(tuple(Disc(x + dx, y + dy, 2, "ink") for dx, dy in spots))
        else:
            number = str(side)
            at = x + (_DIE - width(number)) // 2
            shapes.append((Text(at, y + 7, number, "ink", "body"),))
    return tuple(shape for die in shapes for shape in die)


def picture(show: Show, play: Play) -> Picture:
    """The table, and over it the question that is being asked, if one is."""
    if show.snapshot.question:
        if lesson := howto.open_page(show, _reading):
            return lesson
        return (*asked_over(show, play.picture), *bar(show, answers(show)))
    news = _news(show, play)
    return (
        *playing.taking_over(show, play, told_over(show, play)),
        *(notice(show, news) if news else bar(show, _help(show, play))),
    )


def _reading(show: Show) -> Help:
    return (("up+mode", show.words(howto.turning(show))), *answers(show)[:1])


def last_look(show: Show, play: Play) -> Picture:
    """The final position, for as long as an eye needs, or until somebody moves."""
    return (*play.picture, *bar(show, (("stick", show.words("do.see_result")),)))


def _help(show: Show, play: Play) -> Help:
    away = tuple(
        ("hold a", show.words("playing.take_over", name=play.names[seat]))
        for seat in play.phones[:1]
    )
    told = by_hand(show, play)
    return (*play.help, *away, *told, ("hold start", show.words("do.leave")))


def _news(show: Show, play: Play) -> str:
    if play.over:
        return show.words("playing.over")
    if play.bots and not play.persons:
        return show.words("playing.thinking", name=play.names[play.bots[0]])
    return ""


# A seat is about to be taken from its phone: whose it is, and how far the hold is.


_TAKING_W: Final = 440
_TAKING_TALL: Final = 112
_TAKING_TOP: Final = 104
_BAR: Final = 300
_TAKING_COVERED: Final = Part(
    CENTER - _TAKING_W // 2 - 6, _TAKING_TOP - 6, _TAKING_W + 12, _TAKING_TALL + 12
)


def taking_over(show: Show, play: Play, table: Picture) -> Picture:
    """The question over the table, while A is held."""
    if show.taking is None:
        return table
    seat, part = show.taking
    words, left, ramp = show.words, CENTER - _TAKING_W // 2, SEATS[seat % len(SEATS)]
    title = words("playing.taking.title", name=play.names[seat])
    what = wrap(words("playing.taking.what"), _TAKING_W - 40, 2)
    return (
        *words_beside(table, _TAKING_COVERED),
        Box(left - 6, _TAKING_TOP - 6, _TAKING_W + 12, _TAKING_TALL + 12, "ink", cut=8),
        *panel(left, _TAKING_TOP, _TAKING_W, _TAKING_TALL, ramp, focused=True),
        label(
            CENTER,
            _TAKING_TOP + 18,
            title,
            ramp.light,
            _TAKING_W - 30,
            "title",
            "center",
        ),
        *(
            Text(CENTER, _TAKING_TOP + 46 + 16 * row, line, "mist", "body", "center")
            for row, line in enumerate(what)
        ),
        Box(CENTER - _BAR // 2, _TAKING_TOP + 88, _BAR, 10, ramp.dark, cut=2),
        Box(
            CENTER - _BAR // 2,
            _TAKING_TOP + 88,
            round(_BAR * part),
            10,
            ramp.light,
            cut=2,
        ),
    )
