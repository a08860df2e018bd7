"""What a passer-by is asked to do now: a coin, or Start, or nothing at all."""

from typing import Final

from cabinet.hallway_cards import OfferCard
from cabinet.picture import RAMPS, Box, Neon, Picture, Text
from cabinet.screens.scenes.bar import TOP, Help, price_of_a_credit
from cabinet.screens.scenes.lettering import biggest, fit, width
from cabinet.screens.scenes.offer import players, price
from cabinet.screens.scenes.panels import CENTER
from cabinet.screens.scenes.show import Show

_BLINK_ON: Final = 40
_BLINK: Final = 60
_RIBBON: Final = 36
# Over a game that plays itself the ribbon comes and goes, so that all of it is seen.
_CYCLE: Final = 450
_UP: Final = 210
_SLIDE: Final = 12


def ready(show: Show) -> bool:
    """Whether Start leads to the games: there is one, and it is paid for."""
    snapshot = show.snapshot
    return bool(snapshot.offers) and (snapshot.free_play or not snapshot.missing)


def buttons(show: Show) -> Help:
    """What each button does while nobody plays."""
    words, takes = show.words, show.snapshot.lockout_open
    return (
        *((("coin", words("do.insert")),) if takes and not ready(show) else ()),
        *((("start", words("do.choose_game")),) if ready(show) else ()),
        ("power", words("do.switch_off")),
    )


def invitation(show: Show) -> Picture:
    """The call across the screen, and below it what a credit costs."""
    call = _call(show)
    scale = biggest(call, 600, (2, 1), "title")
    y = 264 if scale == 2 else 272
    sign = Neon(CENTER, y, call, RAMPS["gold"][2:], scale=scale, halo="ember")
    below = _below(show)
    return (
        *((sign,) if _lit(show) else ()),
        Text(CENTER, 303, below, "cream", "body", "center"),
    )


def visiting_ribbon(show: Show, offer: OfferCard, beat: int) -> Picture:
    """The ribbon while a game is played behind it: it rises, stays, and sinks."""
    phase = beat % _CYCLE
    risen = min(phase + 1, _UP - phase, _SLIDE)
    return ribbon(show, offer, _RIBBON * risen // _SLIDE) if risen > 0 else ()


def ribbon(show: Show, offer: OfferCard | None = None, tall: int = _RIBBON) -> Picture:
    """The call on a ribbon above the bar, beside the game that is on show.

    So `tall` it looks out from behind the bar, which is drawn over it.
    """
    call, top = _call(show), TOP - tall
    wide = width(call, "title")
    sign = Text(624, top + 10, call, "gold", "title", "right")
    left = (show.title(offer.title), _facts(show, offer)) if offer else (_below(show),)
    y = top + (5 if len(left) == 2 else 13)
    return (
        Box(0, top, 640, _RIBBON, "ink"),
        Box(0, top, 640, 1, "magenta"),
        *(
            Text(14, y + 16 * row, fit(line, 590 - wide), color)
            for row, (line, color) in enumerate(
                zip(left, ("cream", "rose"), strict=False)
            )
        ),
        *((sign,) if _lit(show) else ()),
    )


def _facts(show: Show, offer: OfferCard) -> str:
    return f"{players(show, offer)} · {price(show, offer)}"


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
