"""The tests that measure: wires, the link, the disk, the time to a picture."""

from collections.abc import Sequence
from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.i18n.alarms import why_words
from cabinet.picture.shapes import Color, Disc, Picture, Shape, Text
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import label, wrap
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import header
from cabinet.screen.scenes.show import Show

_ROWS: Final = 12
_ROW: Final = 18
_COLUMNS: Final = (260, 340, 430, 520, 606)


def wires(show: Show) -> Picture:
    """Every line that moved or is active: its level, its edges, its pulses."""
    words = show.words
    shapes: list[Shape] = [*panel(10, 38, 620, 276, SEATS[0])]
    heads = ("edges", "pulses", "last", "shortest", "longest")
    shapes.append(label(24, 50, words("menu.wires.line"), "cyan", 200))
    for x, head in zip(_COLUMNS, heads, strict=True):
        said = words(f"menu.wires.{head}")
        shapes.append(label(x, 50, said, "cyan", 84, align="right"))
    found = show.gauges.wires()[:_ROWS]
    for number, wire in enumerate(found):
        y = 74 + number * _ROW
        shapes.append(Disc(30, y + 5, 5, "green" if wire.active else "slate"))
        shapes.append(label(44, y, wire.line, "white", 150))
        cells = (
            str(wire.edges),
            str(wire.pulses),
            *(_ms(show, each) for each in (wire.pulse, wire.shortest, wire.longest)),
        )
        for x, cell in zip(_COLUMNS, cells, strict=True):
            shapes.append(label(x, y, cell, "ice", 84, align="right"))
    if not found:
        shapes.append(label(24, 74, words("menu.wires.none"), "ice", 580))
    return (*header(show, words("menu.page.wires")), *shapes, *_start_goes_back(show))


def latency(show: Show) -> Picture:
    """How long presses took to be a picture; what the display adds is not in it."""
    words, took = show.words, show.gauges.took()
    figures: list[tuple[str, str]] = [(words("menu.latency.presses"), str(took.count))]
    if took.count:
        figures += [
            (words("menu.latency.last"), _ms(show, took.last)),
            (words("menu.latency.median"), _ms(show, took.median)),
            (words("menu.latency.p95"), _ms(show, took.p95)),
            (words("menu.latency.worst"), _ms(show, took.worst)),
            (words("menu.latency.frame"), f"{took.within} %"),
        ]
    return (
        *header(show, words("menu.page.latency")),
        *_card(words("menu.about.latency"), figures),
        *_start_goes_back(show),
    )


def link(show: Show) -> Picture:
    """What the wires hang on, and how a board at the other end answers."""
    words, about = show.words, show.gauges.about
    figures: list[tuple[str, str]] = [
        (words(f"menu.link.{name}"), value + unit)
        for name, unit in (
            ("port", ""),
            ("board", ""),
            ("firmware", ""),
            ("round_trip_ms", " ms"),
            ("damaged", ""),
            ("repeated", ""),
        )
        if (value := about.get(name, ""))
    ]
    color: Color = "green"
    if said := why_words(words, about.get("lost", "")):
        color = "rose"
    elif show.gauges.seen is None:
        said, color = words("menu.busy"), "gold"
    else:
        said = words("menu.link.up" if "board" in about else "menu.link.none")
    return (
        *header(show, words("menu.page.link")),
        *_card(said, figures, color),
        *_b_goes_back(show),
    )


def storage(show: Show) -> Picture:
    """How long the disk takes to keep a posting, and how much room it has."""
    words, menu = show.words, show.desk.menu
    found = menu.storage if menu else None
    if found is None:
        body = _card(words("menu.busy"), (), "gold")
    elif found.why:
        body = _card(words("menu.storage.refused", why=found.why), (), "rose")
    else:
        verdict = found.verdict
        figures = (
            (
                words("menu.storage.median"),
                _decimal(show, f"{found.median / 1000:.3g} ms"),
            ),
            (
                words("menu.storage.worst"),
                _decimal(show, f"{found.worst / 1000:.3g} ms"),
            ),
            (words("menu.storage.free"), words("menu.storage.mb", n=found.free)),
        )
        color: Color = "green" if verdict == "well" else "gold"
        body = _card(words(f"menu.storage.{verdict}"), figures, color)
    again = (("a", words("menu.do.again")),)
    return (
        *header(show, words("menu.page.storage")),
        *body,
        *_b_goes_back(show, again),
    )


def _card(
    sentence: str,
    figures: Sequence[tuple[str, str]],
    color: Color = "ice",
) -> Picture:
    """A sentence and figures below it, in one frame."""
    shapes: list[Shape] = [*panel(110, 60, 420, 236, SEATS[2])]
    lines = wrap(sentence, 380, 4)
    for number, line in enumerate(lines):
        shapes.append(Text(130, 78 + 16 * number, line, color))
    y = 78 + 16 * len(lines) + 14
    for number, (name, figure) in enumerate(figures):
        shapes.append(label(130, y + 20 * number, name, "mist", 240))
        row = y + 20 * number
        shapes.append(label(510, row, figure, "white", 180, align="right"))
    return tuple(shapes)


def _ms(show: Show, duration: Nanos) -> str:
    return _decimal(show, f"{duration / MILLISECOND:.1f} ms") if duration else "–"


def _decimal(show: Show, figure: str) -> str:
    return figure.replace(".", ",") if show.language == "fr" else figure


def _start_goes_back(show: Show) -> Picture:
    words = show.words
    return bar(
        show,
        (("start", words("do.back")), ("test", words("do.leave_service"))),
    )


def _b_goes_back(show: Show, more: tuple[tuple[str, str], ...] = ()) -> Picture:
    words = show.words
    return bar(
        show,
        (*more, ("b", words("do.back")), ("test", words("do.leave_service"))),
    )
