"""Every scene in words: what it shows, what is chosen, what each button does."""

from collections.abc import Callable, Mapping
from typing import Final

from cabinet.i18n import LANGUAGES, words
from cabinet.protocol.snapshot import OfferCard, ResultCard
from cabinet.screen.scenes import (
    high_scores,
    howto,
    invitation,
    join,
    once_more,
    out_of_order,
    playing,
    preferences,
    result,
    select,
    standby,
)
from cabinet.screen.scenes.bar import price_of_a_credit
from cabinet.screen.scenes.show import Show
from cabinet.screen.voice.lines import Sentence, button_words, help_lines, line
from cabinet.tabletop.personas import seat_name

Lines = tuple[Sentence, ...]
# Whether a game can be played by ear.
ByEar = Callable[[OfferCard], bool]


def lines(show: Show, by_ear: ByEar, switch: str) -> Lines:
    """The scene of the counter's mode; `switch` is the button that ends the voice."""
    mode = show.snapshot.mode
    if show.snapshot.question:
        told = _question(show)
    elif mode == "attract":
        told = _attract(show, switch)
    elif mode == "select":
        told = _select(show, by_ear)
    else:
        found = _SCENES.get(mode)
        told = found(show) if found else (line(show, mode, show.words("voice.wait")),)
    return (*_news(show), *told, *credits_left(show))


def credits_left(show: Show) -> Lines:
    """The credits there are, wherever they can be used."""
    snapshot = show.snapshot
    if snapshot.free_play or snapshot.mode in ("standby", "out_of_order"):
        return ()
    return (line(show, "credits", show.words("voice.credits", n=snapshot.credits)),)


def _news(show: Show) -> Lines:
    """What the counter has to say in any mode."""
    snapshot, words = show.snapshot, show.words
    told = []
    if (key := f"notice.{snapshot.notice}") in words:
        told.append(line(show, "notice", words(key)))
    if snapshot.refunded:
        given = words("attract.refunded", n=snapshot.refunded)
        told.append(line(show, "refunded", given))
    return tuple(told)


def _attract(show: Show, switch: str) -> Lines:
    snapshot, words = show.snapshot, show.words
    if invitation.ready(show):
        call = words("voice.start")
    elif snapshot.lockout_open:
        call = words("voice.insert", price=price_of_a_credit(show))
    else:
        call = words("voice.shut")
    end = words("voice.end", button=button_words(switch, words))
    return (
        line(show, "attract", words("voice.attract", name=snapshot.name)),
        line(show, "call", call, again=True),
        line(show, "end", end),
    )


def _adjusting(show: Show) -> Lines:
    """The page of how somebody wants to play: its row, and what is chosen there."""
    say = show.words
    rows = preferences.rows(show.wired, show.snapshot.preferences)
    name = rows[min(show.row, len(rows) - 1)]
    told = say(f"preferences.{name}.name")
    if name != "done":
        told = say("voice.seat", name=told, who=preferences.value(show, name))
    return (
        line(show, "page", f"{say('preferences.title').capitalize()}"),
        line(show, "row", told, again=True),
        line(show, "for", say(f"preferences.{name}.help")),
        *help_lines(show, preferences.buttons(show)),
    )


def _select(show: Show, by_ear: ByEar) -> Lines:
    if show.snapshot.adjusting:
        return _adjusting(show)
    return _page(show, select.buttons(show)) or (
        line(show, "select", show.words("voice.select")),
        line(show, "chosen", _chosen(show, by_ear), again=True),
        *help_lines(show, select.buttons(show)),
        *_languages(show),
    )


def _chosen(show: Show, by_ear: ByEar) -> str:
    """The game under the cursor, or the row below the games."""
    offer, snapshot, say = show.offer, show.snapshot, show.words
    if snapshot.row:
        return say("voice.row", what=say(f"do.{snapshot.row}"))
    if offer is None:
        return say("voice.no_offer")
    told = say(
        "voice.offer",
        title=show.title(offer.title),
        players=invitation.players(show, offer),
        price=invitation.price(show, offer),
        at=snapshot.offer + 1,
        all=len(snapshot.offers),
    )
    if lacking := invitation.missing(show, offer):
        told = f"{told} {say('voice.missing', missing=lacking)}"
    return told if by_ear(offer) else f"{told} {say('voice.not_by_ear')}"


def _languages(show: Show) -> Lines:
    """For somebody who does not understand a word of this: another, in that one."""
    if "player" not in show.wired.lines:
        return ()
    at = LANGUAGES.index(show.language)
    other = words(LANGUAGES[(at + 1) % len(LANGUAGES)])
    button = button_words("player", other)
    told = other("voice.other_language", button=button)
    return (Sentence("language", told, other.language),)


def _page(show: Show, *_: object) -> Lines:
    """The page of the how-to that is open; () if none is."""
    demos, offer, number = show.demo_player, show.offer, show.page
    if demos is None or offer is None or number is None or not show.lessons:
        return ()
    sentence = demos.page(offer, number, show.words).sentence
    told = show.words("voice.page", at=number + 1, all=show.lessons, sentence=sentence)
    return (
        line(show, "page", told, again=True),
        *help_lines(show, howto.reading(show)),
    )


