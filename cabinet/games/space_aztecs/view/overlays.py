"""What is laid over the dial: the curtain, a question, the drama, the final count."""

from typing import Final

from cabinet.games.space_aztecs.rules.cards import CARDS
from cabinet.games.space_aztecs.rules.position import OVER, TAKING
from cabinet.games.space_aztecs.rules.score import Lines, count, total
from cabinet.games.space_aztecs.view import glyphs
from cabinet.games.space_aztecs.view.drama import ROW_FRAMES
from cabinet.games.space_aztecs.view.hand import COLUMNS, secret
from cabinet.games.space_aztecs.view.shown import Shown
from cabinet.games.space_aztecs.view.stage import stage
from cabinet.games.space_aztecs.view.texts import (
    card_about,
    card_name,
    place_name,
    reason_name,
)
from cabinet.picture.shapes import Box, Color, Glow, Line, Picture, Text
from cabinet.tabletop.drawing import framed

_LEFT: Final = 200
_WIDE: Final = 240
_LABEL: Final = 164
_ROW: Final = 18
# As wide is a letter of the small face at most.
_LETTER: Final = 8
_BOTTOM: Final = 276


def overlay(shown: Shown) -> Picture:
    """At most one of them."""
    if shown.beat:
        return stage(shown, shown.beat)
    if shown.phase == OVER:
        return final_count(shown)
    if shown.look.phones and shown.phase != TAKING:
        return on_phones(shown)
    hand = shown.hand
    if hand is None or hand.action.startswith("take "):
        return ()
    if not secret(shown.look.legal):
        return question(shown)
    return open_pile(shown) if hand.open else curtain(shown)


def _board(y: int, h: int, color: Color) -> Picture:
    return framed(_LEFT, y, _WIDE, h, "ink", color, 2, 10)


def curtain(shown: Shown) -> Picture:
    """Whose cards are to be looked at, and a word to everybody else."""
    say, name = shown.say, shown.look.names[shown.at_stick]
    look = say("curtain_look", b=shown.look.keys["b"])
    return (
        *_board(114, 92, "gold"),
        Text(320, 126, name, "gold", "title", "center"),
        Text(320, 158, look, "white", "body", "center"),
        Text(320, 180, say("curtain_away"), "mist", "body", "center"),
    )


def on_phones(shown: Shown) -> Picture:
    """Who still has to choose, and where."""
    due = shown.look.due
    shapes: Picture = (
        *_board(124, 72, "gold"),
        Text(320, 134, shown.say("on_phones"), "gold", "body", "center"),
    )
    for place, seat in enumerate(due):
        shapes += shown.chip(seat, 320 - 13 * (len(due) - 1) + 26 * place, 172)
    return shapes


def open_pile(shown: Shown) -> Picture:
    """The cards of the pile in hand, and what the pointed-at one does."""
    assert shown.hand is not None
    seat = shown.at_stick
    tile = place_name(shown.say, shown.seen.taken[seat])
    title = shown.say("pile_of", name=shown.look.names[seat], place=tile)
    pointed = int(shown.hand.action.split()[1])
    shapes: Picture = (
        Box(0, 0, 640, 320, "ink"),
        Box(28, 4, 584, 312, "gold", 2, 12),
        Text(320, 15, title, "gold", "title", "center"),
    )
    for place, action in enumerate(shown.look.legal):
        card = int(action.split()[1])
        x = 39 + place % COLUMNS * (glyphs.CARD[0] + 3)
        y = 48 + place // COLUMNS * (glyphs.CARD[1] + 14)
        lit = card == pointed
        shapes += glyphs.hand_card(
            card, x, y, shown.say, lit=lit, frame=shown.look.frame
        )
    about = card_about(shown.say, pointed)
    return (*shapes, Text(320, 288, about, "white", "body", "center"))


def question(shown: Shown) -> Picture:
    """The answers to what is asked, one a line."""
    hand, say = shown.hand, shown.say
    assert hand is not None
    asked = shown.seen.pending
    title = say("ask_hide")
    if asked and asked.victims:
        victim = shown.look.names[asked.victims[0]]
        title = say("ask_abduct", name=victim)
    legal = shown.look.legal
    tall = 44 + 24 * len(legal)
    top = 160 - tall // 2
    shapes: Picture = (
        *_board(top, tall, "gold"),
        Text(320, top + 11, title, "gold", "body", "center"),
    )
    for row, action in enumerate(legal):
        y = top + 34 + 24 * row
        if action == hand.action:
            shapes += (Box(_LEFT + 8, y - 2, _WIDE - 16, 22, "violet", 0, 4),)
        shapes += _answer(shown, action, y)
    return shapes


