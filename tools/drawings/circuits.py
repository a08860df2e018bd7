"""The circuits themselves: where each part stands, and what it is worth."""

from tools.drawings import symbols as s
from tools.drawings.pins import HEADER, Pins
from tools.drawings.sheet import BLUE, FAINT, ORANGE, RED, Sheet


def coin(pins: Pins) -> Sheet:
    """A coin acceptor through an optocoupler."""
    sheet = Sheet(860, 420, "Coin acceptor through an optocoupler")
    gpio = pins["coin.1"]
    s.block(sheet, 30, 130, 130, 190, "coin acceptor", "CH-926, DG600F …")
    for name, y in (("+12 V", 190), ("COIN", 250), ("GND", 290)):
        sheet.text(150, y + 4, name, anchor="end")
    # 12 V side
    sheet.line((160, 190), (200, 190), (200, 110), colour=RED)
    s.supply(sheet, 200, 110, "+12 V", RED)
    s.dot(sheet, 200, 170, RED)
    sheet.line((200, 170), (220, 170), colour=RED)
    s.resistor(sheet, (220, 170), (330, 170), "R1", "2.2 kΩ")
    s.optocoupler(sheet, 330, 170, "U1  PC817")
    sheet.line((160, 250), (330, 250), colour=BLUE)
    sheet.note(245, 244, "open collector", "middle", 11)
    sheet.line((160, 290), (200, 290), (200, 310))
    s.ground(sheet, 200, 310, "GND of the 12 V supply")
    # Pi side
    s.block(sheet, 720, 80, 110, 260, "Raspberry Pi")
    s.supply(sheet, 540, 70, "+3.3 V", ORANGE)
    sheet.line((540, 70), (540, 80), colour=ORANGE)
    s.resistor(sheet, (540, 80), (540, 170), "R2", "4.7 kΩ", "right")
    sheet.line((480, 170), (540, 170))
    s.dot(sheet, 540, 170)
    s.resistor(sheet, (540, 170), (640, 170), "R3", "1 kΩ", "below")
    s.dot(sheet, 640, 170, BLUE)
    sheet.line((640, 170), (720, 170), colour=BLUE)
    s.capacitor(sheet, (640, 170), (640, 250), "C1", "100 nF")
    sheet.line((480, 250), (720, 250))
    s.dot(sheet, 640, 250)
    s.ground(sheet, 540, 250)
    s.dot(sheet, 540, 250)
    sheet.line((540, 75), (690, 75), (690, 120), (720, 120), colour=ORANGE)
    s.dot(sheet, 540, 75, ORANGE)
    for y, words in (
        (120, "3.3 V · 1"),
        (170, f"GPIO {gpio} · {HEADER[gpio]}"),
        (250, "GND · 9"),
    ):
        sheet.text(726, y + 4, words, size=12)
    sheet.note(775, 330, "· header pin", "middle", 10)
    sheet.line((400, 60), (400, 380), colour=FAINT, width=1, dashed=True)
    sheet.note(392, 374, "12 V side", "end", 11)
    sheet.note(408, 374, "3.3 V side: no wire crosses here", size=11)
    sheet.heading("Coin acceptor → optocoupler → Pi")
    sheet.note(
        30,
        405,
        "R1 is 2.2 kΩ for a 12 V acceptor, 680 Ω for one of 5 V. A coin closes "
        "COIN to GND: the pin goes low (active: low).",
    )
    return sheet


