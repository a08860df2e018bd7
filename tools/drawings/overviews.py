"""Drawings of the whole: the header, the board at the slot, what plugs in where."""

from collections.abc import Mapping

from tools.drawings import symbols as s
from tools.drawings.pins import GROUNDS, HEADER, NANO, RESERVED, SUPPLIES, Pins
from tools.drawings.sheet import BLUE, FAINT, GREEN, INK, ORANGE, RED, SHADE, Sheet


def header(inputs: Pins, outputs: Pins) -> Sheet:
    """The 40 holes, each with what it is for."""
    sheet = Sheet(760, 560, "The 40-pin header and its lines")
    sheet.heading("The header, seen from above, USB sockets at the bottom")
    by_hole = {
        HEADER[gpio]: (gpio, line) for line, gpio in {**inputs, **outputs}.items()
    }
    gpio_of = {hole: gpio for gpio, hole in HEADER.items()}
    sheet.box(350, 50, 60, 480, fill="#e8ece8", colour=FAINT)
    for hole in range(1, 41):
        odd = hole % 2 == 1
        x = 365 if odd else 395
        y = 68 + (hole - 1) // 2 * 23.4
        colour, words = _hole(hole, by_hole, gpio_of, outputs)
        if hole == 1:
            sheet.box(x - 9, y - 9, 18, 18, fill=colour)
        sheet.circle(x, y, 7.5, fill=colour)
        sheet.note(330 if odd else 430, y + 4, str(hole), "middle", 11)
        sheet.text(
            312 if odd else 448,
            y + 4,
            words,
            anchor="end" if odd else "start",
            size=13,
            colour=FAINT if colour in (SHADE, "#ffffff") else INK,
        )
    keys = {"input": BLUE, "output": GREEN, "ground": INK, "5 V": RED, "3.3 V": ORANGE}
    for row, (words, colour) in enumerate(keys.items()):
        sheet.circle(40, 430 + 22 * row, 6, fill=colour)
        sheet.text(54, 434 + 22 * row, words, size=12)
    return sheet


def _hole(
    hole: int,
    by_hole: Mapping[int, tuple[int, str]],
    gpio_of: Mapping[int, int],
    outputs: Pins,
) -> tuple[str, str]:
    if hole in by_hole:
        gpio, line = by_hole[hole]
        return (GREEN if line in outputs else BLUE), f"{line} · GPIO {gpio}"
    if hole in GROUNDS:
        return INK, "GND"
    if hole in SUPPLIES:
        return (RED if SUPPLIES[hole] == "5 V" else ORANGE), SUPPLIES[hole]
    if hole in RESERVED:
        return SHADE, RESERVED[hole]
    return "#ffffff", f"free · GPIO {gpio_of[hole]}"


