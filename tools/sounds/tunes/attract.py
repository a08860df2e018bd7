"""Come closer: a quena over a charango and an old machine's bass, in A minor."""

from tools.sounds.harmony import over
from tools.sounds.instruments import (
    charango,
    chip_bass,
    chip_pluck,
    drum,
    quena,
    shaker,
)
from tools.sounds.score import Tune, Voice

CHORDS = "Am F C G Am F G Am C G Am Em F C G Am"
MELODY = """
    A4 - C5 D5 E5 - G5 E5 | D5 C5 A4 - C5 - - . | G4 - C5 D5 E5 - D5 C5
  | D5 - - B4 D5 - - .    | A4 - C5 D5 E5 - G5 A5 | G5 E5 C5 - A5 - G5 E5
  | D5 - E5 D5 B4 - D5 -  | A4 - - - - - . .
  | E5 G5 - E5 G5 - A5 G5 | D5 - B4 D5 G5 - - . | C5 E5 - C5 E5 - G5 E5
  | B4 - G4 B4 E5 - - .   | A5 - G5 F5 E5 - F5 E5 | G5 - E5 C5 E5 - - D5
  | D5 E5 D5 B4 G4 - B4 D5 | E5 - A4 - A4 - E5 G5
"""

TUNE = Tune(
    step=0.25,
    voices=(
        Voice(quena, MELODY, 0.45),
        Voice(chip_bass, over(CHORDS, "R - . R F - R .", 2), 0.5),
        Voice(charango, over(CHORDS, ". . C . C C . C", 4), 0.2, -0.45, strum=0.012),
        Voice(chip_pluck, over(CHORDS, "R F O F T F O F", 5), 0.36, 0.5),
        Voice(drum, "x . . o x . o . " * 16, 1.2, strokes=(62, 92)),
        Voice(shaker, "o x o x o x o x " * 16, 0.8, 0.25, strokes=(300, 600)),
    ),
)
