"""The tests that measure: wires, the link, the disk, the time to a picture."""

from collections.abc import Mapping, Sequence
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
from cabinet.screen.menu.rows import slot_of
from cabinet.screen.scenes.lettering import label, paragraph, right_aligned, wrap
from cabinet.screen.scenes.menu_help import answer_lines
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import page, way_out
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help

_ROWS: Final = 12
_ROW: Final = 18
_COLUMNS: Final = (260, 340, 430, 520, 606)


def wires(show: Show) -> Picture:
    """Every line that moved or is active: its level, its edges, its pulses."""
    words = show.words
    heads = ("edges", "pulses", "last", "shortest", "longest")
    titles = (words(f"menu.wires.{head}") for head in heads)
    shapes: list[Shape] = [
        *panel(10, 38, 620, 276, SEATS[0]),
        label(24, 50, words("menu.wires.line"), "cyan", 200),
        *right_aligned(_COLUMNS, 50, titles, "cyan", 84),
    ]
    found = show.measurements.wires()[:_ROWS]
    for number, wire in enumerate(found):
        y = 74 + number * _ROW
        widths = (wire.pulse, wire.shortest, wire.longest)
        cells = (str(wire.edges), str(wire.pulses), *(_ms(show, w) for w in widths))
        shapes.append(Disc(30, y + 5, 5, "green" if wire.active else "slate"))
        shapes.append(label(44, y, wire.line, "white", 150))
        shapes += right_aligned(_COLUMNS, y, cells, "ice", 84)
    if not found:
        shapes.append(label(24, 74, words("menu.wires.none"), "ice", 580))
    return page(show, words("menu.page.wires"), shapes, way_out(show, "start"))


def latency(show: Show) -> Picture:
    """How long presses took to be a picture; what the display adds is not in it."""
    words, took = show.words, show.measurements.took()
    figures = {"presses": str(took.count)}
    if took.count:
        figures |= {
            "last": _ms(show, took.last),
            "median": _ms(show, took.median),
            "p95": _ms(show, took.p95),
            "worst": _ms(show, took.worst),
            "frame": f"{took.within} %",
        }
    body = _card(show, words("menu.about.latency"), "latency", figures)
    return page(show, words("menu.page.latency"), body, way_out(show, "start"))


def link(show: Show) -> Picture:
    """What the wires hang on, and how a board at the other end answers."""
    words, about = show.words, show.measurements.about
    if any(": " in fact for fact in about):
        return _devices(show, about)
    names = ("port", "board", "firmware", "round_trip_ms", "damaged", "repeated")
    figures = {name: about[name] for name in names if about.get(name)}
    if "round_trip_ms" in figures:
        figures["round_trip_ms"] += " ms"
    color: Color = "green"
    if lost := about.get("lost", ""):
        said, color = words.say(from_text(lost)), "rose"
    elif show.measurements.seen is None:
        said, color = words("menu.busy"), "gold"
    else:
        said = words("menu.link.up" if "board" in about else "menu.link.none")
    body = _card(show, said, "link", figures, color)
    return page(show, words("menu.page.link"), body, way_out(show, "b"))


def _devices(show: Show, about: Mapping[str, str]) -> Picture:
    """Each device with what it is, green while it can be reached."""
    words = show.words
    shapes: list[Shape] = [*panel(10, 38, 620, 276, SEATS[2])]
    devices: dict[str, dict[str, str]] = {}
    for name, value in about.items():
        device, _, fact = name.partition(": ")
        devices.setdefault(device, {})[fact] = value
    for number, (device, facts) in enumerate(devices.items()):
        y, lost = 54 + number * 32, facts.get("lost", "")
        shapes.append(Disc(30, y + 5, 5, "rose" if lost else "green"))
        shapes.append(label(44, y, device, "white", 130))
        told = words.say(from_text(lost)) if lost else _said_of(show, facts)
        lines = wrap(told, 430, 2)
        shapes += paragraph(180, y, lines, "rose" if lost else "ice", 14)
    return page(show, words("menu.device.title"), shapes, way_out(show, "b"))


_FACTS: Final = ("port", "board", "name", "pressed")


