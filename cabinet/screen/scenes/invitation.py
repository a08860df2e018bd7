"""What a passer-by is asked to do now: a coin, or Start, or nothing at all."""

from typing import Final

from cabinet.picture.shapes import RAMPS, Neon, Picture, Text
from cabinet.protocol.snapshot import OfferCard
from cabinet.screen.render.sprites import coin
from cabinet.screen.scenes.bar import calling_bar, price_of_a_credit
from cabinet.screen.scenes.lettering import biggest, width
from cabinet.screen.scenes.panels import CENTER
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, help_for

# How an offer speaks of itself: who can play it and what it costs.


def players(show: Show, offer: OfferCard) -> str:
    """How many people can play: the house takes the seats they leave empty."""
    if offer.seats_max == 1:
        return show.words("players.alone")
    return show.words("players.range", few=1, most=offer.seats_max)


def price(show: Show, offer: OfferCard) -> str:
    """What a match costs."""
    price = show.price(offer.credits, each=offer.per_player)
    return f"{price} · {offer.minutes} min" if offer.minutes else price


def missing(show: Show, offer: OfferCard) -> str:
    """What one person still has to pay; "" when it is affordable."""
    if offer.affordable:
        return ""
    lacking = max(1, offer.credits - show.snapshot.credits)
    return show.words("price.missing", n=lacking)


_BLINK_ON: Final = 40
_BLINK: Final = 60


def ready(show: Show) -> bool:
    """Whether Start leads to the games: there is one, and it is paid for."""
    snapshot = show.snapshot
    return bool(snapshot.offers) and (snapshot.free_play or not snapshot.missing)


def buttons(show: Show) -> Help:
    """What each button does while nobody plays."""
    is_ready, takes = ready(show), show.snapshot.lockout_open
    return help_for(
        show,
        ("coin", "do.insert") if takes and not is_ready else None,
        ("start", "do.choose_game") if is_ready else None,
    )


def invitation(show: Show) -> Picture:
    """The call across the screen, and below it what a credit costs."""
    call = _call(show)
    scale = biggest(call, 600, (2, 1), "title")
    y = 264 if scale == 2 else 272
    sign = Neon(CENTER, y, call, RAMPS["gold"][2:], scale=scale, halo="ember")
    below = _below(show)
    away = width(call, "title", scale) // 2 + 18
    coins = tuple(
        shape
        for x in (CENTER - away, CENTER + away)
        for shape in coin(x, y + 15, show.frame + 30, scale)
    )
    return (
        *((*coins, sign) if _lit(show) else ()),
        Text(CENTER, 303, below, "cream", "body", "center"),
    )


def calling(show: Show, offer: OfferCard | None = None, about: str = "") -> Picture:
    """The call in the bar, beside what is on show."""
    if show.snapshot.refunded:
        said = _below(show)
    elif offer is None:
        said = show.words("attract.tagline")
    else:
        said = f"{show.title(offer.title)} · {about or price(show, offer)}"
    return calling_bar(show, said, _call(show), buttons(show), lit=_lit(show))


def _lit(show: Show) -> bool:
    return show.frame % _BLINK < _BLINK_ON


def _call(show: Show) -> str:
    if ready(show):
        return show.words("attract.start")
    key = "insert" if show.snapshot.lockout_open else "slot_shut"
    return show.words(f"attract.{key}")


def _below(show: Show) -> str:
    snapshot = show.snapshot
    if snapshot.refunded:
        return show.words("attract.refunded", n=snapshot.refunded)
    if snapshot.free_play:
        return show.words("attract.free")
    return price_of_a_credit(show)
