"""How the match ended: who won, why, and every seat's score."""

from typing import Final

from cabinet.core.guests import PROGRAM
from cabinet.core.money.ledger import TIME_OVER, Seating
from cabinet.picture.shapes import (
    RAMPS,
    Box,
    Glow,
    Gradient,
    Picture,
    Polygon,
    Shape,
    Text,
)
from cabinet.protocol.snapshot import ResultCard
from cabinet.screen.render.sprites import coin, defender, trophy
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import centered, label, paragraph, width, wrap
from cabinet.screen.scenes.panels import CENTER, DIM, SEATS, heading, panel, player
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help
from cabinet.tabletop.personas import seat_name

# Three steps and who stands on them: the winner in the middle, confetti above.

_WIDE: Final = 68
# Where the first, the second and the third stand, and how high.
_STEPS: Final = ((0, 84), (-1, 60), (1, 44))
_CONFETTI: Final = ("cyan", "pink", "gold", "green", "white", "mauve")


def podium(
    result: ResultCard,
    order: list[int],
    bots: frozenset[int],
    x: int,
    floor: int,
    frame: int,
) -> Picture:
    """The best three around x; winners who share it stand equally high."""
    won = len(result.winners)
    shapes: list[Shape] = [Glow(x, floor - 90, 110, "amber")] if won else []
    for place, seat in enumerate(order[: len(_STEPS)]):
        side, tall = _STEPS[place]
        high = _STEPS[0][1] if place < won else tall if won else _STEPS[2][1]
        level = _shared(result, order, place)
        if won <= place:
            high = _STEPS[level][1] if won else high
        number = "1" if place < won else str(level + 1) if won else "="
        middle = x + side * (_WIDE + 2)
        shapes += _step(middle, floor, high, seat, number)
        shapes += player(seat, middle, floor - high - 2, bot=seat in bots)
    if won:
        shapes += _confetti(x, floor, frame)
    return tuple(shapes)


def _shared(result: ResultCard, order: list[int], place: int) -> int:
    """The first place with the same points: who has as many stands as high."""
    points = result.scores[order[place]]
    same = (
        n
        for n in range(len(result.winners), place)
        if _points(result, order, n) == points
    )
    return next(same, place)


def _points(result: ResultCard, order: list[int], place: int) -> int:
    return result.scores[order[place]]


def _step(x: int, floor: int, tall: int, seat: int, number: str) -> Picture:
    ramp = SEATS[seat % len(SEATS)]
    left, top = x - _WIDE // 2, floor - tall
    return (
        Gradient(left, top, _WIDE, tall, (ramp.mid, ramp.dark, "night")),
        Box(left, top, _WIDE, 4, ramp.light),
        Box(left, top, 1, tall, ramp.mid),
        Box(left + _WIDE - 1, top, 1, tall, ramp.dark),
        Box(x - 13, top + 11, 26, 25, "ink", cut=5),
        Text(x, top + 16, number, ramp.light, "title", "center"),
    )


