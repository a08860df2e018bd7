"""They come down, you shoot up: a machine's music, in D minor."""

from tools.sounds.harmony import over
from tools.sounds.instruments import (
    chip_bass,
    chip_lead,
    chip_pluck,
    hat,
    kick,
    log_drum,
    snare,
)
from tools.sounds.score import Tune, Voice

CHORDS = "Dm Dm Bb C Dm Dm Bb A F C Dm Bb Gm Dm A A"
MELODY = """
    D5 - - D5 - - F5 - E5 - D5 - C5 - D5 -
  | A4 - - - - - . . A4 - C5 - D5 - E5 -
  | F5 - - F5 - - G5 - F5 - E5 - D5 - F5 -
  | E5 - - - - - G5 - E5 - C5 - - - . .
  | D5 - - D5 - - F5 - E5 - D5 - F5 - G5 -
  | A5 - - - - - . . A5 - G5 - F5 - E5 -
  | F5 - - D5 - - Bb4 - D5 - F5 - Bb5 - A5 -
  | A5 - - - G5 - - - E5 - - - C#5 - - -
  | C6 - - A5 - - F5 - A5 - - - C6 - A5 -
  | G5 - - E5 - - C5 - E5 - - - G5 - E5 -
  | F5 - - D5 - - A4 - D5 - E5 - F5 - G5 -
  | F5 - - - D5 - - - Bb4 - - - D5 - F5 -
  | G5 - - Bb5 - - A5 - G5 - - - F5 - G5 -
  | A5 - - F5 - - D5 - A5 - - - - - . .
  | E5 - E5 . E5 - G5 - E5 - C#5 - A4 - C#5 -
  | E5 - - - G5 - - - Bb5 - A5 - G5 - E5 -
"""
# The same a little later and softer, from the other side.
ECHO = f". . . {MELODY.strip().replace('|', ' ')}"
ECHO = " ".join(ECHO.split()[:256])
FILL = "x . x . x . x x"

TUNE = Tune(
    step=60 / 140 / 4,
    voices=(
        Voice(chip_lead, MELODY, 0.8, -0.12),
        Voice(chip_lead, ECHO, 0.24, 0.6),
        Voice(chip_bass, over(CHORDS, "R - R O R - R O R - R O F - O F", 2), 0.42),
        Voice(
            chip_pluck, over(CHORDS, "R T F O T F O T F O F T O F T R", 5), 0.42, 0.4
        ),
        Voice(kick, "x . . . x . . . x . . . x . o . " * 16, 1.1, 0, (50, 50)),
        Voice(
            snare,
            (". . . . x . . . . . . . x . . . " * 7 + f". . . . x . . . {FILL} ") * 2,
            0.8,
            strokes=(185, 185),
        ),
        Voice(hat, "o . x . o . x . o . x . o . x o " * 16, 0.7, 0.2),
        Voice(log_drum, ". . . x . . x . . . . o . . o . " * 16, 0.4, -0.5, (392, 294)),
    ),
    hall=0.1,
)
