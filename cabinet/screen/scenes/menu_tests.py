"""The tests that measure: wires, the link, the disk, the time to a picture."""

from collections.abc import Sequence
from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.inputs.calibration import COINS, Measured, Proposal
from cabinet.i18n.message import from_text
from cabinet.picture.shapes import (
    HEIGHT,
    WIDTH,
    Box,
    Color,
    Disc,
    Line,
    Picture,
    Shape,
    Text,
)
from cabinet.protocol.operator import PATTERNS
from cabinet.protocol.refusals import explained
from cabinet.screen.menu.rows import slot_of
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
    found = show.measurements.wires()[:_ROWS]
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
    words, took = show.words, show.measurements.took()
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
    words, about = show.words, show.measurements.about
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
    if lost := about.get("lost", ""):
        said, color = words.say(from_text(lost)), "rose"
    elif show.measurements.seen is None:
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
    words, menu = show.words, show.menu_state.menu
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


# Ten coins into an open slot: what they look like, and the settings they propose.


_COIN_COLUMNS: Final = (56, 130, 210, 296)
_COIN_ROW: Final = 19
_ROOM: Final = 256


def calibrating(show: Show) -> Picture:
    """The coins on the left, on the right what to do and what comes of it."""
    menu = show.menu_state.menu
    assert menu is not None
    line, kind = slot_of(menu, show.menu_state.page)
    found: Proposal | str | None
    if kind == "duration":
        found = "lengths"
    elif "board" in show.measurements.about:
        found = "board"
    else:
        found = show.measurements.proposal(line)
    measured = show.measurements.coins(line)
    return (
        *header(show, show.words("menu.page.calibrate")),
        *_table(show, measured),
        *_verdict(show, found, len(measured)),
        *bar(show, _buttons(show, found)),
    )


def _table(show: Show, measured: Sequence[Measured]) -> Picture:
    words = show.words
    shapes: list[Shape] = [*panel(10, 38, 310, 276, SEATS[0])]
    for x, head in zip(_COIN_COLUMNS, ("coin", "pulses", "width", "gap"), strict=True):
        said = words(f"menu.calibrate.{head}")
        shapes.append(label(x, 50, said, "cyan", 70, align="right"))
    for number, coin in enumerate(measured):
        gap = _width_ms(coin.gap) if coin.gap else "–"
        widths = dict.fromkeys((_width_ms(coin.shortest), _width_ms(coin.longest)))
        cells = (str(number + 1), str(coin.pulses), "-".join(widths), gap)
        for x, cell in zip(_COIN_COLUMNS, cells, strict=True):
            y = 74 + number * _COIN_ROW
            shapes.append(label(x, y, cell, "white", 78, align="right"))
    return tuple(shapes)


def _verdict(show: Show, found: Proposal | str | None, count: int) -> Picture:
    words, menu_state = show.words, show.menu_state
    shapes: list[Shape] = [*panel(326, 38, 304, 276, SEATS[2])]
    lines: list[tuple[str, Color]] = []
    if isinstance(found, str):
        said = words(f"menu.calibrate.why.{found}")
        lines += [(line, "rose") for line in wrap(said, _ROOM, 6)]
    elif found is None:
        said = words("menu.calibrate.insert", n=COINS)
        lines += [(line, "ice") for line in wrap(said, _ROOM, 5)]
    else:
        lines += [(words("menu.calibrate.proposal"), "gold"), *_proposed(show, found)]
    if menu_state.busy:
        lines.append((words("menu.busy"), "gold"))
    elif menu_state.notice:
        color: Color = "rose" if menu_state.notice == "refused" else "green"
        lines += [
            (line, color) for line in wrap(words(f"menu.{menu_state.notice}"), _ROOM, 2)
        ]
        why = " ".join(explained(menu_state.why, menu_state.menu, show.language))
        lines += [(line, "rose") for line in wrap(why, _ROOM, 3) if line]
    for number, (line, color) in enumerate(lines):
        shapes.append(label(344, 52 + 17 * number, line, color, _ROOM + 12))
    if found is None:
        shapes.append(
            Text(478, 230, f"{count} / {COINS}", "white", "title", "center", scale=2)
        )
    return tuple(shapes)


def _proposed(show: Show, found: Proposal) -> list[tuple[str, Color]]:
    words = show.words
    least, most = found.width_ms
    made: list[tuple[str, Color]] = [
        (words("menu.calibrate.new_width", least=least, most=most), "white"),
        (words("menu.calibrate.new_jam", ms=found.jam_ms), "white"),
    ]
    if not found.gap_ms:
        said = wrap(words("menu.calibrate.no_gap"), _ROOM, 2)
        return made + [(line, "mauve") for line in said]
    return [
        *made,
        (words("menu.calibrate.new_gap", ms=found.gap_ms), "white"),
        (words("menu.calibrate.new_pace", n=found.max_per_s), "white"),
    ]


def _buttons(show: Show, found: Proposal | str | None) -> tuple[tuple[str, str], ...]:
    words, ends = show.words, (("b", show.words("do.back")),)
    if show.menu_state.notice or found in (None, "board", "lengths"):
        return ends
    does = "again" if isinstance(found, str) else "keep"
    return (("a", words(f"menu.do.{does}")), *ends)


def _width_ms(duration: Nanos) -> str:
    return f"{duration / MILLISECOND:.0f}"


# Pictures to judge a screen by: its edges, its colours, its dots.


_COLORS = ("white", "cream", "cyan", "green", "pink", "red", "violet", "ink")


def pattern(number: int) -> Picture:
    """A grid for straight lines, bars for colours, white for dots."""
    match PATTERNS[number]:
        case "grid":
            return _grid()
        case "colours":
            return _bars()
    return (Box(0, 0, WIDTH, HEIGHT, "white"),)


def _grid() -> Picture:
    across = (Line(0, y, WIDTH - 1, y, "steel") for y in range(0, HEIGHT, 20))
    down = (Line(x, 0, x, HEIGHT - 1, "steel") for x in range(0, WIDTH, 20))
    edge = Box(0, 0, WIDTH, HEIGHT, "white", width=1)
    return (Box(0, 0, WIDTH, HEIGHT, "ink"), *across, *down, edge)


def _bars() -> Picture:
    wide = WIDTH // len(_COLORS)
    return tuple(
        Box(place * wide, 0, wide, HEIGHT, color) for place, color in enumerate(_COLORS)
    )
