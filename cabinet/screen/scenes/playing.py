"""A match owns the screen: the game's own table above our bar."""

from typing import Final

from cabinet.picture.shapes import (
    WIDTH,
    Box,
    Color,
    Disc,
    Flash,
    Neon,
    Picture,
    Shape,
    Text,
    Veil,
)
from cabinet.screen.match.real_dice import TowerNote
from cabinet.screen.scenes import howto
from cabinet.screen.scenes.bar import (
    TOP,
    bar,
    first_step,
    hints_left,
    notice,
    played_line,
    skips_guide,
    urgent_line,
)
from cabinet.screen.scenes.lettering import (
    Region,
    biggest,
    centered,
    paragraph,
    width,
    words_beside,
    wrap,
)
from cabinet.screen.scenes.panels import CENTER, SEATS, Shades, caps, caps_width, panel
from cabinet.screen.scenes.show import Play, Show
from cabinet.screen.scenes.wired import Help, help_for, wired

# A question in mid-game, over the table: what it is, what each answer does.

# What each button answers, as `core/modes/buttons.py` understands it.
_ANSWERS: Final[dict[str, Help]] = {
    "power": (("start+a+b", "do.go_on"), ("power", "do.switch_off")),
    "leave": (("start+a+b", "do.go_on"), ("hold start", "do.stop_game")),
    "idle": (("start+a+stick", "do.anything"),),
    "resume": (("start+a", "do.resume"), ("hold start", "do.refund")),
}
# For how many frames a game that fills the screen has our bar over its foot.
BAR_FRAMES: Final = 180
_QUESTION: Final = Region(CENTER - 220, 72, 440, 176)
# How bright the table behind it stays, in percent.
_BEHIND: Final = 40


def answers(show: Show) -> Help:
    """What each button does while the question is open."""
    told = _ANSWERS.get(show.snapshot.question, ())
    if show.snapshot.question == "leave" and show.lessons:
        told = (*told, ("up+mode", "do.howto"))
    return wired(show, help_for(show, *told))


def asked_over(show: Show, table: Picture) -> Picture:
    """The question over a table that steps back into the dark."""
    behind = Veil(0, 0, WIDTH, TOP, _BEHIND)
    return (*words_beside(table, _around(_QUESTION, 6)), behind, *_overlay(show))


def _around(place: Region, margin: int) -> Region:
    """What a plate there covers."""
    x, y, w, h = place
    return Region(x - margin, y - margin, w + 2 * margin, h + 2 * margin)


def _plate(place: Region, margin: int, ramp: Shades) -> Picture:
    """A frame over the table, with a dark margin around it."""
    dark = Box(*_around(place, margin), "ink", cut=8)
    return (dark, *panel(*place, ramp, focused=True))


def _overlay(show: Show) -> Picture:
    """The question, its answers, and the seconds left to give one."""
    asked, words, (_, top, wide, _) = show.snapshot.question, show.words, _QUESTION
    known = f"question.{asked}.title" in words
    title = words(f"question.{asked}.title") if known else asked.upper()
    what = words(f"question.{asked}.what") if known else ""
    lines = wrap(what, wide - 40, 2)
    return (
        *_plate(_QUESTION, 6, SEATS[1]),
        centered(CENTER, top + 20, title, "rose", wide - 30, "title"),
        *paragraph(CENTER, top + 52, lines, "mist", 16, align="center"),
        *_answers(show),
        *_countdown(show),
    )


def _answers(show: Show) -> Picture:
    shapes: list[Shape] = []
    told = answers(show)
    top, step = (84, 24) if len(told) < 3 else (78, 20)
    for row, (buttons, what) in enumerate(told):
        y = _QUESTION.y + top + row * step
        wide = caps_width(buttons, show.words)
        x = CENTER - (wide + 8 + width(what)) // 2
        shapes += caps(x, y, buttons, show.words)
        shapes.append(Text(x + wide + 8, y + 3, what, "white", "body"))
    return tuple(shapes)