def _join(show: Show) -> Lines:
    if show.snapshot.adjusting:
        return _adjusting(show)
    if page := _page(show):
        return page
    snapshot, say, title = show.snapshot, show.words, join.title_of(show)
    price = say("voice.price", price=show.price(snapshot.price))
    if snapshot.missing:
        lacking = say("price.missing", n=snapshot.missing)
        price = f"{price} {say('voice.missing', missing=lacking)}"
    return (
        line(show, "join", say("voice.join", title=title)),
        *_row(show),
        *(line(show, f"seat.{n}", _seat(show, n), again=True) for n in _seats(show)),
        line(show, "price", price),
        *help_lines(show, join.buttons(show)),
    )


def _row(show: Show) -> Lines:
    """The row below the seats, while the stick is on it."""
    if not (row := show.snapshot.row):
        return ()
    what = show.words("voice.row", what=show.words(f"do.{row}"))
    return (line(show, "row", what, again=True),)


def _seats(show: Show) -> range:
    return range(len(show.snapshot.seats))


def _seat(show: Show, seat: int) -> str:
    """Who sits there: a person or the house, and the part that the game gives it."""
    say, card = show.words, show.snapshot.seats[seat]
    bot = card.kind == "bot"
    name = seat_name(seat, say, show.personas, bot=bot)
    level = f"level.{card.level}"
    who = (
        say("voice.house", level=say(level) if level in say else card.level)
        if bot
        else say("voice.person")
    )
    if role := join.role(show, seat):
        who = f"{who}, {role.capitalize()}"
    return say("voice.seat", name=name, who=who)


def _signing(show: Show) -> Lines:
    card, say, pen = show.snapshot.signing, show.words, show.pen
    if card is None or pen.done:
        return ()
    points = say("result.points", n=card.score)
    sign = pen.around(pen.place)[1].strip()
    told = say("voice.sign", at=pen.place + 1, sign=sign or say("voice.blank"))
    return (
        line(show, "signing", say("voice.signing", place=card.place, points=points)),
        line(show, "sign", told, again=True),
        *help_lines(show, high_scores.buttons(show)),
    )


def _result(show: Show) -> Lines:
    """The verdict with everybody's points, or the question whether to play again."""
    ended = show.snapshot.result or ResultCard("finished", (), (), "")
    if ended.stage == "again" and show.snapshot.continues:
        return _again(show)
    return (*verdict(show, ended), line(show, "go", show.words("result.any_button")))


def verdict(show: Show, ended: ResultCard) -> Lines:
    """Who won and why, then who has how many points, and for what."""
    say, told = show.words, [line(show, "why", result.sentence(show, ended))]
    if ended.how != "finished":
        return tuple(told)
    for seat in range(len(ended.scores)):
        name = result.name_of(show, seat)
        points = result.points_of(show, ended, seat)
        made = "".join(result.parts_of(show, seat)).replace(" · ", ", ")
        key = "voice.scored" if made else "voice.score"
        if points:
            scored = say(key, name=name, points=points, parts=made)
            told.append(line(show, f"score.{seat}", scored))
    return tuple(told)


def _again(show: Show) -> Lines:
    snapshot, say = show.snapshot, show.words
    price = show.price(snapshot.price)
    if snapshot.missing:
        price = say("price.missing", n=snapshot.missing)
    return (
        line(show, "again", say("voice.again", price=price), again=True),
        *help_lines(show, once_more.buttons(show)),
    )


def _question(show: Show) -> Lines:
    """What is asked in mid-game; the how-to may be read meanwhile."""
    if page := _page(show):
        return page
    asked, say = show.snapshot.question, show.words
    title = say(f"question.{asked}.title").capitalize()
    told = say("voice.question", title=title, what=say(f"question.{asked}.what"))
    return (
        line(show, f"question.{asked}", told, again=True),
        *help_lines(show, playing.answers(show)),
    )


def _standby(show: Show) -> Lines:
    if not show.snapshot.opens:
        return (line(show, "standby", show.words("voice.asleep")),)
    until = show.words("voice.closed", until=standby.closed(show))
    return (line(show, "standby", until),)


def _out_of_order(show: Show) -> Lines:
    say, code = show.words, show.snapshot.reason
    known = f"reason.{code}"
    told = (
        say("out_of_order.title").capitalize() + ".",
        say(known if known in say else "reason.unknown"),
        say("out_of_order.coins"),
        say("out_of_order.operator"),
    )
    return (
        line(show, "out_of_order", " ".join(told)),
        *help_lines(show, out_of_order.buttons(show)),
    )


def _service(show: Show) -> Lines:
    return (line(show, "service", show.words("voice.service")),)


_SCENES: Final[Mapping[str, Callable[[Show], Lines]]] = {
    "join": _join,
    "signing": _signing,
    "result": _result,
    "standby": _standby,
    "out_of_order": _out_of_order,
    "service": _service,
}
