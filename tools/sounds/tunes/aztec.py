"""Stone upon stone: a huayno for panpipes and charango, in E minor."""

from tools.sounds.harmony import over
from tools.sounds.instruments import (
    charango,
    clave,
    drum,
    kalimba,
    panpipe,
    round_bass,
    shaker,
)
from tools.sounds.score import Tune, Voice

CHORDS = "Em G D Em C G Bm Em G D C Em"
MELODY = """
    E5 - - - G5 - A5 - B5 - - - A5 - B5 -
  | D6 - B5 - A5 - G5 - B5 - - - - - . .
  | A5 - - - B5 - A5 - F#5 - - - A5 - F#5 -
  | E5 - - - - - - - . . . . E5 - F#5 -
  | G5 - - - A5 - G5 - E5 - - - G5 - A5 -
  | B5 - - - D6 - B5 - G5 - - - - - . .
  | A5 - F#5 - B5 - A5 - F#5 - D5 - F#5 - - -
  | E5 - - - - - - - - - . . . . . .
  | B5 - B5 - D6 - - - B5 - A5 - G5 - A5 -
  | F#5 - - - A5 - - - D6 - - - A5 - F#5 -
  | G5 - E5 - G5 - B5 - A5 - G5 - F#5 - D5 -
  | E5 - - - - - - - . . . . B4 - D5 -
"""
BELOW = """
    B4 - - - - - - - E5 - - - - - - -  | G4 - - - B4 - - - D5 - - - - - . .
  | F#5 - - - D5 - - - A4 - - - - - . . | B4 - - - - - - - . . . . . . . .
  | E5 - - - C5 - - - G4 - - - C5 - - - | D5 - - - G5 - D5 - B4 - - - - - . .
  | F#5 - D5 - F#5 - D5 - B4 - - - D5 - - - | B4 - - - - - - - - - . . . . . .
  | D5 - - - G5 - - - D5 - - - B4 - - - | A4 - - - D5 - - - F#5 - - - D5 - - -
  | E5 - C5 - E5 - G5 - E5 - - - D5 - - - | B4 - - - - - - - . . . . . . . .
"""
STRUM = "C . . . C . C . C . . . C . C C"

TUNE = Tune(
    step=0.15,
    voices=(
        Voice(panpipe, MELODY, 0.5, 0.2),
        Voice(panpipe, BELOW, 0.22, -0.35),
        Voice(charango, over(CHORDS, STRUM, 4), 0.18, -0.3, strum=0.009),
        Voice(kalimba, over(CHORDS, "R . F . O . F . T . F . O . F .", 4), 0.26, 0.45),
        Voice(round_bass, over(CHORDS, "R - - - . . R - F - - - . . R -", 2), 0.65),
        Voice(drum, "x . . . . . o . x . . . o . o . " * 12, 1.25, strokes=(60, 88)),
        Voice(shaker, "x . o o x . o o x . o o x . o o " * 12, 0.75, 0.3, (300, 700)),
        Voice(
            clave,
            (". " * 16 * 3 + "x . . o . . x . . . x . x . o . ") * 3,
            0.35,
            0.5,
            (1250, 940),
        ),
    ),
    hall=0.2,
)