def cctalk() -> Sheet:
    """One data wire between a USB adapter and a ccTalk device."""
    sheet = Sheet(860, 400, "A ccTalk device on a USB adapter")
    about = "one wire for both directions, 5 V, 9600 baud; the adapter hears itself"
    sheet.heading("ccTalk device → USB adapter", about)
    s.block(sheet, 30, 100, 170, 220, "acceptor or", "bill validator")
    for name, y in (("+12 V", 170), ("DATA", 230), ("GND", 290)):
        sheet.text(190, y + 4, name, anchor="end")
    sheet.line((200, 170), (250, 170), (250, 110), colour=RED)
    s.supply(sheet, 250, 110, "+12 V", RED)
    s.block(sheet, 640, 100, 190, 220, "USB adapter, 5 V", "FT232, CP2102")
    for name, y in (("5 V", 150), ("RX", 200), ("TX", 260), ("GND", 290)):
        sheet.text(650, y + 4, name)
    # The data wire: pulled up, read by RX, pulled down by TX through the diode.
    sheet.line((200, 230), (420, 230), colour=BLUE)
    s.resistor(sheet, (420, 150), (420, 230), "R1", "10 kΩ", "left")
    sheet.line((420, 150), (640, 150), colour=ORANGE)
    s.dot(sheet, 420, 230, BLUE)
    sheet.line((420, 230), (480, 230), colour=BLUE)
    s.dot(sheet, 480, 230, BLUE)
    sheet.line((480, 230), (480, 200), (640, 200), colour=BLUE)
    sheet.line((480, 230), (480, 260), (520, 260), colour=BLUE)
    s.diode(sheet, (520, 260), (600, 260), "D1", "1N4148", "above")
    sheet.line((600, 260), (640, 260), colour=BLUE)
    sheet.line((200, 290), (640, 290))
    s.dot(sheet, 300, 290)
    s.ground(sheet, 300, 290, "GND of the 12 V supply")
    sheet.note(
        30,
        382,
        "D1's bar is at TX: TX pulls the wire down, never up. No 3.3 V adapter, "
        "and no wire to a pin of the Pi.",
    )
    return sheet


def button(pins: Pins) -> Sheet:
    """A button or a stick's microswitch."""
    sheet = Sheet(720, 270, "A button on a GPIO pin")
    gpio = pins["start"]
    about = "every button alike: one side to its pin, the other to ground"
    sheet.heading("Buttons and sticks", about)
    s.block(sheet, 460, 60, 230, 170, "Raspberry Pi")
    s.contact(sheet, (90, 150), (250, 150))
    sheet.line((250, 150), (460, 150), colour=BLUE)
    sheet.line((90, 150), (60, 150), (60, 210), (460, 210))
    s.dot(sheet, 60, 210)
    s.ground(sheet, 60, 210)
    sheet.text(170, 112, "START", anchor="middle", bold=True)
    sheet.note(170, 172, "microswitch: COM and NO", "middle", 11)
    sheet.text(466, 142, f"GPIO {gpio} · header {HEADER[gpio]}", size=12)
    sheet.text(466, 225, "GND", size=12)
    sheet.line((460, 150), (655, 150), colour=BLUE)
    s.resistor(sheet, (655, 100), (655, 150), "", "")
    sheet.note(640, 118, "50 kΩ inside", "end", 11)
    sheet.text(655, 94, "3.3 V", anchor="middle", size=11, colour=ORANGE)
    # long cables
    s.supply(sheet, 380, 86, "+3.3 V", ORANGE)
    s.resistor(sheet, (380, 86), (380, 150), "R", "4.7 kΩ", "left")
    s.dot(sheet, 380, 150, BLUE)
    sheet.note(380, 174, "only for cables over 1 m", "middle", 11)
    return sheet


OUTPUTS = (
    ("lockout", "lock-out coil", "12 V"),
    ("lamp.start", "START lamp", "LED 12 V"),
    ("lamp.coin", "slot lamp", "LED 12 V"),
    ("meter", "coin meter", "12 V"),
)