def _said_of(show: Show, facts: Mapping[str, str]) -> str:
    """What a device is; a dash for what it has not said of itself."""
    key = f"menu.device.{facts['kind']}"
    known = {name: facts.get(name) or "–" for name in _FACTS}
    return show.words(key, **known) if key in show.words else facts["kind"]


def storage(show: Show) -> Picture:
    """How long the disk takes to keep a posting, and how much room it has."""
    words, menu = show.words, show.menu_state.menu
    found = menu.storage if menu else None
    color: Color = "gold"
    figures: dict[str, str] = {}
    if found is None:
        said = words("menu.busy")
    elif found.why:
        said, color = words("menu.storage.refused", why=found.why), "rose"
    else:
        said = words(f"menu.storage.{found.verdict}")
        color = "green" if found.verdict == "well" else "gold"
        figures = {
            "median": _decimal(show, f"{found.median / 1000:.3g} ms"),
            "worst": _decimal(show, f"{found.worst / 1000:.3g} ms"),
            "free": words("menu.storage.mb", n=found.free),
        }
    body = _card(show, said, "storage", figures, color)
    buttons = (("a", words("menu.do.again")), *way_out(show, "b"))
    return page(show, words("menu.page.storage"), body, buttons)


def _card(
    show: Show, said: str, test: str, figures: Mapping[str, str], color: Color = "ice"
) -> Picture:
    """A sentence and the figures of a test below it, in one frame."""
    lines = wrap(said, 380, 4)
    shapes: list[Shape] = [
        *panel(110, 60, 420, 236, SEATS[2]),
        *paragraph(130, 78, lines, color, 16),
    ]
    top = 78 + 16 * len(lines) + 14
    for number, (name, figure) in enumerate(figures.items()):
        y, title = top + 20 * number, show.words(f"menu.{test}.{name}")
        shapes.append(label(130, y, title, "mist", 240))
        shapes.append(label(510, y, figure, "white", 180, align="right"))
    return tuple(shapes)


def _ms(show: Show, duration: Nanos) -> str:
    return _decimal(show, f"{duration / MILLISECOND:.1f} ms") if duration else "–"


def _decimal(show: Show, figure: str) -> str:
    return figure.replace(".", ",") if show.language == "fr" else figure


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
    body = (*_table(show, measured), *_verdict(show, found, len(measured)))
    title = show.words("menu.page.calibrate")
    return page(show, title, body, _buttons(show, found))


def _table(show: Show, measured: Sequence[Measured]) -> Picture:
    heads = ("coin", "pulses", "width", "gap")
    titles = (show.words(f"menu.calibrate.{head}") for head in heads)
    shapes: list[Shape] = [
        *panel(10, 38, 310, 276, SEATS[0]),
        *right_aligned(_COIN_COLUMNS, 50, titles, "cyan", 70),
    ]
    for number, coin in enumerate(measured):
        gap = _width_ms(coin.gap) if coin.gap else "–"
        widths = dict.fromkeys((_width_ms(coin.shortest), _width_ms(coin.longest)))
        cells = (str(number + 1), str(coin.pulses), "-".join(widths), gap)
        y = 74 + number * _COIN_ROW
        shapes += right_aligned(_COIN_COLUMNS, y, cells, "white", 78)
    return tuple(shapes)


def _verdict(show: Show, found: Proposal | str | None, count: int) -> Picture:
    words = show.words
    lines: list[tuple[str, Color]] = []
    if isinstance(found, str):
        said = words(f"menu.calibrate.why.{found}")
        lines += [(line, "rose") for line in wrap(said, _ROOM, 6)]
    elif found is None:
        said = words("menu.calibrate.insert", n=COINS)
        lines += [(line, "ice") for line in wrap(said, _ROOM, 5)]
    else:
        lines += [(words("menu.calibrate.proposal"), "gold"), *_proposed(show, found)]
    lines += answer_lines(show, _ROOM, 5)
    shapes: list[Shape] = [*panel(326, 38, 304, 276, SEATS[2])]
    for number, (line, color) in enumerate(lines):
        shapes.append(label(344, 52 + 17 * number, line, color, _ROOM + 12))
    if found is None:
        counted = f"{count} / {COINS}"
        shapes.append(Text(478, 230, counted, "white", "title", "center", scale=2))
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


def _buttons(show: Show, found: Proposal | str | None) -> Help:
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
