"""The bar at the bottom of every scene: credits, price, buttons, time left.

Forty pixels that never move: whoever stands at the cabinet finds what they paid,
what it costs and what each button does in the same place, whatever is above.
"""

from collections.abc import Iterable
from typing import Final

from cabinet.picture.shapes import (
    HEIGHT,
    WIDTH,
    Box,
    Color,
    Face,
    Line,
    Picture,
    Shape,
    Text,
)
from cabinet.protocol.snapshot import BonusCard
from cabinet.screen.loop.scanning import LitChoice
from cabinet.screen.scenes.lettering import fit, label, paragraph, width, wrap
from cabinet.screen.scenes.panels import caps, caps_width, seat_badge
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, wired

TOP: Final = HEIGHT - 40
HURRY: Final = 10
_LEFT: Final = 128
_RIGHT: Final = 572
_GAP: Final = 12
_ROOM: Final = _RIGHT - _LEFT
_BADGE: Final = 17
# How many frames the price, and each bonus, is told before the next.
BONUS: Final = 180
# How many frames an urgent line is there before the help has its second row again.
TURNS: Final = 150
# Where the help stands below a line.
_LOW: Final = TOP + 21


def bar(
    show: Show, buttons: Help, above: Picture = (), *, urgent: bool = False
) -> Picture:
    """The bar, with `buttons` as (button, what it does now).

    A line `above` the help is there if the help leaves it room; an `urgent` one takes
    turns with the second row of it.
    """
    if news := _notice(show):
        return news
    if lit := _lit(show, show.lit, above):
        return (*_frame(show), *lit)
    rows = _rows(show, wired(show, buttons))
    if urgent and len(rows) > 1 and show.frame // TURNS % 2 == 0:
        rows = rows[:1]
    if show.large and rows:  # one row has room: they take turns
        rows = [rows[show.frame // TURNS % len(rows)]]
    return (*_frame(show), *_help(show, rows, above))


def notice(show: Show, words: str, above: Picture = ()) -> Picture:
    """The bar while no button does anything: a sentence instead of the help."""
    said = (*above, *_sentence(words, "mist", low=bool(above)))
    return _notice(show) or (*_frame(show), *(_lit(show, show.lit, above) or said))


def _lit(show: Show, lit: LitChoice | None, above: Picture) -> Picture:
    """What Start takes now, what comes next, and how much of its time is over."""
    if lit is None:
        return ()
    y = TOP + 17 if above else TOP + 9
    after = _LEFT + caps_width("start", show.words) + 8
    place = f"{lit.number}/{lit.of}"
    room = (_RIGHT - after - 16) * 3 // 5
    words = fit(lit.words, room)
    wide, end = width(words) + 16, _RIGHT - width(place) - 4
    passed = round((wide - 4) * lit.part)
    rest = end - after - wide - 14
    return (
        *above,
        *caps(_LEFT, y + 2, "start", show.words),
        Box(after, y, wide, 20, "gold", cut=4),
        Text(after + 8, y + 4, words, "ink", "body"),
        Box(after + 2, y + 17, passed, 2, "rust"),
        label(after + wide + 10, y + 4, lit.following, "mauve", max(0, rest)),
        Text(_RIGHT, y + 4, place, "mist", "body", "right"),
    )


def played_line(played: Iterable[tuple[int, str]]) -> Picture:
    """The last actions side by side, the newest at the right and brightest."""
    items = list(played)
    while len(items) > 1 and _length(items) > _ROOM:
        del items[0]
    x = (_LEFT + _RIGHT - min(_ROOM, _length(items))) // 2
    shapes: list[Shape] = []
    for number, (seat, what) in enumerate(items, 1):
        newest = number == len(items)
        words = fit(what, _ROOM - _BADGE)
        shapes += seat_badge(seat, x + 6, TOP + 10)
        color: Color = "white" if newest else "mauve"
        shapes.append(Text(x + _BADGE, TOP + 5, words, color, "body"))
        x += _BADGE + width(words) + _GAP
    return tuple(shapes)


def urgent_line(words: str, color: Color) -> Picture:
    """One line that matters more than what was played."""
    middle = (_LEFT + _RIGHT) // 2
    return (Text(middle, TOP + 5, fit(words, _ROOM), color, "body", "center"),)


def first_step(words: str, number: str) -> Picture:
    """A step of a guided first turn, with its number on a plate."""
    wide = width(number) + 8
    x = (_LEFT + _RIGHT - wide - 6 - width(words)) // 2
    return (
        Box(x, TOP + 2, wide, 15, "gold", cut=2),
        Text(x + 4, TOP + 5, number, "ink", "body"),
        Text(x + wide + 6, TOP + 5, fit(words, _ROOM - wide - 6), "cream", "body"),
    )


def skips_guide(show: Show) -> Picture:
    """Where the clock stands else: the button that ends the guided turn."""
    wide = caps_width("mode", show.words)
    middle = (_RIGHT + WIDTH) // 2 + 4
    return (
        *caps(middle - wide // 2, TOP + 5, "mode", show.words),
        Text(middle, TOP + 25, show.words("playing.skip"), "mist", "body", "center"),
    )


def hints_left(show: Show, left: int) -> Picture:
    """Where the clock stands else: the button that gives a hint, and how many."""
    told = f"{show.words('playing.hints')} {left}"
    wide = caps_width("mode", show.words)
    middle = (_RIGHT + WIDTH) // 2 + 4
    return (
        *caps(middle - wide // 2, TOP + 5, "mode", show.words),
        Text(middle, TOP + 25, told, "mist", "body", "center"),
    )


def _length(items: list[tuple[int, str]]) -> int:
    wide = sum(_BADGE + width(what) for _, what in items)
    return wide + _GAP * max(0, len(items) - 1)


def _notice(show: Show) -> Picture:
    """The bar while the counter has something to say that comes before any help."""
    code = show.snapshot.notice
    if f"notice.{code}" not in show.words:
        return ()
    return (*_frame(show), *_sentence(show.words(f"notice.{code}"), "gold"))


def _sentence(words: str, color: Color, *, low: bool = False) -> Picture:
    lines = wrap(words, _ROOM, 1 if low else 2)
    middle, top = (_LEFT + _RIGHT) // 2, TOP + 15 - 7 * (len(lines) - 1)
    top = _LOW + 3 if low else top
    return paragraph(middle, top, lines, color, align="center")


def calling_bar(
    show: Show, said: str, call: str, buttons: Help, *, lit: bool
) -> Picture:
    """The bar while nobody plays: what is on show, and what a passer-by should do."""
    if news := _notice(show):
        return news
    room = WIDTH - 12 - width(call, "title") - _GAP - _LEFT
    return (
        *_frame(show),
        label(_LEFT, TOP + 7, said, "cream", room),
        *((Text(WIDTH - 10, TOP + 13, call, "gold", "title", "right"),) if lit else ()),
        *_chips(show, wired(show, buttons), _LEFT, TOP + 22),
    )


def price_of_a_credit(show: Show) -> str:
    """What a credit costs, or what is still missing for the next."""
    snapshot, words = show.snapshot, show.words
    if snapshot.free_play:
        return words("bar.free")
    if snapshot.fraction:
        return words("bar.to_next", amount=show.money(snapshot.to_next_credit))
    if bonus := _bonus(show):
        return words("bar.bonus", n=bonus.credits, price=show.money(bonus.money))
    return words("bar.one_credit", price=show.money(snapshot.credit_price))


def _bonus(show: Show) -> BonusCard | None:
    """The bonus that is told just now, in turn with the price; None for the price."""
    bonuses = show.snapshot.bonuses
    if not bonuses or show.snapshot.mode not in ("attract", "select"):
        return None
    number = show.frame // BONUS % (len(bonuses) + 1)
    return bonuses[number - 1] if number else None


def _frame(show: Show) -> Picture:
    return (
        Box(0, TOP, WIDTH, 40, "night"),
        Line(0, TOP, WIDTH - 1, TOP, "violet"),
        Line(0, TOP, _LEFT, TOP, "gold"),
        Line(_RIGHT + 8, TOP, WIDTH - 1, TOP, "cyan"),
        *_credits(show),
        *_time(show),
    )


def _credits(show: Show) -> Picture:
    snapshot, room = show.snapshot, _LEFT - 16
    if snapshot.free_play:
        return (label(10, TOP + 13, show.words("bar.free"), "gold", room, "title"),)
    color: Color = "gold" if snapshot.credits else "ash"
    count, name = str(snapshot.credits), show.words("bar.credits", n=snapshot.credits)
    at = 10 + width(count, "title") + 5
    return (
        Text(10, TOP + 5, count, color, "title"),
        label(at, TOP + 10, name, color, _LEFT - at),
        label(10, TOP + 26, price_of_a_credit(show), "mauve", room),
        *_fraction(show),
    )


def _fraction(show: Show) -> Picture:
    """How far the money of the run is on its way to the next credit."""
    snapshot = show.snapshot
    if not snapshot.fraction or snapshot.credit_price <= 0:
        return ()
    part = min(_LEFT, _LEFT * snapshot.fraction // snapshot.credit_price)
    return (Box(0, TOP - 2, _LEFT, 3, "plum"), Box(0, TOP - 2, part, 3, "gold"))


def _help(show: Show, rows: list[list[tuple[str, str]]], above: Picture) -> Picture:
    alone = len(rows) < 2
    shapes: list[Shape] = [*above] if alone else []
    for number, row in enumerate(rows):
        y = (_LOW if above else TOP + 13) if alone else TOP + 4 + number * 17
        used = sum(_chip_width(show, *chip) for chip in row) + _GAP * (len(row) - 1)
        shapes += _chips(show, row, (_LEFT + _RIGHT - used) // 2, y)
    return tuple(shapes)


def _chips(show: Show, row: Iterable[tuple[str, str]], x: int, y: int) -> Picture:
    """Buttons side by side from x on, each with what it does."""
    shapes: list[Shape] = []
    for button, what in row:
        beside = x + caps_width(button, show.words) + 4
        shapes += caps(x, y, button, show.words)
        up = 2 if show.large else 0
        shapes.append(Text(beside, y + 3 - up, what, "mist", _face(show)))
        x += _chip_width(show, button, what) + _GAP
    return tuple(shapes)


def _rows(show: Show, buttons: Help) -> list[list[tuple[str, str]]]:
    """The buttons on one row, or on two; what does not fit is left out."""
    room = _RIGHT - _LEFT
    rows: list[list[tuple[str, str]]] = [[]]
    used = 0
    for button, what in buttons:
        words = fit(what, room - caps_width(button, show.words) - 4, _face(show))
        wide = _chip_width(show, button, words)
        if rows[-1] and used + _GAP + wide > room:
            rows.append([])
            used = 0
        used += wide + (_GAP if rows[-1] else 0)
        rows[-1].append((button, words))
    return [row for row in (rows if show.large else rows[:2]) if row]


def _face(show: Show) -> Face:
    return "title" if show.large else "body"


def _chip_width(show: Show, button: str, what: str) -> int:
    return caps_width(button, show.words) + 4 + width(what, _face(show))


def _time(show: Show) -> Picture:
    left, result = show.seconds_left, show.snapshot.result
    if left is None or (result is not None and result.stage == "again"):
        return ()  # there the seconds are in the middle of the screen
    color: Color = "red" if left <= HURRY else "cyan"
    clock = str(left) if left < 100 else f"{left // 60}:{left % 60:02}"
    middle = (_RIGHT + WIDTH) // 2 + 4
    # In the service menu it could be read as the time of day.
    at_work = show.snapshot.mode == "service"
    named = show.words("bar.closes" if at_work else "bar.time")
    face: Face = "small" if at_work else "body"
    return (
        Text(middle, TOP + 5, named, "mauve", face, "center"),
        Text(middle, TOP + 20, clock, color, "title", "center"),
    )
