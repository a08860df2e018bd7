"""How the match ended: who won, why, and every seat's score."""

from typing import Final

from cabinet.hallway_cards import ResultCard, SeatCard
from cabinet.picture import Box, Glow, Picture, Polygon, Text
from cabinet.screens.scenes.backdrop import sky
from cabinet.screens.scenes.bar import Help, bar
from cabinet.screens.scenes.lettering import label, width, wrap
from cabinet.screens.scenes.panels import CENTER, SEATS, heading, panel
from cabinet.screens.scenes.show import Show

_TOP: Final = 138
_BOTTOM: Final = 300
_W: Final = 420
_STAR: Final = (
    *((5, 0), (7, 4), (11, 4), (8, 7), (9, 11)),
    *((5, 8), (1, 11), (2, 7), (-1, 4), (3, 4)),
)


def picture(show: Show) -> Picture:
    """The sentence that says it all, then the seats, best first."""
    result = show.snapshot.result or ResultCard("finished", (), (), "")
    lines = wrap(_sentence(show, result), 600, 3)
    top = 84 if len(lines) < 3 else 72
    return (
        *sky(show.frame),
        *heading(14, show.words("result.title"), SEATS[1]),
        Glow(CENTER, 100, 120, "wine"),
        *(
            Text(CENTER, top + 18 * i, line, "cream", "body", "center")
            for i, line in enumerate(lines)
        ),
        *_table(show, result),
        *_cost(show),
        *bar(show, _buttons(show)),
    )


def _buttons(show: Show) -> Help:
    """Playing on with its price, where the house offers it, or on to the offers."""
    snapshot, words = show.snapshot, show.words
    if not snapshot.continues:
        return (("start+a", words("do.go_on")),)
    if snapshot.missing:
        return (
            ("coin", words("price.missing", n=snapshot.missing)),
            ("b", words("do.other_game")),
        )
    free = snapshot.free_play or not snapshot.price
    price = words("price.free") if free else words("price.credits", n=snapshot.price)
    return (
        ("start+a", words("do.play_again", price=price)),
        ("b", words("do.other_game")),
    )


def _seats(show: Show) -> tuple[SeatCard, ...]:
    match = show.snapshot.match
    return match.seats if match else show.snapshot.seats


def _name(show: Show, seat: int) -> str:
    seats = _seats(show)
    is_bot = seat < len(seats) and seats[seat].kind == "bot"
    return show.words("seat.bot" if is_bot else "seat.person", number=seat + 1)


def _sentence(show: Show, result: ResultCard) -> str:
    words = show.words
    if result.how in ("abandoned", "failed"):
        return words(f"result.{result.how}")
    if show.play is not None and show.play.ending:
        return show.play.ending
    names = [_name(show, seat) for seat in result.winners]
    if not names:
        return words("result.drawn")
    if len(names) == 1:
        return words("result.won", name=names[0])
    return words("result.shared", names=", ".join(names))


def _cost(show: Show) -> Picture:
    """What was paid for the match, where it is known and was kept."""
    match, result, words = show.snapshot.match, show.snapshot.result, show.words
    if match is None or (result and result.how == "failed"):
        return ()
    free = show.snapshot.free_play or not match.credits
    price = words("price.free") if free else words("price.credits", n=match.credits)
    return (
        label(
            CENTER, 304, words("join.total", price=price), "mauve", 600, align="center"
        ),
    )


def _table(show: Show, result: ResultCard) -> Picture:
    scores = result.scores
    order = sorted(
        range(len(scores)), key=lambda s: (s not in result.winners, -scores[s], s)
    )
    step = min(34, (_BOTTOM - _TOP) // max(1, len(order)))
    return tuple(
        shape
        for row, seat in enumerate(order)
        for shape in _row(show, result, seat, _TOP + row * step, step - 4)
    )


def _row(show: Show, result: ResultCard, seat: int, y: int, tall: int) -> Picture:
    ramp, won = SEATS[seat % len(SEATS)], seat in result.winners
    left, text = CENTER - _W // 2, y + (tall - 10) // 2
    points = _counted(show, result, seat)
    return (
        *panel(left, y, _W, tall, ramp, focused=won),
        Box(left + 10, text - 1, 30, 12, ramp.dark, cut=3),
        Text(
            left + 25,
            text + 2,
            show.words("seat.short", number=seat + 1),
            ramp.light,
            "small",
            "center",
        ),
        label(left + 52, text, _name(show, seat), "white", 180),
        *(_badge(left + 250, text, show.words("result.winner")) if won else ()),
        Text(left + _W - 14, text, points, ramp.mid, "body", "right"),
    )


def _counted(show: Show, result: ResultCard, seat: int) -> str:
    """What the seat counts, in the game's own words where it is still on the table."""
    if show.play is not None and show.play.scores is not None:
        return show.play.scores[seat] if seat < len(show.play.scores) else ""
    return show.words("result.points", n=result.scores[seat])


def _badge(x: int, y: int, words: str) -> Picture:
    return (
        Polygon(tuple((x + dx, y + dy) for dx, dy in _STAR), "gold"),
        Text(x + 18, y, words, "gold", "body"),
        Box(x + 18, y + 13, width(words), 1, "amber"),
    )
