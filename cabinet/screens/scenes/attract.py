"""Waiting for a player: a show in acts, one game after the other.

The title, a game that plays itself, how to play it in three pictures, what
everything costs and who was best; then the next game. An act that has nothing to
show yet gives way to the title.
"""

from typing import Final, NamedTuple

from cabinet.hallway_cards import OfferCard
from cabinet.picture import Inset, Picture, Text
from cabinet.screens.scenes import title
from cabinet.screens.scenes.backdrop import sky
from cabinet.screens.scenes.bar import bar
from cabinet.screens.scenes.howto import pointing
from cabinet.screens.scenes.invitation import buttons, ribbon, visiting_ribbon
from cabinet.screens.scenes.lettering import fit, wrap
from cabinet.screens.scenes.offer import players, price
from cabinet.screens.scenes.panels import CENTER, SEATS, heading, panel
from cabinet.screens.scenes.show import Page, Show
from cabinet.screens.scenes.signing import honour

# Frames each act is on.
ACTS: Final = {"title": 300, "demo": 900, "lessons": 660, "prices": 360, "scores": 360}
PICTURES: Final = 3
_EACH: Final = 60
_W: Final = 200
_H: Final = 104
_ROWS: Final = 8


class Act(NamedTuple):
    """What is on, about which offer, and for how many frames it has been."""

    name: str
    offer: OfferCard | None
    beat: int


def picture(show: Show) -> Picture:
    """The act that is on."""
    act = now(show)
    if act.offer is None:
        return title.picture(show)
    match act.name:
        case "demo":
            shown = _demo(show, act.offer, act.beat)
        case "lessons":
            shown = _lessons(show, act.offer, act.beat)
        case "prices":
            shown = (*_prices(show), *ribbon(show))
        case "scores":
            shown = (*_scores(show, act.offer), *ribbon(show, act.offer))
        case _:
            shown = ()
    return (*shown, *bar(show, buttons(show))) if shown else title.picture(show)


def now(show: Show) -> Act:
    """Which act is on at this beat."""
    offers = {offer.game: offer for offer in reversed(show.snapshot.offers)}
    running = [
        (name, offer)
        for offer in reversed(offers.values())
        for name in ACTS
        if name != "scores" or offer.honours
    ]
    beat = show.beat % max(1, sum(ACTS[name] for name, _ in running))
    for name, offer in running:
        if beat < ACTS[name]:
            return Act(name, offer, beat)
        beat -= ACTS[name]
    return Act("title", None, 0)


def _demo(show: Show, offer: OfferCard, beat: int) -> Picture:
    table = show.theatre.stage(offer.game, show.words) if show.theatre else ()
    return (*table, *visiting_ribbon(show, offer, beat)) if table else ()


def _lessons(show: Show, offer: OfferCard, beat: int) -> Picture:
    """Three pictures, one after the other: each takes a moment to draw."""
    theatre, words = show.theatre, show.words
    if theatre is None or theatre.lessons(offer.game) < PICTURES:
        return ()
    there = range(min(PICTURES, 1 + beat // _EACH))
    pages = [theatre.page(offer.game, number, words) for number in there]
    return (
        *sky(show.frame),
        *heading(10, words("howto.title"), SEATS[0]),
        *(s for place, page in enumerate(pages) for s in _small(page, place)),
        *ribbon(show, offer),
    )


def _small(page: Page, place: int) -> Picture:
    x, y = 10 + place * (_W + 10), 54
    marked = (
        *page.picture,
        *(s for arrow in page.arrows for s in pointing(arrow, 0, 0)),
    )
    lines = wrap(page.sentence, _W - 16, 5)
    return (
        *panel(x - 3, y - 3, _W + 6, 226, SEATS[place], focused=True),
        Inset(x, y, _W, _H, marked, left=20, top=4, shrink=3),
        Text(x + 8, y + _H + 10, f"{place + 1}", SEATS[place].mid, "title"),
        *(
            Text(x + _W // 2, y + _H + 32 + 17 * row, line, "white", align="center")
            for row, line in enumerate(lines)
        ),
    )


def _prices(show: Show) -> Picture:
    offers = show.snapshot.offers[:_ROWS]
    step = min(40, 216 // max(1, len(offers)))
    top = 62 + (216 - step * len(offers)) // 2
    return (
        *sky(show.frame),
        *heading(12, show.words("attract.prices"), SEATS[2]),
        *(
            shape
            for row, offer in enumerate(offers)
            for shape in _price(show, offer, top + row * step, step - 4, row)
        ),
    )


def _price(show: Show, offer: OfferCard, y: int, tall: int, row: int) -> Picture:
    ramp, text = SEATS[row % len(SEATS)], y + (tall - 10) // 2
    return (
        *panel(24, y, 592, tall, ramp),
        Text(40, text, fit(show.title(offer.title), 270), "white"),
        Text(400, text, players(show, offer), ramp.light, align="center"),
        Text(602, text, price(show, offer), "gold", align="right"),
    )


def _scores(show: Show, offer: OfferCard) -> Picture:
    """The table of honour of a mode, best first."""
    return (
        *sky(show.frame),
        *heading(12, show.words("attract.scores"), SEATS[1]),
        *(
            shape
            for row, line in enumerate(offer.honours)
            for shape in honour(
                CENTER - 105, 58 + 22 * row, row + 1, line, SEATS[row % len(SEATS)]
            )
        ),
    )
