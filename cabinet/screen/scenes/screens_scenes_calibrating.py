"""Ten coins into an open slot: what they look like, and the settings they propose."""

from collections.abc import Sequence
from typing import Final

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.core.inputs.calibration import COINS, Measured, Proposal
from cabinet.picture.shapes import Color, Picture, Shape, Text
from cabinet.protocol.refusals import explained
from cabinet.screen.menu.rows import slot_of
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.lettering import label, wrap
from cabinet.screen.scenes.panels import SEATS, panel
from cabinet.screen.scenes.service import header
from cabinet.screen.scenes.show import Show

_COLUMNS: Final = (56, 130, 210, 296)
_ROW: Final = 19
_ROOM: Final = 256


def calibrating(show: Show) -> Picture:
    """The coins on the left, on the right what to do and what comes of it."""
    menu = show.desk.menu
    assert menu is not None
    line, kind = slot_of(menu, show.desk.page)
    found: Proposal | str | None
    if kind == "duration":
        found = "lengths"
    elif "board" in show.gauges.about:
        found = "board"
    else:
        found = show.gauges.proposal(line)
    measured = show.gauges.coins(line)
    return (
        *header(show, show.words("menu.page.calibrate")),
        *_table(show, measured),
        *_verdict(show, found, len(measured)),
        *bar(show, _buttons(show, found)),
    )


def _table(show: Show, measured: Sequence[Measured]) -> Picture:
    words = show.words
    shapes: list[Shape] = [*panel(10, 38, 310, 276, SEATS[0])]
    for x, head in zip(_COLUMNS, ("coin", "pulses", "width", "gap"), strict=True):
        said = words(f"menu.calibrate.{head}")
        shapes.append(label(x, 50, said, "cyan", 70, align="right"))
    for number, coin in enumerate(measured):
        gap = _ms(coin.gap) if coin.gap else "–"
        widths = dict.fromkeys((_ms(coin.shortest), _ms(coin.longest)))
        cells = (str(number + 1), str(coin.pulses), "-".join(widths), gap)
        for x, cell in zip(_COLUMNS, cells, strict=True):
            y = 74 + number * _ROW
            shapes.append(label(x, y, cell, "white", 78, align="right"))
    return tuple(shapes)


def _verdict(show: Show, found: Proposal | str | None, count: int) -> Picture:
    words, desk = show.words, show.desk
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
    if desk.busy:
        lines.append((words("menu.busy"), "gold"))
    elif desk.notice:
        color: Color = "rose" if desk.notice == "refused" else "green"
        lines += [
            (line, color) for line in wrap(words(f"menu.{desk.notice}"), _ROOM, 2)
        ]
        why = " ".join(explained(desk.why, desk.menu, show.language))
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
    if show.desk.notice or found in (None, "board", "lengths"):
        return ends
    does = "again" if isinstance(found, str) else "keep"
    return (("a", words(f"menu.do.{does}")), *ends)


def _ms(duration: Nanos) -> str:
    return f"{duration / MILLISECOND:.0f}"
