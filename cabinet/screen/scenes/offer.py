"""How an offer speaks of itself: who can play it and what it costs."""

from cabinet.protocol.snapshot import OfferCard
from cabinet.screen.scenes.show import Show


def players(show: Show, offer: OfferCard) -> str:
    """How many people can play: the house takes the seats they leave empty."""
    if offer.seats_max == 1:
        return show.words("players.alone")
    return show.words("players.range", few=1, most=offer.seats_max)


def price(show: Show, offer: OfferCard) -> str:
    """What a match costs."""
    if show.snapshot.free_play or not offer.credits:
        return show.words("price.free")
    each = "price.each" if offer.per_player else "price.credits"
    return show.words(each, n=offer.credits)


def missing(show: Show, offer: OfferCard) -> str:
    """What one person still has to pay; "" when it is affordable."""
    if offer.affordable:
        return ""
    lacking = max(1, offer.credits - show.snapshot.credits)
    return show.words("price.missing", n=lacking)
