"""How the match ended for the people at the cabinet: verdict, reason and scores."""

from typing import Final, NamedTuple

from cabinet.core.money.ledger import TIME_OVER, Seating
from cabinet.picture.shapes import (
    RAMPS,
    Box,
    Color,
    Face,
    Glow,
    Gradient,
    Picture,
    Polygon,
    Shape,
    Text,
)
from cabinet.protocol.snapshot import ResultCard
from cabinet.screen.render.sprites import coin, defender, trophy
from cabinet.screen.scenes import once_more
from cabinet.screen.scenes.backdrop import hall
from cabinet.screen.scenes.bar import notice
from cabinet.screen.scenes.lettering import (
    biggest,
    centered,
    label,
    paragraph,
    width,
    wrap,
)
from cabinet.screen.scenes.panels import (
    CENTER,
    DIM,
    SEATS,
    Shades,
    heading,
    panel,
    player,
)
from cabinet.screen.scenes.show import Show
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
    *,
    ours: bool = True,
) -> Picture:
    """The best three around x; winners who share it stand equally high.

    Where the people lost there is no feast: the light is red, and no confetti falls.
    """
    won = len(result.winners)
    light: Color = "amber" if ours else "wine"
    shapes: list[Shape] = [Glow(x, floor - 90, 110, light)] if won else []
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
    if won and ours:
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


_TOP: Final = 128
_BOTTOM: Final = 308
_LEFT: Final = 250
_W: Final = 376
_TALL: Final = 46
_ALONE: Final = 96
_STAR: Final = (
    *((5, 0), (7, 4), (11, 4), (8, 7), (9, 11)),
    *((5, 8), (1, 11), (2, 7), (-1, 4), (3, 4)),
)
_LOST: Final = Shades("wine", "red", "rose")


class Verdict(NamedTuple):
    """What the match was for the people at the cabinet."""

    key: str
    ramp: Shades


def verdict(show: Show, result: ResultCard) -> Verdict:
    """VICTORY in the winner's colour, DEFEAT in red, or neither."""
    bots, winners = _bots(show), result.winners
    people = [seat for seat in winners if seat not in bots]
    if result.how in ("abandoned", "failed"):
        return Verdict("title", SEATS[1])
    if people and (len(_seats(show)) > 1 or not result.scores):
        return Verdict("victory", SEATS[people[0] % len(SEATS)])
    if winners and not people:
        return Verdict("defeat", _LOST)
    if result.reason == TIME_OVER:
        return Verdict("time", SEATS[2])
    return Verdict("title" if len(_seats(show)) < 2 else "draw", SEATS[2])


def picture(show: Show) -> Picture:
    """The verdict, or the question whether to play again."""
    result = show.snapshot.result or ResultCard("finished", (), (), "")
    said = verdict(show, result)
    if result.stage == "again" and show.snapshot.continues:
        return once_more.picture(show, show.words(f"result.{said.key}"))
    told = result.how == "finished" and (result.scores or result.winners)
    ended = _finished if told else _unscored
    return (
        *hall(show.frame),
        *heading(18, show.words(f"result.{said.key}"), said.ramp, room=500),
        *_pace(show),
        *ended(show, result),
        *going_on(show, result),
    )


def _pace(show: Show) -> Picture:
    """At which pace it was played, if not at the usual one."""
    match = show.snapshot.match
    if match is None or f"pace.{match.pace}" not in show.words:
        return ()
    return (centered(136, 124, show.words(f"pace.{match.pace}"), "white", 220),)


def going_on(show: Show, result: ResultCard) -> Picture:
    """The bar: any button goes on, once hands have rested."""
    if show.now < result.deaf_until:
        return notice(show, show.words("result.deaf"))
    return notice(show, show.words("result.any_button"))


def _finished(show: Show, result: ResultCard) -> Picture:
    said, near = verdict(show, result), _near(show, result)
    lines = wrap(sentence(show, result), 570, 1 if near else 2)
    top = 91 - 8 * len(lines) - (14 if near else 0)
    order = _order(result)
    ours = said.key == "victory"
    return (
        *((*trophy(56, 26), *trophy(584, 26)) if ours else ()),
        *panel(20, 60, 600, 56, said.ramp, focused=True),
        *paragraph(CENTER, top, lines, "cream", 17, align="center"),
        *((centered(CENTER, 90, near, "gold", 580, "title"),) if near else ()),
        *podium(result, order, _bots(show), 136, 308, show.frame, ours=ours),
        *_table(show, result, order),
    )