def board() -> Sheet:
    """The microcontroller at the slot, with its pins."""
    sheet = Sheet(860, 560, "The board at the coin slot")
    sheet.heading(
        "The board at the slot: Arduino Uno or Nano, 5 V",
        "every input is a contact to ground, pulled up inside to 5 V; U1 as in section "
        "3, with R2 to the board's 5 V",
    )
    s.block(sheet, 330, 90, 200, 400, "Nano / Uno", "ATmega328P")
    for row, (mark, line) in enumerate(NANO["left"]):
        y = 150 + 36 * row + 10 * (not line.startswith("coin."))
        sheet.text(338, y + 4, mark, size=12)
        sheet.line((180, y), (330, y), colour=BLUE)
        sheet.text(262, y - 5, line, anchor="middle", size=12, colour=BLUE)
        if line.startswith("coin."):
            sheet.line((60, y), (90, y))
            sheet.box(90, y - 13, 90, 26)
            sheet.note(98, y + 4, "3", size=10)
            sheet.text(135, y + 4, "U1", anchor="middle", bold=True, size=12)
            sheet.note(172, y + 4, "4", "end", 10)
        else:
            s.contact(sheet, (60, y), (180, y))
        s.dot(sheet, 60, y)
    sheet.line((60, 150), (60, 474), (330, 474))
    sheet.text(338, 478, "GND", size=12)
    s.ground(sheet, 60, 474)
    sheet.box(650, 120, 180, 170)
    sheet.text(740, 140, "U2  ULN2803A", anchor="middle", bold=True)
    for row, (mark, line) in enumerate(NANO["right"]):
        y = 165 + 30 * row
        sheet.text(522, y + 4, mark, anchor="end", size=12)
        sheet.line((530, y), (650, y), colour=GREEN)
        sheet.text(590, y - 5, line, anchor="middle", size=12, colour=GREEN)
        sheet.text(658, y + 4, f"{row + 1}  IN{row + 1}", size=11)
    sheet.note(822, 280, "legs 10 to 18 as on the Pi", "end", 10)
    sheet.box(650, 320, 180, 120)
    sheet.text(740, 340, "2 × 74HC165", anchor="middle", bold=True)
    for row, (mark, word, leg) in enumerate(NANO["chain"]):
        y = 362 + 24 * row
        sheet.text(522, y + 4, mark, anchor="end", size=12)
        sheet.line((530, y), (650, y), colour=BLUE)
        sheet.text(590, y - 4, word, anchor="middle", size=11, colour=BLUE)
        sheet.text(658, y + 4, leg, size=11)
    sheet.note(740, 432, "sticks, buttons: 10 kΩ to 5 V each", "middle", 10)
    sheet.note(522, 460, "D13: a cabinet is there", "end", 10)
    sheet.line((430, 490), (430, 525), (640, 525), width=4, colour=INK)
    sheet.text(650, 530, "USB to the Pi: data and 5 V", size=12)
    return sheet


def whole() -> Sheet:
    """Supplies and cables of a whole cabinet."""
    sheet = Sheet(860, 430, "Supplies and cables")
    about = "two supplies: what pulls coils never shares a cable with the Pi"
    sheet.heading("Supplies and cables", about)
    s.block(sheet, 30, 90, 130, 60, "5.1 V, 3 A", "the Pi's own supply")
    s.block(sheet, 30, 290, 130, 60, "12 V, 2 A", "acceptor, coil, lamps")
    s.block(sheet, 260, 80, 150, 170, "Raspberry Pi", "40-pin header, USB")
    sheet.line((160, 120), (260, 120), width=3, colour=ORANGE)
    sheet.note(210, 113, "USB-C", "middle", 11)
    s.block(sheet, 260, 290, 150, 90, "U2 driver board", "ULN2803A")
    sheet.line((160, 310), (260, 310), width=3, colour=RED)
    sheet.line((160, 340), (260, 340), width=3)
    sheet.text(210, 304, "+12 V", anchor="middle", size=11, colour=RED)
    sheet.text(210, 356, "GND", anchor="middle", size=11)
    sheet.line((300, 250), (300, 290), width=2, colour=BLUE)
    sheet.note(308, 275, "outputs and GND", size=11)
    s.block(sheet, 560, 290, 190, 90, "coin door", "acceptor, coil, meter, lamp")
    sheet.line((410, 320), (560, 320), width=3, colour=RED)
    sheet.note(470, 313, "12 V, OUT1 to 4", "middle", 11)
    sheet.line((560, 355), (535, 355), (535, 215), (410, 215), width=2, colour=BLUE)
    sheet.text(543, 262, "COIN by U1", size=11, colour=BLUE)
    boards = {"board at the slot": "counts by itself", "dice tower": "real dice"}
    for row, (title, what) in enumerate(boards.items()):
        y, out = 80 + 85 * row, 110 + 50 * row
        s.block(sheet, 660, y, 170, 60, title, f"optional: {what}")
        sheet.line((410, out), (560, out), (600, y + 30), (660, y + 30), width=3)
        sheet.note(485, out - 7, "USB", "middle", 11)
    sheet.note(
        30,
        402,
        "Each USB board is found by its own id (ls -l /dev/serial/by-id) and takes "
        "its 5 V from the Pi, some 50 mA.",
    )
    return sheet