def outputs(pins: Pins) -> Sheet:
    """Every output on one ULN2803A."""
    sheet = Sheet(860, 490, "Lamps, lock-out coil and meter on one ULN2803A")
    sheet.heading(
        "Lamps, lock-out coil and meter on one ULN2803A",
        "no level on an input = no current = lamp dark, slot shut; at 3.3 V each "
        "channel carries 300 mA",
    )
    s.block(sheet, 30, 90, 150, 310, "Raspberry Pi")
    sheet.box(350, 90, 150, 310)
    sheet.text(425, 112, "U2  ULN2803A", anchor="middle", bold=True)
    for row, (line, what, value) in enumerate(OUTPUTS):
        y = 150 + 50 * row
        gpio = pins[line]
        where = f"GPIO {gpio} · {HEADER[gpio]}"
        sheet.text(172, y + 4, where, anchor="end", size=12)
        sheet.line((180, y), (350, y), colour=BLUE)
        sheet.text(265, y - 5, line, anchor="middle", size=12, colour=BLUE)
        sheet.text(358, y + 4, f"{row + 1}  IN{row + 1}", size=11)
        sheet.text(492, y + 4, f"OUT{row + 1}  {18 - row}", anchor="end", size=11)
        part = s.coil if line in ("lockout", "meter") else s.lamp
        part(sheet, (500, y), (700, y))
        sheet.text(600, y - 17, f"{what}, {value}", anchor="middle", size=12)
        s.dot(sheet, 700, y, RED)
    sheet.line((700, 110), (700, 350), colour=RED)
    s.supply(sheet, 700, 110, "+12 V", RED)
    sheet.text(492, 354, "COM  10", anchor="end", size=11)
    sheet.line((500, 350), (700, 350), colour=RED)
    sheet.note(600, 368, "flyback diodes inside", "middle", 11)
    sheet.text(358, 384, "9  GND", size=11)
    sheet.line((180, 380), (350, 380))
    sheet.text(172, 384, "GND · 39", anchor="end", size=12)
    s.dot(sheet, 265, 380)
    s.ground(sheet, 265, 380, "GND of the 12 V supply")
    sheet.note(
        30,
        448,
        "GND of the Pi and of the 12 V supply meet here, at leg 9, and nowhere else.",
    )
    sheet.note(30, 468, "COM goes to +12 V: without it the coils kill the chip.")
    return sheet


def lockout(pins: Pins) -> Sheet:
    """The lock-out with one MOSFET: a coil, or an inhibit wire."""
    sheet = Sheet(860, 440, "Lock-out coil or inhibit wire with one MOSFET")
    gpio = pins["lockout"]
    sheet.heading(
        "Lock-out with one MOSFET: no current, no coin",
        "left: a coil that opens the coin path; right: an acceptor with an inhibit "
        "wire, which stops it at high level",
    )
    _switch(sheet, 240, 290, gpio)
    s.supply(sheet, 252, 100, "+12 V", RED)
    sheet.line((252, 100), (252, 120), colour=RED)
    s.coil(sheet, (252, 120), (252, 210), "K1 lock-out coil", "12 V", "left")
    sheet.line((252, 210), (252, 256))
    s.dot(sheet, 252, 120, RED)
    s.dot(sheet, 252, 210)
    sheet.line((252, 120), (330, 120), (330, 130), colour=RED)
    s.diode(sheet, (330, 210), (330, 130), "D1 flyback", "1N4007", "right")
    sheet.line((330, 210), (252, 210))
    sheet.line((440, 80), (440, 410), colour="#d0d7de")
    _switch(sheet, 650, 290, gpio)
    s.supply(sheet, 662, 100, "+5 V", ORANGE)
    sheet.line((662, 100), (662, 110), colour=ORANGE)
    s.resistor(sheet, (662, 110), (662, 200), "R3", "4.7 kΩ", "left")
    sheet.line((662, 200), (662, 256))
    s.dot(sheet, 662, 200, BLUE)
    sheet.line((662, 200), (740, 200), colour=BLUE)
    s.block(sheet, 740, 140, 100, 110, "acceptor")
    sheet.text(746, 204, "INHIBIT", size=12)
    sheet.note(790, 232, "> 3 V: refuses", "middle", 10)
    sheet.note(790, 244, "< 1 V: takes", "middle", 10)
    return sheet