def _confetti(x: int, floor: int, frame: int) -> Picture:
    """Scraps that fall for ever, each on its own way."""
    shapes: list[Shape] = []
    for scrap in range(26):
        fallen = (frame * (2 + scrap % 3) // 3 + scrap * 37) % 190
        sway = (0, 1, 2, 1)[(frame // 8 + scrap) % 4]
        at_x = x - 104 + scrap * 53 % 208 + sway
        wide = 1 + (frame // 6 + scrap) % 3
        color = _CONFETTI[scrap % len(_CONFETTI)]
        shapes.append(Box(at_x, floor - 190 + fallen, wide, 2, color))
    return tuple(shapes)


_TOP: Final = 124
_BOTTOM: Final = 292
_LEFT: Final = 250
_W: Final = 376
_TALL: Final = 40
_TALLER: Final = 48
_ROOM_FOR_TWO: Final = 34
_STAR: Final = (
    *((5, 0), (7, 4), (11, 4), (8, 7), (9, 11)),
    *((5, 8), (1, 11), (2, 7), (-1, 4), (3, 4)),
)


def picture(show: Show) -> Picture:
    """The sentence that says it all, then the seats, best first."""
    result = show.snapshot.result or ResultCard("finished", (), (), "")
    told = result.how == "finished" and (result.scores or result.winners)
    ended = _finished if told else _unscored
    return (
        *hall(show.frame),
        *heading(8, show.words("result.title"), SEATS[1]),
        *ended(show, result),
        *_cost(show),
        *bar(show, _buttons(show)),
    )


def _finished(show: Show, result: ResultCard) -> Picture:
    lines = wrap(_sentence(show, result), 570, 3)
    top = 88 - 8 * len(lines)
    order = _order(result)
    cups = (*trophy(56, 26), *trophy(584, 26)) if result.winners else ()
    return (
        *cups,
        *panel(20, 54, 600, 62, SEATS[2], focused=bool(result.winners)),
        *paragraph(CENTER, top, lines, "cream", 17, align="center"),
        *podium(result, order, _bots(show), 136, 308, show.frame),
        *_table(show, result, order),
    )


def _unscored(show: Show, result: ResultCard) -> Picture:
    """Nobody won and nobody counted: what happened, and a coin where it comes back."""
    lines = wrap(_sentence(show, result), 300, 4, "title")
    failed = result.how == "failed"
    top = 182 - 13 * len(lines)
    return (
        *panel(60, 86, 520, 190, SEATS[2] if failed else DIM, focused=True),
        Glow(160, 180, 90, "ember" if failed else "violet"),
        *(
            coin(160, 180, show.frame + 30, 5)
            if failed
            else defender(160, 180, RAMPS["steel"], 3)
        ),
        *paragraph(400, top, lines, "cream", 27, "title", "center"),
    )


def _buttons(show: Show) -> Help:
    """Playing on with its price, where the house offers it, or on to the offers."""
    snapshot, words = show.snapshot, show.words
    if not snapshot.continues:
        return (("start+a", words("do.go_on")),)
    if snapshot.missing:
        missing = words("price.missing", n=snapshot.missing)
        return (("coin", missing), ("b", words("do.other_game")))
    again = words("do.play_again", price=show.price(snapshot.price))
    return (("start+a", again), ("b", words("do.other_game")))


def _seats(show: Show) -> tuple[Seating, ...]:
    match = show.snapshot.match
    return match.seats if match else show.snapshot.seats


def _bots(show: Show) -> frozenset[int]:
    return frozenset(n for n, seat in enumerate(_seats(show)) if seat.kind == "bot")


def _name(show: Show, seat: int) -> str:
    return seat_name(seat, show.words, show.personas, bot=seat in _bots(show))


def _sentence(show: Show, result: ResultCard) -> str:
    words = show.words
    if result.how in ("abandoned", "failed"):
        return words(f"result.{result.how}")
    if show.play is not None and show.play.ending:
        return show.play.ending
    names = [_name(show, seat) for seat in result.winners]
    if not names and result.reason == TIME_OVER:
        return words("result.time_over")
    if not names and not result.scores:
        return words("result.played")
    match = show.snapshot.match
    if match and match.game == PROGRAM and len(result.scores) == 1:
        points = words("result.points", n=result.scores[0])
        return words("result.alone", points=points)
    if not names:
        return words("result.drawn")
    if len(names) == 1:
        return words("result.won", name=names[0])
    return words("result.shared", names=", ".join(names))


def _cost(show: Show) -> Picture:
    """What was paid for the match, where it is known and was kept."""
    match, result = show.snapshot.match, show.snapshot.result
    if match is None or (result and result.how == "failed"):
        return ()
    total = show.words("join.total", price=show.price(match.credits))
    return (centered(_LEFT + _W // 2, 302, total, "mist", _W),)


def _order(result: ResultCard) -> list[int]:
    """The seats, winners first, then by score."""
    scores = result.scores
    return sorted(
        range(len(scores)), key=lambda s: (s not in result.winners, -scores[s], s)
    )


def _table(show: Show, result: ResultCard, order: list[int]) -> Picture:
    tall = _TALLER if show.play is not None and show.play.made_of else _TALL
    step = min(tall, (_BOTTOM - _TOP) // max(1, len(order)))
    top = _TOP + (_BOTTOM - _TOP - step * len(order)) // 2
    return tuple(
        shape
        for row, seat in enumerate(order)
        for shape in _row(show, result, seat, top + row * step, step - 4)
    )


def _row(show: Show, result: ResultCard, seat: int, y: int, tall: int) -> Picture:
    ramp, won = SEATS[seat % len(SEATS)], seat in result.winners
    # With five and more there is room for the names and points alone.
    roomy = tall >= _ROOM_FOR_TWO
    below = _made_of(show, seat, _LEFT + _W // 2, y + tall - 13) if roomy else ()
    left, text = _LEFT, y + (tall - 10) // 2 - (6 if below else 0)
    short = show.words("seat.short", number=seat + 1)
    points = _counted(show, result, seat)
    return (
        *panel(left, y, _W, tall, ramp, focused=won),
        Box(left + 10, text - 2, 30, 14, ramp.dark, cut=3),
        Text(left + 25, text + 3, short, ramp.light, "small", "center"),
        label(left + 50, text, _name(show, seat), "white", 120),
        *(_badge(left + 176, text, show.words("result.winner")) if won else ()),
        Text(left + _W - 14, text, points, ramp.mid, "body", "right"),
        *below,
    )


def _counted(show: Show, result: ResultCard, seat: int) -> str:
    """What the seat counts, in the game's own words where it is still on the table."""
    if show.play is not None and show.play.scores is not None:
        return show.play.scores[seat] if seat < len(show.play.scores) else ""
    return show.words("result.points", n=result.scores[seat])


def _made_of(show: Show, seat: int, x: int, y: int) -> Picture:
    """What that is made of, in one line, where the game tells."""
    said = show.play.made_of if show.play is not None else ()
    if seat >= len(said) or not said[seat]:
        return ()
    return (centered(x, y, said[seat], "mist", _W - 24, "small"),)


def _badge(x: int, y: int, words: str) -> Picture:
    return (
        Polygon(tuple((x + dx, y + dy) for dx, dy in _STAR), "gold"),
        Text(x + 18, y, words, "gold", "body"),
        Box(x + 18, y + 13, width(words), 1, "amber"),
    )
