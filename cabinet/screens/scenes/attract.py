"""Waiting for a player: the name, the games on show, and what a game costs."""

from typing import Final

from cabinet.hallway import OfferCard
from cabinet.picture import Box, Glow, Picture, Text
from cabinet.screens.scenes.backdrop import HORIZON, horizon
from cabinet.screens.scenes.bar import Help, bar, price_of_a_credit
from cabinet.screens.scenes.emblem import emblem
from cabinet.screens.scenes.lettering import biggest, fit, width
from cabinet.screens.scenes.logo import logo
from cabinet.screens.scenes.logo import width as logo_width
from cabinet.screens.scenes.offer import players, price
from cabinet.screens.scenes.panels import CENTER
from cabinet.screens.scenes.show import Show

NAME: Final = "ARKADE"
EACH_GAME: Final = 240
_UNIT: Final = 10
_BLINK_ON: Final = 40
_BLINK: Final = 60


def picture(show: Show) -> Picture:
    """The view, the logo, one game after the other, and the invitation."""
    return (
        *horizon(show.frame),
        Glow(CENTER, 66, 150, "wine"),
        *logo(NAME, CENTER - logo_width(NAME, _UNIT) // 2, 26, _UNIT),
        Text(CENTER, 118, show.words("attract.tagline"), "ice", "small", "center", 2),
        *_on_show(show),
        *_invitation(show),
        *bar(show, _buttons(show)),
    )


def _ready(show: Show) -> bool:
    snapshot = show.snapshot
    return bool(snapshot.offers) and (snapshot.free_play or not snapshot.missing)


def _buttons(show: Show) -> Help:
    words = show.words
    ready, takes = _ready(show), show.snapshot.lockout_open
    return (
        *((("coin", words("do.insert")),) if takes and not ready else ()),
        *((("start", words("do.choose_game")),) if ready else ()),
        ("power", words("do.switch_off")),
    )


def _on_show(show: Show) -> Picture:
    offers = show.snapshot.offers
    if not offers:
        return ()
    offer = offers[show.frame // EACH_GAME % len(offers)]
    bob = (0, 1, 2, 1)[show.frame // 20 % 4]
    return (
        *emblem(offer.game, CENTER, HORIZON - 44 + bob, 6, "ink", "cream"),
        *_ribbon(show, offer),
    )


def _ribbon(show: Show, offer: OfferCard) -> Picture:
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


def _invitation(show: Show) -> Picture:
    snapshot, words = show.snapshot, show.words
    if snapshot.free_play:
        call, below = words("attract.start"), words("attract.free")
    elif _ready(show):
        call, below = words("attract.start"), price_of_a_credit(show)
    elif snapshot.lockout_open:
        call, below = words("attract.insert"), price_of_a_credit(show)
    else:
        call, below = words("attract.slot_shut"), price_of_a_credit(show)
    if snapshot.refunded:
        below = words("attract.refunded", n=snapshot.refunded)
    scale = biggest(call, 600, (2, 1), "title")
    shown = show.frame % _BLINK < _BLINK_ON
    return (
        *(_call(call, scale) if shown else ()),
        Text(CENTER, 303, below, "cream", "body", "center"),
    )


def _call(call: str, scale: int) -> Picture:
    y = 264 if scale == 2 else 272
    return (
        Text(CENTER, y + 3, call, "rust", "title", "center", scale),
        Text(CENTER, y, call, "gold", "title", "center", scale),
    )