def pump(pins: Pins) -> Sheet:
    """The lock-out behind a charge pump: only a pin that moves holds it."""
    sheet = Sheet(860, 440, "Lock-out coil behind a charge pump")
    gpio = pins["lockout"]
    sheet.heading(
        "Lock-out behind a charge pump: no pulses, no coin",
        "drive: pulses moves the pin while the cabinet lives; at either level that "
        "stays, C2 runs out and the coil falls",
    )
    y, ground = 260, 360
    _pin(sheet, 40, y, gpio)
    sheet.line((47, y), (60, y), colour=BLUE)
    s.resistor(sheet, (60, y), (150, y), "R1", "330 Ω", "below")
    s.capacitor(sheet, (150, y), (250, y), "C1", "22 µF", "above")
    sheet.text(180, y + 24, "+", size=12)
    s.dot(sheet, 250, y)
    s.diode(sheet, (250, ground), (250, y), "D1", "BAT85", "left")
    s.diode(sheet, (250, y), (370, y), "D2", "BAT85", "above")
    s.dot(sheet, 370, y)
    s.capacitor(sheet, (370, y), (370, ground), "C2", "2.2 µF")
    sheet.line((370, y), (570, y))
    s.dot(sheet, 480, y)
    s.resistor(sheet, (480, y), (480, ground), "R2", "2.7 MΩ", "right")
    s.mosfet(sheet, 600, y)
    sheet.line((612, y + 34), (612, ground))
    sheet.line((250, ground), (612, ground))
    for x in (370, 480, 612):
        s.dot(sheet, x, ground)
    s.ground(sheet, 612, ground)
    s.supply(sheet, 612, 90, "+12 V", RED)
    sheet.line((612, 90), (612, 110), colour=RED)
    s.coil(sheet, (612, 110), (612, 190), "K1 lock-out coil", "12 V", "left")
    sheet.line((612, 190), (612, y - 34))
    s.dot(sheet, 612, 110, RED)
    s.dot(sheet, 612, 190)
    sheet.line((612, 110), (700, 110), colour=RED)
    s.diode(sheet, (700, 190), (700, 110), "D3 flyback", "1N4007", "right")
    sheet.line((700, 190), (612, 190))
    sheet.note(
        30,
        420,
        "C1 and C2 ceramic, or C1 an electrolytic with its + at R1. Grounds of the Pi "
        "and of the 12 V supply meet at Q1.",
    )
    return sheet


def _pin(sheet: Sheet, x: float, y: float, gpio: int) -> None:
    """Where the lock-out leaves the Pi."""
    sheet.text(x, y - 42, f"GPIO {gpio} · header {HEADER[gpio]}", size=12)
    sheet.text(x, y - 27, "lockout", size=12, colour=BLUE)
    sheet.circle(x + 4, y, 3.5, colour=BLUE)


def _switch(sheet: Sheet, x: float, y: float, gpio: int) -> None:
    """GPIO, gate resistor, pull-down and MOSFET, with its drain at (x + 12, y - 34)."""
    left = x - 180
    _pin(sheet, left, y, gpio)
    sheet.line((left + 7, y), (left + 40, y), colour=BLUE)
    s.resistor(sheet, (left + 30, y), (left + 110, y), "", "")
    sheet.text(left + 66, y - 13, "R1", anchor="end", bold=True)
    sheet.text(left + 70, y - 13, "220 Ω", colour=BLUE)
    sheet.line((left + 110, y), (x - 30, y))
    s.dot(sheet, left + 122, y)
    s.resistor(sheet, (left + 122, y), (left + 122, y + 80), "R2", "10 kΩ", "left")
    s.mosfet(sheet, x, y)
    sheet.line((x + 12, y + 34), (x + 12, y + 80))
    sheet.line((left + 122, y + 80), (x + 12, y + 80))
    s.dot(sheet, x + 12, y + 80)
    s.ground(sheet, x + 12, y + 80)