def _near(show: Show, result: ResultCard) -> str:
    """How little was missing, for people the house has beaten."""
    play, bots = show.play, _bots(show)
    lost = [n for n in range(len(result.scores)) if n not in (*result.winners, *bots)]
    if not lost or not result.winners or any(w not in bots for w in result.winners):
        return ""
    best = max(lost, key=lambda seat: result.scores[seat])
    if play is not None and best < len(play.near) and play.near[best]:
        return play.near[best]
    short = max(result.scores[w] for w in result.winners) - result.scores[best]
    counted = play is None or (play.scores is None and not play.tells_near)
    return show.words("result.behind", n=short) if counted and short > 0 else ""


def _unscored(show: Show, result: ResultCard) -> Picture:
    """Nobody won and nobody counted: what happened, and a coin where it comes back."""
    lines = wrap(sentence(show, result), 300, 4, "title")
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


def _seats(show: Show) -> tuple[Seating, ...]:
    match = show.snapshot.match
    return match.seats if match else show.snapshot.seats


def _bots(show: Show) -> frozenset[int]:
    return frozenset(n for n, seat in enumerate(_seats(show)) if seat.kind == "bot")


def name_of(show: Show, seat: int) -> str:
    """What a seat is called."""
    return seat_name(seat, show.words, show.personas, bot=seat in _bots(show))


def sentence(show: Show, result: ResultCard) -> str:
    """Who won and why, or how it ended."""
    words = show.words
    if result.how in ("abandoned", "failed"):
        return words(f"result.{result.how}")
    if show.play is not None and show.play.ending:
        return show.play.ending
    names = [name_of(show, seat) for seat in result.winners]
    if not names and result.reason == TIME_OVER:
        return words("result.time_over")
    if not names and not result.scores:
        return words("result.played")
    if not names and len(result.scores) == 1:
        return words("result.alone", points=points_of(show, result, 0))
    if not names:
        return words("result.drawn")
    if len(names) == 1:
        return words("result.won", name=names[0])
    return words("result.shared", names=", ".join(names))


def _order(result: ResultCard) -> list[int]:
    """The seats, winners first, then by score."""
    scores = result.scores
    return sorted(
        range(len(scores)), key=lambda s: (s not in result.winners, -scores[s], s)
    )


def _table(show: Show, result: ResultCard, order: list[int]) -> Picture:
    count = len(order)
    tall = _ALONE if count == 1 else _TALL
    step = min(tall, (_BOTTOM - _TOP) // max(1, count))
    top = _TOP + (_BOTTOM - _TOP - step * count) // 2
    return tuple(
        shape
        for row, seat in enumerate(order)
        for shape in _row(show, result, seat, top + row * step, step - 4)
    )


def _row(show: Show, result: ResultCard, seat: int, y: int, tall: int) -> Picture:
    ramp, won = SEATS[seat % len(SEATS)], seat in result.winners
    points, right = points_of(show, result, seat), _LEFT + _W - 14
    said = parts_of(show, seat) if tall > _TALL - 8 else ()
    if tall > _TALL:
        scale = biggest(points, _W - 28, (2, 1), "title")
        middle, top = _LEFT + _W // 2, y + (24 if said else 30)
        counted = Text(middle, top, points, ramp.light, "title", "center", scale)
        text = y + 9
    else:
        text = y + (tall - 10) // 2 - (8 if said else 0)
        room = _W - 24 - 132 - (30 if won else 0)
        face: Face = "title" if width(points, "title") <= room else "body"
        up = 3 if face == "title" else 0
        counted = Text(right, text - up, points, ramp.light, face, "right")
    return (
        *panel(_LEFT, y, _W, tall, ramp, focused=won),
        label(_LEFT + 14, text, name_of(show, seat), "white", 118),
        *(_badge(_LEFT + 138, text) if won else ()),
        counted,
        *(centered(_LEFT + _W // 2, y + tall - 15, s, "mist", _W - 20) for s in said),
    )


def points_of(show: Show, result: ResultCard, seat: int) -> str:
    """What the seat counts, in the game's own words where it is still on the table."""
    if show.play is not None and show.play.scores is not None:
        return show.play.scores[seat] if seat < len(show.play.scores) else ""
    return show.words("result.points", n=result.scores[seat])


def parts_of(show: Show, seat: int) -> tuple[str, ...]:
    """What that is made of, in one line, where the game tells."""
    said = show.play.made_of if show.play is not None else ()
    return tuple(line for line in said[seat : seat + 1] if line)


def _badge(x: int, y: int) -> Picture:
    return (Polygon(tuple((x + dx, y + dy) for dx, dy in _STAR), "gold"),)
