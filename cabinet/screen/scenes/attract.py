"""Waiting for a player: a show in acts, one game after the other.

The title, a game that plays itself, how to play it in three pictures, what
everything costs and who was best; then the next game. An act that has nothing to
show yet gives way to the title.
"""

from typing import Final, NamedTuple

from cabinet.picture.shapes import RAMPS, Picture, Text
from cabinet.protocol.snapshot import OfferCard
from cabinet.screen.render.sprites import coin, saucer, trophy
from cabinet.screen.scenes import title
from cabinet.screen.scenes.backdrop import hall, sky
from cabinet.screen.scenes.high_scores import score_table
from cabinet.screen.scenes.howto import lesson
from cabinet.screen.scenes.invitation import calling, players, price
from cabinet.screen.scenes.lettering import centered, fit
from cabinet.screen.scenes.panels import CENTER, SEATS, heading, panel
from cabinet.screen.scenes.show import Show

# Frames each act is on.
ACTS: Final = {"title": 300, "demo": 900, "lessons": 840, "prices": 360, "scores": 360}
PICTURES: Final = 3
_ROWS: Final = 8
_LEFT: Final = 150
_WIDE: Final = 340


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
            shown = _demo(show, act.offer)
        case "lessons":
            shown = _lesson(show, act.offer, act.beat)
        case "prices":
            shown = (*_prices(show, act.beat), *calling(show))
        case "scores":
            shown = (*_scores(show, act.offer), *calling(show, act.offer))
        case _:
            shown = ()
    return shown or title.picture(show)


def now(show: Show) -> Act:
    """Which act is on at this beat."""
    offers = show.snapshot.offers
    first = {offer.game: offer for offer in reversed(offers)}
    running = [
        (name, each)
        for offer in reversed(first.values())
        for name in ACTS
        for each in (_with_scores(show, offer.game) if name == "scores" else (offer,))
    ]
    beat = show.beat % max(1, sum(ACTS[name] for name, _ in running))
    for name, offer in running:
        if beat < ACTS[name]:
            return Act(name, offer, beat)
        beat -= ACTS[name]
    return Act("title", None, 0)


def _with_scores(show: Show, game: str) -> tuple[OfferCard, ...]:
    """Every mode of a game that has a table of high scores."""
    offers = show.snapshot.offers
    return tuple(offer for offer in offers if offer.game == game and offer.high_scores)


def _demo(show: Show, offer: OfferCard) -> Picture:
    table = show.demo_player.moving(offer, show.words) if show.demo_player else ()
    return (*table, *calling(show, offer)) if table else ()


def _lesson(show: Show, offer: OfferCard, beat: int) -> Picture:
    """Three pictures, one after the other, each as large as the game itself."""
    demo_player, words = show.demo_player, show.words
    if demo_player is None or demo_player.lessons(offer) < PICTURES:
        return ()
    number = beat * PICTURES // ACTS["lessons"]
    page = demo_player.page(offer, number, words)
    return (
        *lesson(show, page, number, PICTURES),
        *calling(show, offer, words("howto.title")),
    )


def _prices(show: Show, beat: int) -> Picture:
    """Everything on sale, page after page while the act is on."""
    pages = max(1, -(-len(show.snapshot.offers) // _ROWS))
    page = min(beat * pages // ACTS["prices"], pages - 1)
    offers = show.snapshot.offers[page * _ROWS : (page + 1) * _ROWS]
    step = min(46, 250 // max(1, len(offers)))
    top = 60 + (252 - step * len(offers)) // 2
    return (
        *sky(show.frame),
        *heading(12, show.words("attract.prices"), SEATS[2]),
        *_bonuses(show),
        *(
            shape
            for row, offer in enumerate(offers)
            for shape in _price(show, offer, top + row * step, step - 5, row)
        ),
    )


def _bonuses(show: Show) -> Picture:
    """What more money at once buys, below the heading."""
    if not show.snapshot.bonuses or show.snapshot.free_play:
        return ()
    told = " · ".join(
        show.words("bar.bonus", n=bonus.credits, price=show.money(bonus.money))
        for bonus in show.snapshot.bonuses
    )
    return (centered(CENTER, 48, told, "gold", 592),)


def _price(show: Show, offer: OfferCard, y: int, tall: int, row: int) -> Picture:
    ramp, text = SEATS[row % len(SEATS)], y + (tall - 10) // 2
    return (
        *panel(24, y, 592, tall, ramp, focused=tall > 30),
        *coin(46, y + tall // 2, show.frame + 10 * row),
        Text(64, text, fit(show.title(offer.title), 250), "white"),
        Text(400, text, players(show, offer), ramp.light, align="center"),
        Text(602, text, price(show, offer), "gold", align="right"),
    )


def _scores(show: Show, offer: OfferCard) -> Picture:
    """The table of high scores of a mode, best first, between two cups."""
    title, frame = show.title(offer.title), show.frame
    step = min(32, 218 // max(1, len(offer.high_scores)))
    top = 202 - step * len(offer.high_scores) // 2
    return (
        *hall(frame),
        *heading(8, show.words("attract.scores"), SEATS[1]),
        *panel(_LEFT, 52, _WIDE, 262, SEATS[0], focused=True),
        centered(CENTER, 64, title, "cyan", _WIDE - 40, "title"),
        *trophy(74, 190, 4),
        *trophy(566, 190, 4),
        *saucer(74, 96, frame, RAMPS["pink"], RAMPS["gold"], 24),
        *saucer(566, 96, frame + 12, RAMPS["steel"], RAMPS["green"], 24),
        *score_table(_LEFT + 24, top, _WIDE - 48, step, offer.high_scores, SEATS),
    )
