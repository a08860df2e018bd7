"""The cabinet's name over its night, and one game after the other before the sun."""

from typing import Final

from cabinet.hallway_cards import OfferCard
from cabinet.picture import Box, Glow, Picture, Text
from cabinet.screens.scenes.backdrop import HORIZON, horizon
from cabinet.screens.scenes.bar import bar
from cabinet.screens.scenes.emblem import emblem
from cabinet.screens.scenes.invitation import buttons, invitation
from cabinet.screens.scenes.lettering import fit, width
from cabinet.screens.scenes.logo import logo
from cabinet.screens.scenes.logo import width as logo_width
from cabinet.screens.scenes.offer import players, price
from cabinet.screens.scenes.panels import CENTER
from cabinet.screens.scenes.show import Show

NAME: Final = "ARKADE"
EACH_GAME: Final = 240
_UNIT: Final = 10


def picture(show: Show) -> Picture:
    """The view, the logo, one game after the other, and the invitation."""
    return (
        *horizon(show.frame),
        Glow(CENTER, 66, 150, "wine"),
        *logo(NAME, CENTER - logo_width(NAME, _UNIT) // 2, 26, _UNIT),
        Text(CENTER, 118, show.words("attract.tagline"), "ice", "small", "center", 2),
        *_on_show(show),
        *invitation(show),
        *bar(show, buttons(show)),
    )


def _on_show(show: Show) -> Picture:
    offers = show.snapshot.offers
    if not offers:
        return ()
    offer = offers[show.frame // EACH_GAME % len(offers)]
    bob = (0, 1, 2, 1)[show.frame // 20 % 4]
    return (
        *emblem(offer.game, CENTER, HORIZON - 44 + bob, 6, "ink", "cream"),
        *_name(show, offer),
    )


def _name(show: Show, offer: OfferCard) -> Picture:
    facts = f"{players(show, offer)} · {price(show, offer)}"
    title = fit(show.title(offer.title), 560)
    room = max(width(title), width(facts)) + 36
    left, top = CENTER - room // 2, HORIZON - 16
    return (
        Box(left, top, room, 38, "ink", cut=5),
        Box(left, top, room, 38, "magenta", width=1, cut=5),
        Text(CENTER, top + 7, title, "cream", "body", "center"),
        Text(CENTER, top + 23, facts, "rose", "body", "center"),
    )