def _countdown(show: Show) -> Picture:
    left = show.seconds_left
    if left is None:
        return ()
    seconds = show.words("question.seconds", n=left)
    return (Text(CENTER, _QUESTION.y + 142, seconds, "gold", "title", "center"),)


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
    place = Region(CENTER - wide // 2, _Y, wide, _TOWER_TALL)
    behind = words_beside(play.picture, _around(place, 5))
    return (*behind, *_tower_note(show, play, note, place))


def _tower_note(show: Show, play: Play, note: TowerNote, place: Region) -> Picture:
    left, wide, ramp = place.x, place.w, SEATS[_color(note)]
    title, line = tower_words(show, play, note)
    sides = note.sides[:6] if note.key in ("saw", "misfit") else ()
    room = wide - 24 - len(sides) * (_DIE + 6)
    middle = left + 12 + room // 2
    return (
        *_plate(place, 5, ramp),
        centered(middle, _Y + 12, title, ramp.light, room, "title"),
        centered(middle, _Y + 36, line, "mist", room),
        *_dice(sides, left + 12 + room),
    )


def _color(note: TowerNote) -> int:
    """Whose ramp: gold to throw, rose for trouble, cyan for news."""
    if note.key in ("saw", "wait"):
        return 0
    return 2 if note.key == "throw" else 1


def tower_words(show: Show, play: Play, note: TowerNote) -> tuple[str, str]:
    """What to say of the dice tower: a title, and a line below it."""
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
    shapes: list[Shape] = []
    for place, side in enumerate(sides):
        x, y = left + 6 + place * (_DIE + 6), _Y + (_TOWER_TALL - _DIE) // 2
        shapes.append(Box(x, y, _DIE, _DIE, "white", 0, 4))
        if 0 < side < len(_PIPS):
            spots = (_PLACES[pip] for pip in _PIPS[side])
            shapes += [Disc(x + dx, y + dy, 2, "ink") for dx, dy in spots]
        else:
            number = str(side)
            at = x + (_DIE - width(number)) // 2
            shapes.append(Text(at, y + 7, number, "ink", "body"))
    return tuple(shapes)


def picture(show: Show, play: Play) -> Picture:
    """The table, and over it the question that is being asked, if one is."""
    if show.snapshot.question:
        if lesson := howto.open_page(show, _reading):
            return lesson
        return (*asked_over(show, play.picture), *bar(show, answers(show)))
    news = _news(show, play)
    return (
        *taking_over(show, play, told_over(show, play)),
        *_counted_in(show, play),
        *rim(play),
        *(() if _fills(show, play) else _below(show, play, news)),
        *_clock(show),
    )


def _counted_in(show: Show, play: Play) -> Picture:
    """3, 2, 1, GO in the middle of the table."""
    count = play.counted_in
    if count is None:
        return ()
    told = str(count) if count else show.words("playing.go")
    ramp = ("cream", "gold", "amber") if count else ("white", "mint", "green")
    dark = (Veil(0, 0, WIDTH, TOP, 55),) if count else ()
    scale = biggest(told, WIDTH - 80, (6, 5, 4, 3), "title")
    sign = Neon(CENTER, 150 - 6 * scale, told, ramp, scale=scale, halo=ramp[1])
    return (*dark, sign)


def _clock(show: Show) -> Picture:
    """What is left of the minutes, where the bar has its clock, bar or not."""
    left = show.time_left
    if left is None:
        return ()
    color = "rose" if left <= 10 else "gold" if left <= 30 else "white"
    told = f"{left // 60}:{left % 60:02}"
    place = Box(WIDTH - 68, TOP + 8, 64, 26, "ink", cut=4)
    return (place, Text(WIDTH - 36, TOP + 13, told, color, "title", "center"))


def _below(show: Show, play: Play, news: str) -> Picture:
    line = _urgent(play)
    above = line or played_line(play.played)
    if news:
        return notice(show, news, above)
    return (
        *bar(show, buttons(show, play), above, urgent=bool(line)),
        *_hints(show, play),
    )


def _urgent(play: Play) -> Picture:
    """What the house tells: a hint first, then that somebody could win."""
    told = play.told
    if told.hint:
        return urgent_line(told.hint, "gold")
    if told.step:
        return first_step(told.step, told.number)
    if told.chance or told.danger:
        color = "mint" if told.chance else "rose"
        return urgent_line(told.chance or told.danger, color)
    return ()


def _hints(show: Show, play: Play) -> Picture:
    """What Mode does, unless the seconds are there that are left."""
    left, guided = play.told.hints, play.told.step
    timed = show.seconds_left is not None or show.time_left is not None
    if timed or "mode" not in show.wired.lines or not play.persons:
        return ()
    if guided:
        return skips_guide(show)
    return hints_left(show, left) if left else ()


# The rim around the table while somebody could win, and the light of each heartbeat.
_RIM: Final = 3
_GLOW: Final = 12
_BEAT: Final = 66
# How bright it is, so many frames after a beat began; both sounds of it are seen.
_LIGHT: Final = (26, 22, 18, 13, 8, 4, 0, 0, 0, 0, 0, 0, 20, 17, 14, 11, 8, 6, 4, 3, 2)


def rim(play: Play) -> Picture:
    """The table's edge in red while another could win, in green for who is asked."""
    told = play.told
    if not (told.danger or told.chance) or play.over:
        return ()
    color: Color = "green" if told.chance else "red"
    edge = Box(0, 0, WIDTH, TOP, color, width=_RIM)
    since = told.age % _BEAT
    light = _LIGHT[since] if since < len(_LIGHT) else 0
    if not light:
        return (edge,)
    bands = (
        (0, 0, WIDTH, _GLOW),
        (0, TOP - _GLOW, WIDTH, _GLOW),
        (0, _GLOW, _GLOW, TOP - 2 * _GLOW),
        (WIDTH - _GLOW, _GLOW, _GLOW, TOP - 2 * _GLOW),
    )
    return (*(Flash(*band, color, light) for band in bands), edge)


def _fills(show: Show, play: Play) -> bool:
    """Whether a game has the whole screen: our bar is there when it is wanted."""
    wanted = show.beat < BAR_FRAMES or "start" in show.down
    return play.fills and not wanted


def _reading(show: Show) -> Help:
    return howto.reading(show)


def last_look(show: Show, play: Play) -> Picture:
    """The final position, for as long as an eye needs, or until somebody moves."""
    result = show.snapshot.result
    deaf = result is not None and show.now < result.deaf_until
    if play.fills:
        return play.picture
    said = "playing.over" if deaf else "result.see"
    return (*play.picture, *notice(show, show.words(said)))


def buttons(show: Show, play: Play) -> Help:
    """What each button does for whoever is due."""
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

_TAKING: Final = Region(CENTER - 220, 104, 440, 112)
_BAR: Final = 300


def taking_over(show: Show, play: Play, table: Picture) -> Picture:
    """The question over the table, while A is held."""
    if show.taking is None:
        return table
    seat, part = show.taking
    words, ramp, (_, top, wide, _) = show.words, SEATS[seat % len(SEATS)], _TAKING
    title = words("playing.taking.title", name=play.names[seat])
    what = wrap(words("playing.taking.what"), wide - 40, 2)
    left, held = CENTER - _BAR // 2, round(_BAR * part)
    return (
        *words_beside(table, _around(_TAKING, 6)),
        *_plate(_TAKING, 6, ramp),
        centered(CENTER, top + 18, title, ramp.light, wide - 30, "title"),
        *paragraph(CENTER, top + 46, what, "mist", 16, align="center"),
        Box(left, top + 88, _BAR, 10, ramp.dark, cut=2),
        Box(left, top + 88, held, 10, ramp.light, cut=2),
    )