def _answer(shown: Shown, action: str, y: int) -> Picture:
    words = action.split()
    asked = shown.seen.pending
    assert asked is not None
    card = asked.card if words[0] == "show" else int(words[-1])
    label = card_name(shown.say, card)
    if words[0] == "show":
        label = shown.say("show")
    if words[0] == "hide":
        under = dict(shown.cities[asked.seat].temples)[card]
        label = shown.say("hide", temple=label, count=under.bit_count())
    if words[0] == "abduct" and CARDS[card].points:
        label += f"  {CARDS[card].points}"
    return (
        *glyphs.sign(card, _LEFT + 28, y + 8),
        Text(_LEFT + 50, y + 4, label, "white", "body"),
    )


def final_count(shown: Shown) -> Picture:
    """Every reason a line, every seat a column that grows with the sum below."""
    counts = count(shown.seen)
    every = _reasons(counts)
    reasons = every[: shown.counting // ROW_FRAMES + 1]
    so_far = [
        sum(x.points for x in lines if x.reason.split()[0] in reasons)
        for lines in counts
    ]
    column = (584 - _LABEL) // shown.players
    right = [28 + _LABEL + column * (seat + 1) - 8 for seat in range(shown.players)]
    shapes: Picture = (
        Box(0, 0, 640, 320, "ink"),
        Box(20, 2, 600, 316, "gold", 2, 12),
        Text(34, 14, shown.say("final"), "gold", "title"),
    )
    most = max(1, *(total(lines) for lines in counts), *so_far)
    for seat, x in enumerate(right):
        tall = 236 * max(0, so_far[seat]) // most
        shapes += (Box(x - 44, _BOTTOM - tall, 12, tall, glyphs.SEATS[seat], 0, 2),)
        shapes += shown.chip(seat, x - 9, 16)
        name = shown.look.names[seat][: (column - 4) // _LETTER]
        shapes += (Text(x, 27, name, "silver", "body", "right"),)
        if reasons == every and so_far[seat] == max(so_far):
            shapes += (Glow(x - 12, 290, 60, "gold"),)
    for row, reason in enumerate(reasons):
        y = 40 + _ROW * row
        shapes += (Text(34, y, reason_name(shown.say, reason), "mist", "body"),)
        for x, lines in zip(right, counts, strict=True):
            shapes += _points(lines, reason, x, y)
    return (*shapes, *_totals(shown, so_far, right, done=reasons == every))


def _reasons(counts: tuple[Lines, ...]) -> list[str]:
    """Every reason anybody has, all Codex as one, in the order of counting."""
    order = "codex villagers jaguar eagle coyote priest alien noble agent archivist"
    there = {line.reason.split()[0] for lines in counts for line in lines}
    known = [*order.split(), "archives", "captured", "hunger"]
    return [reason for reason in known if reason in there]


def _points(lines: Lines, reason: str, x: int, y: int) -> Picture:
    mine = [line.points for line in lines if line.reason.split()[0] == reason]
    if not mine:
        return ()
    color = "red" if sum(mine) < 0 else "white"
    return (Text(x, y, str(sum(mine)), color, "body", "right"),)


def _totals(shown: Shown, sums: list[int], right: list[int], *, done: bool) -> Picture:
    """The sums so far; in the end those who share the victory are called so."""
    y = 286
    tied = done and sums.count(max(sums)) > 1
    shapes: Picture = (
        Line(32, y - 8, 607, y - 8, "gold"),
        Text(34, y, shown.say("tied" if tied else "total"), "gold", "title"),
    )
    for x, points in zip(right, sums, strict=True):
        best = points == max(sums)
        if best:
            shapes += (Box(x - 38, y - 4, 44, 26, "amber", 0, 4),)
        color = "ink" if best else "silver"
        shapes += (Text(x, y, str(points), color, "title", "right"),)
    return shapes
