"""An emulator of Debian's, and a game of our own for it.

The game paints the whole picture in one colour, blue while nothing is held and another
for each button, so what a program gets of the panel can be seen.
"""

import subprocess
from pathlib import Path

EMULATOR = Path("/usr/games/mednafen")
BLUE = (0, 112, 236)
SOURCE = Path(__file__).parent / "rom"
BUTTONS = ("left", "right", "up", "down", "a", "b")


def build_rom(folder):
    """The game, built from its source."""
    part, made = folder / "colours.o", folder / "colours.nes"
    subprocess.run(["ca65", "-o", part, SOURCE / "colours.s"], check=True)
    plan = SOURCE / "colours.cfg"
    subprocess.run(["ld65", "-C", plan, "-o", made, part], check=True)
    return made


def command(folder, buttons):
    """What starts it; `buttons` says what each is, in the emulator's own words."""
    names = ("-video.driver", "softfb", "-sound", "0")
    for button in BUTTONS:
        names += (f"-nes.input.port1.gamepad.{button}", buttons[button])
    return (str(EMULATOR), *names, str(build_rom(folder)))
